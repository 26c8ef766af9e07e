"""What a camera read cards from, in the journal and for the crew; suits that are to be named."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from server.baccarat.events import Event, Refused
from server.baccarat.roles import Role
from server.baccarat.rules import FirstCardBurn, FixedBurn, House, Policy, Reveal
from server.crew import for_the_crew
from server.export.journal_csv import journal_csv
from server.history import ShoeLog
from server.journal.row import JournalRow
from server.journal.shoe_rows import journal
from server.reads import reads_for_the_crew
from server.row import GENESIS, new_row
from tests.conftest import OpenTable
from tests.core.notation import EIGHT_DECKS, NINE_OCLOCK, entries, event, play

SQUEEZED = replace(EIGHT_DECKS, reveal=Reveal(policy=Policy.ON_RESULT, seen_by=Role.PIT_BOSS))
COUP = "8S#1 KD#2 KH#3 7C#4"


def told(words: str, house: House = EIGHT_DECKS, role: Role | None = None) -> dict[int, JournalRow]:
    rows = [new_row("t1", e.seq, e.time, e.event, GENESIS) for e in entries(words, house)]
    return {row.seq: row for row in journal(ShoeLog(1, rows, GENESIS), role)}


def last(happened: Event) -> JournalRow:
    """The row of the first event of a shoe."""
    events = (event("/open"), happened)
    rows = [new_row("t1", seq, NINE_OCLOCK, each, GENESIS) for seq, each in enumerate(events, 1)]
    return journal(ShoeLog(2, rows, GENESIS), None)[-1]


def digits(words: str, house: House = EIGHT_DECKS, *, sees_all: bool = False) -> str:
    """The first digits of the pictures that the crew is shown, in order."""
    reads = reads_for_the_crew(play(words, house), entries(words, house), sees_all=sees_all)
    return "".join(read["picture"][0] for read in reads)


# The journal.


def test_a_row_has_what_its_card_was_read_from() -> None:
    row = told("9?#7")[2]
    assert (row.words, row.shot.picture, row.shot.confidence) == (
        "card 9? to player 1",
        "7" * 64,
        0.987,
    )
    assert row.shot.taken.isoformat() == "2026-01-02T21:00:00.250000+00:00"
    assert told("9?")[2].shot is None


def test_why_a_card_was_not_read_is_its_rows_reason() -> None:
    opened, *_ = entries("")
    read = replace(event("??#7"), why="glare")
    rows = [
        new_row("t1", n, NINE_OCLOCK, e, GENESIS) for n, e in enumerate((opened.event, read), 1)
    ]
    row = journal(ShoeLog(1, rows, GENESIS), None)[-1]
    assert (row.words, row.why, row.shot.picture) == ("card that was not read", "glare", "7" * 64)


def test_the_csv_tells_it_too() -> None:
    text = "".join(journal_csv("t1", told("9?#7 KD").values()))
    _, read, other = csv.DictReader(io.StringIO(text))
    assert (read["picture"], read["confidence"]) == ("7" * 64, "0.9870")
    assert (read["taken_utc"], read["model"]) == ("2026-01-02T21:00:00.250Z", "0123456789ab")
    assert {other[name] for name in ("picture", "confidence", "taken_utc", "model")} == {""}


def test_naming_a_suit_is_told_as_the_correction_that_it_is() -> None:
    row = told("9?#7 /fix:2=9H")[3]
    assert (row.words, row.before, row.after) == ("card of entry 2 corrected", "9?", "9H")


def test_a_card_that_lies_face_down_has_no_picture_either() -> None:
    assert [told(COUP, SQUEEZED)[seq].shot for seq in range(2, 6)] == [None] * 4
    assert told(COUP, SQUEEZED, Role.PIT_BOSS)[2].shot.picture == "1" * 64
    assert told(f"{COUP} /shows", SQUEEZED)[2].shot.picture == "1" * 64


@pytest.mark.parametrize(
    ("burn", "shown"),
    [
        (FixedBurn(cards=2), [True, True]),
        (FixedBurn(cards=2, seen=False), [False, False]),
        (FirstCardBurn(), [True, False]),
    ],
)
def test_a_burned_card_has_its_picture_only_where_the_house_shows_it(
    burn: FixedBurn | FirstCardBurn, shown: list[bool]
) -> None:
    rows = told("9C#1 8C#2", replace(EIGHT_DECKS, burn=burn))
    assert [rows[seq].shot is not None for seq in (2, 3)] == shown


@pytest.mark.parametrize("taken", [1e20, -1e20, float("inf"), float("nan")])
def test_a_time_that_no_calendar_has_is_none(taken: float) -> None:
    assert last(replace(event("9H#7"), taken=taken)).shot.taken is None


# The console.


def test_the_last_six_are_shown_newest_first() -> None:
    assert digits(f"{COUP} 9S#5 9D 2C#6 2S#7 3S#8") == "876543"


def test_what_holds_the_table_comes_before_all() -> None:
    assert digits("??#1 KD#2 KH#3 7C#4 9S#5 9D#6 2C#7") == "1765432"[:6]
    (read,) = reads_for_the_crew(play("??#1"), entries("??#1"), sees_all=False)
    assert read == {
        "entry": 2, "card": None, "seat": "", "confidence": 0.987, "why": "",
        "taken": "2026-01-02 21:00:00.250", "model": "0123456789ab", "picture": "1" * 64,
    }  # fmt: skip


def test_what_was_taken_back_burned_or_is_nowhere_is_not_shown() -> None:
    assert digits("8S#1 KD#2 /undo:3") == "1"
    burns = replace(EIGHT_DECKS, burn=FixedBurn(cards=2))
    assert digits("8S#1 8S@burn2#2 KD#3", burns) == "3"
    assert digits("8S#1 gap 7C@burn#2 9C#3") == "31"


def test_what_lies_face_down_is_shown_to_those_who_may_see_it() -> None:
    for words in (COUP, f"{COUP} 2C#5", "gap 8S#1", "??#1", "8S#1 /undo:2 8S#2"):
        assert digits(words, SQUEEZED) == ""
    assert digits(COUP, SQUEEZED, sees_all=True) == "4321"
    assert digits(f"{COUP} /shows 2C#5", SQUEEZED) == "4321"


Crew = Callable[[str], dict[str, Any]]


@pytest.fixture
def crew(open_table: OpenTable) -> Crew:
    """What the console shows after words at a table, to a dealer."""

    def crew(words: str) -> dict[str, Any]:
        table = open_table()
        for word in words.split():
            table.record(event(word))
        return for_the_crew(table, [], "", Role.DEALER, NINE_OCLOCK)

    return crew


def test_the_crew_is_told_whose_suits_are_to_be_named(crew: Crew) -> None:
    told = crew(f"8?#1 KD KH 7?  {COUP}  9S 9? 4?#2")["no_suit"]
    assert [(card["coup"], card["seat"], card["card"], card["entry"]) for card in told] == [
        (3, "banker 1", "9?", 11),
        (3, "player 2", "4?", 12),
        (1, "player 1", "8?", 2),
        (1, "banker 2", "7?", 5),
    ]
    assert [card["picture"] and card["picture"][0] for card in told] == [None, "2", "1", None]


def test_nobody_is_asked_where_all_are_known(crew: Crew) -> None:
    assert crew(f"{COUP} 9? /fix:6=9H")["no_suit"] == []


def test_a_dealer_names_the_suits_of_the_newest_coup_and_no_earlier_one(
    open_table: OpenTable,
) -> None:
    table, dealer = open_table(), {"by": "Dee", "role": Role.DEALER, "why": ""}
    for word in ["8?", "KD", "K?", "7C"]:
        table.record(event(word))
    table.record(replace(event("/fix:2=8S"), **dealer))
    assert table.snapshot()["last"]["player"] == ["8S", "K?"]
    table.record(event("9?"))
    with pytest.raises(Refused, match="in an earlier coup takes the inspector or above"):
        table.record(replace(event("/fix:4=KH"), **dealer))
    table.record(replace(event("/fix:7=9H"), **dealer))
    assert table.snapshot()["coup"]["player"] == ["9H"]
