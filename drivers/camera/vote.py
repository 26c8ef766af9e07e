"""The vote on one card over several pictures: rank and suit are decided each for itself."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from server.baccarat.cards import RANKS, SUITS

from .sight import NO_RANK, NO_SUIT, Seen

# The share that the winner must have at least, by the pictures that voted.
_SHARES = {3: 0.9, 4: 0.86, 5: 0.82, 6: 0.78, 8: 0.74, 12: 0.7}
FEWEST = min(_SHARES)
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
    shares: list[float]
    logs: list[float]

    def add(self, chances: tuple[float, ...]) -> None:
        for at, chance in enumerate(chances):
            self.shares[at] += chance
            self.logs[at] += math.log(max(chance, _FLOOR))

    def verdict(self, frames: int) -> Verdict:
        if not frames:
            return Verdict("", 0.0, False)
        order = sorted(range(len(self.shares)), key=lambda at: -self.shares[at])
        best, second = order[0], order[1]
        name = self.names[best : best + 1]
        share, next_share = self.shares[best] / frames, self.shares[second] / frames
        needed = next((_SHARES[n] for n in sorted(_SHARES, reverse=True) if frames >= n), 2.0)
        is_sure = (
            bool(name)
            and share >= needed
            and share - next_share >= _AHEAD
            and self.logs[best] - self.logs[second] >= _ODDS
        )
        return Verdict(name, share, is_sure)


def _ranks() -> _Tally:
    return _Tally(RANKS, [0.0] * (NO_RANK + 1), [0.0] * (NO_RANK + 1))


def _suits() -> _Tally:
    return _Tally(SUITS, [0.0] * (NO_SUIT + 1), [0.0] * (NO_SUIT + 1))


@dataclass(slots=True)
class Vote:
    """The pictures that voted, and for what."""

    frames: int = 0
    _ranks: _Tally = field(default_factory=_ranks)
    _suits: _Tally = field(default_factory=_suits)

    def add(self, seen: Seen) -> None:
        """One more picture of the card."""
        self.frames += 1
        self._ranks.add(seen.ranks)
        self._suits.add(seen.suits)

    @property
    def rank(self) -> Verdict:
        return self._ranks.verdict(self.frames)

    @property
    def suit(self) -> Verdict:
        return self._suits.verdict(self.frames)

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
