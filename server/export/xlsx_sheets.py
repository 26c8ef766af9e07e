"""XLSX: real dates, numbers and truth values, one flat sheet or a sheet for each shoe."""

from __future__ import annotations

from contextlib import suppress
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import xlsxwriter
from xlsxwriter.exceptions import XlsxFileError

from ..ledger.told import Told
from .csv_rows import COLUMNS, spelt
from .source import ExportError, Options, Source

_MOST_ROWS = 1_048_576  # of a sheet
_MOST_SHEETS = 500  # each holds a file open while it is written
_WIDTHS = {"time_utc": 20, "player_cards": 13, "banker_cards": 13, "house": 14, "table": 14,
           "flags": 20, "reason": 30, "bets": 30}  # fmt: skip
_OPTIONS = {"constant_memory": True, "default_date_format": "yyyy-mm-dd hh:mm:ss"}


def write_xlsx(source: Source, out: BinaryIO, options: Options) -> None:
    """Raises ExportError where there are more shoes than sheets, LogError, OSError."""
    if options.by_shoe and len(source.kept) > _MOST_SHEETS:
        raise ExportError(
            f"{len(source.kept)} shoes are more sheets than a workbook should have "
            f"({_MOST_SHEETS}): take one flat sheet, or fewer days."
        )
    with TemporaryDirectory() as folder:  # what a full disk leaves of it goes, too
        kept = _Out(out)
        book = xlsxwriter.Workbook(kept, {**_OPTIONS, "tmpdir": folder})
        try:
            _fill(book, source, options)
            book.close()
        except XlsxFileError as error:
            if error.args and isinstance(error.args[0], OSError):
                raise error.args[0] from None
            raise ExportError(f"The workbook cannot be written: {error}") from None
        finally:
            # Or destructors would try once more to write what the disk did not take.
            book.fileclosed = kept.is_over = True
            for sheet in book.worksheets():
                if sheet.row_data_fh:
                    with suppress(OSError):
                        sheet.row_data_fh.close()


class _Out:
    """The file that is written, until it is over: then nothing reaches it any more."""

    def __init__(self, out: BinaryIO) -> None:
        self._out, self.is_over = out, False

    def write(self, data: bytes) -> int:
        return len(data) if self.is_over else self._out.write(data)

    def seek(self, place: int, whence: int = 0) -> int:
        return 0 if self.is_over else self._out.seek(place, whence)

    def tell(self) -> int:
        return 0 if self.is_over else self._out.tell()

    def flush(self) -> None:
        if not self.is_over:
            self._out.flush()


def _fill(book: Any, source: Source, options: Options) -> None:
    sheets = _Sheets(book)
    if options.by_shoe:
        for number, rows in source.rows_by_shoe():
            if number:
                sheets.begin(f"Shoe {number}")
                for row in rows:
                    sheets.add(row)
    else:
        for row in source.rows():
            sheets.add(row)
    if not sheets.count:
        sheets.begin("Coups")


class _Sheets:
    """The sheets of a book, written from top to bottom; a full one is followed by another."""

    def __init__(self, book: Any) -> None:
        self._book, self._row, self.count = book, 0, 0
        self._sheet: Any = None
        self._bold = book.add_format({"bold": True})

    def begin(self, name: str) -> None:
        self.count += 1
        self._sheet, self._row = self._book.add_worksheet(name[:31]), 1
        for column, title in enumerate(COLUMNS):
            self._sheet.set_column(column, column, _WIDTHS.get(title, 11))
        for column, title in enumerate(COLUMNS):
            self._sheet.write_string(0, column, title, self._bold)
        self._sheet.freeze_panes(1, 0)
        self._sheet.autofilter(0, 0, _MOST_ROWS - 1, len(COLUMNS) - 1)

    def add(self, row: Told) -> None:
        if self._sheet is None or self._row == _MOST_ROWS:
            self.begin("Coups" if self.count == 0 else f"Coups {self.count + 1}")
        sheet, at = self._sheet, self._row
        sheet.write_string(at, 0, row.table)
        sheet.write_string(at, 1, row.house)
        sheet.write_number(at, 2, row.shoe)
        sheet.write_number(at, 3, row.coup)
        sheet.write_datetime(at, 4, row.time.replace(tzinfo=None))  # which a sheet does not know
        sheet.write_string(at, 5, row.player)
        sheet.write_string(at, 6, row.banker)
        for column, total in ((7, row.player_total), (8, row.banker_total)):
            if total is not None:
                sheet.write_number(at, column, total)
        sheet.write_string(at, 9, row.outcome)
        for column, said in ((10, row.natural), (11, row.player_pair), (12, row.banker_pair)):
            sheet.write_boolean(at, column, said)
        sheet.write_string(at, 13, " ".join(row.flags))
        sheet.write_string(at, 14, row.reason)
        sheet.write_string(at, 15, spelt(row.bets))
        self._row += 1
