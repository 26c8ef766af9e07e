"""The confidence band: where a count lies in 95 of 100 tries in which the rules alone are at work.

A shoe's coups are not wholly independent, for cards leave it; what that changes is less than a
hundredth of a band's width.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from math import comb, sqrt
from statistics import NormalDist
from typing import NamedTuple

CONFIDENCE = 0.95
_MOST_EXACT = 500  # tries; with more the normal curve is as good
_TAIL = (1 - CONFIDENCE) / 2
_Z = NormalDist().inv_cdf(1 - _TAIL)


class Tries(NamedTuple):
    """So many coups, in each of which something comes with a chance."""

    coups: int
    chance: float


class Band(NamedTuple):
    """The count that is expected, and the least and the most that are usual."""

    expected: float
    low: int
    high: int

    def holds(self, count: int) -> bool:
        """Whether a count is a usual one."""
        return self.low <= count <= self.high


def band(tries: Iterable[Tries]) -> Band:
    """The band of a count over all the tries, which may have several chances."""
    tries = [each for each in tries if each.coups]
    if not tries:
        return Band(0.0, 0, 0)
    expected = sum(count * chance for count, chance in tries)
    if len(tries) == 1 and tries[0].coups <= _MOST_EXACT:
        return Band(expected, *_exact(*tries[0]))
    spread = _Z * sqrt(sum(count * chance * (1 - chance) for count, chance in tries))
    total = sum(count for count, _ in tries)
    low, high = round(expected - spread), round(expected + spread)
    return Band(expected, max(0, low), min(total, high))


def _exact(count: int, chance: float) -> tuple[int, int]:
    """The binomial's own quantiles: less than the first, or more than the second, is rare."""
    chances = (comb(count, n) * chance**n * (1 - chance) ** (count - n) for n in range(count + 1))
    below = [*accumulate(chances)]
    low = next(n for n, share in enumerate(below) if share > _TAIL)
    high = next((n for n, share in enumerate(below) if share >= 1 - _TAIL), count)
    return low, high
