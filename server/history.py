"""The history: settled coups as rows, worked out from the log whenever they are asked for."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from drivers import SIMULATED, is_simulated

from .baccarat.events import Entry, Refused, Ruling, ShoeOpened
from .baccarat.hits import Hit, hits
from .baccarat.play import replay
from .baccarat.reveal import first_withheld
from .baccarat.roles import Role
from .baccarat.settled import Settled
from .baccarat.shoe import Shoe
from .heads import BadHead
from .log import EventLog, LogError, decoded
from .row import GENESIS, Row, first_bad

ALL = range(2**63)  # every number that an entry can have
IMPORTED = "imported"  # by whom a shoe was opened that was not dealt here, and its coups' flag


@dataclass(frozen=True, slots=True)
class CoupRow:
    """One settled coup, as every export tells it."""

    table: str
    house: str
    shoe: int
    time: datetime  # UTC, of its last card
    settled: Settled
    flags: tuple[str, ...]
    hits: tuple[Hit, ...] = ()  # the side bets of its house that it pays


@dataclass(frozen=True, slots=True)
class ShoeLog:
    """The log's rows of one shoe, from its opening to the next, and the digest before them.

    `late` are the rulings on it that were made in later shoes.
    """

    number: int  # 0: what came before the first shoe
    rows: list[Row]
    previous: str
    late: tuple[Entry, ...] = ()

    def entries(self) -> list[Entry]:
        """What makes the shoe; raises LogError where the log is damaged."""
        return [*decoded(self.rows), *self.late]

    def shoe(self) -> Shoe:
        """The shoe as it is now; raises LogError where the log is damaged."""
        return self._replayed(self.entries())

    def _replayed(self, entries: list[Entry]) -> Shoe:
        try:
            return replay(entries)
        except Refused as refused:
            raise LogError(
                f"Shoe {self.number} of table {self.rows[0].table_name} does not replay: {refused} "
                "Run `shoeboard verify`."
            ) from None

    def coups(self) -> list[CoupRow]:
        """The settled coups; raises LogError where the log is damaged."""
        entries = self.entries()
        return self._coups(entries, self._replayed(entries))

    def coups_seen(self) -> list[CoupRow]:
        """The settled coups that everybody may know; raises LogError where the log is damaged."""
        entries = self.entries()
        shoe = self._replayed(entries)
        if first_withheld(shoe) is not None:
            return self.seen_by(None).coups()
        return self._coups(entries, shoe)

    def marks(self) -> set[str]:
        """What holds for each of its coups: `simulated`, `imported`; raises LogError."""
        return _marks(self.entries())

    def house_name(self) -> str:
        """The house that it is dealt by; raises LogError."""
        first = decoded(self.rows[:1])[0].event
        return first.house.name if isinstance(first, ShoeOpened) else ""

    def _coups(self, entries: list[Entry], shoe: Shoe) -> list[CoupRow]:
        return [*coup_rows(self.rows[0].table_name, self.number, entries, shoe)]

    def seen_by(self, role: Role | None) -> ShoeLog:
        """The shoe without what is withheld, for those who may not see it."""
        shoe = self.shoe()
        withheld = first_withheld(shoe)
        if withheld is None or may_see_withheld(shoe, role):
            return self
        return replace(self, rows=[row for row in self.rows if row.seq < withheld])


def coup_rows(
    table: str, number: int, entries: Sequence[Entry], shoe: Shoe, *, seqs: Container[int] = ALL
) -> Iterator[CoupRow]:
    """The settled coups of a shoe and its entries; `seqs` are the entries of those wanted."""
    times = {entry.seq: entry.time for entry in entries}
    marks = _marks(entries)
    for settled in shoe.settled:
        if settled.seq in seqs:
            yield CoupRow(
                table=table,
                house=shoe.house.name if shoe.house else "",
                shoe=number,
                time=times[settled.seq],
                settled=settled,
                flags=tuple(sorted(settled.flags | marks)),
                hits=hits(shoe.house, settled.coup, settled.result) if shoe.house else (),
            )


def _marks(entries: Sequence[Entry]) -> set[str]:
    marks = {SIMULATED} if is_simulated(entries) else set()
    return marks | {IMPORTED} if is_imported(entries) else marks


def is_imported(entries: Iterable[Entry]) -> bool:
    """Whether a shoe was not dealt here: it came as somebody else's results."""
    first = next(iter(entries), None)
    if first is None or not isinstance(first.event, ShoeOpened):
        return False
    return first.event.by == IMPORTED and first.event.role is None


def may_see_withheld(shoe: Shoe, role: Role | None) -> bool:
    """Whether the house lets a role see cards that lie face down."""
    least = shoe.house.reveal.seen_by if shoe.house else None
    return least is not None and role is not None and role.may_act_as(least)


Late = Mapping[int, tuple[Entry, ...]]  # rulings on earlier shoes, by the shoe's number


def late_rulings(entries: Iterable[Entry]) -> Late:
    """The rulings on earlier shoes among entries, as entries of the shoes that they are on."""
    found: dict[int, tuple[Entry, ...]] = {}
    for entry in entries:
        if isinstance(entry.event, Ruling) and entry.event.shoe:
            own = replace(entry, event=replace(entry.event, shoe=0))
            found[entry.event.shoe] = (*found.get(entry.event.shoe, ()), own)
    return found


def shoe_logs(rows: Iterable[Row], late: Late, *, previous: str = GENESIS) -> Iterator[ShoeLog]:
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
        yield ShoeLog(number, shoe, previous, late.get(number, ()))
        previous = shoe[-1].digest


def history(log: EventLog, table: str, shoe: int | None = None) -> Iterator[ShoeLog]:
    """The shoes of a table, or the one of that number; raises LogError."""
    for shoe_log in shoe_logs(log.rows(table), late_rulings(decoded(log.rulings(table)))):
        if shoe in (None, shoe_log.number):
            yield shoe_log


def verify(log: EventLog, table: str) -> str | None:
    """Walk a table's digests to the end that was written, and replay its shoes.

    The first fault in a sentence, else None.
    """
    try:
        bad = first_bad(log.rows(table), previous=GENESIS, seq=1) or end_trouble(log, table)
        if bad:
            return f"Table {table}: {bad}."
        for shoe in history(log, table):
            shoe.coups()
    except LogError as error:
        return str(error)
    return log.damage()


def end_trouble(log: EventLog, table: str) -> str | None:
    """What a table's head says against the log, or why it cannot be read; None where nothing.

    Raises LogError.
    """
    try:
        return log.cut(table)
    except BadHead as bad:
        return str(bad)


def lag(log: EventLog, table: str) -> str:
    """A sentence on entries that came after the head of a sound log, else nothing."""
    last = log.last(table)
    head = log.heads.read(table)
    if head is None or head.seq >= last:
        return ""
    return (
        f" What comes after entry {head.seq} is not noted as written in {log.heads.path(table)}: "
        "the server was killed just then or could not write there, else it was put in past it."
    )
