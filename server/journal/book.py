"""A table's journal: the rows of one of its shoes, or of all, newest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..baccarat.events import Entry, ShoeOpened
from ..baccarat.roles import Role
from ..history import ShoeLog, end_trouble, late_rulings
from ..log import EventLog, decoded
from ..row import GENESIS, first_bad
from .row import JournalRow
from .shoe_rows import journal


@dataclass(frozen=True, slots=True)
class Stretch:
    """Where a shoe lies in the log: its number and its first and last entry."""

    number: int
    first: int
    last: int


class Check(NamedTuple):
    """Whether entries are as they were written, and that in a sentence."""

    is_well: bool
    sentence: str


class Book:
    """The journal of a table for a role, read from the log when it is asked for.

    Every entry is told once: a ruling on an earlier shoe by that shoe, in whichever it was made.
    """

    def __init__(self, log: EventLog, table: str, role: Role | None) -> None:
        """Raises LogError where the log is damaged."""
        self._log, self._table, self._role = log, table, role
        self._late = late_rulings(decoded(log.rulings(table)))
        self._told: dict[int, dict[int, JournalRow]] = {}
        self.shoes = _stretches(log, table)

    @property
    def numbers(self) -> list[int]:
        """The shoes' numbers, newest first; 0 is what came before the first."""
        return [shoe.number for shoe in reversed(self.shoes)]

    def rows(self, shoe: int | None) -> Iterator[JournalRow]:
        """The rows of a shoe, or of all where it is None, newest first; raises LogError.

        A shoe's are those made in it and those on it. It must be one of `numbers`.
        """
        if shoe is not None:
            own = {row.seq: row for row in self._rows_in(shoe)}
            rows = {**self._of(shoe), **own}
            yield from (rows[seq] for seq in sorted(rows, reverse=True))
            return
        for number in self.numbers:
            yield from reversed([*self._rows_in(number)])
            self._told.pop(number, None)  # a long log's rows are more than fit at once

    def _rows_in(self, number: int) -> Iterator[JournalRow]:
        """The rows of the entries that were made in a shoe, oldest first."""
        stretch = self._stretch(number)
        for seq, row in self._of(number).items():
            if seq > stretch.last:
                continue
            is_elsewhere = row.shoe != number and row.shoe in self.numbers
            # One that came since the late rulings were read is told in full by the next page.
            yield self._of(row.shoe).get(seq, row) if is_elsewhere else row

    def _of(self, number: int) -> dict[int, JournalRow]:
        """The rows that a shoe's own log tells, by their numbers."""
        if number not in self._told:
            told = journal(self.shoe_log(number), self._role)
            self._told[number] = {row.seq: row for row in told}
        return self._told[number]

    def shoe_log(self, number: int) -> ShoeLog:
        """A shoe's part of the log, with the digest before it and the late rulings on it."""
        stretch = self._stretch(number)
        rows = [*self._log.rows(self._table, since=stretch.first - 1, until=stretch.last)]
        previous = GENESIS
        if rows and rows[0].seq < stretch.first:
            previous = rows.pop(0).digest
        return ShoeLog(number, rows, previous, self.late(number))

    def late(self, number: int) -> tuple[Entry, ...]:
        """The rulings on a shoe that were made in later ones."""
        return self._late.get(number, ())

    def _stretch(self, number: int) -> Stretch:
        return next(shoe for shoe in self.shoes if shoe.number == number)

    def check(self, shoe: int | None) -> Check:
        """Walk the digests of a shoe's entries, or of all; raises LogError."""
        stretches = self.shoes if shoe is None else [self._stretch(shoe)]
        if not stretches:
            return Check(True, "There is no entry yet.")
        first, last = stretches[0].first, stretches[-1].last
        if shoe is None:
            rows, previous = self._log.rows(self._table), GENESIS
        else:
            log = self.shoe_log(shoe)
            rows, previous = iter(log.rows), log.previous
        bad = first_bad(rows, previous=previous, seq=first)
        if not bad and stretches[-1] is self.shoes[-1]:
            bad = end_trouble(self._log, self._table)
        if bad:
            return Check(False, f"{bad[0].upper()}{bad[1:].rstrip('.')}.")
        return Check(True, f"Entries {first} to {last} match their digests.")


def _stretches(log: EventLog, table: str) -> list[Stretch]:
    """Where a table's shoes lie in the log, oldest first."""
    starts = [(0, 1)]
    for entry in decoded(log.openings(table)):
        assert isinstance(entry.event, ShoeOpened)
        starts.append((entry.event.number, entry.seq))
    ends = [first - 1 for _, first in starts[1:]] + [log.last(table)]
    found = [Stretch(*start, end) for start, end in zip(starts, ends, strict=True)]
    return [stretch for stretch in found if stretch.first <= stretch.last]
