"""What the eye sees in one picture, as values. Lengths are in pixels of that picture."""

from __future__ import annotations

from dataclasses import dataclass

from server.baccarat.cards import RANKS, SUITS

NO_RANK, NO_SUIT = len(RANKS), len(SUITS)  # where `none` stands in the probabilities

Point = tuple[float, float]  # x to the right, y down
Box = tuple[float, float, float, float]  # x, y of the upper left corner, width, height


@dataclass(frozen=True, slots=True)
class Index:
    """A printed index, the rank over its suit, that was found in a picture.

    `at` is its middle, `height` that of rank and suit together, `angle` how far it is turned
    clockwise from upright, in radians (-pi to pi). `centre` is where the middle of its card should
    lie. `ranks` are the probabilities of RANKS and of no rank, `suits` those of SUITS and of none.
    """

    at: Point
    height: float
    angle: float
    centre: Point
    ranks: tuple[float, ...]
    suits: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """One card in one picture: the indexes of it that show, taken together.

    `box` goes around its indexes and its middle, `centre` is its middle, `height` its index's.
    """

    centre: Point
    box: Box
    height: float
    ranks: tuple[float, ...]
    suits: tuple[float, ...]
    indexes: tuple[Index, ...]

    @property
    def rank(self) -> tuple[str, float]:
        """The likeliest rank and its probability; an empty rank: it is none."""
        return _best(RANKS, self.ranks)

    @property
    def suit(self) -> tuple[str, float]:
        """The likeliest suit and its probability; an empty suit: it is none."""
        return _best(SUITS, self.suits)


def _best(names: str, chances: tuple[float, ...]) -> tuple[str, float]:
    at = max(range(len(chances)), key=chances.__getitem__)
    return names[at : at + 1], chances[at]
