"""The history as files, one file a format here; each takes shoes and yields the text in pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ..history import ShoeLog
from .csv_rows import csv_rows
from .json_log import json_document, json_lines


class Format(NamedTuple):
    """How to write a format, and what it is called on the web."""

    write: Callable[[str, Iterable[ShoeLog]], Iterator[str]]
    mime: str


FORMATS = {
    "csv": Format(csv_rows, "text/csv"),
    "json": Format(json_document, "application/json"),
    "jsonl": Format(json_lines, "application/x-ndjson"),
}
BOM = "\ufeff"  # before a CSV, for a spreadsheet that would not take it for UTF-8
