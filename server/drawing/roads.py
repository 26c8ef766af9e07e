"""The five roads as shapes: each mark in a cell, as the display draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..baccarat.roads import DERIVED as LOOKING_BACK
from ..baccarat.roads import ROWS
from .shapes import (
    BANKER,
    DERIVED,
    GRID,
    INK,
    PLAYER,
    SIDES,
    TIE,
    WHITE,
    Circle,
    Line,
    Rect,
    Shape,
    Text,
)

ROADS = ("bead_plate", "big_road", *LOOKING_BACK)
LABELS = {
    "bead_plate": "Bead plate",
    "big_road": "Big road",
    "big_eye_boy": "Big eye boy",
    "small_road": "Small road",
    "cockroach_pig": "Cockroach pig",
}
Mark = Mapping[str, Any]  # as `roads_json` tells it, with what else befell a coup
_TAGGED = 5.9  # the base line of what stands over a tag


def width_of(marks: Sequence[Mark]) -> int:
    """How many columns a road takes."""
    return max((mark["column"] + 1 for mark in marks), default=0)


def road(
    name: str, marks: Sequence[Mark], x: float, y: float, cell: float, columns: int
) -> Iterator[Shape]:
    """A road on its grid of six rows, the top left corner at x and y.

    Where it is wider than its columns, whole columns leave on the left.
    """
    yield Rect(x, y, columns * cell, ROWS * cell, fill=WHITE, stroke=GRID, thick=cell * 0.03)
    for column in range(1, columns):
        at = x + column * cell
        yield Line(at, y, at, y + ROWS * cell, GRID, cell * 0.02)
    for row in range(1, ROWS):
        at = y + row * cell
        yield Line(x, at, x + columns * cell, at, GRID, cell * 0.02)
    first = max(0, width_of(marks) - columns)
    for mark in marks:
        if mark["column"] >= first:
            left, top = x + (mark["column"] - first) * cell, y + mark["row"] * cell
            yield from _PAINTERS[name](mark, left, top, cell / 10)


def _bead(mark: Mark, x: float, y: float, u: float) -> Iterator[Shape]:
    yield Circle(x + 5 * u, y + 5 * u, 4.4 * u, fill=SIDES[mark["mark"]])
    letter, base = mark["mark"][0].upper(), _TAGGED if mark.get("tag") else 7
    yield Text(x + 5 * u, y + base * u, letter, 5.6 * u, fill=WHITE, anchor="middle", bold=True)
    yield from _corners(mark, x, y, u)


def _ring(mark: Mark, x: float, y: float, u: float) -> Iterator[Shape]:
    if mark["mark"]:
        yield Circle(x + 5 * u, y + 5 * u, 3.7 * u, stroke=SIDES[mark["mark"]], thick=1.3 * u)
    is_tagged = bool(mark.get("tag"))
    if mark["ties"]:
        low = 4.2 if is_tagged else 1.9
        yield Line(x + low * u, y + (10 - low) * u, x + 8.1 * u, y + 1.9 * u, TIE, 1.3 * u)
    if mark["ties"] > 1:
        ties, base = str(mark["ties"]), _TAGGED if is_tagged else 7
        yield Circle(x + 5 * u, y + (base - 2) * u, 2.6 * u, fill=WHITE)
        yield Text(x + 5 * u, y + base * u, ties, 5.6 * u, fill=INK, anchor="middle", bold=True)
    yield from _corners(mark, x, y, u)


def _corners(mark: Mark, x: float, y: float, u: float) -> Iterator[Shape]:
    """Banker pair top left, player pair bottom right, natural top right, a side bet's letters."""
    edge: dict[str, Any] = {"stroke": WHITE, "thick": 0.5 * u}
    if mark.get("banker_pair"):
        yield Circle(x + 1.6 * u, y + 1.6 * u, 1.35 * u, fill=BANKER, **edge)
    if mark.get("player_pair"):
        yield Circle(x + 8.4 * u, y + 8.4 * u, 1.35 * u, fill=PLAYER, **edge)
    if mark.get("natural"):
        yield Circle(x + 8.7 * u, y + 1.3 * u, 0.9 * u, fill="#e5c479", stroke=INK, thick=0.2 * u)

    if tag := mark.get("tag"):
        yield from _tag(tag, x, y, u)


def _tag(tag: Mapping[str, Any], x: float, y: float, u: float) -> Iterator[Shape]:
    """A side bet's letters on a plate, bottom left; a rare one's plate is dark."""
    letters = len(tag["short"])
    width, size = _PLATES[letters - 1]
    plate, ink = (INK, WHITE) if tag["rare"] else (WHITE, INK)
    yield Rect(
        x + 0.2 * u, y + 6.2 * u, width * u, 3.6 * u, fill=plate, stroke=WHITE, thick=0.5 * u,
        r=0.7 * u,
    )  # fmt: skip
    centre, base = x + (0.2 + width / 2) * u, y + (8 + 0.36 * size) * u
    yield Text(centre, base, tag["short"], size * u, fill=ink, anchor="middle", bold=True)


_PLATES = ((3.2, 3.7), (5.6, 3.5), (6.5, 2.7))  # the width of one to three letters, their size


def _hollow(mark: Mark, x: float, y: float, u: float) -> Iterator[Shape]:
    yield Circle(x + 5 * u, y + 5 * u, 3.5 * u, stroke=DERIVED[mark["mark"]], thick=1.5 * u)


def _solid(mark: Mark, x: float, y: float, u: float) -> Iterator[Shape]:
    yield Circle(x + 5 * u, y + 5 * u, 4 * u, fill=DERIVED[mark["mark"]])


def _slash(mark: Mark, x: float, y: float, u: float) -> Iterator[Shape]:
    yield Line(
        x + 1.8 * u, y + 8.2 * u, x + 8.2 * u, y + 1.8 * u, DERIVED[mark["mark"]], 1.7 * u
    )  # fmt: skip


_PAINTERS: dict[str, Callable[[Mark, float, float, float], Iterator[Shape]]] = {
    "bead_plate": _bead,
    "big_road": _ring,
    "big_eye_boy": _hollow,
    "small_road": _solid,
    "cockroach_pig": _slash,
}
