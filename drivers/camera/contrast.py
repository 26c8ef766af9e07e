"""Ink on paper, whatever the light: local contrast of a small picture.

Each cell is compared with its surroundings, in each colour by itself, and measured in their own
spread: a dark picture, a colour cast, a gradient and a soft glare give nearly the same values.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .picture import Picture

Grid = NDArray[np.float32]  # height x width x 2: how dark, and how red
LONG, SHORTEST = 64, 8  # cells of the longer side, and the fewest of the shorter one
_AROUND, _SPREAD = 1 / 16, 1 / 10  # of the longer side: what counts as surroundings
_RED = 0.7  # redness against darkness: it tells two suits of four, and no rank
_PRINT = np.ones((LONG // 5, LONG // 5), np.uint8)  # a pip goes in there
_FAR = np.ones((LONG // 3, LONG // 3), np.uint8)
_DIM, _LEAST_PAPER = 0.45, 0.15  # of the paper around; of the window
_SOFT = 0.8  # cells of the coarse grid
_QUIET = 2.0  # grey levels that are noise


def cells_of(width: int, height: int) -> tuple[int, int]:
    """How many cells across and down go with a window; both are even."""
    scale = LONG / max(width, height)
    across, down = (max(SHORTEST, 2 * round(side * scale / 2)) for side in (width, height))
    return across, down


def contrast(picture: Picture, cells: tuple[int, int]) -> Grid:
    """The local contrast of a picture in so many cells across and down."""
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA).astype(np.float32) + _QUIET
    around = cv2.GaussianBlur(small, (0, 0), LONG * _AROUND)
    ink = around - small
    spread = np.sqrt(cv2.GaussianBlur(ink * ink, (0, 0), LONG * _SPREAD))
    ink /= spread + (0.04 * float(around.mean()) + _QUIET)
    dark = (ink[..., 0] + ink[..., 1]) / 2
    red = (ink[..., 1] - ink[..., 2]) * _RED
    return np.dstack([dark, red])


def paper(picture: Picture, cells: tuple[int, int]) -> NDArray[np.float32]:
    """1 where a card's paper and what is printed on it lies, 0 beside it and on its edge.

    All ones where nothing is dark beside it.
    """
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA)
    bright = cv2.morphologyEx(small.max(axis=2), cv2.MORPH_CLOSE, _PRINT).astype(np.float32)
    lit = cv2.GaussianBlur(cv2.dilate(bright, _FAR), (0, 0), LONG / 8)
    is_paper = (bright > _DIM * lit).astype(np.uint8)
    inner = cv2.erode(is_paper, np.ones((3, 3), np.uint8), borderValue=1).astype(np.float32)
    return inner if inner.mean() > _LEAST_PAPER else np.ones_like(inner)


def shifts(grid: Grid, across: int, down: int) -> NDArray[np.float32]:
    """A grid moved by -down..down and -across..across cells, one a row; what comes in is 0."""
    height, width, depth = grid.shape
    wide = np.zeros((height + 2 * down, width + 2 * across, depth), np.float32)
    wide[down : down + height, across : across + width] = grid
    views = np.lib.stride_tricks.sliding_window_view(wide, (height, width, depth))
    return views.reshape((2 * down + 1) * (2 * across + 1), -1)


def coarse(grid: Grid, share: float = 0.5) -> Grid:
    """A grid at a share of its resolution, softened, so that a half cell beside is still alike."""
    height, width, _ = grid.shape
    size = max(4, round(width * share)), max(4, round(height * share))
    less = cv2.resize(grid, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(less, (0, 0), _SOFT), dtype=np.float32)
