"""Streaks: how long one side wins, ties aside, and how long it would by chance alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from ..baccarat.coup import Outcome
from .exact import expected

LONGEST_TOLD = 9  # those are longer, too


class Streak(NamedTuple):
    """So many wins of one side after each other."""

    side: Outcome
    length: int


@dataclass(frozen=True, slots=True)
class Length:
    """How many streaks have a length, and how many would by chance; LONGEST_TOLD is `or more`."""

    length: int
    count: int
    expected: float


def streaks(outcomes: Iterable[Outcome]) -> tuple[Streak, ...]:
    """The streaks of a shoe's outcomes; ties neither end nor lengthen one."""
    wins = (outcome for outcome in outcomes if outcome is not Outcome.TIE)
    return tuple(Streak(side, len([*run])) for side, run in groupby(wins))


def longest(found: Iterable[Streak], side: Outcome) -> int:
    """A side's longest streak, 0 where it has none."""
    return max((streak.length for streak in found if streak.side is side), default=0)


def lengths(found: Sequence[Streak], decks: int) -> list[Length]:
    """The streaks by their length, beside what independent coups would give.

    A streak goes on with the chance that its side wins; half of all streaks are the banker's.
    """
    counts = Counter(min(streak.length, LONGEST_TOLD) for streak in found)
    chance = expected(decks)
    banker = float(chance["banker"] / (chance["banker"] + chance["player"]))
    told = []
    for length in range(1, LONGEST_TOLD + 1):
        share = sum(
            goes_on ** (length - 1) * (1 - goes_on if length < LONGEST_TOLD else 1)
            for goes_on in (banker, 1 - banker)
        )
        told.append(Length(length, counts[length], len(found) * share / 2))
    return told
