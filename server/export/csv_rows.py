"""CSV: one settled coup a row, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from datetime import datetime

from ..baccarat.snapshot import settled_json
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
    "reason",
    "bets",
)


def csv_rows(table: str, shoes: Iterable[ShoeLog]) -> Iterator[str]:
    """The header, then each coup's row; lines end in CR LF (RFC 4180)."""
    yield line(COLUMNS)
    for shoe in shoes:
        for row in shoe.coups():
            yield line(cells(row))


def cells(row: CoupRow) -> tuple[str | int, ...]:
    """A coup's values in the order of COLUMNS."""
    told = settled_json(row.settled)
    return (
        row.table,
        row.house,
        row.shoe,
        row.settled.number,
        utc(row.time),
        " ".join(told["player"]),
        " ".join(told["banker"]),
        "" if told["player_total"] is None else told["player_total"],
        "" if told["banker_total"] is None else told["banker_total"],
        told["outcome"],
        _yes_no(told["natural"]),
        _yes_no(told["player_pair"]),
        _yes_no(told["banker_pair"]),
        " ".join(row.flags),
        row.settled.why,
        " ".join(f"{hit.bet.key}={hit.pays}" for hit in row.hits),
    )


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def utc(time: datetime) -> str:
    """A time as every CSV writes it, to the millisecond."""
    return time.strftime("%Y-%m-%dT%H:%M:%S.") + f"{time.microsecond // 1000:03d}Z"


def line(values: Iterable[str | int]) -> str:
    """A line of CSV whose texts no spreadsheet runs as formulas."""
    out = io.StringIO()
    csv.writer(out).writerow([_harmless(value) for value in values])
    return out.getvalue()


def _harmless(value: str | int) -> str | int:
    """A text that a spreadsheet would run as a formula, made a text (OWASP, CSV injection)."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value
