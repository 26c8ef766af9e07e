"""Card-shaped things that show no index, found by their outline in the small picture."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np

from .glance import Mask
from .shape import ASPECT, Outline, Quad

_SIDES = (1.12, 1.75)  # the long side by the short one, seen at a slant
_FILLED = 0.86  # of the smallest rectangle around it: a chip fills 0.79
_SIZES = (0.75, 1.3)  # of a card's height, where that is known
_HEIGHTS = (0.07, 0.95)  # of the picture's height, where it is not
_SMALLEST = 40.0  # px of area in the small picture


def things(solid: Mask, known: Iterable[Quad], scale: float, height: float) -> list[Outline]:
    """The outlines of what is solid and has the shape of a card, without what lies in `known`.

    `solid` is a mask of the small picture; `height` is that of a card in pixels of the picture, 0
    where it is not known. What touches the picture's edge is left out.
    """
    rows, columns = solid.shape
    left = solid.astype(np.uint8)
    for quad in known:
        at = np.rint(np.asarray(quad, np.float32) * scale).astype(np.int32)
        cv2.fillConvexPoly(left, at, 0)
        cv2.polylines(left, [at], True, 0, 3)
    clean = cv2.morphologyEx(left, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    clean = cv2.morphologyEx(clean, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(clean, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    lowest, highest = (
        (_SIZES[0] * height * scale, _SIZES[1] * height * scale)
        if height
        else (_HEIGHTS[0] * rows, _HEIGHTS[1] * rows)
    )
    found = []
    for contour in contours:
        x, y, wide, high = cv2.boundingRect(contour)
        if min(wide, high) < 4 or x <= 0 or y <= 0 or x + wide >= columns or y + high >= rows:
            continue
        area = cv2.contourArea(contour)
        if area < _SMALLEST:
            continue
        (cx, cy), (one, two), degrees = cv2.minAreaRect(contour)
        long, short = max(one, two) + 1, min(one, two) + 1
        edge = cv2.arcLength(contour, True)
        if not _SIDES[0] <= long / short <= _SIDES[1] or not lowest <= long <= highest:
            continue
        if (area + edge / 2 + 1) / (long * short) < _FILLED:
            continue
        angle = math.radians(degrees if one <= two else degrees + 90) % math.pi
        size = math.sqrt(long * short / ASPECT)  # of the same area, whatever the slant
        found.append(Outline(((cx + 0.5) / scale, (cy + 0.5) / scale), angle, size / scale))
    return found
