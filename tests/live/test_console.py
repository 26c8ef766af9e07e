"""The console at work, by keyboard and by pointer, and who may reach it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .server import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Iterator[str]]:
    """The addresses of fresh tables of one server, one after the other."""
    names = [f"c{n}" for n in range(40)]
    data = tmp_path_factory.mktemp("consoles") / "data"
    server = Server(data, house="classic", tables=names).start()
    yield iter([f"{server.url}/console/{name}" for name in names])
    server.close()


@pytest.fixture
def console(tables: Iterator[str], page: Page) -> Page:
    page.goto(next(tables))
    expect(page.locator("#link")).to_have_text("Connected.")
    return page


KEPT_PRESSED = {"F2", "F9"}  # for what cannot be taken back easily


def press(page: Page, key: str, phase: str) -> None:
    """A command by its key; waits for the phase that it brings."""
    if key in KEPT_PRESSED:
        page.keyboard.down(key)
    else:
        page.keyboard.press(key)
    expect(page.locator("#phase")).to_have_text(phase)
    expect(page.locator("#answer")).to_have_text("Done.")
    if key in KEPT_PRESSED:
        page.keyboard.up(key)


def click(page: Page, name: str) -> None:
    """A command by its button; waits for the answer."""
    page.get_by_role("button", name=name).click()
    expect(page.locator("#answer")).to_have_text("Done.")


def type_cards(page: Page, cards: str) -> None:
    for card in cards.split():
        page.locator("#card").fill(card)
        page.keyboard.press("Enter")
        expect(page.locator("#answer")).to_have_text("Done.")
        expect(page.locator("#card")).to_have_value("")


def test_a_shoe_by_keyboard_alone(console: Page) -> None:
    press(console, "F2", "opened")
    type_cards(console, "AS")
    expect(console.locator("#phase")).to_have_text("burning")
    type_cards(console, "4h")
    expect(console.locator("#phase")).to_have_text("ready")
    type_cards(console, "10s 9h kd")
    expect(console.locator("#player")).to_have_text("TS KD = 0")
    expect(console.locator("#expects")).to_have_text("banker 2")
    press(console, "F4", "dealing")
    type_cards(console, "7c")
    type_cards(console, "5c")
    expect(console.locator("#last")).to_have_text("1: banker, 5 to 6")
    expect(console.locator("#phase")).to_have_text("ready, last coup")
    type_cards(console, "8S AH KD TC")
    expect(console.locator("#phase")).to_have_text("over")
    press(console, "F9", "closed")


def test_undo_says_what_it_takes_back_and_does(console: Page) -> None:
    press(console, "F2", "opened")
    press(console, "F3", "ready")
    type_cards(console, "8S AH")
    click(console, "Undo the card AH")
    expect(console.locator("#banker")).to_have_text("–")
    expect(console.get_by_role("button", name="Undo the card 8S")).to_be_enabled()


def test_hold_stops_the_cards_until_the_release(console: Page) -> None:
    press(console, "F2", "opened")
    press(console, "F3", "ready")
    press(console, "F7", "on hold")
    expect(console.locator("#hold-box")).to_contain_text("Held by the crew.")
    expect(console.get_by_role("button", name="Enter card")).to_be_disabled()
    press(console, "F8", "ready")
    expect(console.locator("#hold-box")).to_be_hidden()
    expect(console.get_by_role("button", name="Enter card")).to_be_enabled()


@pytest.mark.parametrize("typed", ["ZZ", "1H", "", "9", "HHH"])
def test_a_card_that_is_none_gets_a_sentence_and_changes_nothing(console: Page, typed: str) -> None:
    press(console, "F2", "opened")
    console.locator("#card").fill(typed)
    console.keyboard.press("Enter")
    expect(console.locator("#answer")).to_contain_text("is not a card")
    expect(console.locator("#phase")).to_have_text("opened")


def test_commands_that_make_no_sense_cannot_be_pressed(console: Page) -> None:
    expect(console.locator("#phase")).to_have_text("closed")
    for name in ("End burn", "Cut card", "Release F8", "Close shoe", "Enter card"):
        expect(console.get_by_role("button", name=name)).to_be_disabled()
    console.keyboard.press("F8")
    expect(console.locator("#answer")).to_have_text("That is not possible now.")


def test_nothing_is_queued_while_the_server_is_away(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#link")).to_have_text("Connected.")
    press(page, "F2", "ready")
    server.kill()
    expect(page.locator("#link")).to_contain_text("nothing can be entered")
    expect(page.locator("#card")).to_be_disabled()
    page.keyboard.press("F4")
    server.start()
    expect(page.locator("#link")).to_have_text("Connected.")
    assert server.snapshot()["last_coup"] is False


def test_a_card_that_was_not_read_is_typed_in(serve: Callable[..., Server], page: Page) -> None:
    server = serve(reader="simulated:?seed=4&pace=0.01&faults=unreadable:1", house="paramount")
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#hold-box")).to_contain_text("A card for player 1 could not be read.")
    expect(page.locator("#expects")).to_have_text("the face of the card that was not read")
    page.locator("#card").fill("9H")
    page.keyboard.press("Enter")
    expect(page.locator("#player")).to_have_text("9H = 9")


def test_the_console_names_the_reader_and_its_trouble(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(reader="angel_eye:/dev/no-such-port")
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#reader")).to_have_text(
        "searching: /dev/no-such-port is not there: plug it in; nothing seen in this shoe"
    )
    expect(page.locator("#reader-counters")).to_have_text("")
    expect(page.locator("#screens")).to_have_text("1 open")


def test_the_console_says_when_the_reader_is_tried_again(
    serve: Callable[..., Server], page: Page, tmp_path: Path
) -> None:
    no_port = tmp_path / "no port"
    no_port.touch()
    server = serve(reader=f"angel_eye:{no_port}")
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#reader")).to_have_text(
        re.compile(rf"retry in \d+ s: {no_port}: .* Look at the cable")
    )


def test_the_console_shows_the_houses_numbers(serve: Callable[..., Server], page: Page) -> None:
    server = serve(house="olympic")
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#house")).to_have_text(
        "Baccarat, 6 decks; player 1:1, banker 19:20, tie 8:1; 10 to 1000, tie up to 100, "
        "banker in 10s; boxes 1 2 3 4 5 6 7"
    )


# Who may reach it.


def test_what_a_display_is_told_names_no_port_or_file(serve: Callable[..., Server]) -> None:
    server = serve(reader="angel_eye:/dev/no-such-port")
    assert "no-such-port" not in str(server.snapshot())
    assert server.snapshot()["reader"].keys() == {"state"}


CREW_PATHS = ("/console/t1", "/history", "/api/v1/tables/t1/export.csv", "/api/v1/tables/t1/crew")


@pytest.mark.parametrize("path", CREW_PATHS)
def test_another_sites_name_for_this_machine_does_not_open_the_console(
    refusing: Server, path: str
) -> None:
    assert refusing.get(path)[0] == 200
    status, answer = refusing.get(path, headers={"Host": "evil.example"})
    assert status == 403
    assert "on this machine only" in str(answer)
    assert refusing.get("/display/t1", headers={"Host": "board.example"})[0] == 200


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_what_a_proxy_forwards_is_not_the_crew(refusing: Server, header: str) -> None:
    assert refusing.get("/console/t1", headers={header: "10.0.0.9"})[0] == 403


def test_a_command_from_another_sites_page_is_refused(serve: Callable[..., Server]) -> None:
    server = serve()
    path = "/api/v1/tables/t1/commands"
    body = b'{"command": "open_shoe"}'
    json_type = {"Content-Type": "application/json"}
    strange = {**json_type, "Origin": "http://evil.example"}
    assert server.get(path, data=body, headers=strange)[0] == 403
    assert server.snapshot()["seq"] == 0
    assert server.get(path, data=body, headers={**json_type, "Origin": server.url})[0] == 200


def test_a_table_that_moved_on_refuses_a_stale_command(serve: Callable[..., Server]) -> None:
    server = serve(house="paramount")
    server.command("open_shoe")
    assert server.command("enter_card", card="9H", seq=1)[0] == 200
    status, answer = server.command("enter_card", card="9H", seq=1)  # a double press
    assert status == 409
    assert "moved on" in answer["error"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b"[]",
        b"{}",
        b'{"command": 7}',
        b'{"command": ["hold"]}',
        b'{"command": "hold", "seq": "1"}',
    ],
)
def test_rubbish_instead_of_a_command_gets_a_sentence(refusing: Server, body: bytes) -> None:
    path = "/api/v1/tables/t1/commands"
    status, answer = refusing.get(path, data=body, headers={"Content-Type": "application/json"})
    assert status == 400
    assert answer["error"]


def test_what_cannot_be_taken_back_easily_is_kept_pressed(console: Page) -> None:
    console.keyboard.press("F2")
    expect(console.locator("#answer")).to_have_text("Keep it pressed for two seconds.")
    console.get_by_role("button", name="Open shoe").click()
    expect(console.locator("#answer")).to_have_text("Keep it pressed for two seconds.")
    expect(console.locator("#phase")).to_have_text("closed")


def test_a_finger_that_slides_off_the_button_does_nothing(console: Page) -> None:
    console.get_by_role("button", name="Open shoe").hover()
    console.mouse.down()
    expect(console.locator("[data-command='open_shoe'].held").first).to_be_visible()
    console.mouse.move(10, 10)
    expect(console.locator("#answer")).to_have_text("Keep it pressed for two seconds.")
    console.mouse.up()
    expect(console.locator("#phase")).to_have_text("closed")


def test_a_focused_button_is_kept_pressed_with_enter(console: Page) -> None:
    console.get_by_role("button", name="Open shoe").focus()
    console.keyboard.down("Enter")
    expect(console.locator("#phase")).to_have_text("opened")
    console.keyboard.up("Enter")


def test_a_card_is_typed_on_a_keypad(console: Page) -> None:
    press(console, "F2", "opened")
    press(console, "F3", "ready")
    type_cards(console, "12.2 1.4 10.3")
    expect(console.locator("#player")).to_have_text("QH TD = 0")
    expect(console.locator("#banker")).to_have_text("AC = 1")
