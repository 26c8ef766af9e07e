"""The journal's page in a browser: filters, pages, links, the check, and the CSV beside it."""

from __future__ import annotations

import csv
import io
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from drivers.simulated import shoe_cards
from server.baccarat.cards import Card
from server.baccarat.events import (
    CardCorrected,
    CardRead,
    Held,
    Released,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES
from server.log import EventLog
from server.table import Table

from .server import TABLE, Server

pytestmark = pytest.mark.browser

HOUSE = HOUSES["paramount"]
CARDS = 250
FIX = CARDS + 2


def keep_two_shoes(data: Path) -> None:
    """Two shoes: a card of the first corrected, another undone, a hold; and two cards more."""
    with closing(EventLog.open(data)) as log:
        table = Table(
            TABLE, title=TABLE, house=HOUSE, log=log, clock=lambda: datetime.now(UTC), boot_id="x"
        )  # fmt: skip
        pit_boss = {"by": "Bob", "role": Role.PIT_BOSS}
        table.record(ShoeOpened(by="Ann", number=1, house=HOUSE))
        for card in shoe_cards(8, seed=11)[:CARDS]:
            table.record(CardRead(reader="slot", card=card))
        table.record(CardCorrected(**pit_boss, why="film", seq=2, card=Card.parse("7C")))
        table.record(Held(**pit_boss, why="a dispute"))
        table.record(Released(**pit_boss, why="=settled"))
        table.record(CardRead(reader="slot", card=Card.parse("9H")))
        table.record(Voided(by="Ann", seq=table.seq, why="<b>seen twice</b>"))
        while table.shoe.seqs:
            table.record(Voided(by="Ann", seq=table.shoe.seqs[-1]))
        table.record(ShoeClosed(by="Ann"))
        table.record(ShoeOpened(by="Ann", number=2, house=HOUSE))
        table.record(CardRead(reader="slot", card=Card.parse("8S")))
        table.record(CardRead(reader="slot", card=Card.parse("KD")))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all: nobody changes anything here."""
    data = tmp_path_factory.mktemp("journal") / "data"
    keep_two_shoes(data)
    server = Server(data, house="paramount").start()
    yield server
    server.close()


@pytest.fixture
def journal(server: Server, page: Page) -> Page:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{server.url}/journal/{TABLE}")
    return page


def entries(page: Page) -> list[int]:
    """The numbers of the entries that a page shows, from the top."""
    return [int(seq) for seq in page.locator("tbody th").all_inner_texts()]


def ask(page: Page, **filters: str) -> None:
    """Fill in the filters and send them with Enter."""
    for label, value in filters.items():
        field = page.get_by_label({"q": "Words or reason"}.get(label, label))
        if label in ("Shoe", "Kind"):
            field.select_option(value)
        else:
            field.fill(value)
    with page.expect_navigation():
        page.get_by_label("Words or reason").press("Enter")


def follow(page: Page, link: Locator) -> None:
    """Click on what leads to another page, and wait for that."""
    with page.expect_navigation():
        link.click()


def test_the_newest_shoe_comes_first_newest_entry_on_top(journal: Page) -> None:
    shown = entries(journal)
    assert len(shown) == 3
    assert shown == sorted(shown, reverse=True)
    expect(journal.locator("tbody tr").first).to_contain_text("card KD to banker 1")
    expect(journal.locator("tbody tr").last).to_contain_text("shoe 2 opened, Bacará")


def test_filters_by_keyboard(journal: Page) -> None:
    ask(journal, Shoe="1", Kind="corrections", Person="bob")
    (row,) = journal.locator("tbody tr").all()
    expect(row).to_contain_text("card of entry 2 corrected")
    expect(row.locator(".after")).to_contain_text("7C")
    expect(journal.get_by_label("Person")).to_have_value("bob")
    ask(journal, Kind="holds")
    assert len(entries(journal)) == 2
    ask(journal, Kind="", Person="", q="<B>seen TWICE")
    expect(journal.locator("tbody tr")).to_have_count(1)
    expect(journal.locator(".why")).to_have_text("<b>seen twice</b>")
    ask(journal, q="nothing like it")
    expect(journal.locator(".sentence")).to_have_text("No entry is as asked for.")


def test_undone_entries_are_marked_and_can_be_hidden(journal: Page) -> None:
    ask(journal, Shoe="1", q="9H")
    undone = journal.locator(f"#e{CARDS + 5}")
    expect(undone).to_contain_text(f"Undone by entry {CARDS + 6}")
    journal.get_by_label("Undone").select_option("hide")
    follow(journal, journal.get_by_role("button", name="Show"))
    expect(undone).to_have_count(0)


def test_pages_of_a_hundred_keep_the_filters(journal: Page) -> None:
    ask(journal, Shoe="1", Kind="observations")
    seen = entries(journal)
    first = list(seen)
    assert len(seen) == 100
    follow(journal, journal.get_by_role("link", name="Older").first)
    second = entries(journal)
    assert len(second) == 100
    follow(journal, journal.get_by_role("link", name="Older").first)
    third = entries(journal)
    assert seen + second + third == [CARDS + 5, *range(CARDS + 1, 1, -1)]
    expect(journal.get_by_role("link", name="Older")).to_have_count(0)
    assert parse_qs(urlsplit(journal.url).query)["kind"] == ["observations"]
    follow(journal, journal.get_by_role("link", name="Newer").first)
    assert entries(journal) == second
    follow(journal, journal.get_by_role("link", name="Newer").first)
    assert entries(journal) == first


def test_a_correction_leads_to_its_entry_and_a_coup_to_its_entries(journal: Page) -> None:
    ask(journal, Shoe="1", q="film")
    follow(journal, journal.get_by_role("link", name="entry 2"))
    assert entries(journal) == [2, 1]
    expect(journal.locator("tr:target th")).to_have_text("2")
    follow(journal, journal.locator("#e2 td a"))
    assert entries(journal)[-1] == 2
    assert FIX in entries(journal)
    assert "coup=1" in journal.url


def test_a_coup_of_the_history_leads_to_its_journal(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/history/{TABLE}/1")
    follow(page, page.get_by_title("The journal of coup 3", exact=True))
    assert parse_qs(urlsplit(page.url).query) == {"shoe": ["1"], "coup": ["3"]}
    for cell in page.locator("tbody td:last-child").all_inner_texts():
        assert cell == "3"


@pytest.mark.parametrize("query", ["", "?shoe=1&kind=corrections", "?shoe=all&q=card+7"])
def test_the_csv_is_what_the_page_shows(server: Server, page: Page, query: str) -> None:
    page.goto(f"{server.url}/journal/{TABLE}{query}")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    text = Path(download.value.path()).read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [int(row["seq"]) for row in rows] == entries(page)
    assert [row["what"] for row in rows] == page.locator(".words").all_inner_texts()
    assert [row["before"] for row in rows] == page.locator(".before").all_inner_texts()
    assert [row["after"] for row in rows] == page.locator(".after").all_inner_texts()


def test_the_digests_are_checked_of_the_shoe_and_of_the_whole_log(
    serve: Callable[..., Server], page: Page, tmp_path: Path
) -> None:
    keep_two_shoes(tmp_path / "data")
    server = serve(house="paramount")
    last, check = server.snapshot()["seq"], page.locator("#check")
    page.goto(f"{server.url}/journal/{TABLE}?shoe=2")
    expect(check).to_have_text(f"Entries {last - 2} to {last} match their digests.")
    follow(page, page.get_by_role("link", name="Check the whole log"))
    expect(check).to_have_text(
        f"The whole log, entries 1 to {last}: every entry is as it was written."
    )
    with closing(sqlite3.connect(server.data / "shoeboard.sqlite")) as database:
        database.executescript(
            "DROP TRIGGER entries_no_update;"
            "UPDATE entries SET time = '2020-01-01T00:00:00+00:00' WHERE seq = 3"
        )
    page.reload()
    expect(check).to_contain_text("entry 3 does not match its digest")
    expect(page.locator("#check.alarm")).to_be_visible()


def test_it_fits_a_small_screen_and_a_finger(journal: Page) -> None:
    journal.goto(f"{journal.url}?shoe=1")
    assert journal.evaluate("document.documentElement.scrollWidth") == 1280
    targets = journal.locator(".filters :is(input, select, button), .checked a, .pager a, td a")
    for box in targets.evaluate_all("all => all.map((one) => one.getBoundingClientRect())"):
        assert box["height"] >= 48
        assert box["width"] >= 48
    fields = journal.locator(".filters :is(input, select)")
    assert all(fields.evaluate_all("all => all.map((one) => one.labels.length === 1)"))


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("?shoe=99", 404, "Table t1 has no shoe 99."),
        ("?shoe=x", 400, "takes a number"),
        ("?coup=%C2%B2", 400, "takes a number"),
        ("?kind=cards", 400, "observations, decisions, corrections, holds"),
        ("?undone=maybe", 400, "takes show, hide"),
        ("?check=x", 400, "takes all"),
        ("?coup=999", 200, "No entry is as asked for."),
        ("?person=%00", 200, "No entry is as asked for."),
    ],
)
def test_a_filter_that_cannot_be_gets_a_sentence(
    server: Server, query: str, status: int, said: str
) -> None:
    got, text = server.get(f"/journal/{TABLE}{query}")
    assert (got, said in text) == (status, True)
    got, answer = server.get(f"/api/v1/tables/{TABLE}/journal.csv{query}")
    assert got == status
    assert status == 200 or said in answer["error"]


@pytest.mark.parametrize("path", [f"/journal/{TABLE}", f"/api/v1/tables/{TABLE}/journal.csv"])
def test_the_journal_is_for_the_crew_alone(server: Server, path: str) -> None:
    assert server.get(path)[0] == 200
    for headers in ({"Host": "evil.example"}, {"X-Forwarded-For": "10.0.0.9"}):
        status, answer = server.get(path, headers=headers)
        assert (status, "on this machine only" in str(answer)) == (403, True)
    assert server.get(path.replace(TABLE, "t9"))[0] == 404


def test_a_table_without_entries_has_an_empty_journal(serve: Callable[..., Server]) -> None:
    status, text = serve().get(f"/journal/{TABLE}")
    assert (status, "There is no entry yet." in text) == (200, True)
