"""The outline of a card in a picture: where it lies, how it is turned, how large it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .sight import Point, Seen

Quad = tuple[Point, Point, Point, Point]

ASPECT = 63 / 88  # a card's width by its height
_REACH = 40 / 88  # from an index to the middle of its card, by the card's height


@dataclass(frozen=True, slots=True)
class Outline:
    """A card's outline. `angle` is in radians, clockwise from upright, 0 to pi: ends are alike.

    `height` is the length of its long side in pixels.
    """

    centre: Point
    angle: float
    height: float

    @property
    def corners(self) -> Quad:
        """Its corners, clockwise from the upper left one of the upright card."""
        right, down = self.height * ASPECT / 2, self.height / 2
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        x, y = self.centre
        one, two, three, four = (
            (x + cos * dx - sin * dy, y + sin * dx + cos * dy)
            for dx, dy in ((-right, -down), (right, -down), (right, down), (-right, down))
        )
        return one, two, three, four

    def moved(self, by: Point) -> Outline:
        """The same card, shifted by (x, y) pixels."""
        return replace(self, centre=(self.centre[0] + by[0], self.centre[1] + by[1]))

    def grown(self, factor: float) -> Outline:
        """The same middle, larger or smaller."""
        return replace(self, height=self.height * factor)

    def far(self, other: Outline) -> float:
        """How far the other's middle is, in heights of this card."""
        return distance(self.centre, other.centre) / max(self.height, 1.0)

    def turned(self, other: Outline) -> float:
        """How far the other is turned against it, in radians, 0 to pi/2."""
        return turn(self.angle, other.angle)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside it."""
        dx, dy = point[0] - self.centre[0], point[1] - self.centre[1]
        cos, sin = math.cos(self.angle), math.sin(self.angle)
        across, along = cos * dx + sin * dy, cos * dy - sin * dx
        return abs(across) <= self.height * ASPECT / 2 and abs(along) <= self.height / 2


def outline(seen: Seen) -> Outline:
    """The outline that a seen card should have, from its indexes and its middle."""
    index = max(seen.indexes, key=lambda index: max(index.ranks[:-1]), default=None)
    if index is None:
        return Outline(seen.centre, 0.0, max(seen.box[3], 1.0))
    reach = max(distance(index.at, seen.centre), index.height / 2, 1.0)
    return Outline(seen.centre, index.angle % math.pi, reach / _REACH)


def middle_of(shapes: Sequence[Outline]) -> Outline:
    """What most of several outlines of one lying card say; the turn is the last one's."""
    half = len(shapes) // 2
    x, y, height = (
        sorted(values)[half]
        for values in zip(*((*shape.centre, shape.height) for shape in shapes), strict=True)
    )
    return Outline((x, y), shapes[-1].angle, height)


def distance(one: Point, other: Point) -> float:
    """Between two points, in pixels."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def turn(one: float, other: float) -> float:
    """Between two angles of a card whose ends are alike: 0 to pi/2."""
    apart = abs(one - other) % math.pi
    return min(apart, math.pi - apart)


def inside(point: Point, polygon: tuple[Point, ...]) -> bool:
    """Whether a point lies in a polygon, given by its corners in turn."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            odd = not odd
    return odd
