"""What the eye saw, drawn into its picture."""

from __future__ import annotations

from collections.abc import Iterable

import cv2

from .picture import Picture
from .sight import Box

_SURE, _UNSURE = (80, 220, 60), (40, 160, 255)  # BGR


def with_boxes(picture: Picture, boxes: Iterable[tuple[Box, str, bool]]) -> Picture:
    """A copy with a box and its label for each (box, label, is sure)."""
    drawn = picture.copy()
    size = max(picture.shape[:2]) / 1400 + 0.25
    thick = max(1, round(size * 2))
    for (x, y, wide, high), label, is_sure in boxes:
        ink = _SURE if is_sure else _UNSURE
        corner = (round(x), round(y))
        cv2.rectangle(drawn, corner, (round(x + wide), round(y + high)), ink, thick)
        spot = (corner[0], max(round(24 * size), corner[1] - round(6 * size)))
        for colour, width in (((0, 0, 0), thick * 3), (ink, thick)):
            face = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(drawn, label, spot, face, size, colour, width, cv2.LINE_AA)
    return drawn
