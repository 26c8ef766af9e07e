"""A table's journal over its shoes: late rulings, filters, pages, digests, CSV."""

from __future__ import annotations

import csv
import io
import sqlite3
from itertools import pairwise
from pathlib import Path

import pytest

from server.baccarat.cards import Card
from server.baccarat.events import CardCorrected, Held, ShoeClosed, ShoeOpened, Voided
from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES
from server.export.journal_csv import COLUMNS, journal_csv
from server.export.json_log import import_log
from server.history import verify
from server.journal.asked import Asked, BadQuestion, Page, page, parse
from server.journal.book import Book
from server.journal.row import Kind
from server.log import EventLog
from server.table import Table
from tests.conftest import TABLE, OpenTable, deal

from .exported import text as export

TWO_COUPS = "8S KD KH 9C  KS 9D QH TC"


@pytest.fixture
def table(open_table: OpenTable) -> Table:
    """A table in its second shoe, from where a card of the first, entry 5, was corrected."""
    table = open_table()
    deal(table, TWO_COUPS)
    table.record(ShoeClosed(by="Ann"))  # 10
    table.record(ShoeOpened(by="Ann", number=2, house=HOUSES["paramount"]))
    deal(table, "5S 4D")
    table.record(
        CardCorrected(
            by="Bob", role=Role.PIT_BOSS, why="film", seq=5, shoe=1, card=Card.parse("7C")
        )
    )  # 14
    table.record(Voided(by="Ann", seq=13, why="=slip"))
    return table


@pytest.fixture
def book(table: Table, log: EventLog) -> Book:
    return Book(log, TABLE, None)


def shown(book: Book, asked: Asked, size: int = 100) -> list[int]:
    return [row.seq for row in page(book.rows(asked.shoe), asked, size).rows]


def test_a_late_ruling_is_told_by_the_shoe_that_it_is_on(book: Book) -> None:
    for shoe in (1, 2, None):
        (row,) = [row for row in book.rows(shoe) if row.seq == 14]
        assert (row.words, row.before, row.after) == (
            "card of entry 5 corrected", "9C; banker, 8 to 9", "7C; player, 8 to 7",
        )  # fmt: skip
        assert (row.shoe, row.coup, row.corrects) == (1, 1, 5)


def test_every_entry_of_all_shoes_is_told_once_newest_first(book: Book, table: Table) -> None:
    assert [row.seq for row in book.rows(None)] == list(range(table.seq, 0, -1))
    assert [row.seq for row in book.rows(1)] == [14, *range(10, 0, -1)]
    assert [row.seq for row in book.rows(2)] == [15, 14, 13, 12, 11]
    assert book.numbers == [2, 1]


def test_a_ruling_on_a_shoe_that_is_not_here_is_told_all_the_same(
    table: Table, log: EventLog, tmp_path: Path
) -> None:
    file = tmp_path / "shoe2.jsonl"
    file.write_text(export(log, "jsonl", shoe=2))
    other = EventLog.open(tmp_path / "other")
    import_log(other, file)
    (row,) = [row for row in Book(other, TABLE, None).rows(2) if row.seq == 4]
    assert row.words.startswith("on shoe 1: card of entry ")
    other.close()


FILTERS = {
    "": [15, 14, 13, 12, 11],
    "shoe=1&coup=1": [14, 5, 4, 3, 2],
    "shoe=all&person=bob": [14],
    "shoe=all&kind=corrections": [15, 14],
    "shoe=all&q=FILM": [14],
    "shoe=all&q=card+9": [7, 5],
    "shoe=2&undone=hide": [15, 14, 12, 11],
    "shoe=1&kind=decisions&q=closed": [10],
    "person=nobody": [],
}


@pytest.mark.parametrize("query", FILTERS)
def test_the_filters_take_what_they_say(book: Book, query: str) -> None:
    given = dict(part.split("=") for part in query.split("&") if part)
    asked = parse({name: value.replace("+", " ") for name, value in given.items()}, newest=2)
    assert shown(book, asked) == FILTERS[query]
    assert parse(asked.query(), newest=2) == asked


def test_holds_are_also_what_put_the_table_on_hold(table: Table, log: EventLog) -> None:
    table.record(Held(by="Ann"))
    assert shown(Book(log, TABLE, None), Asked(2, kind=Kind.HOLDS)) == [16]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"shoe": "x"}, "`shoe` takes a number or `all`, not 'x'"),
        ({"coup": "-1"}, "`coup` takes a number"),
        ({"coup": "²"}, "`coup` takes a number"),
        ({"before": "9" * 5000}, "`before` takes a number"),
        ({"kind": "cards"}, "`kind` takes observations, decisions, corrections, holds"),
        ({"undone": "maybe"}, "`undone` takes show, hide"),
        ({"check": "some"}, "`check` takes all"),
        ({"before": "1", "after": "2"}, "not for both"),
    ],
)
def test_a_filter_that_cannot_be_gets_a_sentence(query: dict[str, str], said: str) -> None:
    with pytest.raises(BadQuestion, match=said):
        parse(query, newest=1)


def test_pages_meet_without_a_gap_there_and_back(book: Book, table: Table) -> None:
    everything = list(range(table.seq, 0, -1))
    seen, asked = [], Asked(None)
    pages: list[Page] = []
    while True:
        pages.append(page(book.rows(None), asked, 4))
        seen += [row.seq for row in pages[-1].rows]
        if pages[-1].older is None:
            break
        asked = Asked(None, before=pages[-1].older)
    assert seen == everything
    assert pages[0].newer is None
    for newer, older in pairwise(pages):
        back = page(book.rows(None), Asked(None, after=older.newer), 4)
        assert [row.seq for row in back.rows] == [row.seq for row in newer.rows]


def test_a_page_beyond_either_end_is_empty_and_leads_back(book: Book, table: Table) -> None:
    below = page(book.rows(None), Asked(None, before=1))
    assert (below.rows, below.older, below.newer) == ([], None, 0)
    above = page(book.rows(None), Asked(None, after=table.seq))
    assert (above.rows, above.older, above.newer) == ([], table.seq + 1, None)
    oldest = page(book.rows(None), Asked(None, after=0), 4)
    assert [row.seq for row in oldest.rows] == [4, 3, 2, 1]
    assert oldest.newer == 4


def test_the_digests_are_told_in_words(book: Book, table: Table, log: EventLog) -> None:
    assert book.check(1).sentence == "Entries 1 to 10 match their digests."
    assert book.check(2).sentence == "Entries 11 to 15 match their digests."
    assert book.check(None).sentence == "Entries 1 to 15 match their digests."
    connection = sqlite3.connect(log.where)
    connection.executescript(
        "DROP TRIGGER entries_no_update; DROP TRIGGER entries_no_delete;"
        "UPDATE entries SET body = replace(body, 'KD', 'QD') WHERE seq = 3;"
        "DELETE FROM entries WHERE seq = 15"
    )
    connection.close()
    damaged = Book(log, TABLE, None)
    assert "Entry 3 does not match its digest" in damaged.check(1).sentence
    assert "Entry 3 does not match" in damaged.check(None).sentence
    assert damaged.check(2).sentence == (
        "The log ends at entry 14, but entry 15 had been written: 1 entry is missing."
    )
    assert not damaged.check(2).is_well
    assert "entry 3 " in str(verify(log, TABLE))


def test_a_table_without_entries_has_an_empty_journal(log: EventLog) -> None:
    book = Book(log, TABLE, None)
    assert (list(book.rows(None)), book.numbers) == ([], [])
    assert book.check(None).sentence == "There is no entry yet."


def test_what_came_before_the_first_shoe_is_shoe_0(open_table: OpenTable, log: EventLog) -> None:
    table = open_table(shoe=False)
    table.record(Held(by="Ann"))
    assert Book(log, TABLE, None).numbers == [0]
    assert [row.words for row in Book(log, TABLE, None).rows(0)] == [
        "table put on hold: The cards are being checked"
    ]


def test_csv_has_a_row_for_each_entry_and_no_formula(book: Book) -> None:
    text = "".join(journal_csv(TABLE, book.rows(None)))
    assert text.startswith(",".join(COLUMNS) + "\r\n")
    slip, fix, *_ = csv.DictReader(io.StringIO(text))
    assert slip["reason"] == "'=slip"
    del fix["time_utc"]
    assert fix == {
        "table": "t1", "shoe": "1", "seq": "14", "kind": "corrections", "person": "Bob",
        "role": "pit_boss", "what": "card of entry 5 corrected", "before": "9C; banker, 8 to 9",
        "after": "7C; player, 8 to 7", "reason": "film", "coup": "1", "corrects": "5",
        "undone_by": "", "picture": "", "confidence": "", "taken_utc": "", "model": "",
    }  # fmt: skip
