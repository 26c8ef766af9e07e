"""The technician at a table: another reader in mid-shoe, by keyboard alone, and nothing else."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from prometheus_client.parser import text_string_to_metric_families

from server.baccarat.cards import Card
from server.baccarat.events import CardRead
from server.baccarat.roles import Role
from server.commands import COMMANDS
from server.config import TableSettings
from tests.wire import Pty, line, until

from .hand import Hand
from .server import Server
from .site import OpenPlace, Place

PIN = {"Dee": "4711", "Tom": "2580"}
A, B = "line:/dev/ttyS0", "angel_eye:/dev/ttyS1"
FIELDS = {
    "enter_card": {"card": "9H"},
    "declare": {"outcome": "tie"},
    "insert_coup": {"after": 0, "outcome": "tie"},
    "change_limits": {"limits": {"min": 1, "max": 2}},
    **{name: {"entry": 2} for name in ("void_coup", "take_back", "misdealt", "mark_free")},
    **{name: {"entry": 2, "card": "9H"} for name in ("correct_card", "insert_card")},
    "swap_cards": {"entry": 2, "other": 3},
}


@pytest.fixture
def place(open_place: OpenPlace) -> Place:
    """A table in mid-coup, whose second card could not be read."""
    table = TableSettings(name="t1", house="paramount", reader=A, spare_readers=[B])
    place = open_place(tables=[table]).register(*Role)
    place.browser(Role.DEALER).command("open_shoe")
    for card in (Card.parse("8S"), None):
        place.site.tables["t1"].record(CardRead(reader="line", card=card))
    return place


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - {"change_reader"}))
def test_a_technician_decides_nothing_of_the_game(place: Place, name: str) -> None:
    answer = place.browser(Role.TECHNICIAN).command(name, why="to try", **FIELDS.get(name, {}))
    assert answer.status_code == 409
    assert re.search(r"you are signed in as technician\.", answer.get_json()["error"])
    assert place.site.tables["t1"].seq == 3


def test_each_role_may_change_the_reader_or_is_told_who_may(place: Place) -> None:
    for role in Role:
        answer = place.browser(role).command("change_reader", reader=B, why="a worn cable")
        may = role in (Role.TECHNICIAN, Role.ADMIN)
        assert answer.status_code == (200 if may else 409)
        assert may or "To change the reader takes the technician" in answer.get_json()["error"]
    told = place.browser(Role.TECHNICIAN).get("/api/v1/tables/t1/crew").get_json()
    assert told["allowed"] == ["change_reader"]
    assert told["reader"]["choices"] == [
        {"url": A, "what": "of the settings"}, {"url": B, "what": "spare"},
    ]  # fmt: skip
    journal = place.browser(Role.ADMIN).get("/journal/t1").get_data(as_text=True)
    assert f"reader changed: {B}" in journal
    assert "a worn cable" in journal
    exported = place.browser(Role.ADMIN).get("/api/v1/tables/t1/export.json").get_json()
    assert [entry["event"] for entry in exported["log"]][-2:] == ["ReaderChanged"] * 2


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({}, 400, "`reader` is a reader's URL, or empty"),
        ({"reader": 7}, 400, "`reader` is a reader's URL, or empty"),
        ({"reader": "simulated:"}, 409, "cannot be typed in: take one of the list"),
        ({"reader": "line:spy:///dev/ttyS0"}, 409, "cannot be typed in: take one of the list"),
        ({"reader": "line@x:/dev/ttyS0"}, 409, "'x' is no line speed"),
    ],
)
def test_a_reader_that_cannot_be_gets_a_sentence(
    place: Place, fields: dict[str, object], status: int, said: str
) -> None:
    answer = place.browser(Role.TECHNICIAN).command("change_reader", **fields)
    assert answer.status_code == status
    assert said in answer.get_json()["error"]


def test_metrics_are_what_prometheus_reads(place: Place) -> None:
    browser = place.browser()
    socket = browser.socket({"table": "t1"})
    answer = browser.get("/metrics")
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    found = {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.get_data(as_text=True))
        for sample in family.samples
    }
    t1 = ("table", "t1")
    assert found["shoeboard_reader_state", ("state", "none"), t1] == 1
    assert found["shoeboard_reader_state", ("state", "online"), t1] == 0
    assert found["shoeboard_reader_frames_total", t1] == 0
    assert found["shoeboard_log_entries", t1] == 3
    assert found["shoeboard_shoe_coups", t1] == 0
    assert found["shoeboard_on_hold", t1] == 1
    assert found["shoeboard_log_trouble", t1] == 0
    assert found["shoeboard_screens", ("kind", "display"), t1] == 1
    assert [key for key in found if key[0] == "shoeboard_boot_info"]
    assert not any(name.startswith(("python_", "process_")) for name, *_ in found)
    socket.disconnect()


def test_metrics_are_told_in_the_form_that_is_asked_for(place: Place) -> None:
    accept = {"Accept": "application/openmetrics-text; version=1.0.0"}
    answer = place.browser().ask("GET", "/metrics", headers=accept)
    assert answer.headers["Content-Type"].startswith("application/openmetrics-text")
    assert answer.get_data(as_text=True).endswith("# EOF\n")


def test_metrics_are_for_those_who_may_open_a_display(open_place: OpenPlace) -> None:
    token = "wall-at-the-left-of-the-bar"
    place = open_place(displays={"token": token}).register(Role.ADMIN)
    assert place.browser().get("/metrics").status_code == 403
    assert place.browser().get(f"/metrics?token={token}").status_code == 200
    assert place.browser(Role.ADMIN).get("/metrics").status_code == 200


# In a real browser, over real cables.


@pytest.fixture
def cables(tmp_path: Path) -> Iterator[list[Pty]]:
    cables = [Pty(tmp_path / f"cable-{n}") for n in range(3)]
    yield cables
    for cable in cables:
        cable.close()


def signed_in(browser: Browser, server: Server, name: str) -> Hand:
    """A console at which somebody signed in, by keyboard alone."""
    page = browser.new_page()
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.type(PIN[name])
    page.keyboard.press("Enter")
    expect(page.locator("#link")).to_have_text("Connected.")
    return Hand(page, page.url)


def cards(cable: Pty, text: str, *, first: int = 1) -> None:
    cable.write(b"".join(line(n, f"CARD,{card}") for n, card in enumerate(text.split(), first)))


def keeps(page: Page, key: str) -> None:
    """A key kept pressed until its panel is gone."""
    page.keyboard.down(key)
    expect(page.locator("[data-panel='reader']")).to_be_hidden()
    page.keyboard.up(key)


@pytest.mark.browser
def test_a_technician_swaps_the_reader_in_mid_coup_and_the_dealer_cannot(
    serve: Callable[..., Server], browser: Browser, cables: list[Pty]
) -> None:
    first, second, third = cables
    spare = f"line:{second.path}"
    server = serve(reader=f"line:{first.path}", spares=[spare], house="paramount")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    for name, role in (("Dee", "dealer"), ("Tom", "technician")):
        server.people("add", name, "--role", role, "--pin", secret=PIN[name])
    dealer, technician = signed_in(browser, server, "Dee"), signed_in(browser, server, "Tom")
    page, reader = technician.page, technician.page.locator("#reader")
    expect(page.locator("#who")).to_have_text("Tom, technician")

    cards(first, "8S KD")
    expect(page.locator("#player")).to_have_text("8S = 8")
    expect(reader).to_have_text(re.compile(rf"online: {first.path}; last frame \d+ s ago"))
    expect(page.locator("#reader-counters")).to_have_text(
        "2 frames, 0 repeats, 0 bad, 0 resyncs, 0 gaps, 0 reconnects"
    )
    # The dealer has no such choice, nor the technician any other.
    dealer.page.keyboard.press("0")
    expect(dealer.page.locator("[data-panel='shoe']")).to_be_visible()
    expect(dealer.page.locator("#open-readers")).to_be_hidden()
    dealer.page.keyboard.press("8")
    expect(dealer.page.locator("[data-panel='reader']")).to_be_hidden()
    dealer.page.keyboard.press("0")
    technician.tries("F7", "That is not possible now.")
    expect(page.get_by_role("button", name="Enter card")).to_be_disabled()

    # By hand: in mid-coup the table waits for a look.
    technician.tries("0 8 8", "Keep it pressed for two seconds.")
    technician.does("why:worn_cable Enter 8!")
    expect(reader).to_have_text("none: type cards in")
    expect(dealer.page.locator("#hold-box")).to_contain_text("The reader was changed in coup 1")
    dealer.does("F8")
    dealer.does("KH")
    dealer.does("7C")
    expect(dealer.page.locator("#last")).to_have_text("1: player, 8 to 7")

    # To the spare, by its number: nobody knows what it would have seen before, so the crew looks.
    page.keyboard.press("0")
    page.keyboard.press("8")
    keeps(page, "2")
    expect(reader).to_contain_text(f"online: {second.path}")
    expect(dealer.page.locator("#hold-box")).to_contain_text("which cannot know what it missed")
    dealer.does("F8")
    cards(second, "KS 9D", first=7)
    expect(page.locator("#banker")).to_have_text("9D = 9")
    expect(page.locator("#hold-box")).to_be_hidden()

    # To a port that is typed in, with a reason; then back to the one of the settings.
    for keys in ("0", "8", "."):
        page.keyboard.press(keys)
    expect(page.locator("#reader-url")).to_be_focused()
    page.keyboard.type(f"line:{os.path.realpath(third.path)}")
    page.keyboard.press("Tab")
    page.keyboard.type("the third")
    keeps(page, "Enter")
    expect(reader).to_contain_text(f"online: {os.path.realpath(third.path)}")
    expect(page.locator("#hold-box")).to_contain_text("The reader was changed in coup 2")
    dealer.does("F8")
    cards(third, "QH TC")
    expect(page.locator("#last")).to_have_text("2: banker, 0 to 9")
    page.keyboard.press("0")
    page.keyboard.press("8")
    expect(page.locator("#reader-choices [aria-current='true']")).to_contain_text("(typed in)")
    keeps(page, "1")
    expect(reader).to_contain_text(f"online: {first.path}")
    for hand in (dealer, technician):
        hand.page.close()


@pytest.mark.browser
def test_what_may_not_be_typed_is_told_at_the_console(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    hand = Hand(page, f"{server.url}/console/t1")
    page.keyboard.press("0")
    page.keyboard.press("8")
    hand._field("url").fill("simulated:?seed=1")
    page.keyboard.down("Enter")
    expect(page.locator("#answer")).to_contain_text("cannot be typed in: take one of the list")
    page.keyboard.up("Enter")
    expect(page.locator("[data-panel='reader']")).to_be_visible()
    hand._field("url").fill("")
    hand._field("why").focus()
    page.keyboard.press("Enter")  # after the reason its numbers count
    page.keyboard.press("9")
    expect(page.locator("#answer")).to_have_text("That is not possible now.")  # there is none
    assert server.snapshot()["seq"] == 0
