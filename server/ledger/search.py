"""Search: the coups that fit what is asked, newest first, a page at a time."""

from __future__ import annotations

import heapq
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

from .ledger import Ledger, id_range
from .schema import ID_BITS, connected, trouble
from .told import BET, Told

PAGE = 50  # coups
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NEVER = -(2**62), 2**62  # µs before and after all that can be


class Place(NamedTuple):
    """Where a row stands among all, newest first: its time in µs, and its number in the ledger."""

    time: int
    id: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for; nothing where nothing is said.

    `since` and `until` are µs, the first within and the last without. `needs` are marks that a
    coup must have, `one_of` some of which it must have one at least.
    """

    table: str = ""
    since: int = _NEVER[0]
    until: int = _NEVER[1]
    needs: frozenset[str] = frozenset()
    one_of: frozenset[str] = frozenset()

    @property
    def is_of_all_times(self) -> bool:
        return (self.since, self.until) == _NEVER

    def takes(self, marks: frozenset[str]) -> bool:
        """Whether coups with these marks are asked for."""
        return self.needs <= marks and (not self.one_of or not self.one_of.isdisjoint(marks))


class Found(NamedTuple):
    """A page of coups, newest first; `older` and `newer` are where the pages beside it begin.

    `total` is how many there are in all, None where that would have to be counted.
    """

    rows: list[Told]
    older: Place | None
    newer: Place | None
    total: int | None


def search(
    ledger: Ledger,
    wanted: Wanted,
    *,
    before: Place | None = None,
    after: Place | None = None,
    size: int = PAGE,
) -> Found:
    """The newest coups that fit, or those older than `before`, or newer than `after`.

    Raises LogError.
    """
    with trouble(ledger.path), connected(ledger.path) as connection:
        table_id = _table_id(connection, wanted.table)
        sets = {set_id: marks for set_id, marks in _sets(connection).items() if wanted.takes(marks)}
        if table_id is None:
            return Found([], None, None, 0)
        with closing(_merged(connection, table_id, [*sets], wanted, before, after)) as places:
            shown = list(islice(places, size + 1))
        has_more, shown = len(shown) > size, shown[:size]
        if after is not None:
            shown.reverse()
        rows = _rows(connection, shown)
        total = _total(connection, table_id, sets) if wanted.is_of_all_times else None
    if not shown:
        return Found([], None, None, total)
    is_back = after is not None
    older = shown[-1] if is_back or has_more else None
    newer = shown[0] if (has_more if is_back else before is not None) else None
    return Found(rows, older, newer, total)


def _merged(
    connection: sqlite3.Connection,
    table_id: int,
    sets: list[int],
    wanted: Wanted,
    before: Place | None,
    after: Place | None,
) -> Generator[Place, None, None]:
    """The places of the coups of some sets, in order, each set read no further than it must be."""
    is_back = after is not None
    edge = after or before or Place(wanted.until, -1)
    order = "ASC" if is_back else "DESC"
    query = (
        "SELECT time, id FROM coups INDEXED BY "
        + ("coups_by_table WHERE table_id = :table AND" if table_id else "coups_by_set WHERE")
        + f" set_id = :set AND (time, id) {'>' if is_back else '<'} (:time, :id)"
        f" AND time >= :since AND time < :until ORDER BY time {order}, id {order}"
    )
    values = {
        "table": table_id, "time": edge.time, "id": edge.id,
        "since": wanted.since, "until": wanted.until,
    }  # fmt: skip
    each = [connection.execute(query, {**values, "set": set_id}) for set_id in sets]
    with closing(heapq.merge(*each, key=itemgetter(0, 1), reverse=not is_back)) as merged:
        yield from (Place(*place) for place in merged)


def _sets(connection: sqlite3.Connection) -> dict[int, frozenset[str]]:
    found = connection.execute("SELECT id, marks FROM sets")
    return {set_id: frozenset(marks.split()) for set_id, marks in found}


def bets_hit(ledger: Ledger) -> list[str]:
    """The keys of the side bets that were hit at any table; raises LogError."""
    with trouble(ledger.path), connected(ledger.path) as connection:
        marks = frozenset().union(*_sets(connection).values())
    return sorted(mark.removeprefix(BET) for mark in marks if mark.startswith(BET))


def _table_id(connection: sqlite3.Connection, name: str) -> int | None:
    """A table's number, 0 for all of them, None for one that is not known."""
    if not name:
        return 0
    found = connection.execute("SELECT id FROM tables WHERE name = ?", (name,)).fetchone()
    return int(found[0]) if found else None


def _total(connection: sqlite3.Connection, table_id: int, sets: dict[int, frozenset[str]]) -> int:
    found = connection.execute(
        "SELECT set_id, sum(n) FROM counts WHERE ? IN (0, table_id) GROUP BY set_id", (table_id,)
    )
    return sum(n for set_id, n in found if set_id in sets)


_COLUMNS = (
    "t.name, s.house, s.number, c.id, c.time, c.player, c.banker, c.player_total, c.banker_total,"
    " c.set_id, c.why, c.paid"
)
_JOINED = f"coups c JOIN shoes s ON s.id = c.id >> {ID_BITS} JOIN tables t ON t.id = c.table_id"


def _rows(connection: sqlite3.Connection, places: list[Place]) -> list[Told]:
    tell = _teller(_sets(connection))
    query = f"SELECT {_COLUMNS} FROM {_JOINED} WHERE c.id = ?"
    found = (connection.execute(query, (place.id,)).fetchone() for place in places)
    return [tell(row) for row in found if row]


def _teller(sets: dict[int, frozenset[str]]) -> Callable[[Any], Told]:
    def tell(row: Any) -> Told:
        table, house, shoe, at, time, player, banker, player_total, banker_total, *rest = row
        marks, why, paid = rest
        return Told(
            table, house, shoe, at & (1 << ID_BITS) - 1, _EPOCH + timedelta(microseconds=time),
            player, banker, player_total, banker_total, sets[marks], why, paid,
        )  # fmt: skip

    return tell


def rows_of(ledger: Ledger, shoe_ids: Iterable[int]) -> Iterator[Told]:
    """The coups of some shoes by their ids, in that order; raises LogError."""
    query = f"SELECT {_COLUMNS} FROM {_JOINED} WHERE c.id BETWEEN ? AND ? ORDER BY c.id"
    with trouble(ledger.path), connected(ledger.path) as connection:
        tell = _teller(_sets(connection))
        for shoe_id in shoe_ids:
            for row in connection.execute(query, id_range(shoe_id)):
                yield tell(row)
