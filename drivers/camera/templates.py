"""The second-best eye, for when the model cannot be loaded: outlines and templates.

It finds only whole, lone cards on a darker ground, and says a card only where the print matches
well; see eye.py for the real one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from server.baccarat.cards import RANKS, SUITS

from .joiner import joined
from .net import SHIPPED, BadModel
from .picture import Array, Picture, floats
from .sight import NO_RANK, NO_SUIT, Index, Seen

GLYPH = 24  # px of a template's side
_FACE = (240, 336)  # px that an outlined card is straightened to
_CORNER = (56, 120)  # px of its corner that holds the index, wide and high
_SHAPES = (1.2, 1.75)  # height over width of a card, seen a little from the side
_LEAST_AREA = 0.002  # of the picture
_MATCH = 0.85  # correlation from which a glyph is what its template is
_RED, _BLACK = "HD", "SC"
_COLOURED = 60  # of 255 that red must be over the other colours
_SHARP = 40.0  # how fast probability falls with correlation

Templates = dict[str, Array]  # rank or suit -> n x GLYPH * GLYPH, of length 1


def templates(path: Path = SHIPPED / "templates.png") -> Templates:
    """The templates of a picture: a row for each rank, then each suit, of GLYPH px squares.

    Raises BadModel.
    """
    sheet = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    names = RANKS + SUITS
    if sheet is None or sheet.shape[0] != GLYPH * len(names):
        raise BadModel(f"The camera's templates {path} cannot be read: install Shoeboard again.")
    rows = sheet.reshape(len(names), GLYPH, -1, GLYPH).transpose(0, 2, 1, 3)
    return {name: _normal(row) for name, row in zip(names, rows, strict=True)}


class TemplateEye:
    """Sees whole cards in pictures, without a model."""

    def __init__(self, known: Templates) -> None:
        self._known = known

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """The cards in a picture, height x width x 3 BGR."""
        found = [index for quad in _quads(picture) for index in self._indexes(picture, quad)]
        return joined(found)

    def _indexes(self, picture: Picture, quad: Array) -> Iterator[Index]:
        for turn in range(2):
            corners = np.roll(quad, -2 * turn, axis=0)
            wide, high = _FACE
            flat = floats([(0, 0), (wide, 0), (wide, high), (0, high)])
            matrix = cv2.getPerspectiveTransform(corners, flat)
            face = cv2.warpPerspective(picture, matrix, _FACE)
            index = self._index(face, corners)
            if index:
                yield index

    def _index(self, face: Picture, corners: Array) -> Index | None:
        glyphs = _glyphs(face)
        if len(glyphs) < 2:
            return None
        (rank_box, rank), (suit_box, suit) = glyphs[:2]
        ranks = self._chances(rank, RANKS)
        suits = self._chances(suit, SUITS, _RED if _is_red(face, suit_box) else _BLACK)
        if ranks[NO_RANK] > 0.5 or suits[NO_SUIT] > 0.5:
            return None
        (left_top, right_top, _, left_bottom) = corners
        share = (rank_box[1] + suit_box[1] + suit_box[3]) / 2 / _FACE[1]
        at = left_top + (left_bottom - left_top) * share + (right_top - left_top) * 0.1
        down = left_bottom - left_top
        tall = math.hypot(*down) * (suit_box[1] + suit_box[3] - rank_box[1]) / _FACE[1]
        middle = corners.mean(axis=0)
        angle = math.atan2(-down[0], down[1])
        return Index((float(at[0]), float(at[1])), tall, angle,
                     (float(middle[0]), float(middle[1])), ranks, suits)  # fmt: skip

    def _chances(self, glyph: Array, names: str, possible: str = RANKS) -> tuple[float, ...]:
        print_ = _normal(glyph[None])[0]
        best = [
            float((self._known[name] @ print_).max()) if name in possible else 0.0 for name in names
        ] + [_MATCH]
        raised = [math.exp(_SHARP * (score - max(best))) for score in best]
        return tuple(part / sum(raised) for part in raised)


def _is_red(face: Picture, box: tuple[int, int, int, int]) -> bool:
    x, y, w, h = box
    part = face[y : y + h, x : x + w].astype(np.int32)
    return bool((part[..., 2] - part[..., :2].max(axis=2)).max() > _COLOURED)


def fitted(glyph: Array) -> Array:
    """A glyph's mask stretched to GLYPH px square: decks differ most in how wide they print."""
    inner = cv2.resize(glyph, (GLYPH - 4, GLYPH - 4), interpolation=cv2.INTER_AREA)
    square = cv2.copyMakeBorder(inner, 2, 2, 2, 2, cv2.BORDER_CONSTANT)
    return np.asarray(cv2.GaussianBlur(square, (0, 0), 1.2))


def _normal(glyphs: Array) -> Array:
    flat = glyphs.reshape(len(glyphs), -1).astype(np.float32)
    flat -= flat.mean(axis=1, keepdims=True)
    normal: Array = flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6)
    return normal


def _quads(picture: Picture) -> Iterator[Array]:
    """The corners of card-shaped outlines, clockwise, beginning left of a short side."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    _, mask = cv2.threshold(cv2.GaussianBlur(grey, (5, 5), 0), 0, 255, cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for outline in outlines:
        if cv2.contourArea(outline) < _LEAST_AREA * grey.size:
            continue
        hull = cv2.convexHull(outline)
        corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, True), True)
        if len(corners) != 4:
            continue
        quad = corners[:, 0].astype(np.float32)
        if _area_sign(quad) < 0:
            quad = quad[::-1]
        sides = [math.dist(quad[at], quad[(at + 1) % 4]) for at in range(4)]
        if sides[0] > sides[1]:
            quad = np.roll(quad, -1, axis=0)
        short, long = sorted((sides[0] + sides[2], sides[1] + sides[3]))
        if _SHAPES[0] < long / short < _SHAPES[1]:
            yield quad


def _area_sign(quad: Array) -> float:
    x, y = quad.T
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def _glyphs(face: Picture) -> list[tuple[tuple[int, int, int, int], Array]]:
    """The dark shapes of the upper left corner, from above: (box, mask)."""
    wide, high = _CORNER
    light = face[4:high, 4:wide].min(axis=2)  # red print is dark in green and blue
    _, ink = cv2.threshold(light, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    count, of, facts, _ = cv2.connectedComponentsWithStats(ink)
    shapes = []
    for at in range(1, count):
        x, y, w, h, area = map(int, facts[at])
        touches = x == 0 or y == 0 or x + w >= ink.shape[1] or y + h >= ink.shape[0]
        if area < 25 or h < 9 or touches:
            continue
        mask = np.asarray((of[y : y + h, x : x + w] == at) * 255, np.uint8)
        shapes.append(((x + 4, y + 4, w, h), mask))
    return [(box, fitted(mask)) for box, mask in _as_ten(sorted(shapes, key=lambda s: s[0][1]))]


def _as_ten(
    shapes: list[tuple[tuple[int, int, int, int], Array]],
) -> list[tuple[tuple[int, int, int, int], Array]]:
    """The 1 and 0 that stand beside each other as one shape."""
    if len(shapes) < 2:
        return shapes
    (one, mask), (other, beside) = shapes[:2]
    if abs(one[1] + one[3] / 2 - other[1] - other[3] / 2) > 0.3 * one[3]:
        return shapes
    left, top = min(one[0], other[0]), min(one[1], other[1])
    right = max(one[0] + one[2], other[0] + other[2])
    bottom = max(one[1] + one[3], other[1] + other[3])
    both = np.zeros((bottom - top, right - left), np.uint8)
    for (x, y, w, h), part in ((one, mask), (other, beside)):
        both[y - top : y - top + h, x - left : x - left + w] = part
    return [((left, top, right - left, bottom - top), both), *shapes[2:]]
