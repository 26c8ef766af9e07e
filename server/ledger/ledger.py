"""The ledger: every settled coup that everybody may know, kept as rows beside the log.

It follows the log and never leads it: what it has not yet, `follow` takes up; what it has wrong,
because the log is another one, it throws away. Nothing in it is told that players have not seen.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..baccarat.events import Entry
from ..history import Late, ShoeLog, late_rulings, shoe_logs
from ..log import EventLog, decoded
from ..row import GENESIS
from .schema import ID_BITS, connected, open_file, trouble
from .write import forget, write_shoe

_FILE = "history.sqlite"
Progress = Callable[[int, int], None]  # entries done, of how many


def silently(done: int, of: int) -> None:
    """The progress that nobody looks at."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Where a shoe lies in the log, and the later entries that rule on it."""

    id: int
    number: int
    first: int
    last: int
    late: tuple[int, ...]

    @classmethod
    def of(cls, row: Any) -> Kept:
        """The shoe of a row of the ledger's file."""
        shoe_id, number, first, last, late = row
        return cls(shoe_id, number, first, last, tuple(json.loads(late)))


class Ledger:
    """The ledger of one data folder. Safe to use from several threads and processes."""

    def __init__(self, log: EventLog) -> None:
        """Raises LogError where its file cannot be made."""
        self.log = log
        self.path: Path = log.where.with_name(_FILE)
        self._lock = threading.Lock()
        open_file(self.path)

    def behind(self, table: str) -> int:
        """How many of a table's entries it has not yet taken up; raises LogError."""
        with trouble(self.path), connected(self.path) as connection:
            upto, _ = _state(connection, table)
        return max(0, self.log.last(table) - upto)

    def follow(
        self,
        table: str,
        *,
        progress: Progress = silently,
        at_most: int | None = None,
        pause: Callable[[], bool] = lambda: False,
    ) -> bool:
        """Take up what a table's log has come to; returns whether it is all taken up.

        Nothing is done where that is more than `at_most` entries, or where another thread is long
        about it. `pause` is called after each shoe with something new, and ends it where it
        answers true. Raises LogError.
        """
        if not self._lock.acquire(timeout=-1 if at_most is None else 1):
            return False
        try:
            return self._follow(table, progress, at_most, pause)
        finally:
            self._lock.release()

    def _follow(
        self, table: str, progress: Progress, at_most: int | None, pause: Callable[[], bool]
    ) -> bool:
        with trouble(self.path), connected(self.path) as connection:
            upto, digest = _state(connection, table)
            last = self.log.last(table)
            if upto and not self._is_of_this_log(table, upto, digest):
                forget(connection, table)
                upto = 0
            if last == upto:
                return True
            if at_most is not None and last - upto > at_most:
                return False
            fresh = late_rulings(
                entry for entry in decoded(self.log.rulings(table, since=upto + 1))
                if entry.seq <= last
            )  # fmt: skip
            newest = _newest(connection, table)
            for number in fresh:
                if newest and number < newest.number:
                    self._take_up_again(connection, table, number, fresh)
            since = newest.first if newest else 1
            late = self._late(connection, table, fresh)
            before = self.log.rows(table, since=since - 1, until=since - 1)
            previous = next((row.digest for row in before), GENESIS)
            rows = self.log.rows(table, since=since, until=last)
            for shoe in shoe_logs(rows, late, previous=previous):
                is_newest = shoe.rows[-1].seq == last
                _write(connection, shoe, upto=last if is_newest else shoe.rows[-1].seq)
                progress(shoe.rows[-1].seq, last)
                # What was known of the newest one is only read again: a pause after it for ever
                # would let nothing new in.
                if shoe.rows[-1].seq > upto and pause():
                    return is_newest
            return True

    def _is_of_this_log(self, table: str, seq: int, digest: str) -> bool:
        row = next(self.log.rows(table, since=seq, until=seq), None)
        return row is not None and row.digest == digest

    def _late(self, connection: sqlite3.Connection, table: str, fresh: Late) -> Late:
        """The rulings on shoes from the newest one on that were made after them."""
        newest = _newest(connection, table)
        if newest is None or not newest.late:
            return fresh
        return {**fresh, newest.number: self._with_kept(table, newest, fresh)}

    def _take_up_again(
        self, connection: sqlite3.Connection, table: str, number: int, fresh: Late
    ) -> None:
        """An earlier shoe, on which something was ruled since."""
        kept = find_kept(connection, table, number)
        if kept is None or {entry.seq for entry in fresh[number]} <= {*kept.late}:
            return
        rows = [*self.log.rows(table, since=kept.first, until=kept.last)]
        _write(connection, ShoeLog(number, rows, "", self._with_kept(table, kept, fresh)))

    def _with_kept(self, table: str, kept: Kept, fresh: Late) -> tuple[Entry, ...]:
        known = self.late_of(table, kept)
        return tuple({e.seq: e for e in (*known, *fresh.get(kept.number, ()))}.values())

    def late_of(self, table: str, kept: Kept) -> tuple[Entry, ...]:
        """The rulings on a shoe that were made after it, as it knows them."""
        rows = [row for seq in kept.late for row in self.log.rows(table, since=seq, until=seq)]
        return late_rulings(decoded(rows)).get(kept.number, ())

    def shoe_log(self, table: str, number: int) -> ShoeLog | None:
        """A shoe's part of the log, found at once; None where there is none of that number.

        Its newest entries are there, for the log is read; raises LogError.
        """
        self.follow(table, at_most=_INLINE)
        with trouble(self.path), connected(self.path) as connection:
            kept = find_kept(connection, table, number)
        return self.read(table, kept) if kept else None

    def kept(self, table: str, *, since: int = -(2**62), until: int = 2**62) -> list[Kept]:
        """A table's shoes that were opened from `since` until before `until` (µs), in order.

        With neither, what came before the first shoe is among them, as 0. Raises LogError.
        """
        query = (
            "SELECT s.id, s.number, s.first, s.last, s.late FROM shoes s"
            " JOIN tables t ON t.id = s.table_id WHERE t.name = ? AND s.opened >= ?"
            " AND s.opened < ? ORDER BY s.number"
        )
        with trouble(self.path), connected(self.path) as connection:
            found = connection.execute(query, (table, since, until)).fetchall()
        return [Kept.of(row) for row in found]

    def read(self, table: str, kept: Kept) -> ShoeLog:
        """A shoe's part of the log; raises LogError."""
        rows = [*self.log.rows(table, since=kept.first - 1, until=kept.last)]
        previous = rows.pop(0).digest if rows and rows[0].seq < kept.first else GENESIS
        return ShoeLog(kept.number, rows, previous, self.late_of(table, kept))

    def neighbours(self, table: str, number: int) -> tuple[int | None, int | None]:
        """The numbers of the shoes before and after one; raises LogError."""
        query = (
            "SELECT (SELECT max(number) FROM shoes"
            " WHERE table_id = t.id AND number < ? AND number > 0),"
            " (SELECT min(number) FROM shoes WHERE table_id = t.id AND number > ?)"
            " FROM tables t WHERE name = ?"
        )
        with trouble(self.path), connected(self.path) as connection:
            found = connection.execute(query, (number, number, table)).fetchone()
        return found or (None, None)

    def follow_what_is_new(self, tables: Iterator[str] | list[str]) -> int:
        """Take up what little came since; returns how many entries are still to be taken up."""
        return sum(
            0 if self.follow(table, at_most=_INLINE) else self.behind(table) for table in tables
        )


_INLINE = 3000  # entries that are taken up while somebody waits: some shoes, under a second


def _state(connection: sqlite3.Connection, table: str) -> tuple[int, str]:
    found = connection.execute("SELECT upto, digest FROM tables WHERE name = ?", (table,))
    return found.fetchone() or (0, GENESIS)


def find_kept(connection: sqlite3.Connection, table: str, number: int) -> Kept | None:
    """A table's shoe of that number."""
    return _kept(connection, table, "s.number = ?", number)


def _newest(connection: sqlite3.Connection, table: str) -> Kept | None:
    return _kept(connection, table, "1 = ? ORDER BY s.number DESC LIMIT 1", 1)


def _kept(connection: sqlite3.Connection, table: str, where: str, value: int) -> Kept | None:
    row = connection.execute(
        "SELECT s.id, s.number, s.first, s.last, s.late FROM shoes s"
        f" JOIN tables t ON t.id = s.table_id WHERE t.name = ? AND {where}",
        (table, value),
    ).fetchone()
    return Kept.of(row) if row else None


def _write(connection: sqlite3.Connection, shoe: ShoeLog, *, upto: int | None = None) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        write_shoe(connection, shoe, upto)
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def id_range(shoe_id: int) -> tuple[int, int]:
    """The least and the most that the id of a shoe's coup can be."""
    return shoe_id << ID_BITS, (shoe_id << ID_BITS) + (1 << ID_BITS) - 1
