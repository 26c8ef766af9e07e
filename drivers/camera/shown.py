"""The live picture: what the camera sees and what is read in it, small, for the crew alone."""

from __future__ import annotations

from collections.abc import Sequence

import cv2

from .picture import Picture
from .vision import Label

WIDEST = 640  # pixels
_QUALITY = 70
_INK, _UNDER = (60, 255, 255), (0, 0, 0)  # yellow, black: blue green red


def shown(picture: Picture, labels: Sequence[Label]) -> bytes:
    """A picture with its labels as a JPEG, at most 640 pixels wide."""
    height, width = picture.shape[:2]
    scale = min(1.0, WIDEST / width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    for each in labels:
        x, y, w, h = (round(side * scale) for side in each.box)
        cv2.rectangle(small, (x, y), (x + w, y + h), _INK, 2)
        at = (max(0, x), y - 6 if y > 20 else y + h + 16)
        for ink, thick in ((_UNDER, 4), (_INK, 1)):
            cv2.putText(small, each.words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    assert done
    return data.tobytes()
