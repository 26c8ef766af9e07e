"""PDF: the scorecard, one page a shoe with its five roads, its counts and its coups."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

from fpdf import FPDF

from ..drawing.board import board_picture
from ..drawing.faces import faces, runs
from ..drawing.shapes import (
    GRID,
    INK,
    QUIET,
    SIDES,
    Circle,
    Line,
    Picture,
    Rect,
    Shape,
    Text,
)
from ..ledger.ledger import silently
from ..ledger.told import Told, told
from ..shoe_board import ShoeBoard
from .source import ExportError, Options, Source

_WIDE, _HIGH, _EDGE = 210.0, 297.0, 12.0  # mm, A4 upright
_MOST = 2000  # pages that are held at once
_COLUMNS = 3  # of coups
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_LOUD = ("corrected", "void", "inserted", "declared", "misdealt", "held", "free", "dummy")


def write_pdf(source: Source, out: BinaryIO, options: Options) -> None:
    """Raises ExportError where there are too many shoes for one file, LogError."""
    if len(source.kept) > _MOST:
        raise ExportError(
            f"{len(source.kept)} shoes are more pages than a PDF should have ({_MOST}): take "
            "one shoe, or fewer days."
        )
    pages = []
    # Drawing takes the time, so that is what is told of.
    source.progress(0, len(source.kept))
    for log in replace(source, progress=silently).shoes():
        shown = ShoeBoard.of(log, source.title)
        pages.append((board_picture(shown.board), [told(row) for row in log.coups()]))
    with TemporaryDirectory() as folder:
        card = _Card(_said(pages), Path(folder))
        for done, (picture, coups) in enumerate(pages, start=1):
            card.page(picture, coups)
            source.progress(done, len(pages))
        if not pages:
            card.empty(f"{source.title}: no shoe was opened at this table yet.")
        out.write(bytes(card.pdf.output()))


def _said(pages: Iterable[tuple[Picture, Sequence[Told]]]) -> str:
    """Every character that the pages show."""
    letters = {chr(n) for n in range(32, 127)} | {*"·–♠♥♦♣"}
    for picture, coups in pages:
        letters.update(*(shape.text for shape in picture.shapes if isinstance(shape, Text)))
        letters.update(*(_notes(row) for row in coups))
    return "".join(sorted(letters))


class _Card:
    """The file that is being made."""

    def __init__(self, text: str, folder: Path) -> None:
        """`text` is all that it will say; its fonts lie in `folder` meanwhile."""
        logging.getLogger("fpdf").setLevel(logging.ERROR)
        logging.getLogger("fontTools").setLevel(logging.ERROR)
        self.pdf = FPDF(unit="mm", format=(_WIDE, _HIGH))
        self.pdf.set_auto_page_break(False)
        self.pdf.set_creator("Shoeboard")
        self._faces = {bold: faces(text, bold=bold) for bold in (False, True)}
        for bold in (False, True):
            for n, face in enumerate(self._faces[bold]):
                file = folder / f"{_name(n, bold)}.ttf"
                file.write_bytes(face.data)
                self.pdf.add_font(_name(n, bold), fname=file)

    def page(self, picture: Picture, coups: Sequence[Told]) -> None:
        """A shoe's page: its board on top, its coups in columns below."""
        self.pdf.add_page()
        scale = (_WIDE - 2 * _EDGE) / picture.width
        self.draw(picture.shapes, scale, _EDGE, _EDGE)
        top = _EDGE + picture.height * scale + 6
        none = [Text(_EDGE, top, "No coup of this shoe is settled yet.", 4)]
        self.draw(_coups(coups, top) if coups else none, 1, 0, 0)

    def empty(self, words: str) -> None:
        """The page of a table without a shoe."""
        self.pdf.add_page()
        self.draw([Text(_EDGE, 30, words, 5)], 1, 0, 0)

    def draw(self, shapes: Iterable[Shape], scale: float, x: float, y: float) -> None:
        """Shapes on the page, their units `scale` mm large, their origin at x and y."""
        for shape in shapes:
            match shape:
                case Rect():
                    style = self._paint(shape.fill, shape.stroke, shape.thick * scale)
                    rounded: dict[str, Any] = {}
                    if shape.r:
                        rounded = {"round_corners": True, "corner_radius": shape.r * scale}
                    self.pdf.rect(
                        x + shape.x * scale, y + shape.y * scale, shape.width * scale,
                        shape.height * scale, style=style, **rounded,
                    )  # fmt: skip
                case Circle():
                    style = self._paint(shape.fill, shape.stroke, shape.thick * scale)
                    self.pdf.circle(
                        x + shape.x * scale, y + shape.y * scale, shape.r * scale, style=style
                    )
                case Line():
                    self._paint("", shape.stroke, shape.thick * scale)
                    self.pdf.line(
                        x + shape.x1 * scale, y + shape.y1 * scale,
                        x + shape.x2 * scale, y + shape.y2 * scale,
                    )  # fmt: skip
                case Text():
                    self._text(shape, scale, x, y)

    def _paint(self, fill: str, stroke: str, thick: float) -> str:
        if fill:
            self.pdf.set_fill_color(fill)
        if stroke:
            self.pdf.set_draw_color(stroke)
            self.pdf.set_line_width(thick)
        return ("F" if fill else "") + ("D" if stroke else "")

    def _text(self, shape: Text, scale: float, x: float, y: float) -> None:
        size = shape.size * scale * 72 / 25.4
        fonts = self._faces[shape.bold]
        if fonts:
            pieces = [(_name(n, shape.bold), text) for n, text in runs(shape.text, fonts)]
        else:  # no font is there at all: what every reader of PDF has
            pieces = [("Helvetica", shape.text.encode("latin-1", "replace").decode("latin-1"))]
        widths = []
        for font, text in pieces:
            self.pdf.set_font(font, size=size)
            widths.append(self.pdf.get_string_width(text))
        left = x + shape.x * scale - sum(widths) * _ANCHORS[shape.anchor]
        self.pdf.set_text_color(shape.fill)
        for (font, text), width in zip(pieces, widths, strict=True):
            self.pdf.set_font(font, size=size)
            self.pdf.text(left, y + shape.y * scale, text)
            left += width


def _name(number: int, bold: bool) -> str:
    return f"shoeboard{'b' if bold else ''}{number}"


def _coups(coups: Sequence[Told], top: float) -> Iterator[Shape]:
    """The coups as small print, in columns from top to bottom."""
    wide = (_WIDE - 2 * _EDGE) / _COLUMNS
    each = -(-len(coups) // _COLUMNS) or 1
    high = min(4.6, (_HIGH - _EDGE - top) / (each + 1))
    size = high * 0.62
    for column in range(_COLUMNS):
        x = _EDGE + column * wide
        yield Text(x, top, "Coup", size, fill=QUIET)
        yield Text(x + 10, top, "Player", size, fill=QUIET)
        yield Text(x + 26, top, "Banker", size, fill=QUIET)
        for n, row in enumerate(coups[column * each : (column + 1) * each], start=1):
            y = top + n * high
            yield Line(x, y + high * 0.28, x + wide - 3, y + high * 0.28, GRID, 0.1)
            colour = SIDES.get(row.outcome, QUIET)
            yield Text(x, y, str(row.coup), size, bold="corrected" in row.marks)
            yield Text(x + 10, y, row.player, size)
            yield Text(x + 26, y, row.banker, size)
            totals = "" if row.player_total is None else f"{row.player_total}:{row.banker_total}"
            yield Text(x + 41, y, totals, size)
            yield Text(x + 47, y, row.outcome[0].upper(), size, fill=colour, bold=True)
            yield Text(x + 50, y, _notes(row), size * 0.75, fill=INK)


def _notes(row: Told) -> str:
    notes = [word for word, is_so in (("N", row.natural), ("PP", row.player_pair),
                                      ("BP", row.banker_pair)) if is_so]  # fmt: skip
    notes += [bet["short"] for bet in row.bets]
    notes += [flag[:4] for flag in row.flags if flag in _LOUD]
    return " ".join(dict.fromkeys(notes))  # a pair may be a bet, too
