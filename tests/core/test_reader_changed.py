"""Another reader at the table: no surprise between coups, a look at the cards within one."""

from __future__ import annotations

import pytest

from server.baccarat.shoe import Phase

from .notation import EIGHT_DECKS, coups, hold, play, refusal

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"
CHANGED = (
    "The reader was changed in coup {}: compare the cards on the table with the display, put them "
    "right, then release."
)
TO_B, BY_HAND = "/reader:line:/dev/ttyS1", "/reader:"


@pytest.mark.parametrize("change", [TO_B, BY_HAND])
def test_within_a_coup_it_holds_the_table(change):
    assert hold(play(f"8S KD {change}")) == CHANGED.format(1)
    assert hold(play(f"{COUP} 8S {change}")) == CHANGED.format(2)
    assert coups(play(f"8S KD {change} found /go KH 7C")) == [COUP]


@pytest.mark.parametrize("before", ["", COUP, f"{COUP} /close"])
def test_between_coups_it_is_no_more_than_that(before):
    changed = play(f"{before} {TO_B}")
    assert changed.hold is None
    assert changed._replace(is_reader_lost=False) == play(before)


def test_a_table_without_a_shoe_may_change_its_reader():
    assert play(TO_B, None).phase is Phase.CLOSED
    assert play(f"{TO_B} found /open", None).phase is Phase.READY


@pytest.mark.parametrize("before", ["", COUP])
def test_the_new_reader_is_expected_and_one_that_comes_after_it_is_not(before):
    found = play(f"{before} {TO_B} found")
    assert found == play(before)
    assert "away" in hold(play(f"{before} {TO_B} found found"))


@pytest.mark.parametrize("held", ["8S KD lost", f"{COUP} gap", "8S ??"])
def test_on_hold_it_adds_no_hold(held):
    before, after = play(held), play(f"{held} {TO_B}")
    assert (after.hold, after.waiting) == (before.hold, before.waiting)
    assert play(f"{held} {TO_B} found /go").phase is not Phase.ON_HOLD


def test_cards_are_typed_in_while_there_is_none_and_read_again_after_it():
    words = f"8S KD {BY_HAND} /go +KH +7C {TO_B} found {NEXT}"
    shoe = play(words)
    assert coups(shoe) == [COUP, NEXT]
    assert [settled.flags for settled in shoe.settled] == [{"held", "typed"}, frozenset()]


def test_it_is_not_taken_back():
    said = "A change of reader is not taken back: change it again."
    assert refusal(f"{COUP} {TO_B} /undo:6") == said
    assert refusal(f"{COUP} {TO_B} 8S /undo:6") == said


def test_it_is_no_card_to_correct():
    assert refusal(f"{COUP} {TO_B} /fix:6=9H").startswith("Entry 6 is not a card")


def test_a_coup_that_was_not_there_after_all_needs_no_look():
    """The card that was under way was none: nothing passed both readers, and the release stands."""
    shoe = play(f"8S {TO_B} found /go /undo:2 {COUP}")
    assert coups(shoe) == [COUP]
    assert shoe.house == EIGHT_DECKS
