"""The ledger is a projection of the log: its rows are always what a replay comes to."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from drivers.simulated import shoe_events
from server.baccarat.cards import Card
from server.baccarat.events import CardCorrected, Event, Released, ShoeClosed, ShoeOpened, Voided
from server.baccarat.rules import HOUSES, Policy, Reveal
from server.history import history
from server.ledger.asked import ODD, BadQuestion, parse
from server.ledger.ledger import Ledger
from server.ledger.search import Wanted, rows_of, search
from server.ledger.shoes import shoes
from server.ledger.told import Told, told
from server.log import EventLog, LogError
from server.table import Table
from tests.conftest import TABLE, OpenTable, deal


def replayed(log: EventLog, table: str = TABLE) -> list[Told]:
    return [told(row) for shoe in history(log, table) for row in shoe.coups_seen()]


def kept(ledger: Ledger, table: str = TABLE) -> list[Told]:
    ledger.follow(table)
    return [*rows_of(ledger, [shoe.id for shoe in ledger.kept(table)])]


def open_shoe(table: Table, number: int, house: str = "ema_d52") -> None:
    table.record(ShoeOpened(by="Ann", number=number, house=HOUSES[house]))


def play(table: Table, seed: int) -> None:
    """A shoe with faults, released by the crew, closed at its end."""
    open_shoe(table, table.shoe.number + 1)
    for event in shoe_events(HOUSES["ema_d52"], seed, table.shoe.number, {"extra": 0.2}):
        table.record(event)
        if table.shoe.hold:
            table.record(Released(by="Ann"))
    table.record(ShoeClosed(by="Ann"))


@pytest.fixture
def ledger(log: EventLog) -> Ledger:
    return Ledger(log)


@pytest.fixture
def played(open_table: OpenTable) -> Table:
    """Three shoes; what is ruled on the first is ruled in the third."""
    table = open_table(shoe=False)
    for seed in (1, 2):
        play(table, seed)
    open_shoe(table, 3, "paramount")
    deal(table, "8S AH KD TC  2S 3H 2D 4C KC KD")
    return table


def test_rows_are_what_a_replay_comes_to_whenever_they_are_taken_up(
    ledger: Ledger, open_table: OpenTable, log: EventLog
) -> None:
    table = open_table()
    steps: list[Event | str] = [
        "8S AH KD TC", "9H 9D", "TC TD", CardCorrected(by="Ann", seq=3, card=Card.parse("9S")),
        Voided(by="Ann", seq=10), Voided(by="Ann", seq=11), ShoeClosed(by="Ann"),
    ]  # fmt: skip
    for step in steps:
        if isinstance(step, str):
            deal(table, step)
        else:
            table.record(step)
        assert kept(ledger) == replayed(log) != []
    open_shoe(table, 2)
    late = CardCorrected(by="Ann", seq=4, card=Card.parse("AS"), shoe=1, why="the film shows it")
    table.record(late)
    assert kept(ledger) == replayed(log)
    assert "corrected" in kept(ledger)[0].marks
    table.record(Voided(by="Ann", seq=table.seq, shoe=1))
    assert kept(ledger) == replayed(log)


def test_rebuilt_from_nothing_from_rubbish_or_in_steps_it_is_the_same(
    played: Table, ledger: Ledger, log: EventLog
) -> None:
    rows = kept(ledger)
    assert rows == replayed(log)
    for spoil in (ledger.path.unlink, lambda: ledger.path.write_bytes(b"rubbish" * 1000)):
        spoil()
        for extra in ("-wal", "-shm"):
            ledger.path.with_name(ledger.path.name + extra).unlink(missing_ok=True)
        anew = Ledger(log)
        while not anew.follow(TABLE, pause=lambda: True):  # a shoe at a time
            assert anew.behind(TABLE)
        assert kept(anew) == rows
        assert [row.coups for row in shoes(anew, Wanted()).rows] == [
            sum(row.shoe == number for row in rows) for number in (3, 2, 1)
        ]


def test_a_log_that_is_another_one_is_taken_up_anew(
    played: Table, ledger: Ledger, log: EventLog, open_table: OpenTable
) -> None:
    kept(ledger)
    other = EventLog.open(log.where.parent / "other")
    try:
        ledger.log = other  # as after a restore from a backup
        table = Table(
            TABLE, title=TABLE, house=HOUSES["paramount"], log=other,
            clock=lambda: datetime.now(UTC), boot_id="test",
        )  # fmt: skip
        open_shoe(table, 1, "paramount")
        deal(table, "8S AH KD TC")
        assert kept(ledger) == replayed(other)
        assert len(kept(ledger)) == 1
    finally:
        other.close()


def test_what_the_players_have_not_seen_is_not_in_it(
    open_table: OpenTable, ledger: Ledger, log: EventLog
) -> None:
    table = open_table(shoe=False)
    squeezed = replace(HOUSES["paramount"], reveal=Reveal(policy=Policy.ON_RESULT))
    table.record(ShoeOpened(by="Ann", number=1, house=squeezed))
    deal(table, "8S AH KD TC")
    assert kept(ledger) == []
    assert search(ledger, Wanted()).rows == []
    assert "KD" not in ledger.path.read_bytes().decode(errors="replace")


def test_a_disk_that_refuses_the_ledger_gets_a_sentence(log: EventLog) -> None:
    log.where.with_name("history.sqlite").mkdir()
    with pytest.raises(LogError, match=r"history\.sqlite cannot be worked out: .*made anew"):
        Ledger(log)


ASKED = [
    {"outcome": outcome, "pair": pair, "natural": natural, "flag": flag, "table": table}
    for outcome, pair, natural, flag, table in product(
        ("", "banker", "void"), ("", "any", "player"), ("", "yes"), ("", "typed"), ("", TABLE)
    )
]


def test_a_search_finds_what_fits_newest_first_page_by_page(
    played: Table, ledger: Ledger, log: EventLog
) -> None:
    rows = sorted(kept(ledger), key=lambda row: (row.time, row.shoe, row.coup), reverse=True)
    for query in ASKED:
        wanted = parse(query, tables=[TABLE]).wanted
        fits = [row for row in rows if wanted.takes(row.marks)]
        page = search(ledger, wanted, size=3)
        assert page.total == len(fits)
        pages = [page]
        while page.older:
            page = search(ledger, wanted, before=page.older, size=3)
            pages.append(page)
        assert [row for page in pages for row in page.rows] == fits
        back = pages[-1]
        for page in reversed(pages[:-1]):
            assert back.newer is not None
            back = search(ledger, wanted, after=back.newer, size=3)
            assert back.rows == page.rows
        assert back.newer is None or not fits
    day = rows[0].time.date()
    for since, until, n in ((day, day, len(rows)), (day + timedelta(days=1), None, 0)):
        query = {"since": str(since), "until": str(until or "")}
        assert len(search(ledger, parse(query, tables=[]).wanted, size=999).rows) == n
    assert {*ODD} >= {"corrected", "void"}


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"since": "2026-02-02", "until": "2026-02-01"}, r"is before `since` \(2026-02-02\)"),
        ({"since": "yesterday"}, "takes a day as 2026-01-31"),
        ({"until": "0001-01-01"}, "from 1970 on"),
        ({"outcome": "won"}, "takes player, banker, tie, void"),
        ({"table": "t9"}, "takes t1, not 't9'"),
        ({"before": "x"}, "takes the place that a page's link gives"),
        ({"before": "1-1", "after": "1-1"}, "not for both"),
    ],
)
def test_a_question_that_cannot_be_gets_a_sentence(query: dict[str, str], says: str) -> None:
    with pytest.raises(BadQuestion, match=says):
        parse(query, tables=["t1"])
