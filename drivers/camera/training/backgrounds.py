"""What cards lie on: felt, cloth, wood, patterns, lettering, or a photograph's own background."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from ..picture import Array, Picture, ints
from .faces import stamp
from .glyphs import Mask

Rng = np.random.Generator
Ink = tuple[int, int, int]  # BGR


def background(size: int, draw: Rng, patches: list[Picture], letters: list[Mask]) -> Picture:
    """A square picture of so many px; `patches` are pieces of photographs without cards."""
    if patches and draw.random() < 0.35:
        return _patch(size, draw, patches)
    kind = _KINDS[int(draw.choice(len(_KINDS), p=_SHARES))]
    page = kind(size, draw)
    if draw.random() < 0.15:
        _write(page, draw, letters)
    return page


def colour(draw: Rng) -> Ink:
    """Any colour, felt green and grey more often than others."""
    pick = draw.random()
    if pick < 0.3:
        hue, full, bright = draw.integers(60, 95), draw.integers(90, 240), draw.integers(40, 160)
    elif pick < 0.5:
        hue, full, bright = draw.integers(180), draw.integers(0, 40), draw.integers(5, 256)
    else:
        hue, full, bright = draw.integers(180), draw.integers(30, 256), draw.integers(10, 256)
    return bgr(int(hue), int(full), int(bright))


def bgr(hue: int, full: int, bright: int) -> Ink:
    """A colour by hue (0 to 179), saturation and brightness (0 to 255)."""
    pixel = np.array([[[hue, full, bright]]], np.uint8)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return int(blue), int(green), int(red)


def waves(size: int, draw: Rng, cells: int) -> Array:
    """A smooth random field, -1 to 1, with about so many hills across."""
    small = draw.uniform(-1, 1, (cells + 2, cells + 2)).astype(np.float32)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)


def _patch(size: int, draw: Rng, patches: list[Picture]) -> Picture:
    patch = patches[int(draw.integers(len(patches)))]
    turned = np.rot90(patch, int(draw.integers(4)))
    return cv2.resize(np.ascontiguousarray(turned), (size, size), interpolation=cv2.INTER_LINEAR)


def _felt(size: int, draw: Rng) -> Picture:
    page = np.full((size, size, 3), colour(draw), np.float32)
    grain = draw.normal(0, draw.uniform(1, 14), (size, size, 1)).astype(np.float32)
    page += grain if draw.random() < 0.5 else cv2.blur(grain, (3, 2))[..., None] * 2
    page *= 1 + 0.2 * waves(size, draw, 3)[..., None]
    return np.clip(page, 0, 255).astype(np.uint8)


def _white(size: int, draw: Rng) -> Picture:
    page = np.full((size, size, 3), draw.uniform(170, 255), np.float32)
    page *= 1 + 0.12 * waves(size, draw, 2)[..., None]
    page += draw.normal(0, 1.5, (size, size, 1)).astype(np.float32)
    return np.clip(page, 0, 255).astype(np.uint8)


def _wood(size: int, draw: Rng) -> Picture:
    x = np.linspace(0, draw.uniform(4, 20), size, dtype=np.float32)[None]
    grain = np.sin(x * 6 + 4 * waves(size, draw, 3) + np.linspace(0, 2, size)[:, None])
    base = np.array(colour(draw), np.float32)
    page = base * (1 + 0.22 * grain[..., None])
    page = page if draw.random() < 0.5 else page.transpose(1, 0, 2)
    return np.ascontiguousarray(np.clip(page, 0, 255).astype(np.uint8))


def _stripes(size: int, draw: Rng) -> Picture:
    page = np.full((size, size, 3), colour(draw), np.uint8)
    step, ink = int(draw.integers(4, 60)), colour(draw)
    slope = int(draw.integers(-size, size))
    for at in range(-size, 2 * size, step):
        wide = max(1, int(step * draw.uniform(0.1, 0.6)))
        cv2.line(page, (at, 0), (at + slope, size), ink, wide, cv2.LINE_AA)
    return page


def _shapes(size: int, draw: Rng) -> Picture:
    page = np.full((size, size, 3), colour(draw), np.uint8)
    for _ in range(int(draw.integers(5, 120))):
        middle = tuple(map(int, draw.integers(0, size, 2)))
        reach = int(draw.integers(3, 70))
        ink = colour(draw)
        if draw.random() < 0.5:
            cv2.circle(page, middle, reach, ink, int(draw.choice([-1, 1, 3])), cv2.LINE_AA)
        else:
            points = np.array(middle) + draw.integers(
                -reach, reach + 1, (int(draw.integers(3, 7)), 2)
            )
            cv2.fillPoly(page, [points.astype(np.int32)], ink, cv2.LINE_AA)
    return page


def _edges(size: int, draw: Rng) -> Picture:
    """Two surfaces that meet, such as a table's edge."""
    one, other = _felt(size, draw), (_white if draw.random() < 0.4 else _wood)(size, draw)
    mask = np.zeros((size, size), np.uint8)
    a, b = draw.integers(0, size, 2)
    cv2.fillPoly(mask, [ints([(0, 0), (int(a), 0), (int(b), size), (0, size)])], 1)
    return np.where(np.rot90(mask, int(draw.integers(4)))[..., None] > 0, one, other)


def _write(page: Picture, draw: Rng, letters: list[Mask]) -> None:
    """Letters and suits that are no index: a keyboard, a label, print on felt."""
    ink = tuple(int(part) for part in colour(draw))
    for _ in range(int(draw.integers(3, 40))):
        mask = letters[int(draw.integers(len(letters)))]
        tall = draw.uniform(8, 40)
        wide = tall * mask.shape[1] / mask.shape[0]
        x, y = draw.uniform(0, page.shape[1]), draw.uniform(0, page.shape[0])
        stamp(page, mask, x, y, (wide, tall), (ink[0], ink[1], ink[2]))


_KINDS: tuple[Callable[[int, Rng], Picture], ...] = (
    _felt,
    _white,
    _wood,
    _stripes,
    _shapes,
    _edges,
)
_SHARES = (0.34, 0.2, 0.1, 0.1, 0.16, 0.1)
