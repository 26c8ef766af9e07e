"""The page of statistics in a browser, and its JSON: what was seen, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from drivers.simulated import shoe_cards
from server.baccarat.cards import parse_cards
from server.baccarat.events import CardRead, Event, Revealed, ShoeClosed, ShoeOpened
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES
from server.log import EventLog
from server.row import GENESIS, Row, new_row

from .axe import violations
from .server import TABLE, Server
from .site import OpenPlace

HOUSE = replace(
    HOUSES["paramount"],
    bets=tuple(KNOWN_BETS[key] for key in ("dragon_7", "panda_8", "player_dragon_bonus")),
)
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def keep_two_shoes(data: Path) -> None:
    """A shoe of 300 cards, closed, and one of two coups."""
    events: list[Event] = [ShoeOpened(by="Ann", number=1, house=HOUSE)]
    events += [CardRead(reader="slot", card=card) for card in shoe_cards(8, seed=11)[:300]]
    events += [CardRead(reader="slot", card=card) for card in parse_cards("8S")]
    while len(events) > 298:  # to the end of a coup
        events.pop()
    events += [ShoeClosed(by="Ann"), ShoeOpened(by="Ann", number=2, house=HOUSE)]
    events += [
        CardRead(reader="slot", card=card) for card in parse_cards("8S AH KD TC  9S 9? 9D TH")
    ]
    rows: list[Row] = []
    for seq, event in enumerate(events, start=1):
        previous = rows[-1].digest if rows else GENESIS
        rows.append(new_row(TABLE, seq, NOON + timedelta(seconds=2 * seq), event, previous))
    with closing(EventLog.open(data)) as log:
        log.append_all(rows)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all: nobody changes anything here."""
    data = tmp_path_factory.mktemp("statistics") / "data"
    keep_two_shoes(data)
    server = Server(data, house="paramount").start()
    yield server
    server.close()


@pytest.mark.browser
def test_a_shoes_page_and_all_shoes(server: Server, open_page: Page) -> None:
    page = open_page
    page.goto(f"{server.url}/statistics")
    expect(page).to_have_url(f"{server.url}/statistics/{TABLE}")
    expect(page.get_by_label("Shoe")).to_have_value("2")
    expect(page.locator("#coups")).to_have_text("2")
    expect(page.locator("#share-player")).to_contain_text("1 of 2")
    expect(page.locator("#note")).to_contain_text("Past results predict nothing")
    expect(page.locator("#bet-player_dragon_bonus")).to_contain_text("1 of 2")
    expect(page.locator("#bet-dragon_7")).to_contain_text("0 of 2")
    expect(page.get_by_role("img", name="Hits of side bets")).to_be_visible()
    page.get_by_text("By rank and suit").click()
    nine = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="9", exact=True))
    expect(nine).to_contain_text("29")
    expect(page.get_by_role("img", name="Shares of coups")).to_be_visible()
    assert violations(page) == []
    page.get_by_label("Shoe").select_option("all")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="Shoe by shoe")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Bacará")).to_have_count(2)
    assert violations(page) == []
    with page.expect_navigation():
        page.get_by_role("link", name="1", exact=True).click()
    expect(page.get_by_label("Shoe")).to_have_value("1")
    expect(page.get_by_role("img", name="Time of each coup")).to_be_visible()


PLAYER_WINS, BANKER_WINS = (
    [CardRead(reader="slot", card=card) for card in parse_cards(codes)]
    for codes in ("8S AH KD TC", "2S 9H KD QC")
)


def test_what_lies_face_down_is_in_no_number(open_place: OpenPlace) -> None:
    tables = [{"name": "t1", "house": "paramount", "reveal": "on_result"}]
    place = open_place(tables=tables).register(Role.INSPECTOR)
    table = place.site.tables["t1"]
    browser = place.browser(Role.INSPECTOR)

    def told() -> dict[str, object]:
        answer = browser.get("/api/v1/tables/t1/statistics").get_json()
        assert isinstance(answer, dict)
        return answer

    assert told()["coups"] == 0  # no shoe yet
    table.record(ShoeOpened(by="Ann", number=1, house=table.house))
    for card in PLAYER_WINS:
        table.record(card)
    before = told()
    assert before["coups"] == 0
    assert before["cards"]["faces"]["8S"] == {"seen": 0, "left": [8, 8]}
    table.record(Revealed(by="Ann"))
    for card in BANKER_WINS:
        table.record(card)
    after = told()
    assert after["coups"] == 1
    assert after["counted"]["player"]["count"] == 1
    assert after["cards"]["seen"] == 4
    page = browser.get("/statistics/t1").text
    assert "1 of 1" in page


@pytest.mark.parametrize(
    ("query", "status", "says"),
    [
        ("?shoe=x", 400, "`shoe` takes a number or `all`, not &#39;x&#39;."),
        ("?shoe=9", 404, "Table t1 has no shoe 9."),
        ("?shoe=all", 200, "Shoe by shoe"),
        ("?shoe=1", 200, "0 of 0"),
    ],
)
def test_a_shoe_that_is_not_there_gets_a_sentence(
    open_place: OpenPlace, query: str, status: int, says: str
) -> None:
    place = open_place().register(Role.INSPECTOR)
    place.site.tables["t1"].record(ShoeOpened(by="Ann", number=1, house=HOUSE))
    answer = place.browser(Role.INSPECTOR).get(f"/statistics/t1{query}")
    assert answer.status_code == status
    assert says in answer.text
