"""Pace: how fast coups were dealt, from the times of their entries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from statistics import median, quantiles

from ..baccarat.settled import Settled

_HOUR_S = 3600


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds from each coup's end to the next one's, and from a coup's first card to its last."""

    between_s: tuple[float, ...] = ()
    dealing_s: tuple[float, ...] = ()

    @property
    def coups_an_hour(self) -> float | None:
        """Over all the time from the first coup's end on, pauses included."""
        elapsed = sum(self.between_s)
        return len(self.between_s) * _HOUR_S / elapsed if elapsed else None

    @property
    def usual_s(self) -> float | None:
        """The median from end to end, which a few pauses do not change."""
        return median(self.between_s) if self.between_s else None

    @property
    def middle_half_s(self) -> tuple[float, float] | None:
        """Between which two values half of the coups lie."""
        if len(self.between_s) < 4:
            return None
        low, _, high = quantiles(self.between_s, n=4)
        return low, high

    @property
    def usual_dealing_s(self) -> float | None:
        return median(self.dealing_s) if self.dealing_s else None


def pace(settled: Iterable[Settled], times: Mapping[int, datetime]) -> Pace:
    """The pace of a shoe's coups, from the times of the entries that were made as they were dealt.

    What was put in later has no time of its own, so `times` lacks it.
    """
    own = [[times[seq] for seq in coup.seqs if seq in times] for coup in settled]
    dealt = [sorted(each) for each in own if each]
    ends = sorted(each[-1] for each in dealt)
    return Pace(
        tuple((after - before).total_seconds() for before, after in pairwise(ends)),
        tuple((each[-1] - each[0]).total_seconds() for each in dealt if len(each) > 1),
    )


def together(paces: Sequence[Pace]) -> Pace:
    """The pace over several shoes; the time between shoes belongs to none."""
    return Pace(
        tuple(seconds for each in paces for seconds in each.between_s),
        tuple(seconds for each in paces for seconds in each.dealing_s),
    )
