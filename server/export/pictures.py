"""SVG and PNG: the board of a shoe, or one of its roads, after its last coup or another."""

from __future__ import annotations

from typing import BinaryIO

from ..drawing.board import board_picture, road_picture
from ..drawing.roads import ROADS
from ..drawing.shapes import Picture
from ..drawing.svg import svg
from ..shoe_board import ShoeBoard
from .source import ExportError, Options, Source

RESULTS = "results"  # in place of a road, in text: they can be imported again


def write_svg(source: Source, out: BinaryIO, options: Options) -> None:
    """Raises ExportError where that is no picture of one shoe, LogError."""
    out.write(svg(_picture(source, options)).encode())


def write_png(source: Source, out: BinaryIO, options: Options) -> None:
    """Raises ExportError, also where resvg is not installed; LogError."""
    from ..drawing.png import NoPainter, png

    try:
        out.write(png(_picture(source, options)))
    except NoPainter as none:
        raise ExportError(str(none)) from None


def _picture(source: Source, options: Options) -> Picture:
    logs = [*source.shoes()]
    if len(logs) != 1:
        raise ExportError("A picture shows one shoe: name it, `--shoe 3`.")
    if options.road == RESULTS:
        raise ExportError("Results alone are text: take the format txt for them.")
    shown = ShoeBoard.of(logs[0], source.title)
    if options.coup is not None:
        if not 0 <= options.coup <= shown.coup:
            raise ExportError(
                f"Shoe {logs[0].number} has no coup {options.coup}: its last is {shown.coup}."
            )
        shown = shown.after(options.coup)
    return road_picture(shown.board, options.road) if options.road else board_picture(shown.board)


def check_road(name: str) -> str:
    """A road's name as it is asked for, `big-road` too; raises ExportError."""
    road = name.replace("-", "_")
    if road and road not in (*ROADS, RESULTS):
        raise ExportError(f"There is no road {name!r}: take one of {', '.join(ROADS)}.")
    return road
