"""A reader that knows one mount: what it sees is compared with pictures of that mount's own cards.

No network: each calibration picture is laid over the window in every small shift, and the likest
ones are weighed against each other only where they differ. So the light, the deck and the optics
are those of the mount, and a card that cannot be told from another is told so.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from server.baccarat.cards import CARDS

from .contrast import Grid, cells_of, coarse, contrast, overlap, shifts
from .likest import Likest, Rival
from .window import Picture

_NAMES = tuple(CARDS)
_REACH = 1 / 6  # of the window: so far may a card lie beside where it was calibrated
_RIVALS = 6  # the likest cards that are weighed against the likest one
_IS_TURNED = 0.5  # a deck's likeness to itself turned around, above which a card may be turned
_NONE = -1.0


@dataclass(frozen=True, slots=True)
class _Laid:
    """A sample as it lies best over what is seen, by so many cells to the right and down."""

    card: int
    likeness: float
    sample: int
    across: int
    down: int


class Samples:
    """The calibration pictures of a mount, prepared: window pictures of one size, turned upright.

    `can_turn`: a card that lies the other way around looks like the same card in this window;
    None: find out.
    """

    def __init__(
        self, pictures: Iterable[tuple[str, Picture]], *, can_turn: bool | None = None
    ) -> None:
        named = list(pictures)
        if not named:
            raise ValueError("There are no pictures of cards to compare with.")
        height, width = named[0][1].shape[:2]
        self._cells = cells_of(width, height)
        self._grids: list[Grid] = [contrast(picture, self._cells) for _, picture in named]
        self.cards = tuple(card for card, _ in named)
        self._owner = [*range(len(named))]
        across, down = self._cells[0] // 2, self._cells[1] // 2
        self._reach = max(1, round(across * _REACH)), max(1, round(down * _REACH))
        self._prepare()
        if can_turn is None:
            can_turn = self._looks_the_same_turned()
        if can_turn:
            self._grids += [np.ascontiguousarray(grid[::-1, ::-1]) for grid in self._grids]
            self._owner *= 2
            self._prepare()

    def _prepare(self) -> None:
        small = [coarse(grid) for grid in self._grids]
        self._rows = np.array([grid.ravel() for grid in small])
        self._numbers = np.array([_NAMES.index(self.cards[owner]) for owner in self._owner])
        shown = shifts(np.ones_like(small[0]), *self._reach)
        self._powers = np.square(self._rows) @ shown.T + 1e-6

    def _looks_the_same_turned(self) -> bool:
        own = []
        for number, grid in enumerate(self._grids):
            turned = np.ascontiguousarray(grid[::-1, ::-1])
            own.append(self._coarsely(turned)[number].max())
        return float(np.median(own)) > _IS_TURNED

    def likest(
        self, picture: Picture, without: Collection[int] = (), *, ink: Grid | None = None
    ) -> Likest:
        """The card that a picture of the window is likest to, and its rivals, the nearest first.

        `without` leaves out samples, by their number among the pictures; `ink` is the picture's
        contrast where that is known.
        """
        grid = contrast(picture, self._cells) if ink is None else ink
        alike = self._coarsely(grid)
        if without:
            alike[np.isin(self._owner, [*without])] = _NONE
        laid = [self._laid(grid, alike, card) for card in self._nearest(alike)]
        best, *others = sorted(laid, key=lambda one: -one.likeness)
        rivals = [Rival(_NAMES[other.card], self._lead(grid, best, other)) for other in others]
        rivals.sort(key=lambda rival: rival.lead)
        return Likest(_NAMES[best.card], best.likeness, tuple(rivals))

    def _coarsely(self, grid: Grid) -> NDArray[np.float32]:
        """The likeness of each sample in each shift, at half the resolution."""
        seen = shifts(coarse(grid), *self._reach)
        power = np.einsum("ij,ij->i", seen, seen) + 1e-6
        alike: NDArray[np.float32] = (self._rows @ seen.T) / np.sqrt(self._powers * power)
        return alike

    def _nearest(self, alike: NDArray[np.float32]) -> list[int]:
        """The cards to look at closely: the likest, among them another suit of the first."""
        likeness = np.full(len(_NAMES), _NONE, np.float32)
        np.maximum.at(likeness, self._numbers, alike.max(axis=1))
        order = [int(card) for card in np.argsort(-likeness) if likeness[card] > _NONE]
        nearest = order[: _RIVALS + 1]
        rank = _NAMES[nearest[0]][0]
        others = [card for card in order[1:] if _NAMES[card][0] == rank]
        return [*nearest, *(card for card in others[:1] if card not in nearest)]

    def _laid(self, grid: Grid, alike: NDArray[np.float32], card: int) -> _Laid:
        """The best sample of a card, moved to where it lies best at full resolution."""
        mine = np.flatnonzero(self._numbers == card)
        sample = int(mine[alike[mine].max(axis=1).argmax()])
        row, column = divmod(int(alike[sample].argmax()), 2 * self._reach[0] + 1)
        across, down = 2 * (column - self._reach[0]), 2 * (row - self._reach[1])
        return max(
            (
                _Laid(card, _likeness(grid, self._grids[sample], right, low), sample, right, low)
                for right in range(across - 1, across + 2)
                for low in range(down - 1, down + 2)
            ),
            key=lambda laid: laid.likeness,
        )

    def _lead(self, grid: Grid, best: _Laid, other: _Laid) -> float:
        first, second = (
            _moved(self._grids[laid.sample], laid.across, laid.down) for laid in (best, other)
        )
        shown = _moved(np.ones_like(grid), best.across, best.down)
        shown *= _moved(np.ones_like(grid), other.across, other.down)
        apart = (first - second) * shown
        half = float(np.vdot(apart, apart)) / 2 + 1e-6
        return float(np.vdot(grid - (first + second) / 2, apart)) / half


def _moved(grid: Grid, across: int, down: int) -> Grid:
    moved = np.zeros_like(grid)
    target, source = overlap(moved, grid, across, down)
    target[...] = source
    return moved


def _likeness(grid: Grid, sample: Grid, across: int, down: int) -> float:
    seen, known = (np.ascontiguousarray(part) for part in overlap(grid, sample, across, down))
    power = float(np.vdot(seen, seen)) * float(np.vdot(known, known))
    return float(np.vdot(seen, known)) / (math.sqrt(power) + 1e-6)
