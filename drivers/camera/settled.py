"""Which places of a film are settled: looked at often enough since they changed last.

A place is a block of a small picture. What is compared is the picture that was looked at last, so
that a slow change adds up until it counts.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .picture import Picture
from .sight import Box, Point

BLOCK = 16  # px of the small picture along a side of a place
LOOKS = 8  # pictures in a row that must say the same of a place
_CHANGED = 14  # grey levels of one pixel: more than noise leaves in a picture that was made smaller
_STEP, _DARK = 8, np.float32(8)  # every so many-th pixel tells the light; less is noise
_SAME, _OTHER = 1.01, 1.5  # times as bright: it is the same light; it is quite another one
_AROUND = 3  # blocks: places so near are looked at together

Blocks = NDArray[np.bool_]  # rows x columns of places


class Settled:
    """What is known of the places of one film."""

    def __init__(self) -> None:
        self._scale = 1.0
        self._known = np.zeros((0, 0, 3), np.uint8)
        self._looks = np.zeros((0, 0), np.uint8)

    def restless(self, small: Picture, scale: float) -> Blocks:
        """The places to look at in the next picture, small and made so by `scale`.

        Its sides must be multiples of BLOCK.
        """
        if small.shape != self._known.shape or scale != self._scale:
            self._known, self._scale = small, scale
            self._looks = np.zeros([side // BLOCK for side in small.shape[:2]], np.uint8)
        rows, columns = self._looks.shape
        apart = cv2.absdiff(small, self._in_light_of(small))
        lines = apart.reshape(rows, BLOCK, -1).max(axis=1)
        self._looks[lines.reshape(rows, columns, -1).max(axis=2) > _CHANGED] = 0
        return self._looks < LOOKS

    def looked(self, small: Picture, places: Blocks) -> None:
        """These places of the picture were looked at."""
        self._looks[places & (self._looks < LOOKS)] += 1
        if places.all():
            self._known = small
            return
        size = small.shape[1], small.shape[0]
        wide = cv2.resize(places.astype(np.uint8), size, interpolation=cv2.INTER_NEAREST)
        self._known = self._known.copy()
        cv2.copyTo(small, wide, self._known)

    def unsettle(self, at: Point, reach: float) -> None:
        """What was seen around a point, px of the picture, was not seen before, or is not sure."""
        self._looks[self._around(at, reach)] = 0

    def _in_light_of(self, small: Picture) -> Picture:
        """What is known, as bright as this picture is: lamps flicker, and an exposure follows."""
        now, known = (one[::_STEP, ::_STEP] + _DARK for one in (small, self._known))
        light = float(np.median(now / known))
        is_other = 1 / _OTHER < light < 1 / _SAME or _SAME < light < _OTHER
        return cv2.convertScaleAbs(self._known, alpha=light) if is_other else self._known

    def touches(self, places: Blocks, at: Point, reach: float) -> bool:
        """Whether one of these places is so near to a point, px of the picture."""
        return bool(places[self._around(at, reach)].any())

    def areas(self, places: Blocks) -> list[Box]:
        """Boxes around these places, px of the picture."""
        near = np.ones((2 * _AROUND + 1, 2 * _AROUND + 1), np.uint8)
        count, labels = cv2.connectedComponents(cv2.dilate(places.astype(np.uint8), near))
        side = BLOCK / self._scale
        boxes = []
        for label in range(1, count):
            rows, columns = np.nonzero((labels == label) & places)
            top, left = int(rows.min()), int(columns.min())
            high, wide = int(rows.max()) + 1 - top, int(columns.max()) + 1 - left
            boxes.append((left * side, top * side, wide * side, high * side))
        return boxes

    def _around(self, at: Point, reach: float) -> tuple[slice, slice]:
        (x, y), side = at, BLOCK / self._scale
        rows, columns = self._looks.shape
        ends = ((y, rows), (x, columns))
        one, other = (
            slice(min(max(0, int((middle - reach) // side)), count - 1),
                  min(max(1, int((middle + reach) // side) + 1), count))
            for middle, count in ends
        )  # fmt: skip
        return one, other
