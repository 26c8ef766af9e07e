"""Lays samples over what is seen: moved, turned and stretched a little until they fit best.

A card lies a millimetre beside where it was calibrated, and a degree askew: without this, what
differs between two pictures is mostly that. Gauss and Newton, all samples at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .contrast import Grid

_TURN_AT = 24.0  # cells: a turn is measured by what it moves so far from the middle
_STIFF, _LOOSE = 0.02, 0.001  # against turning and stretching; against moving
_MOST_BENT, _MOST_MOVED = 0.12, 4.0  # of a turn or stretch; in cells from the start
_FAINTEST = 0.3  # of a sample's contrast
_SHOWN = 0.99  # of a cell: less is cut by the edge
_BACK = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP

_Floats = NDArray[np.float64]
Stack = NDArray[np.float32]  # one flat grid a row


@dataclass(frozen=True, slots=True, eq=False)
class Lay:
    """How samples lie: each is bent by a 2 x 2 matrix about the middle, then moved (cells)."""

    bent: _Floats  # samples x 2 x 2
    moved: _Floats  # samples x 2: to the right, down
    likeness: NDArray[np.float32]  # of what is covered

    def of(self, chosen: Sequence[int], scale: float = 1.0) -> Lay:
        """Some of them, in cells that are smaller by `scale`."""
        rows = [*chosen]
        return Lay(self.bent[rows], self.moved[rows] * scale, self.likeness[rows])


def begun(moved: Sequence[tuple[int, int]]) -> Lay:
    """Samples that are only moved."""
    count = len(moved)
    bent = np.tile(np.eye(2), (count, 1, 1))
    return Lay(bent, np.array(moved, np.float64), np.full(count, -1, np.float32))


class Sheet:
    """Samples of one size, each with what its changes look like when it moves.

    Grids and masks are flat, one sample a row, the two values of a cell side by side: numpy is
    several times faster so.
    """

    def __init__(self, grids: Sequence[Grid], masks: Sequence[NDArray[np.float32]] = ()) -> None:
        """`masks` are 1 where a sample shows its card; see `show`."""
        self._height, self._width = grids[0].shape[:2]
        self._middle = np.array([(self._width - 1) / 2, (self._height - 1) / 2])
        self._steps = np.array([self._step(grid) for grid in grids])
        self._grids = np.array([grid.ravel() for grid in grids])
        self._squares = np.square(self._grids)
        self._masks = [np.dstack([mask, mask]) for mask in masks]
        self._whole = np.ones((self._height, self._width, 2), np.float32)

    def _step(self, grid: Grid) -> NDArray[np.float32]:
        """What to do about a difference: the best small change as a sum over its cells."""
        down, across = np.gradient(grid, axis=(0, 1))
        ys, xs = np.mgrid[: self._height, : self._width].astype(np.float32)
        x = ((xs - self._middle[0]) / _TURN_AT)[..., None]
        y = ((ys - self._middle[1]) / _TURN_AT)[..., None]
        moves = np.stack([across * x, across * y, across, down * x, down * y, down])
        flat = moves.reshape(6, -1).astype(np.float64)
        normal = flat @ flat.T
        held = np.array([_STIFF, _STIFF, _LOOSE, _STIFF, _STIFF, _LOOSE])
        normal += np.diag(held * (np.trace(normal) / 6 + 1e-6))
        return np.asarray(np.linalg.solve(normal, flat), dtype=np.float32)

    def fit(self, seen: Grid, numbers: Sequence[int], start: Lay, rounds: int) -> Lay:
        """The samples of these numbers where they lie best after some rounds."""
        count, rows = len(numbers), [*numbers]
        grids, squares = self._grids[rows], self._squares[rows]
        bent, moved, is_free = start.bent, start.moved, np.ones(count, bool)
        best = Lay(bent.copy(), moved.copy(), np.full(count, -1, np.float32))
        for step in range(rounds + 1):
            matrices = self._matrices(bent, moved)
            is_shown = (self._warped(repeat(self._whole), matrices) > _SHOWN).astype(np.float32)
            found = self._warped(repeat(seen), matrices) * is_shown
            both, power, light = dot(found, grids), dot(squares, is_shown), dot(found, found)
            alike = both / np.sqrt((power + 1e-6) * (light + 1e-6))
            is_better = is_free & (alike > best.likeness)
            best.bent[is_better], best.moved[is_better] = bent[is_better], moved[is_better]
            best.likeness[is_better] = alike[is_better]
            if step == rounds:
                break
            gain = np.maximum(_FAINTEST, both / (power + 1e-6))[:, None]
            errors = np.asarray(found / gain - grids * is_shown, np.float32)
            change = self._changes(rows, errors)
            bent = bent @ np.linalg.inv(np.eye(2) + change[:, [[0, 1], [3, 4]]] / _TURN_AT)
            moved = moved - (bent @ change[:, [2, 5], None])[..., 0]
            is_free &= np.abs(bent - np.eye(2)).max(axis=(1, 2)) < _MOST_BENT
            is_free &= np.abs(moved - start.moved).max(axis=1) < _MOST_MOVED
        return best

    def show(self, numbers: Sequence[int], lay: Lay) -> tuple[Stack, Stack]:
        """Samples as they lie, flat, and 1 where the card is, else 0."""
        matrices, shape = self._matrices(lay.bent, lay.moved), (self._height, self._width, 2)
        grids = [self._grids[number].reshape(shape) for number in numbers]
        shown = self._warped(grids, matrices, cv2.INTER_LINEAR)
        masks = [self._masks[number] for number in numbers]
        is_card = self._warped(masks, matrices, cv2.INTER_LINEAR) > _SHOWN
        return shown, is_card.astype(np.float32)

    def _warped(self, grids: Iterable[Grid], matrices: _Floats, how: int = _BACK) -> Stack:
        """Each grid, flat, as its matrix moves it."""
        size = self._width, self._height
        laid = np.empty((len(matrices), self._height, self._width, 2), np.float32)
        for grid, matrix, into in zip(grids, matrices, laid, strict=False):
            cv2.warpAffine(grid, matrix, size, into, flags=how)
        return laid.reshape(len(matrices), -1)

    def _changes(self, numbers: Sequence[int], errors: Stack) -> _Floats:
        """What to do about the errors of samples. No matrix product: that would start threads."""
        each = [
            np.einsum("jk,k->j", self._steps[number], error)
            for number, error in zip(numbers, errors, strict=True)
        ]
        return np.array(each, np.float64)

    def _matrices(self, bent: _Floats, moved: _Floats) -> _Floats:
        """From the samples' cells to those that are seen."""
        offsets = self._middle + moved - bent @ self._middle
        return np.concatenate([bent, offsets[..., None]], axis=2)


def dot(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.float32]:
    """Row by row."""
    return np.asarray(np.einsum("ij,ij->i", one, other), dtype=np.float32)
