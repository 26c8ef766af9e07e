"""The table: replay equals live, a refused decision leaves no trace, everybody is told in order."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from drivers.simulated import shoe_events
from server.baccarat.cards import DECK, Card, parse_cards
from server.baccarat.events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardRead,
    Held,
    HoldReason,
    Observation,
    Refused,
    Released,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from server.baccarat.play import replay
from server.baccarat.rules import HOUSES
from server.history import history
from server.log import EventLog
from tests.conftest import TABLE, OpenTable, deal


def test_a_table_that_starts_anew_shows_the_same_at_every_card(open_table: OpenTable) -> None:
    table = open_table("ema_d52")
    faults = {"unreadable": 0.05, "double": 0.1, "extra": 0.1, "lost": 0.05}
    for event in shoe_events(HOUSES["ema_d52"], 4, 1, faults):
        table.record(event)
        if table.shoe.hold:
            assert open_table("ema_d52").snapshot() == table.snapshot()
            table.record(Released(by="Ann"))
        assert open_table("ema_d52").snapshot() == table.snapshot()
        assert table.shoe == replay(table.standing()[1])


def test_a_refused_decision_leaves_no_trace(open_table: OpenTable, log: EventLog) -> None:
    table = open_table()
    before = table.snapshot()
    house = HOUSES["paramount"]
    for decision in (
        BurnEnded(by="Ann"),
        Released(by="Ann"),
        ShoeOpened(by="Ann", number=2, house=house),
        Voided(by="Ann", seq=1),
        Voided(by="Ann", seq=7),
        CardCorrected(by="Ann", seq=1, card=Card.parse("9H")),
    ):
        with pytest.raises(Refused, match=r"\w"):
            table.record(decision)
    assert table.snapshot() == before
    assert len(list(log.rows(TABLE))) == 1


def test_a_decision_on_an_old_board_is_refused(open_table: OpenTable) -> None:
    table = open_table()
    table.record(CardEntered(by="Ann", card=Card.parse("9H")), expected_seq=1)
    with pytest.raises(Refused, match="moved on"):
        table.record(CardEntered(by="Ann", card=Card.parse("9H")), expected_seq=1)


def test_undo_works_after_a_restart_and_across_coups(open_table: OpenTable) -> None:
    deal(open_table(), "8S AH KD TC 9S")
    table = open_table()
    table.record(Voided(by="Ann", seq=6))
    table.record(Voided(by="Ann", seq=5))  # the last card of the settled coup
    assert table.shoe.settled == ()
    assert table.shoe.coup.cards == parse_cards("8S AH KD")
    table.record(Voided(by="Ann", seq=8))  # the undo taken back
    assert len(table.shoe.settled) == 1


def test_an_earlier_card_corrected_flows_through_what_follows(open_table: OpenTable) -> None:
    table = open_table()
    deal(table, "2S AH 3D TC 4S KS")  # player 5 draws the four: 9; banker 1 draws the king
    deal(table, "9S AH KD TC")
    table.record(CardCorrected(by="Ann", seq=2, card=Card.parse("6S")))  # player 9: a natural
    first, second = (settled.coup for settled in table.shoe.settled)
    assert first.is_natural
    assert first.cards == parse_cards("6S AH 3D TC")
    assert second.cards == parse_cards("4S KS 9S AH KD TC")
    assert table.shoe.settled[0].flags == {"typed", "corrected"}


def test_shoes_are_numbered_upwards(open_table: OpenTable) -> None:
    table = open_table()
    table.record(ShoeClosed(by="Ann"))
    house = HOUSES["paramount"]
    with pytest.raises(Refused, match="Shoe 1 was dealt already"):
        table.record(ShoeOpened(by="Ann", number=1, house=house))
    table.record(ShoeOpened(by="Ann", number=2, house=house))
    assert open_table().snapshot()["shoe"] == {"number": 2, "coups": 0, "burned": 0, "left": 416}


def test_a_shoe_replays_under_the_rules_that_it_was_dealt_by(open_table: OpenTable) -> None:
    deal(open_table("paramount"), "8S AH KD TC")
    assert open_table("olympic").snapshot()["house"]["name"] == "paramount"


def test_many_threads_and_one_order(open_table: OpenTable, log: EventLog) -> None:
    table = open_table()
    told: list[int] = []
    table.subscribe(lambda snapshot: told.append(snapshot["seq"]))
    seqs: list[int] = []

    def read(n: int) -> None:
        for _ in range(10):
            seqs.append(table.record(CardRead(reader=f"slot {n}", card=None)))

    threads = [threading.Thread(target=read, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seqs) == list(range(2, 82))
    assert told == list(range(2, 82))
    assert [row.seq for row in log.rows(TABLE)] == list(range(1, 82))


def test_what_was_seen_while_on_hold_is_told_as_waiting(open_table: OpenTable) -> None:
    table = open_table()
    table.record(Held(by="Ann", why="a question", reason=HoldReason.DISPUTE))
    seen: list[Observation] = [
        CardRead(reader="slot", card=card) for card in parse_cards("8S AH KD TC")
    ]
    for event in seen:
        table.record(event)
    held: dict[str, Any] = table.snapshot()
    assert (held["phase"], held["hold"], held["waiting"]) == (
        "on_hold",
        "A dispute is being settled",
        4,
    )
    assert held["coup"] is None
    table.record(Released(by="Ann"))
    assert table.snapshot()["last"]["outcome"] == "player"


def test_a_display_that_cannot_be_told_does_not_stop_the_cards(
    open_table: OpenTable, caplog: pytest.LogCaptureFixture
) -> None:
    table = open_table()
    told: list[int] = []

    def broken(snapshot: dict[str, Any]) -> None:
        raise OSError("the line is dead")

    table.subscribe(broken)
    table.subscribe(lambda snapshot: told.append(snapshot["seq"]))
    deal(table, "8S AH")
    assert told == [2, 3]
    assert "could not tell" in caplog.text


def test_a_simulated_shoe_stays_marked_when_a_real_reader_takes_the_table_over(
    open_table: OpenTable, log: EventLog
) -> None:
    table = open_table("ema_d52")
    for event in list(shoe_events(HOUSES["ema_d52"], 4, 1, {}))[:12]:
        table.record(event)
    again = open_table("ema_d52")
    assert again.snapshot()["simulated"] is True
    while again.shoe.coup.cards or len(again.shoe.settled) < 3:  # and typed cards do not wash it
        seen = again.shoe.seen
        again.record(CardEntered(by="Ann", card=next(card for card in DECK if card not in seen)))
    (shoe,) = history(log, TABLE)
    assert all("simulated" in row.flags for row in shoe.coups())
    again.record(ShoeClosed(by="Ann"))
    again.record(ShoeOpened(by="Ann", number=2, house=HOUSES["ema_d52"]))
    assert again.snapshot()["simulated"] is False
