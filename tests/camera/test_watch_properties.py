"""The watch, whatever happens on the table: one event for each physical card, none wrong."""

from __future__ import annotations

import math
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.camera.glance import Kind

from .felt import Felt, Piece, Point

PLACES: tuple[Point, ...] = ((90.0, 120.0), (210.0, 120.0), (330.0, 120.0), (450.0, 120.0))
FEW_CARDS = ("9H", "9H", "6H", "KD")  # often the same again
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["deal", "take", "cover", "push", "shove", "light", "knock", "across"]),
        st.integers(0, len(PLACES) - 1),
        st.sampled_from(FEW_CARDS),
        st.integers(0, 12),
    ),
    min_size=1,
    max_size=9,
)


class Table:
    """What a dealer does, in the order of the steps; what cannot be done is left out."""

    def __init__(self) -> None:
        self.felt = Felt()
        self.at: dict[int, Piece] = {}
        self.across: dict[int, Piece] = {}
        self.dealt: list[str] = []
        self.felt.wait(3)

    def do(self, step: str, place: int, card: str, number: int) -> None:
        if step == "deal" and place not in self.at:
            self.at[place] = self.felt.deal(card, PLACES[place], 0.02 * number - 0.1)
            self.dealt.append(card)
        elif step == "across" and place in self.at and place not in self.across:
            x, y = self.at[place].shape.centre
            self.across[place] = self.felt.lay(card, (x, y + 30), math.pi / 2)
            self.dealt.append(card)
        elif step == "light":
            self.felt.light_switched(1 + number % 3)
        elif step == "knock":
            self.felt.knocked((number * 2.0 - 12, 5.0 - number))
        elif place in self.at:
            self._touch(step, place, number)
        self.felt.wait(14)

    def _touch(self, step: str, place: int, number: int) -> None:
        piece = self.at[place]
        if step == "take":
            gone = [self.at.pop(place)]
            if place in self.across:
                gone.insert(0, self.across.pop(place))
            self.felt.take(*gone)
            self.felt.wait(4)
        elif step == "cover":
            hand = self.felt.hand_over(piece.shape.centre, 60.0 + 10 * number)
            self.felt.wait(number * 3)
            self.felt.away(hand)
        elif place not in self.across:
            x, y = piece.shape.centre
            far = (3.0 if step == "shove" else 6.0) * (number - 6)
            self.felt.slide(piece, (x + far / 2, y + far), 4, is_read=number % 2 == 0)


@settings(max_examples=25, deadline=None)
@given(STEPS)
def test_every_physical_card_is_told_once_whatever_is_done(
    steps: list[tuple[str, int, str, int]],
) -> None:
    table = Table()
    for step in steps:
        table.do(*step)
    table.felt.wait(60)
    assert Counter(table.felt.told.split()) == Counter(table.dealt), steps


@settings(max_examples=10, deadline=None)
@given(st.lists(st.booleans(), min_size=20, max_size=20))
def test_a_split_vote_never_makes_a_card(which: list[bool]) -> None:
    """In each two pictures it is read as a nine and as a six, in any order."""
    labels = [label for first in which for label in (("9H", "6H") if first else ("6H", "9H"))]
    felt = Felt()
    felt.lay("9H", PLACES[1], read_as=lambda frame: (labels[frame % len(labels)], 0.97, 0.97))
    felt.wait(60)
    assert [one.kind for one in felt.said] == [Kind.UNREADABLE]


@settings(max_examples=10, deadline=None)
@given(st.lists(st.sampled_from(["9H", "6H", "9C", "8H"]), min_size=40, max_size=40))
def test_slips_on_a_card_that_is_half_covered_are_no_event(slips: list[str]) -> None:
    """A told card under fingers: whatever the eye makes of the end that shows, nothing is told."""
    felt = Felt()
    felt.lay("9H", PLACES[1], read_as=lambda frame: (
        ("9H", 0.97, 0.97) if frame < 8 else (slips[frame % 40], 0.75, 0.7)
    ))  # fmt: skip
    felt.wait(8)
    x, y = PLACES[1]
    hand = felt.hand_over((x, y + 50), 100.0)
    felt.wait(40)
    felt.away(hand)
    felt.wait(20)
    assert felt.told == "9H"
