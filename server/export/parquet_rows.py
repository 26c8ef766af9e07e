"""Parquet: one settled coup a row, in typed columns; needs the extra `parquet`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO

from ..ledger.told import Told
from .source import ExportError, Options, Source

_GROUP = 50_000  # rows that are held at once
_BET = ("bet", "prize", "pays")


def write_parquet(source: Source, out: BinaryIO, options: Options) -> None:
    """Raises ExportError where pyarrow is not installed, LogError."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise ExportError(
            "Parquet needs the library pyarrow: install shoeboard with its extra, "
            "`pip install 'shoeboard[parquet]'`."
        ) from None
    word = pa.dictionary(pa.int32(), pa.string())
    bet = pa.struct([("bet", pa.string()), ("prize", pa.string()), ("pays", pa.string())])
    schema = pa.schema(
        [
            ("table", word), ("house", word), ("shoe", pa.int32()), ("coup", pa.int32()),
            ("time_utc", pa.timestamp("us", tz="UTC")), ("player_cards", pa.string()),
            ("banker_cards", pa.string()), ("player_total", pa.int8()),
            ("banker_total", pa.int8()), ("outcome", word), ("natural", pa.bool_()),
            ("player_pair", pa.bool_()), ("banker_pair", pa.bool_()),
            ("flags", pa.list_(pa.string())), ("reason", pa.string()), ("bets", pa.list_(bet)),
        ]
    )  # fmt: skip
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for rows in _groups(source.rows()):
            columns = _columns(rows)
            arrays = [pa.array(columns[field.name], field.type) for field in schema]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _groups(rows: Iterator[Told]) -> Iterator[list[Told]]:
    while group := [*islice(rows, _GROUP)]:
        yield group


def _columns(rows: list[Told]) -> dict[str, list[Any]]:
    return {
        "table": [row.table for row in rows],
        "house": [row.house for row in rows],
        "shoe": [row.shoe for row in rows],
        "coup": [row.coup for row in rows],
        "time_utc": [row.time for row in rows],
        "player_cards": [row.player for row in rows],
        "banker_cards": [row.banker for row in rows],
        "player_total": [row.player_total for row in rows],
        "banker_total": [row.banker_total for row in rows],
        "outcome": [row.outcome for row in rows],
        "natural": [row.natural for row in rows],
        "player_pair": [row.player_pair for row in rows],
        "banker_pair": [row.banker_pair for row in rows],
        "flags": [row.flags for row in rows],
        "reason": [row.reason for row in rows],
        "bets": [[{name: bet[name] for name in _BET} for bet in row.bets] for row in rows],
    }
