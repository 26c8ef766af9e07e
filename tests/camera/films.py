"""Films of cards that are dealt one by one to a table, written as MP4."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2

from drivers.camera.picture import Picture

from .drawn import Lying, deck, felt, laid

FPS = 25
SIZE = (960, 540)
_SPOTS = (
    (620, 180, 3),
    (330, 180, -2),
    (750, 182, 0),
    (200, 182, 4),
    (690, 400, 90),
    (260, 400, 90),
)
_HEIGHT = 150


def dealt(
    path: Path, cards: Sequence[str], *, lead_s: float, each_s: float, after_s: float
) -> Path:
    """A film of an empty table, then of each card as it comes to lie, in dealing order.

    The cards appear at rest, `each_s` after one another; the last lies for `after_s`.
    """
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, SIZE)
    empty = felt(*SIZE)
    _write(film, empty, lead_s)
    for count in range(1, len(cards) + 1):
        spots = _SPOTS[:count]
        lying = [
            Lying(deck()[card], x, y, _HEIGHT, turn)
            for card, (x, y, turn) in zip(cards, spots, strict=False)
        ]
        _write(film, laid(empty, lying), after_s if count == len(cards) else each_s)
    film.release()
    return path


def _write(film: cv2.VideoWriter, picture: Picture, seconds: float) -> None:
    for _ in range(round(seconds * FPS)):
        film.write(picture)
