"""A picture in another size, by halves: OpenCV's averaging is five times faster so."""

from __future__ import annotations

import cv2

from .picture import Picture


def sized(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture in a size (wide, high); by halves as far as may be, five times faster."""
    high, wide = picture.shape[:2]
    while wide >= 1.9 * size[0] and wide % 2 == 0 and high % 2 == 0:
        wide, high = wide // 2, high // 2
        picture = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    if (wide, high) == size:
        return picture
    smooth = cv2.INTER_AREA if wide > 1.35 * size[0] else cv2.INTER_LINEAR
    return cv2.resize(picture, size, interpolation=smooth)
