"""Counting words: how many coups of each kind, out of one histogram of all words."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..baccarat.coup import Outcome
from .shoes import Dealt
from .words import (
    BANKER_PAIR,
    NATURAL,
    NO_COUP,
    OUTCOME,
    OUTCOMES,
    PLAYER_PAIR,
    Words,
    cards_of,
)

_WORDS: Words = np.arange(NO_COUP, dtype=np.uint16)
_OUTCOME = _WORDS >> OUTCOME & 3
_CARDS = cards_of(_WORDS)

# What is counted, as the words that belong to it; the names are those of statistics/exact.py.
KINDS: dict[str, NDArray[np.bool_]] = {
    **{
        str(outcome): np.equal(_OUTCOME, OUTCOMES.index(outcome))
        for outcome in (Outcome.BANKER, Outcome.PLAYER, Outcome.TIE)
    },
    "natural": _WORDS & NATURAL != 0,
    "player_pair": _WORDS & PLAYER_PAIR != 0,
    "banker_pair": _WORDS & BANKER_PAIR != 0,
    **{f"cards_{count}": np.equal(_CARDS, count) for count in (4, 5, 6)},
}


def _nothing() -> NDArray[np.int64]:
    return np.zeros(NO_COUP, np.int64)


@dataclass(slots=True)
class Tally:
    """Counts over the shoes that were added: coups by word, and how many a shoe had.

    `sure` is how many coups of each shoe are counted apart, too: those that every shoe has.
    """

    sure: int
    shoes: int = 0
    fewest: int = 0  # coups of a shoe
    most: int = 0
    first: NDArray[np.int64] = field(default_factory=_nothing)  # by word, the sure ones
    later: NDArray[np.int64] = field(default_factory=_nothing)

    def add(self, dealt: Dealt) -> None:
        """Count some shoes; there must be one at least."""
        self.first += _by_word(dealt.words[: self.sure])
        self.later += _by_word(dealt.words[self.sure :])
        fewest, most = int(dealt.coups.min()), int(dealt.coups.max())
        self.fewest = min(self.fewest, fewest) if self.shoes else fewest
        self.most = max(self.most, most)
        self.shoes += len(dealt.coups)

    @property
    def coups(self) -> int:
        return int(self.first.sum() + self.later.sum())

    @property
    def sure_coups(self) -> int:
        return int(self.first.sum())

    def counts(self) -> dict[str, int]:
        """How many coups of each kind."""
        return _counts(self.first + self.later)

    def sure_counts(self) -> dict[str, int]:
        """The same of the coups that every shoe has."""
        return _counts(self.first)


def _by_word(words: Words) -> NDArray[np.int64]:
    return np.bincount(words.reshape(-1), minlength=NO_COUP + 1)[:NO_COUP]


def _counts(by_word: NDArray[np.int64]) -> dict[str, int]:
    return {name: int(by_word[words].sum()) for name, words in KINDS.items()}
