"""The history: settled coups as rows, worked out from the log whenever they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from drivers import SIMULATED, is_simulated

from .baccarat.coup import Coup
from .baccarat.events import Refused, ShoeOpened
from .baccarat.play import replay
from .log import GENESIS, EventLog, LogError, Row, decoded, first_bad


@dataclass(frozen=True, slots=True)
class CoupRow:
    """One settled coup, as every export tells it."""

    table: str
    house: str
    shoe: int
    number: int
    time: datetime  # UTC, of its last card
    coup: Coup
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShoeLog:
    """The log's rows of one shoe, from its opening to the next, and the digest before them."""

    number: int  # 0: what came before the first shoe
    rows: list[Row]
    previous: str

    def coups(self) -> list[CoupRow]:
        """The settled coups; raises LogError where the log is damaged."""
        entries = decoded(self.rows)
        try:
            shoe = replay(entries)
        except Refused as refused:
            raise LogError(
                f"Shoe {self.number} of table {self.rows[0].table_name} does not replay: {refused} "
                "Run `shoeboard verify`."
            ) from None
        by_seq = {entry.seq: entry for entry in entries}
        house = shoe.house.name if shoe.house else ""
        marks = {SIMULATED} if is_simulated(entries) else set()
        rows = []
        for settled in shoe.settled:
            rows.append(
                CoupRow(
                    table=self.rows[0].table_name,
                    house=house,
                    shoe=self.number,
                    number=settled.number,
                    time=by_seq[settled.seq].time,
                    coup=settled.coup,
                    flags=tuple(sorted(settled.flags | marks)),
                )
            )
        return rows


def shoe_logs(rows: Iterable[Row], *, previous: str = GENESIS) -> Iterator[ShoeLog]:
    """A table's rows, in order, cut into shoes."""
    opened = 0

    def group(row: Row) -> int:
        nonlocal opened
        opened += row.event == ShoeOpened.__name__
        return opened

    for _, rows_of_shoe in groupby(rows, key=group):
        shoe = list(rows_of_shoe)
        first = decoded(shoe[:1])[0].event
        number = first.number if isinstance(first, ShoeOpened) else 0
        yield ShoeLog(number, shoe, previous)
        previous = shoe[-1].digest


def history(log: EventLog, table: str, shoe: int | None = None) -> Iterator[ShoeLog]:
    """The shoes of a table, or the one of that number; raises LogError."""
    for shoe_log in shoe_logs(log.rows(table)):
        if shoe in (None, shoe_log.number):
            yield shoe_log


def latest(log: EventLog, table: str, most: int) -> Iterator[ShoeLog]:
    """The last `most` shoes of a table, oldest first; raises LogError."""
    openings = log.openings(table)[-most:]
    if openings:
        yield from shoe_logs(log.rows(table, since=openings[0]))


def verify(log: EventLog, table: str) -> str | None:
    """Walk a table's digests and replay its shoes; the first fault in a sentence, else None."""
    try:
        if bad := first_bad(log.rows(table), previous=GENESIS, seq=1):
            return f"Table {table}: {bad}."
        for shoe in history(log, table):
            shoe.coups()
    except LogError as error:
        return str(error)
    return None
