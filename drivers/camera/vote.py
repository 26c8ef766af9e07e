"""The vote on one card over several pictures: rank and suit are decided each for itself."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from server.baccarat.cards import RANKS, SUITS

from .sight import NO_RANK, Seen

FEWEST = 3  # pictures
_SHARE = 0.9  # of the chances that the winner has at least, in the pictures that agree
_DISSENT = 5  # one picture of so many may say something else
_MOST = 25  # pictures that are remembered
_AHEAD = 0.4  # of the share before the next
_ODDS = math.log(50)  # the winner's sum of logarithms before the next
_FLOOR = 0.02  # no single picture counts for more than this against a name


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a vote comes to: the name that is ahead, its share, whether it is decided."""

    name: str  # empty: nothing is ahead, or none
    share: float
    is_sure: bool


@dataclass(slots=True)
class _Tally:
    names: str
    pictures: list[tuple[float, ...]] = field(default_factory=list)

    def verdict(self) -> Verdict:
        frames = len(self.pictures)
        if not frames:
            return Verdict("", 0.0, False)
        columns = list(zip(*self.pictures, strict=True))
        order = sorted(range(len(columns)), key=lambda at: -sum(columns[at]))
        best, second = columns[order[0]], columns[order[1]]
        agreed = sorted(best)[frames // _DISSENT :]
        share = sum(agreed) / len(agreed)
        name = self.names[order[0] : order[0] + 1]
        is_sure = (
            bool(name)
            and frames >= FEWEST
            and share >= _SHARE
            and (sum(best) - sum(second)) / frames >= _AHEAD
            and _logs(best) - _logs(second) >= _ODDS
        )
        return Verdict(name, share, is_sure)


def _logs(chances: Sequence[float]) -> float:
    return sum(math.log(max(chance, _FLOOR)) for chance in chances)


@dataclass(slots=True)
class Vote:
    """The pictures that voted, and for what."""

    frames: int = 0
    _ranks: _Tally = field(default_factory=lambda: _Tally(RANKS))
    _suits: _Tally = field(default_factory=lambda: _Tally(SUITS))

    def add(self, seen: Seen) -> None:
        """One more picture of the card."""
        self.frames += 1
        for tally, chances in ((self._ranks, seen.ranks), (self._suits, seen.suits)):
            tally.pictures = [*tally.pictures[1 - _MOST :], chances]

    @property
    def rank(self) -> Verdict:
        return self._ranks.verdict()

    @property
    def suit(self) -> Verdict:
        return self._suits.verdict()

    @property
    def label(self) -> str:
        """What is ahead, decided or not: `9H`, `9?`, or empty."""
        rank, suit = self.rank, self.suit
        return rank.name + (suit.name or "?") if rank.name else ""


def split(seen: Seen) -> bool:
    """Whether the ends of a card say different ranks, both surely: such a picture has no vote."""
    tops = set()
    for index in seen.indexes:
        best = max(range(len(index.ranks)), key=index.ranks.__getitem__)
        if best != NO_RANK and index.ranks[best] > 0.6:
            tops.add(best)
    return len(tops) > 1
