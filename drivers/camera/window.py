"""The window of a shoe's camera: cut out of the picture and turned, so that its index is upright.

Pictures are numpy arrays of height x width x 3 bytes: blue, green, red.
"""

from __future__ import annotations

import cv2
import numpy as np

from .mount import Window
from .picture import Picture

_TURNS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


def cut(picture: Picture, window: Window, turn: int) -> Picture:
    """What the window shows, turned clockwise by 0, 90, 180 or 270 degrees."""
    x, y, width, height = window
    shown = picture[y : y + height, x : x + width]
    if turn in _TURNS:
        return np.asarray(cv2.rotate(shown, _TURNS[turn]), dtype=np.uint8)
    return shown
