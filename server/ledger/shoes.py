"""The shoes that the ledger knows, newest first, a page at a time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from .ledger import Kept, Ledger
from .schema import connected, trouble
from .search import Place, Wanted

PAGE = 30  # shoes
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class ShoeRow:
    """A shoe in a list: where it was dealt, when it was opened (UTC), and what came of it."""

    table: str
    number: int
    house: str
    opened: datetime
    coups: int
    player: int
    banker: int
    tie: int
    corrected: int
    marks: tuple[str, ...]


class ShoesFound(NamedTuple):
    """A page of shoes, newest first; `older` and `newer` are where the pages beside it begin."""

    rows: list[ShoeRow]
    older: Place | None
    newer: Place | None


def shoes(
    ledger: Ledger,
    wanted: Wanted,
    *,
    house: str = "",
    before: Place | None = None,
    after: Place | None = None,
    size: int = PAGE,
) -> ShoesFound:
    """The newest shoes of a table, house and time, or those beside a place; raises LogError."""
    is_back = after is not None
    order, edge = ("ASC" if is_back else "DESC"), after or before
    terms, values = ["s.number > 0", "s.opened >= ?", "s.opened < ?"], [wanted.since, wanted.until]
    conditions: list[tuple[str, object]] = []
    if wanted.table:
        conditions.append(("s.table_id = (SELECT id FROM tables WHERE name = ?)", wanted.table))
    if house:
        conditions.append(("s.house = ?", house))
    if edge is not None:
        terms.append(f"(s.opened, s.id) {'>' if is_back else '<'} (?, ?)")
        values += edge
    query = (
        "SELECT t.name, s.number, s.house, s.opened, s.coups, s.player, s.banker, s.tie,"
        " s.corrected, s.marks, s.id FROM shoes s JOIN tables t ON t.id = s.table_id WHERE "
        + " AND ".join([*terms, *(term for term, _ in conditions)])
        + f" ORDER BY s.opened {order}, s.id {order} LIMIT ?"
    )
    given = [*values, *(value for _, value in conditions), size + 1]
    with trouble(ledger.path), connected(ledger.path) as connection:
        found = connection.execute(query, given).fetchall()
    has_more, found = len(found) > size, found[:size]
    if is_back:
        found.reverse()
    if not found:
        return ShoesFound([], None, None)
    first, last = (Place(row[3], row[10]) for row in (found[0], found[-1]))
    older = last if is_back or has_more else None
    newer = first if (has_more if is_back else before is not None) else None
    return ShoesFound([_row(row) for row in found], older, newer)


def _row(row: Any) -> ShoeRow:
    table, number, house, opened, coups, player, banker, tie, corrected, marks, _ = row
    time = _EPOCH + timedelta(microseconds=opened)
    return ShoeRow(
        table, number, house, time, coups, player, banker, tie, corrected, tuple(marks.split())
    )


def houses(ledger: Ledger) -> list[str]:
    """The names of the houses that shoes were dealt by; raises LogError."""
    query = (  # a walk from one name to the next in the index
        "WITH RECURSIVE h(name) AS (SELECT min(house) FROM shoes WHERE house > '' UNION ALL"
        " SELECT (SELECT min(house) FROM shoes WHERE house > name) FROM h WHERE name IS NOT NULL)"
        " SELECT name FROM h WHERE name IS NOT NULL"
    )
    with trouble(ledger.path), connected(ledger.path) as connection:
        return [name for (name,) in connection.execute(query)]


def tables(ledger: Ledger) -> list[str]:
    """The names of the tables that it has rows of; raises LogError."""
    with trouble(ledger.path), connected(ledger.path) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM tables ORDER BY name")]


def shoes_between(ledger: Ledger, table: str, first: int, last: int) -> list[Kept]:
    """A table's shoes that have entries from `first` to `last`, in order; raises LogError."""
    query = (
        "SELECT s.id, s.number, s.first, s.last, s.late FROM shoes s"
        " JOIN tables t ON t.id = s.table_id WHERE t.name = ? AND s.last >= ? AND s.first <= ?"
        " ORDER BY s.number"
    )
    with trouble(ledger.path), connected(ledger.path) as connection:
        return [Kept.of(row) for row in connection.execute(query, (table, first, last))]
