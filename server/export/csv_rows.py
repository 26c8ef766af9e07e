"""CSV: one settled coup a row, for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from ..ledger.told import Told
from .source import Options, Source

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


BOM = "\ufeff"  # for a spreadsheet that would not take it for UTF-8 without


def csv_rows(source: Source, options: Options) -> Iterator[str]:
    """The header, then each coup's row; lines end in CR LF (RFC 4180)."""
    yield (BOM if options.bom else "") + line(COLUMNS)
    for row in source.rows():
        yield line(cells(row))


def cells(row: Told) -> tuple[str | int, ...]:
    """A coup's values in the order of COLUMNS."""
    return (
        row.table,
        row.house,
        row.shoe,
        row.coup,
        utc(row.time),
        row.player,
        row.banker,
        "" if row.player_total is None else row.player_total,
        "" if row.banker_total is None else row.banker_total,
        row.outcome,
        _yes_no(row.natural),
        _yes_no(row.player_pair),
        _yes_no(row.banker_pair),
        " ".join(row.flags),
        row.reason,
        spelt(row.bets),
    )


def spelt(bets: Iterable[Mapping[str, Any]]) -> str:
    """The side bets that a coup hit, with what they pay: `dragon_7=40:1 big=0.54:1`."""
    return " ".join(f"{bet['bet']}={bet['pays']}" for bet in bets)


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
