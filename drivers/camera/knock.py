"""Whether the camera was knocked: the table's own pattern is seen at another place."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .light import Mask, Small
from .sight import Point

_NOISE = 2.0  # grey levels: a pattern that is weaker is none, it is the camera's own
_STRONG = 8.0  # grey levels: what differs by more from around it is a card or a line
_LIKE = 0.45  # the pattern is seen where it was: a correlation
_LOST = 0.5  # of its usual likeness: it is not there
_FOUND = 0.25  # of its usual likeness, at another place: there it is, cards and hands beside it
_BETTER = 2.5  # times the likeness at the old place
_FARTHEST = 0.25  # of the picture's width that it may have moved
_LEAST = 0.7  # px of the small picture
_LEARNS = 8  # pictures tell how well the pattern can be seen
_SHAKING = 12  # pictures: after so many it will not come to rest
_DRIFT = (
    "The picture is not any more the one that was calibrated: the camera was moved. "
    "Put it back, or calibrate again."
)


@dataclass(frozen=True, slots=True)
class Knocked:
    """What a picture tells of the camera's stand; `shift` in pixels of the small picture."""

    is_shaking: bool = False
    shift: Point | None = None
    drift: str = ""


class Knock:
    """Compares the table's pattern with the one that was."""

    def __init__(self) -> None:
        self._usual = 0.0  # likeness while nothing happened
        self._looked = -1  # pictures; the first is the pattern itself
        self._lost = 0  # pictures since it was seen
        self._drift = ""
        self._window: NDArray[np.float32] | None = None

    def look(self, now: Small, empty: Small, table: Mask, *, is_moving: bool) -> Knocked:
        """`table` is where the table is seen free of cards; `empty` what it should show.

        `is_moving`: something moves in the picture; a still camera is not knocked.
        """
        if float(table.mean()) < 0.1 and not self._lost:
            return Knocked(drift=self._drift)
        one, other = _pattern(now), _pattern(empty)
        where = table if not self._lost else np.ones_like(table)
        like = _likeness(one, other, where)
        self._looked += 1
        is_new = self._looked < _LEARNS or not (is_moving or self._lost)
        if is_new or self._usual < _LIKE or like > _LOST * self._usual:
            self._lost = 0
            if self._looked:
                self._usual += max(0.05, 1 / self._looked) * (like - self._usual)
            return Knocked(drift=self._drift)
        self._lost += 1
        shift = self._shift(one, other, like)
        if shift is not None:
            self._lost = 0
            self._drift = _DRIFT
            return Knocked(is_shaking=True, shift=shift, drift=self._drift)
        if self._lost > _SHAKING:  # the light, the focus: what is seen now is the pattern
            self._lost, self._usual, self._looked = 0, 0.0, -1
            self._drift = _DRIFT
        return Knocked(is_shaking=True, drift=self._drift)

    def _shift(
        self, now: NDArray[np.float32], empty: NDArray[np.float32], here: float
    ) -> Point | None:
        """How far the pattern has moved, None where it is not seen anywhere."""
        rows, columns = now.shape
        if self._window is None or self._window.shape != now.shape:
            window = cv2.createHanningWindow((columns, rows), cv2.CV_32F)
            self._window = window.astype(np.float32)
        (x, y), _ = cv2.phaseCorrelate(empty, now, self._window)
        if not _LEAST <= max(abs(x), abs(y)) <= _FARTHEST * columns:
            return None
        warp = np.array([(1, 0, x), (0, 1, y)], np.float32)
        moved = cv2.warpAffine(empty, warp, (columns, rows))
        seen = cv2.warpAffine(np.ones_like(empty), warp, (columns, rows)) > 0.99
        like = _likeness(now, moved.astype(np.float32), seen)
        is_there = like > _FOUND * self._usual and like > _BETTER * max(here, 0.05)
        return (float(x), float(y)) if is_there else None


def _pattern(picture: Small) -> NDArray[np.float32]:
    """The fine pattern of a small picture, without its light."""
    grey = (picture[0] + picture[1] + picture[2]) / 3
    return np.asarray(np.clip(grey - cv2.blur(grey, (9, 9)), -_STRONG, _STRONG), dtype=np.float32)


def _likeness(one: NDArray[np.float32], other: NDArray[np.float32], where: Mask) -> float:
    """The correlation of two patterns, -1 to 1."""
    first, second = one[where], other[where]
    if first.size < 100:
        return 0.0
    noise = first.size * _NOISE**2
    power = float(np.sqrt((first @ first + noise) * (second @ second + noise)))
    return float(first @ second) / power
