"""Shapes: what every picture is made of, whatever file it goes into."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

# The display's light theme: these pictures are printed and mailed.
BANKER, PLAYER, TIE = "#c62828", "#1565c0", "#2a7a2e"
DERIVED = {"red": "#c62828", "blue": "#1565c0"}
WHITE, INK, QUIET, GRID, GOLD, PAPER = (
    "#ffffff", "#15181c", "#535c66", "#dfe3e7", "#74530c", "#f4f2ec",
)  # fmt: skip
SIDES = {"banker": BANKER, "player": PLAYER, "tie": TIE}


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, its corners rounded by `r`."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0
    r: float = 0


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc, a ring, or both."""

    x: float
    y: float
    r: float
    fill: str = ""
    stroke: str = ""
    thick: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line with round ends."""

    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str
    thick: float


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text on its base line; `anchor` of start, middle, end."""

    x: float
    y: float
    text: str
    size: float
    fill: str = INK
    anchor: str = "start"
    bold: bool = False


Shape = Rect | Circle | Line | Text


class Picture(NamedTuple):
    """Shapes on paper of a size, in units of their own; `title` says what it shows."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    title: str
