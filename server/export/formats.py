"""Which formats there are: how each is written, what it is on the web, and what it can hold."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import BinaryIO, NamedTuple

from .csv_rows import csv_rows
from .json_log import json_document, json_lines
from .pictures import write_png, write_svg
from .road_text import road_text
from .source import Options, Source

Write = Callable[[Source, BinaryIO, Options], None]
_PIECES = 200  # pieces of text that are written at once


class Format(NamedTuple):
    """How to write a format, and what it is called on the web.

    `of_table`: it can hold many shoes, else it shows one. `is_text`: it can be read while it is
    still being written. `needs`: the library that only an extra of ours installs.
    """

    write: Write
    mime: str
    of_table: bool = True
    is_text: bool = False
    needs: str = ""


def _text(pieces: Callable[[Source, Options], Iterator[str]]) -> Write:
    """A format that is text: its pieces, in UTF-8."""

    def write(source: Source, out: BinaryIO, options: Options) -> None:
        gathered: list[str] = []
        for piece in pieces(source, options):
            gathered.append(piece)
            if len(gathered) == _PIECES:
                out.write("".join(gathered).encode())
                gathered.clear()
        out.write("".join(gathered).encode())

    return write


def _xlsx(source: Source, out: BinaryIO, options: Options) -> None:
    from .xlsx_sheets import write_xlsx  # loaded when it is asked for: it takes its time

    write_xlsx(source, out, options)


def _pdf(source: Source, out: BinaryIO, options: Options) -> None:
    from .pdf_card import write_pdf

    write_pdf(source, out, options)


def _parquet(source: Source, out: BinaryIO, options: Options) -> None:
    from .parquet_rows import write_parquet

    write_parquet(source, out, options)


_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = {
    "csv": Format(_text(csv_rows), "text/csv", is_text=True),
    "json": Format(_text(json_document), "application/json", is_text=True),
    "jsonl": Format(_text(json_lines), "application/x-ndjson", is_text=True),
    "xlsx": Format(_xlsx, _SHEET),
    "parquet": Format(_parquet, "application/vnd.apache.parquet", needs="pyarrow"),
    "pdf": Format(_pdf, "application/pdf"),
    "svg": Format(write_svg, "image/svg+xml", of_table=False),
    "png": Format(write_png, "image/png", of_table=False, needs="resvg_py"),
    "txt": Format(_text(road_text), "text/plain", is_text=True),
}


def formats_here() -> dict[str, Format]:
    """Those that can be written with what is installed: no page offers what it would refuse."""
    return {name: form for name, form in FORMATS.items() if not form.needs or find_spec(form.needs)}
