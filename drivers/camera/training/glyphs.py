"""The shapes on a card as masks: suits drawn by formula or taken from a typeface, ranks by font."""

from __future__ import annotations

import functools
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from ..picture import Array, ints

Mask = Array  # uint8, height x width, 0 to 255
_SIZE = 160  # px that a glyph is drawn at before it is scaled
_SYMBOLS = dict(zip("SHDC", "♠♥♦♣", strict=True))


def rank_text(rank: str) -> str:
    """What is printed for a rank: the ten is written 10."""
    return "10" if rank == "T" else rank


@functools.lru_cache(maxsize=4000)
def lettered(text: str, font: Path) -> Mask:
    """A text in a typeface, cropped to its ink."""
    face = ImageFont.truetype(str(font), _SIZE)
    left, top, right, bottom = face.getbbox(text)
    page = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(page).text((4 - left, 4 - top), text, font=face, fill=255)
    return cropped(np.asarray(page, np.uint8))


@functools.lru_cache(maxsize=200)
def suit_of_font(suit: str, font: Path) -> Mask:
    """A suit's sign as a typeface has it."""
    return lettered(_SYMBOLS[suit], font)


@functools.lru_cache(maxsize=400)
def suit_drawn(suit: str, seed: int) -> Mask:
    """A suit's sign by formula; the seed varies how fat it is."""
    draw = np.random.default_rng(seed)
    page = np.zeros((_SIZE * 2, _SIZE * 2), np.uint8)
    _DRAWN[suit](page, draw)
    return cropped(page)


def cropped(mask: Mask) -> Mask:
    """A mask without its empty edges."""
    ys, xs = np.where(mask > 40)
    return np.ascontiguousarray(mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def _fill(page: Mask, points: Array) -> None:
    middle, scale = page.shape[0] / 2, page.shape[0] * 0.42
    cv2.fillPoly(page, [ints(points * scale + middle)], 255, cv2.LINE_AA)


def _heart_outline(draw: np.random.Generator) -> Array:
    t = np.linspace(0, 2 * np.pi, 120)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - draw.uniform(4, 6) * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    return np.stack([x / 17 * draw.uniform(0.8, 1.0), y / 17], 1)


def _heart(page: Mask, draw: np.random.Generator) -> None:
    _fill(page, _heart_outline(draw))


def _diamond(page: Mask, draw: np.random.Generator) -> None:
    wide, bow = draw.uniform(0.62, 0.85), draw.uniform(0.75, 1.0)  # bow < 1: sides curve inwards
    corners = [(0, -1), (wide, 0), (0, 1), (-wide, 0)]
    points = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        for t in np.linspace(0, 1, 12, endpoint=False):
            pull = 1 - (1 - bow) * 4 * t * (1 - t)
            points.append(((ax + (bx - ax) * t) * pull, (ay + (by - ay) * t) * pull))
    _fill(page, np.array(points))


def _stem(page: Mask, draw: np.random.Generator) -> None:
    foot, waist = draw.uniform(0.25, 0.5), draw.uniform(0.05, 0.14)
    t = np.linspace(0, 1, 20)
    side = waist + (foot - waist) * t ** draw.uniform(2, 5)
    y = 0.1 + 0.9 * t
    _fill(page, np.concatenate([np.stack([side, y], 1), np.stack([-side, y], 1)[::-1]]))


def _spade(page: Mask, draw: np.random.Generator) -> None:
    heart = _heart_outline(draw)
    _fill(page, np.stack([heart[:, 0], -heart[:, 1] * 0.85 - 0.12], 1))
    _stem(page, draw)


def _club(page: Mask, draw: np.random.Generator) -> None:
    size, apart = draw.uniform(0.38, 0.46), draw.uniform(0.46, 0.54)
    t = np.linspace(0, 2 * np.pi, 60)
    ring = np.stack([np.cos(t), np.sin(t)], 1) * size
    for middle in ((0, -0.52), (-apart, 0.18), (apart, 0.18)):
        _fill(page, ring + middle)
    _fill(page, ring * 0.5)
    _stem(page, draw)


_DRAWN = {"S": _spade, "H": _heart, "D": _diamond, "C": _club}
