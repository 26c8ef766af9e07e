"""What is exported: some shoes of a table, read a shoe at a time, as often as a format needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ..baccarat.roles import Role
from ..history import ShoeLog
from ..ledger.ledger import Kept, Ledger, silently
from ..ledger.search import rows_of
from ..ledger.told import Told, told

Progress = Callable[[int, int], None]  # shoes done, of how many


class ExportError(Exception):
    """An export that cannot be; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a format may be told beside its shoes; each takes what it knows.

    `bom`: CSV begins with a byte order mark. `by_shoe`: XLSX has a sheet for each shoe. `road`:
    that road alone is drawn, else the board. `coup`: the board after that coup, else the last.
    """

    bom: bool = False
    by_shoe: bool = False
    road: str = ""
    coup: int | None = None


NO_COUP = "No coup of it is settled yet, so there is none in the file."
EVERYTHING = "everything"  # in place of a role: also what players have not seen


@dataclass(frozen=True, slots=True)
class Source:
    """Some shoes of a table, as far as a role may see them.

    The newest is read from the log, for it may still be dealt; earlier ones' rows from the ledger.
    """

    ledger: Ledger
    table: str
    title: str
    kept: tuple[Kept, ...]
    newest: int  # the number of the table's newest shoe
    seen_by: Role | str | None = EVERYTHING
    progress: Progress = silently

    def logs(self) -> Iterator[ShoeLog]:
        """The shoes with their entries, in order; raises LogError."""
        for done, kept in enumerate(self.kept):
            self.progress(done, len(self.kept))
            yield self._seen(kept)
        self.progress(len(self.kept), len(self.kept))

    def shoes(self) -> Iterator[ShoeLog]:
        """The same without what came before the first shoe."""
        return (log for log in self.logs() if log.number)

    def rows(self) -> Iterator[Told]:
        """The coups, in order; raises LogError."""
        for each in self.rows_by_shoe():
            yield from each[1]

    def rows_by_shoe(self) -> Iterator[tuple[int, list[Told]]]:
        """Each shoe's number and coups, in order; raises LogError."""
        for done, kept in enumerate(self.kept):
            self.progress(done, len(self.kept))
            yield kept.number, self._rows(kept)
        self.progress(len(self.kept), len(self.kept))

    def logs_and_rows(self) -> Iterator[tuple[ShoeLog, list[Told]]]:
        """The shoes with their entries and their coups, in order; raises LogError."""
        for log, kept in zip(self.logs(), self.kept, strict=True):
            yield log, self._rows(kept)

    @property
    def is_empty(self) -> bool:
        """Whether no coup of them is settled, as far as it may be seen; raises LogError."""
        return not any(self._rows(kept) for kept in self.kept)

    def _rows(self, kept: Kept) -> list[Told]:
        if kept.number < self.newest:
            return [*rows_of(self.ledger, [kept.id])]
        return [told(row) for row in self._seen(kept).coups()]

    def _seen(self, kept: Kept) -> ShoeLog:
        log = self.ledger.read(self.table, kept)
        if kept.number < self.newest or (isinstance(self.seen_by, str) and not _is_role(self)):
            return log
        assert self.seen_by is None or isinstance(self.seen_by, Role)
        return log.seen_by(self.seen_by)


def _is_role(source: Source) -> bool:
    return isinstance(source.seen_by, Role)


def source(
    ledger: Ledger,
    table: str,
    title: str,
    *,
    shoe: int | None = None,
    days: tuple[int, int] | None = None,
    seen_by: Role | str | None = EVERYTHING,
    progress: Progress = silently,
) -> Source:
    """A table's shoes, or the one of a number, or those opened between two times (µs).

    Raises ExportError where there is none of them, LogError where the log is damaged.
    """
    everything = ledger.kept(table)
    newest = max((kept.number for kept in everything), default=0)
    kept = everything if days is None else ledger.kept(table, since=days[0], until=days[1])
    if shoe is not None:
        kept = [each for each in kept if each.number == shoe]
        if not kept:
            raise ExportError(f"Table {table} has no shoe {shoe}.")
    if days is not None:
        kept = [each for each in kept if each.number]
        if not kept:
            raise ExportError(f"Table {table} opened no shoe in those days.")
    return Source(ledger, table, title, tuple(kept), newest, seen_by, progress)
