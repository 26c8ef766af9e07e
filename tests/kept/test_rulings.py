"""Rulings at a real table: who, twice, in closed shoes, and what the history tells of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.baccarat.cards import Card
from server.baccarat.events import (
    CardCorrected,
    CardEntered,
    CoupVoided,
    Refused,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES
from server.export.json_log import import_log
from server.history import history, verify
from server.log import EventLog
from server.table import Table
from tests.conftest import TABLE, OpenTable, deal

from .exported import text as export

TWO_COUPS = "8S KD KH 9C  KS 9D QH TC"  # the first truly ended with a 7C


@pytest.fixture
def second_shoe(open_table: OpenTable) -> Table:
    """A table in its second shoe; in the first a 7C was read as 9C, by entry 5."""
    table = open_table()
    deal(table, TWO_COUPS)
    table.record(ShoeClosed(by="Ann"))
    table.record(ShoeOpened(by="Ann", number=2, house=HOUSES["paramount"]))
    deal(table, "5S 4D")
    return table


def late(shoe: int = 1, role: Role = Role.PIT_BOSS, why: str = "film") -> CardCorrected:
    return CardCorrected(by="Bob", role=role, why=why, seq=5, shoe=shoe, card=Card.parse("7C"))


def outcomes(log: EventLog) -> list[str]:
    return [str(row.settled.outcome) for shoe in history(log, TABLE) for row in shoe.coups()]


def test_a_card_of_a_closed_shoe_is_put_right_and_this_shoe_goes_on(
    second_shoe: Table, log: EventLog, open_table: OpenTable
) -> None:
    before = second_shoe.shoe
    assert outcomes(log) == ["banker", "banker"]
    seq = second_shoe.record(late())
    assert outcomes(log) == ["player", "banker"]
    assert second_shoe.shoe == before
    assert open_table().shoe == before  # after a restart, too
    assert verify(log, TABLE) is None
    second_shoe.record(Voided(by="Bob", role=Role.PIT_BOSS, why="wrong film", seq=seq, shoe=1))
    assert outcomes(log) == ["banker", "banker"]


@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        (late(role=Role.INSPECTOR), "To correct a card in a closed shoe takes the pit boss"),
        (late(why=""), "takes a reason"),
        (late(shoe=7), "There is no shoe 7 at this table"),
        (late(shoe=2), "Shoe 2 is this shoe"),
        (
            CoupVoided(by="Bob", role=Role.ADMIN, why="x", seq=40, shoe=1),
            "There is no entry 40 in this shoe",
        ),
    ],
)
def test_a_ruling_on_a_closed_shoe_that_cannot_be_is_refused(
    second_shoe: Table, ruling: CardCorrected, said: str
) -> None:
    before = second_shoe.seq
    with pytest.raises(Refused, match=said):
        second_shoe.record(ruling)
    assert second_shoe.seq == before


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_one_shoe_is_exported_with_what_was_ruled_on_it_since(
    second_shoe: Table, log: EventLog, tmp_path: Path, form: str
) -> None:
    second_shoe.record(late())
    file = tmp_path / "export"
    file.write_text(export(log, form, shoe=1))
    other = EventLog.open(tmp_path / "other")
    import_log(other, file)
    assert outcomes(other) == ["player", "banker"]
    other.close()


def test_a_command_that_comes_twice_is_carried_out_once(
    open_table: OpenTable,
) -> None:
    table = open_table()
    card = CardEntered(by="Ann", role=Role.DEALER, command="a1", card=Card.parse("8S"))
    first = table.record(card)
    assert table.record(card) == first
    assert table.record(card, expected_seq=first - 1) == first  # its answer had been lost
    assert open_table().record(card) == first  # and the server was restarted
    assert len(table.shoe.coup.cards) == 1


def test_two_who_correct_at_once_are_told_that_the_table_has_moved_on(
    open_table: OpenTable,
) -> None:
    table = open_table()
    deal(table, TWO_COUPS)
    seen = table.seq
    one = CardCorrected(by="Bob", role=Role.INSPECTOR, why="film", seq=5, card=Card.parse("7C"))
    two = CoupVoided(by="Cy", role=Role.PIT_BOSS, why="misread", seq=5)
    table.record(one, expected_seq=seen)
    with pytest.raises(Refused, match="The table has moved on since"):
        table.record(two, expected_seq=seen)
    assert [settled.flags & {"void"} for settled in table.shoe.settled] == [set(), set()]
