"""Indexes of one card are one card, those of two alike are two, wherever they lie."""

from __future__ import annotations

import math
import random

from hypothesis import given
from hypothesis import strategies as st

from drivers.camera.joiner import joined
from drivers.camera.sight import NO_RANK, NO_SUIT, Index
from server.baccarat.cards import RANKS, SUITS

TALL, WIDE, HIGH = 220.0, 156.0, 40.0  # px of a card, and of its index
CORNERS = {
    "upper left": (-1, -1),
    "lower right": (1, 1),
    "upper right": (1, -1),
    "lower left": (-1, 1),
}
TWO = ("upper left", "lower right")

places = st.tuples(st.floats(200, 1000), st.floats(200, 500))
turns = st.floats(-180, 180)
cards = st.tuples(st.sampled_from(RANKS), st.sampled_from(SUITS)).map("".join)


def index(card: str, middle: tuple[float, float], turn: float, corner: str, sure: float = 0.99,
          off: random.Random | None = None) -> Index:  # fmt: skip
    """The index in a corner of a card, with the small errors of a real locator."""
    x, y = CORNERS[corner]
    angle = math.radians(turn)
    dx, dy = x * (WIDE / 2 - 16), y * (TALL / 2 - 32)
    at = (middle[0] + dx * math.cos(angle) - dy * math.sin(angle),
          middle[1] + dx * math.sin(angle) + dy * math.cos(angle))  # fmt: skip
    error = [off.gauss(0, 0.25 * HIGH) for _ in range(2)] if off else [0.0, 0.0]
    down = angle + (math.pi if y > 0 else 0)
    return Index(
        at, HIGH, (down + math.pi) % (2 * math.pi) - math.pi,
        (middle[0] + error[0], middle[1] + error[1]),
        chances(RANKS.index(card[0]), NO_RANK + 1, sure),
        chances(SUITS.index(card[1]), NO_SUIT + 1, sure),
    )  # fmt: skip


def chances(at: int, count: int, sure: float) -> tuple[float, ...]:
    return tuple(sure if place == at else (1 - sure) / (count - 1) for place in range(count))


def names(indexes: list[Index]) -> list[str]:
    return sorted(seen.rank[0] + seen.suit[0] for seen in joined(indexes))


@given(cards, places, turns, st.sampled_from([TWO[:1], TWO, tuple(CORNERS)]), st.integers(0, 99))
def test_all_indexes_of_a_card_are_one_card(
    card: str, middle: tuple[float, float], turn: float, corners: tuple[str, ...], seed: int
) -> None:
    off = random.Random(seed)
    indexes = [index(card, middle, turn, corner, off=off) for corner in corners]
    off.shuffle(indexes)
    (seen,) = joined(indexes)
    assert len(seen.indexes) == len(corners)
    if len(corners) > 1:
        assert math.dist(seen.centre, middle) < 0.3 * HIGH


@given(cards, places, turns, st.integers(0, 99), st.booleans())
def test_two_alike_side_by_side_are_two(
    card: str, middle: tuple[float, float], turn: float, seed: int, has_four: bool
) -> None:
    off = random.Random(seed)
    angle = math.radians(turn)
    beside = (middle[0] + 1.1 * WIDE * math.cos(angle), middle[1] + 1.1 * WIDE * math.sin(angle))
    corners = tuple(CORNERS) if has_four else TWO
    indexes = [index(card, at, turn, c, off=off) for at in (middle, beside) for c in corners]
    assert names(indexes) == [card, card]


@given(cards, places, turns)
def test_an_end_of_one_alike_beside_is_not_the_third_corner(
    card: str, middle: tuple[float, float], turn: float
) -> None:
    angle = math.radians(turn)
    beside = (middle[0] - 0.9 * WIDE * math.cos(angle), middle[1] - 0.9 * WIDE * math.sin(angle))
    whole = [index(card, middle, turn, corner) for corner in TWO]
    assert names([*whole, index(card, beside, turn, "lower right")]) == [card, card]


@given(cards, places, turns)
def test_a_card_laid_across_one_alike_is_another(
    card: str, middle: tuple[float, float], turn: float
) -> None:
    indexes = [index(card, middle, turn + quarter, c) for quarter in (0, 90) for c in TWO]
    assert names(indexes) == [card, card]


def test_an_end_that_is_misread_makes_the_card_less_sure_not_two() -> None:
    right = index("6H", (400, 300), 10, "upper left", 0.9)
    wrong = index("9H", (400, 300), 10, "lower right", 0.8)
    (seen,) = joined([right, wrong])
    assert seen.rank[0] == "6"
    assert seen.rank[1] < 0.9


def test_ends_that_agree_are_surer_than_one() -> None:
    ends = [index("6H", (400, 300), 10, corner, 0.8) for corner in TWO]
    assert joined(ends)[0].rank[1] > joined(ends[:1])[0].rank[1]


def test_nothing_is_nothing() -> None:
    assert joined([]) == ()
