"""The history's pages: shoes, a search, any board that was, and what they may be kept as."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.baccarat.roles import Role
from server.export.source import NO_COUP

from .server import Server
from .site import Browser, Place

TABLE = "t1"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Three coups, of which the first was put right when the third was dealt; then a next shoe."""
    server = Server(tmp_path_factory.mktemp("history") / "data", house="paramount").start()
    server.command("open_shoe")
    for card in ["8S", "AH", "KD", "TC", "2S", "9H", "6D", "KC", "9S", "2C", "KH", "5D"]:
        server.command("enter_card", card=card)
    server.command("correct_card", entry=3, card="9H", why="misread")
    server.command("close_shoe")
    server.command("open_shoe")
    yield server
    server.close()


def test_the_shoes_are_listed_and_filtered(server: Server) -> None:
    _, text = server.get("/history")
    assert text.index("Shoe 2") < text.index("Shoe 1")
    _, text = server.get("/history?house=olympic")
    assert "No shoe is as asked for." in text
    _, text = server.get(f"/history?table={TABLE}&since=2020-01-01")
    assert "/history/t1/1" in text


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", [3, 2, 1]),
        ("?corrected=yes", [1]),
        ("?outcome=banker", [2, 1]),
        ("?natural=yes&outcome=player", [3]),
        ("?pair=any", []),
        ("?until=2020-01-01", []),
    ],
)
def test_a_search_finds_coups(server: Server, query: str, found: list[int]) -> None:
    _, text = server.get(f"/history/coups{query}")
    for coup in (1, 2, 3):
        assert (f"Shoe 1, coup {coup}<" in text) == (coup in found)
    if "until" not in query:
        assert f'id="total">{len(found)} coup' in text


def test_a_board_as_it_stood_now_and_then(server: Server) -> None:
    def beads(query: str) -> str:
        _, text = server.get(f"/history/{TABLE}/1/board.svg?{query}")
        return "".join(letter for letter in "BPT" for _ in range(text.count(f">{letter}</text>")))

    assert [beads(f"coup={n}") for n in range(4)] == ["", "B", "BB", "BBP"]
    assert [beads(f"coup={n}&then=yes") for n in range(4)] == ["", "P", "BP", "BPP"]
    _, page = server.get(f"/history/{TABLE}/1?coup=2")
    assert f"/journal/{TABLE}?shoe=1&amp;coup=1" in page
    assert 'class="corrected"' in page


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/history?since=2026-02-02&until=2026-02-01", 400, "write the earlier day first"),
        ("/history/coups?flag=odd", 400, "takes any, corrected"),
        ("/history/t9/1", 404, "There is no table"),
        ("/history/t1/9", 404, "Table t1 has no shoe 9."),
        ("/history/t1/1?coup=4", 404, "has no coup 4: its last is 3"),
        ("/history/t1/1?coup=%C2%B2", 404, "has no coup"),
        ("/api/v1/tables/t1/export.svg", 404, "A picture shows one shoe"),
        ("/api/v1/tables/t1/export.svg?shoe=1&road=long", 400, "There is no road"),
        ("/api/v1/tables/t1/export.csv?shoe=x", 400, "takes a number"),
        ("/api/v1/tables/t1/export.csv?since=x", 400, "takes a day"),
        ("/api/v1/tables/t1/export.doc", 404, "take one of csv, json"),
    ],
)
def test_what_cannot_be_gets_a_sentence(server: Server, path: str, status: int, said: str) -> None:
    got, answer = server.get(path)
    text = answer["error"] if isinstance(answer, dict) else answer
    assert (got, said in text) == (status, True), text[-600:]


@pytest.mark.browser
def test_stepping_and_playing(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/history/{TABLE}/1")
    place = page.locator("#place")
    expect(place).to_have_text("Coup 3 of 3")
    page.keyboard.press("ArrowLeft")
    expect(place).to_have_text("Coup 2 of 3")
    expect(page.locator("#board title")).to_have_text("T1, shoe 1, coup 2")
    expect(page.locator("#c2[aria-current]")).to_be_visible()
    assert page.url.endswith("?coup=2")
    page.locator("#first").click()
    expect(place).to_have_text("Coup 0 of 3")
    page.locator("#play").click()
    expect(place).to_have_text("Coup 3 of 3")
    expect(page.locator("#play")).to_contain_text("Play")
    page.locator("#then").click()
    expect(page.get_by_text("The board as it was shown then")).to_be_visible()


@pytest.mark.browser
def test_a_download_says_how_far_it_is(server: Server, page: Page) -> None:
    told = page.locator("#export")
    page.goto(f"{server.url}/history")
    with page.expect_download() as download:
        page.get_by_role("link", name="XLSX", exact=True).click()
    assert download.value.suggested_filename == "t1.xlsx"
    expect(told).to_have_text("XLSX: written. ")
    page.goto(f"{server.url}/history/{TABLE}/1")
    page.locator("#back").click()
    expect(page.locator("#roads-coup")).to_have_text("2")
    page.get_by_text("One road alone").click()
    with page.expect_download() as road:
        page.locator("#roads a", has_text="TXT").first.click()
    assert road.value.path().read_text().splitlines()[1] == "BB"
    page.goto(f"{server.url}/history/{TABLE}/2")
    with page.expect_download():
        page.get_by_role("link", name="PDF", exact=True).click()
    expect(told).to_have_text(f"PDF: written. {NO_COUP}")


def test_how_far_an_export_is_is_told_to_who_named_it(server: Server) -> None:
    name = "0123456789abcdef" * 2
    assert server.get(f"/exports/{name}")[0] == 404
    server.get(f"/api/v1/tables/{TABLE}/export.csv?job={name}")
    whole = {"stage": "whole", "done": 0, "of": 0, "sentence": ""}
    assert server.get(f"/exports/{name}") == (200, whole)
    server.get(f"/api/v1/tables/{TABLE}/export.svg?job={name}")
    failed = server.get(f"/exports/{name}")[1]
    assert failed == {**whole, "stage": "failed", "sentence": failed["sentence"]}
    assert "A picture shows one shoe" in failed["sentence"]
    server.get(f"/api/v1/tables/{TABLE}/export.csv?job=x")
    assert server.get("/exports/x")[0] == 404


def test_each_role_sees_what_it_may(tmp_path: Path) -> None:
    place = Place(tmp_path / "data").register(Role.DEALER, Role.INSPECTOR)
    try:
        for path in ("/history", "/history/coups"):
            dealer: Browser = place.browser(Role.DEALER)
            assert dealer.get(path).status_code == 403
            assert place.browser(Role.INSPECTOR).get(path).status_code == 200
    finally:
        place.site.stop()
