"""How a shoe is put into the ledger, and a table out of it."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime

from ..history import IMPORTED, ShoeLog
from .schema import ID_BITS
from .told import Told, told

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SHOE_MARKS = {"simulated", IMPORTED}  # that hold for a whole shoe


def microseconds(time: datetime) -> int:
    """A time as the ledger keeps it: µs since 1970, UTC."""
    since = time - _EPOCH
    return (since.days * 86400 + since.seconds) * 1_000_000 + since.microseconds


def write_shoe(connection: sqlite3.Connection, shoe: ShoeLog, upto: int | None) -> None:
    """Put a shoe in, in place of what was there of it; to be called in a transaction.

    `upto` is the entry up to which its table's log is then taken up, where it is a later one.
    Raises LogError where the shoe does not replay.
    """
    table = shoe.rows[0].table_name
    table_id = _table_id(connection, table)
    if upto is not None:
        digest = shoe.rows[-1].digest
        connection.execute(
            "UPDATE tables SET upto = ?, digest = ? WHERE id = ?", (upto, digest, table_id)
        )
    rows = [told(row) for row in shoe.coups_seen()]
    opened = datetime.fromisoformat(shoe.rows[0].time)
    house = rows[0].house if rows else shoe.house_name()
    write_rows(
        connection, table_id, shoe.number, house, opened, rows,
        where=(shoe.rows[0].seq, shoe.rows[-1].seq), late=[entry.seq for entry in shoe.late],
        marks=_SHOE_MARKS & rows[0].marks if rows else shoe.marks(),
    )  # fmt: skip


def write_rows(
    connection: sqlite3.Connection,
    table_id: int,
    number: int,
    house: str,
    opened: datetime,
    rows: list[Told],
    *,
    where: tuple[int, int],
    late: list[int],
    marks: Iterable[str],
) -> None:
    """Put a shoe's rows in, in place of its earlier ones."""
    outcomes = Counter(row.outcome for row in rows)
    corrected = sum("corrected" in row.marks for row in rows)
    values = (
        house, microseconds(opened), *where, json.dumps(late), len(rows), outcomes["player"],
        outcomes["banker"], outcomes["tie"], corrected, " ".join(sorted(marks)),
    )  # fmt: skip
    found = connection.execute(
        "SELECT id FROM shoes WHERE table_id = ? AND number = ?", (table_id, number)
    ).fetchone()
    if found:
        _clear(connection, table_id, found[0])
        connection.execute("DELETE FROM shoes WHERE id = ?", found)
    shoe_id = connection.execute(
        "INSERT INTO shoes VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (found[0] if found else None, table_id, number, *values),
    ).lastrowid
    assert shoe_id is not None
    sets = {marks: _set_id(connection, marks) for marks in {row.marks for row in rows}}
    connection.executemany(
        "INSERT INTO coups VALUES (?,?,?,?,?,?,?,?,?,?)",
        (
            (
                (shoe_id << ID_BITS) + row.coup, table_id, sets[row.marks], microseconds(row.time),
                row.player, row.banker, row.player_total, row.banker_total, row.reason,
                row.paid,
            )
            for row in rows
        ),
    )  # fmt: skip
    _count(connection, table_id, Counter(sets[row.marks] for row in rows), 1)


def _clear(connection: sqlite3.Connection, table_id: int, shoe_id: int) -> None:
    first, last = shoe_id << ID_BITS, (shoe_id + 1 << ID_BITS) - 1
    gone = connection.execute("SELECT set_id FROM coups WHERE id BETWEEN ? AND ?", (first, last))
    _count(connection, table_id, Counter(set_id for (set_id,) in gone), -1)
    connection.execute("DELETE FROM coups WHERE id BETWEEN ? AND ?", (first, last))


def _count(connection: sqlite3.Connection, table_id: int, counts: Counter[int], sign: int) -> None:
    connection.executemany(
        "INSERT INTO counts VALUES (?,?,?) ON CONFLICT DO UPDATE SET n = n + excluded.n",
        [(table_id, set_id, sign * n) for set_id, n in counts.items()],
    )


def _table_id(connection: sqlite3.Connection, name: str) -> int:
    connection.execute("INSERT OR IGNORE INTO tables VALUES (NULL, ?, 0, '')", (name,))
    found = connection.execute("SELECT id FROM tables WHERE name = ?", (name,)).fetchone()
    return int(found[0])


def _set_id(connection: sqlite3.Connection, marks: frozenset[str]) -> int:
    text = " ".join(sorted(marks))
    connection.execute("INSERT OR IGNORE INTO sets VALUES (NULL, ?)", (text,))
    found = connection.execute("SELECT id FROM sets WHERE marks = ?", (text,)).fetchone()
    return int(found[0])


def forget(connection: sqlite3.Connection, table: str) -> None:
    """Leave a table's rows out."""
    found = connection.execute("SELECT id FROM tables WHERE name = ?", (table,)).fetchone()
    if not found:
        return
    connection.execute("BEGIN IMMEDIATE")
    for name in ("coups", "shoes", "counts"):
        connection.execute(f"DELETE FROM {name} WHERE table_id = ?", found)
    connection.execute("DELETE FROM tables WHERE id = ?", found)
    connection.execute("COMMIT")
