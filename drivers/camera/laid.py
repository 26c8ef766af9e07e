"""Cards that lie apart on a table: where each is, by what has changed since it was empty."""

from __future__ import annotations

import cv2
import numpy as np

from server.baccarat.cards import RANKS

from .picture import Picture
from .sight import Box

_CHANGED = 28  # grey levels in one of the colours
_CLOSE, _CLOSE_ALONE = 1 / 200, 1 / 30  # of the picture's width: what is so near is one thing
_LEAST = 0.3  # of the largest thing's area: less is dust, a shadow's edge, a chip
_MARGIN = 0.02  # of the picture's width, of which a thing is at least


def apart(picture: Picture, empty: Picture, *, is_alone: bool = False) -> list[Box]:
    """The things that lie on a table which was `empty`, as a page is read: line by line.

    Both are height x width x 3; the boxes are in px. On a white table little but the print of a
    card differs from it: that goes together where a card `is_alone`.
    """
    changed = cv2.absdiff(picture, empty).max(axis=2) > _CHANGED
    width = picture.shape[1]
    side = max(3, round(width * (_CLOSE_ALONE if is_alone else _CLOSE))) | 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    whole = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, kernel)
    count, _, facts, _ = cv2.connectedComponentsWithStats(whole)
    boxes = [tuple(map(float, facts[at][:4])) for at in range(1, count)]
    large = [(x, y, w, h) for x, y, w, h in boxes if min(w, h) > _MARGIN * width]
    most = max((w * h for _, _, w, h in large), default=0.0)
    return in_lines([box for box in large if box[2] * box[3] > _LEAST * most])


def in_lines(boxes: list[Box]) -> list[Box]:
    """Boxes as a page is read: from above, and in each line from left to right."""
    lines: list[list[Box]] = []
    for box in sorted(boxes, key=lambda box: box[1] + box[3] / 2):
        is_below = not lines or box[1] + box[3] / 2 > lines[-1][0][1] + lines[-1][0][3]
        if is_below:
            lines.append([])
        lines[-1].append(box)
    return [box for line in lines for box in sorted(line)]


def suit_of(suit: str) -> tuple[str, ...]:
    """The thirteen cards of a suit, such as S, in the order in which they are laid: ace to king."""
    return tuple(f"{rank}{suit}" for rank in RANKS)
