"""The event log: append-only, each entry with the digest of the one before. The only truth.

An entry is on disk (fsync) when `append` returns. The database itself refuses to change or delete
an entry; `verify` finds what was changed past it, and by its heads what was cut off at its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from .baccarat.events import EVENTS, Entry, ReaderChanged, Ruling, ShoeOpened
from .codec import BadEntry
from .heads import Head, Heads
from .row import ANY_BYTES, Row

_T = TypeVar("_T")
TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")  # it stands in addresses and file names
_FILE = "shoeboard.sqlite"
_LEAST_PAGE = 512  # bytes, of SQLite's files
_LEAST = -(2**63)  # the least number that a damaged entry can have

_metadata = sa.MetaData()
ENTRIES = sa.Table(
    "entries",
    _metadata,
    sa.Column("table_name", sa.String(64), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("time", sa.String(32), nullable=False),
    sa.Column("event", sa.String(32), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("digest", sa.String(64), nullable=False),
)


class LogError(Exception):
    """The log cannot be read or written; the message says what happened and what to do."""


class EventLog:
    """The log of all tables of one server, in a folder. Safe to use from several threads."""

    def __init__(self, engine: sa.Engine, where: Path) -> None:
        self._engine = engine
        self.where = where
        self.heads = Heads(where.parent / "heads")

    @classmethod
    def open(cls, folder: Path) -> EventLog:
        """The log in a folder, made there if it is new and brought up to date; raises LogError."""
        path = folder / _FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise LogError(f"Cannot make the folder {folder}: {error.strerror}.") from None
        engine = sa.create_engine(f"sqlite:///{path}")
        sa.event.listen(engine, "connect", _durable)
        log = cls(engine, path)
        try:
            _migrate(engine)
        except (SQLAlchemyError, CommandError) as error:
            engine.dispose()
            raise log.trouble(error, "opened") from None
        return log

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Whether a folder holds a log."""
        return (folder / _FILE).is_file()

    @staticmethod
    def is_cut_to_nothing(folder: Path) -> bool:
        """Whether a folder's log is shorter than any that was ever opened."""
        return (folder / _FILE).stat().st_size < _LEAST_PAGE

    def tried(self, verb: str, work: Callable[[sa.Connection], _T]) -> _T:
        """What `work` makes of the database, in one transaction; raises LogError, IntegrityError.

        `verb` is what it does, as its error says: read, written.
        """
        try:
            with self._engine.begin() as connection:
                return work(connection)
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise self.trouble(error, verb) from None

    def append(self, row: Row) -> None:
        """Keep a row; it is on disk when this returns. Raises LogError, and keeps nothing then."""
        self.append_all([row])

    def append_all(self, rows: list[Row]) -> None:
        """Keep rows, all or none; they are on disk when this returns. Raises LogError."""
        if not rows:
            return
        try:
            with self._engine.begin() as connection:
                connection.execute(ENTRIES.insert(), [row._asdict() for row in rows])
        except IntegrityError:
            row = rows[0]
            raise LogError(
                f"Entry {row.seq} of table {row.table_name} is in the log already: another "
                f"Shoeboard writes to {self.where}. Stop one of them."
            ) from None
        except SQLAlchemyError as error:
            raise self.trouble(error, "written") from None
        for row in {row.table_name: row for row in rows}.values():
            self.heads.write(row.table_name, Head(row.seq, row.digest))

    def rows(self, table: str, *, since: int = _LEAST, until: int | None = None) -> Iterator[Row]:
        """A table's rows from entry `since` to entry `until`, in order; raises LogError."""
        query = (
            sa.select(ENTRIES)
            .where(ENTRIES.c.table_name == table, ENTRIES.c.seq >= since)
            .order_by(ENTRIES.c.seq)
        )
        if until is not None:
            query = query.where(ENTRIES.c.seq <= until)
        try:
            with self._engine.connect() as connection:
                for row in connection.execution_options(yield_per=1000).execute(query):
                    yield Row(table, _number(table, row.seq), *row[2:])
        except SQLAlchemyError as error:
            raise self.trouble(error, "read") from None

    def tables(self) -> list[str]:
        """The names of the tables that have entries, in order; raises LogError."""
        name = ENTRIES.c.table_name
        query = sa.select(name, sa.func.min(ENTRIES.c.seq)).group_by(name).order_by(name)
        found = self.tried("read", lambda c: c.execute(query).all())
        for table, seq in found:
            if not isinstance(table, str) or table != table.encode(errors="replace").decode():
                raise LogError(f"Entry {seq} is of no table: {table!r} is no name. {DAMAGED}")
        return [table for table, _ in found]

    def openings(self, table: str) -> list[Row]:
        """A table's rows that opened its shoes, in order; raises LogError."""
        return self._rows_of(table, [ShoeOpened.__name__])

    def rulings(self, table: str, *, since: int = _LEAST) -> list[Row]:
        """A table's rows that decide on what was dealt, from entry `since` on; raises LogError."""
        kinds = [name for name, kind in EVENTS.items() if issubclass(kind, Ruling)]
        return self._rows_of(table, kinds, since)

    def reader_changes(self, table: str) -> list[Row]:
        """A table's rows that changed its reader, in order; raises LogError."""
        return self._rows_of(table, [ReaderChanged.__name__])

    def _rows_of(self, table: str, kinds: list[str], since: int = _LEAST) -> list[Row]:
        query = (
            sa.select(ENTRIES)
            .where(
                ENTRIES.c.table_name == table,
                ENTRIES.c.event.in_(kinds),
                ENTRIES.c.seq >= since,
            )
            .order_by(ENTRIES.c.seq)
        )
        found = self.tried("read", lambda c: c.execute(query).all())
        return [Row(table, _number(table, row.seq), *row[2:]) for row in found]

    def last(self, table: str) -> int:
        """The number of a table's newest entry, 0 where it has none; raises LogError."""
        query = sa.select(sa.func.max(ENTRIES.c.seq)).where(ENTRIES.c.table_name == table)
        return self.tried("read", lambda c: _number(table, c.scalar(query) or 0))

    def cut(self, table: str) -> str | None:
        """What a table's head says against the log; None where nothing, or where it has none.

        Raises LogError, BadHead.
        """
        head = self.heads.read(table)
        if head is None:
            return None
        row = next(self.rows(table, since=head.seq, until=head.seq), None)
        return head.against(self.last(table), row.digest if row else None)

    def damage(self) -> str | None:
        """The first fault that SQLite finds in its own file, None where it is sound."""
        try:
            with self._engine.connect() as connection:
                found = str(connection.scalar(sa.text("PRAGMA integrity_check(1)")))
                page = int(connection.scalar(sa.text("PRAGMA page_size")) or _LEAST_PAGE)
        except SQLAlchemyError as error:
            return str(self.trouble(error, "read"))
        if found == "ok" and self.where.stat().st_size % page:
            found = "its last page is cut"  # which SQLite itself fills up and forgives
        return None if found == "ok" else f"The log {self.where} is damaged: {found}. {DAMAGED}"

    def current_shoe(self, table: str) -> tuple[Row | None, list[Row]]:
        """The row before the last ShoeOpened of a table, if it is there, and those from it on.

        Raises LogError.
        """
        opened = max((row.seq for row in self.openings(table)), default=_LEAST + 1)
        rows = list(self.rows(table, since=opened - 1))
        if rows and rows[0].seq < opened:
            return rows[0], rows[1:]
        return None, rows

    def close(self) -> None:
        """Let go of the file. Call it after the last append has returned."""
        self._engine.dispose()

    @property
    def engine(self) -> sa.Engine:
        """The database, for what is kept beside the log."""
        return self._engine

    def trouble(self, error: SQLAlchemyError | CommandError, verb: str) -> LogError:
        """What a database error means to the one who reads it, and what to do."""
        reason = str(error.orig) if isinstance(error, DatabaseError) else str(error)
        advice = _ADVICE.get(reason, "Look at the disk and the file's rights.")
        return LogError(f"The log {self.where} cannot be {verb}: {reason}. {advice}")


DAMAGED = "Keep a copy of the file and run `shoeboard verify`; restore it from a backup."
_ADVICE = {
    "database or disk is full": "Make room on the disk: nothing is shown that is not kept.",
    "attempt to write a readonly database": "Make the folder writable for this user.",
    "unable to open database file": "Make the folder writable for this user.",
    "database is locked": "Another program has it open: stop that one.",
    "file is not a database": DAMAGED,
    "database disk image is malformed": DAMAGED,
}


def decoded(rows: list[Row]) -> list[Entry]:
    """The entries of rows; raises LogError that names the damaged one."""
    entries = []
    for row in rows:
        try:
            entries.append(row.entry())
        except BadEntry as bad:
            raise LogError(
                f"Entry {row.seq} of table {row.table_name} cannot be read: {bad}. {DAMAGED}"
            ) from None
    return entries


def _number(table: str, seq: Any) -> int:
    """An entry's number as it was read, which need not be one in a damaged file."""
    if isinstance(seq, int):
        return seq
    raise LogError(f"Entry {seq!r} of table {table} has no number. {DAMAGED}")


def _durable(connection: Any, record: Any) -> None:
    connection.text_factory = lambda text: text.decode(errors=ANY_BYTES)
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def _migrate(engine: sa.Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
