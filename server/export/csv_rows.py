"""CSV: one settled coup a row, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator

from ..history import CoupRow, ShoeLog

COLUMNS = (
    "table",
    "house",
    "shoe",
    "coup",
    "time_utc",
    "player_cards",
    "banker_cards",
    "player_total",
    "banker_total",
    "outcome",
    "natural",
    "player_pair",
    "banker_pair",
    "flags",
)


def csv_rows(table: str, shoes: Iterable[ShoeLog]) -> Iterator[str]:
    """The header, then each coup's row; lines end in CR LF (RFC 4180)."""
    yield _line(COLUMNS)
    for shoe in shoes:
        for row in shoe.coups():
            yield _line(cells(row))


def cells(row: CoupRow) -> tuple[str | int, ...]:
    """A coup's values in the order of COLUMNS."""
    coup = row.coup
    return (
        row.table,
        row.house,
        row.shoe,
        row.number,
        row.time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{row.time.microsecond // 1000:03d}Z",
        " ".join(map(str, coup.player)),
        " ".join(map(str, coup.banker)),
        coup.player_total,
        coup.banker_total,
        str(coup.outcome),
        _yes_no(coup.is_natural),
        _yes_no(coup.has_player_pair),
        _yes_no(coup.has_banker_pair),
        " ".join(row.flags),
    )


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def _line(values: Iterable[str | int]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow([_harmless(value) for value in values])
    return out.getvalue()


def _harmless(value: str | int) -> str | int:
    """A text that a spreadsheet would run as a formula, made a text (OWASP, CSV injection)."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value
