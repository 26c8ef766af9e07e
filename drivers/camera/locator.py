"""Finds the indexes of cards in a picture, without an outline of any card.

The network is fully convolutional: for each cell of a grid it says how likely an index has its
middle there, and where, how large, how turned, and where the middle of its card should lie.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from .picture import Array, Picture
from .sight import Point

Run = Callable[[Array], Array]  # a network: its input to its output
CELL = 4  # px of the grid that indexes are found on
VALUES = (
    8  # of a cell: logit, dx, dy (cells), log(height / 16), sin, cos, centre dx, dy (3 heights)
)
_MULTIPLE = 16  # px that a picture's sides are filled up to
_FEWEST_PX = 4.5  # an index of less height cannot be read


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an index seems to be, in px of the picture; see sight.Index. `score` is 0 to 1."""

    at: Point
    height: float
    angle: float
    centre: Point
    score: float


def located(run: Run, picture: Picture, scales: Iterable[float], least: float) -> list[Spot]:
    """The indexes in a picture, likeliest first, looked for at each scale; `least` is a score."""
    spots = [spot for scale in scales for spot in _at_scale(run, picture, scale, least)]
    return _apart(spots)


def _at_scale(run: Run, picture: Picture, scale: float, least: float) -> list[Spot]:
    high, wide = (max(_MULTIPLE, round(side * scale)) for side in picture.shape[:2])
    sized = _sized(picture, (wide, high))
    filled = (-(-high // _MULTIPLE) * _MULTIPLE, -(-wide // _MULTIPLE) * _MULTIPLE)
    if filled != (high, wide):
        sized = cv2.copyMakeBorder(
            sized, 0, filled[0] - high, 0, filled[1] - wide, cv2.BORDER_CONSTANT
        )
    cells = on_fine_grid(run(cv2.dnn.blobFromImage(sized, 1 / 255))[0])
    return list(peaks(cells, scale, least))


def _sized(picture: Picture, size: tuple[int, int]) -> Picture:
    """The picture in another size; by halves as far as may be, which is five times faster."""
    high, wide = picture.shape[:2]
    while wide >= 1.9 * size[0] and wide % 2 == 0 and high % 2 == 0:
        wide, high = wide // 2, high // 2
        picture = cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA)
    if (wide, high) == size:
        return picture
    smooth = cv2.INTER_AREA if wide > 1.3 * size[0] else cv2.INTER_LINEAR
    return cv2.resize(picture, size, interpolation=smooth)


def on_fine_grid(raw: Array) -> Array:
    """4 * VALUES x h x w, as the network answers, -> VALUES x 2h x 2w."""
    _, high, wide = raw.shape
    parts = raw.reshape(2, 2, VALUES, high, wide).transpose(2, 3, 0, 4, 1)
    return parts.reshape(VALUES, high * 2, wide * 2)


def peaks(cells: Array, scale: float, least: float) -> Iterable[Spot]:
    logits = cells[0]
    tops = (logits >= cv2.dilate(logits, np.ones((3, 3)))) & (logits > np.log(least / (1 - least)))
    for row, column in np.argwhere(tops).tolist():
        logit, dx, dy, size, sine, cosine, mx, my = map(float, cells[:, row, column])
        height = 16 * float(np.exp(np.clip(size, -2, 3)))
        if height < _FEWEST_PX:
            continue
        x, y = (column + 0.5 + dx) * CELL, (row + 0.5 + dy) * CELL
        yield Spot(
            at=(x / scale, y / scale),
            height=height / scale,
            angle=float(np.arctan2(sine, cosine)),
            centre=((x + 3 * mx * height) / scale, (y + 3 * my * height) / scale),
            score=1 / (1 + float(np.exp(-logit))),
        )


def _apart(spots: list[Spot]) -> list[Spot]:
    """Of those that are one and the same, the likeliest."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda spot: -spot.score):
        if all(_far(spot, other) for other in kept):
            kept.append(spot)
    return kept


def _far(one: Spot, other: Spot) -> bool:
    away = np.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
    return bool(away > 0.45 * min(one.height, other.height))
