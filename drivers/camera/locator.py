"""Finds the indexes of cards in a picture, without an outline of any card.

The network is fully convolutional: for each cell of a grid it says how likely an index has its
middle there, and where, how large, how turned, and where the middle of its card should lie.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .picture import Array, Picture
from .sight import Box, Point
from .sized import sized

Run = Callable[[Array], Array]  # a network: its input to its output
CELL = 4  # px of the grid that indexes are found on
VALUES = (
    8  # of a cell: logit, dx, dy (cells), log(height / 16), sin, cos, centre dx, dy (3 heights)
)
_MULTIPLE = 16  # px that a picture's sides are filled up to
_AROUND = 48  # px around an area that are looked at, too: an index is told by its card
_FEWEST_PX = 4.5  # an index of less height cannot be read


@dataclass(frozen=True, slots=True)
class Spot:
    """Where an index seems to be, in px of the picture; see sight.Index. `score` is 0 to 1."""

    at: Point
    height: float
    angle: float
    centre: Point
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A picture at one scale, filled up with black to sides that the network takes."""

    picture: Picture
    scale: float


def small(picture: Picture, scale: float) -> Small:
    """The picture at a scale, as indexes are looked for in it."""
    high, wide = (max(_MULTIPLE, round(side * scale)) for side in picture.shape[:2])
    shown = sized(picture, (wide, high))
    filled = (-(-high // _MULTIPLE) * _MULTIPLE, -(-wide // _MULTIPLE) * _MULTIPLE)
    if filled != (high, wide):
        shown = cv2.copyMakeBorder(
            shown, 0, filled[0] - high, 0, filled[1] - wide, cv2.BORDER_CONSTANT
        )
    return Small(shown, scale)


def located(
    run: Run, smalls: Iterable[Small], least: float, areas: Sequence[Box] | None = None
) -> list[Spot]:
    """The indexes in a picture, likeliest first, looked for at each scale; `least` is a score.

    `areas` are those of the picture that are looked at, with what is around them; None: all of it.
    """
    return _apart(
        [
            spot
            for one in smalls
            for part in ([_whole(one)] if areas is None else [_part(one, area) for area in areas])
            for spot in _in_part(run, one, part, least)
        ]
    )


def cost(one: Small, areas: Iterable[Box]) -> float:
    """What it takes to look at these areas, as a share of what the whole picture takes."""
    parts = [_part(one, area) for area in areas]
    pixels = sum((right - left) * (bottom - top) for left, top, right, bottom in parts)
    return float(pixels / (one.picture.shape[0] * one.picture.shape[1]))


def _whole(one: Small) -> tuple[int, int, int, int]:
    high, wide = one.picture.shape[:2]
    return 0, 0, wide, high


def _part(one: Small, area: Box) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of an area and its surroundings, where the network's grid is."""
    left, top, wide, high = (value * one.scale for value in area)
    starts = (max(0, _on_grid(value - _AROUND)) for value in (left, top))
    ends = (-_on_grid(-value - _AROUND) for value in (left + wide, top + high))
    x, y = starts
    right, bottom = map(min, ends, reversed(one.picture.shape[:2]))
    return x, y, right, bottom


def _on_grid(value: float) -> int:
    return math.floor(value / _MULTIPLE) * _MULTIPLE


def _in_part(run: Run, one: Small, part: tuple[int, int, int, int], least: float) -> Iterable[Spot]:
    left, top, right, bottom = part
    shown = np.ascontiguousarray(one.picture[top:bottom, left:right])
    cells = on_fine_grid(run(cv2.dnn.blobFromImage(shown, 1 / 255))[0])
    return peaks(cells, one.scale, least, (left, top))


def on_fine_grid(raw: Array) -> Array:
    """4 * VALUES x h x w, as the network answers, -> VALUES x 2h x 2w."""
    _, high, wide = raw.shape
    parts = raw.reshape(2, 2, VALUES, high, wide).transpose(2, 3, 0, 4, 1)
    return parts.reshape(VALUES, high * 2, wide * 2)


def peaks(
    cells: Array, scale: float, least: float, corner: tuple[int, int] = (0, 0)
) -> Iterable[Spot]:
    """Where cells are the likeliest around; `corner` of the small picture is their first."""
    logits = cells[0]
    tops = (logits >= cv2.dilate(logits, np.ones((3, 3)))) & (logits > np.log(least / (1 - least)))
    for row, column in np.argwhere(tops).tolist():
        logit, dx, dy, size, sine, cosine, mx, my = map(float, cells[:, row, column])
        height = 16 * float(np.exp(np.clip(size, -2, 3)))
        if height < _FEWEST_PX:
            continue
        x, y = (column + 0.5 + dx) * CELL + corner[0], (row + 0.5 + dy) * CELL + corner[1]
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
