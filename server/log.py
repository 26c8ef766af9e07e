"""The event log: append-only, each entry with the digest of the one before. The only truth.

An entry is on disk (fsync) when `append` returns. The database itself refuses to change or delete
an entry; `verify` finds what was changed past it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.exc import DatabaseError, IntegrityError, SQLAlchemyError

from .baccarat.events import EVENTS, SCHEMA, Entry, Event, Ruling, ShoeOpened
from .codec import BadEntry, event_body, event_kind, parse_event

TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")  # it stands in addresses and file names
GENESIS = "0" * 64  # what stands for the digest before the first entry
_FILE = "shoeboard.sqlite"

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


class Row(NamedTuple):
    """An entry as it stands in the database."""

    table_name: str
    seq: int
    time: str  # UTC, ISO 8601 with microseconds
    event: str
    version: int
    body: str
    digest: str

    def entry(self) -> Entry:
        """The entry itself; raises BadEntry."""
        return Entry(
            self.seq,
            datetime.fromisoformat(self.time),
            parse_event(self.event, self.version, self.body),
        )

    def expected_digest(self, previous: str) -> str:
        """The digest that belongs to this row after an entry with the digest `previous`."""
        fields = (previous, self.table_name, self.seq, self.time, self.event, self.version)
        text = "\n".join([*map(str, fields), self.body])
        return hashlib.sha256(text.encode()).hexdigest()


def new_row(table: str, seq: int, time: datetime, event: Event, previous: str) -> Row:
    """The row that an event becomes."""
    row = Row(
        table,
        seq,
        time.astimezone(UTC).isoformat(timespec="microseconds"),
        event_kind(event),
        SCHEMA,
        event_body(event),
        "",
    )
    return row._replace(digest=row.expected_digest(previous))


class EventLog:
    """The log of all tables of one server, in a folder. Safe to use from several threads."""

    def __init__(self, engine: sa.Engine, where: Path) -> None:
        self._engine = engine
        self.where = where

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
        except SQLAlchemyError as error:
            engine.dispose()
            raise log.trouble(error, "opened") from None
        return log

    @staticmethod
    def is_in(folder: Path) -> bool:
        """Whether a folder holds a log."""
        return (folder / _FILE).is_file()

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

    def rows(self, table: str, *, since: int = 1) -> Iterator[Row]:
        """A table's rows from entry `since` on, in order; raises LogError."""
        query = (
            sa.select(ENTRIES)
            .where(ENTRIES.c.table_name == table, ENTRIES.c.seq >= since)
            .order_by(ENTRIES.c.seq)
        )
        try:
            with self._engine.connect() as connection:
                for row in connection.execution_options(yield_per=1000).execute(query):
                    yield Row(*row)
        except SQLAlchemyError as error:
            raise self.trouble(error, "read") from None

    def tables(self) -> list[str]:
        """The names of the tables that have entries."""
        query = sa.select(ENTRIES.c.table_name).distinct().order_by(ENTRIES.c.table_name)
        try:
            with self._engine.connect() as connection:
                return list(connection.scalars(query))
        except SQLAlchemyError as error:
            raise self.trouble(error, "read") from None

    def openings(self, table: str) -> list[int]:
        """The numbers of a table's ShoeOpened entries, in order; raises LogError."""
        query = (
            sa.select(ENTRIES.c.seq)
            .where(ENTRIES.c.table_name == table, ENTRIES.c.event == ShoeOpened.__name__)
            .order_by(ENTRIES.c.seq)
        )
        try:
            with self._engine.connect() as connection:
                return list(connection.scalars(query))
        except SQLAlchemyError as error:
            raise self.trouble(error, "read") from None

    def rulings(self, table: str) -> list[Row]:
        """A table's rows that decide on what was dealt, of all its shoes; raises LogError."""
        kinds = [name for name, kind in EVENTS.items() if issubclass(kind, Ruling)]
        query = (
            sa.select(ENTRIES)
            .where(ENTRIES.c.table_name == table, ENTRIES.c.event.in_(kinds))
            .order_by(ENTRIES.c.seq)
        )
        try:
            with self._engine.connect() as connection:
                return [Row(*row) for row in connection.execute(query)]
        except SQLAlchemyError as error:
            raise self.trouble(error, "read") from None

    def current_shoe(self, table: str) -> tuple[Row | None, list[Row]]:
        """The row before the last ShoeOpened of a table, if it is there, and those from it on.

        Raises LogError.
        """
        openings = self.openings(table)
        rows = list(self.rows(table, since=openings[-1] - 1 if openings else 1))
        if openings and rows[0].seq < openings[-1]:
            return rows[0], rows[1:]
        return None, rows

    def close(self) -> None:
        """Let go of the file. Call it after the last append has returned."""
        self._engine.dispose()

    @property
    def engine(self) -> sa.Engine:
        """The database, for what is kept beside the log."""
        return self._engine

    def trouble(self, error: SQLAlchemyError, verb: str) -> LogError:
        """What a database error means to the one who reads it, and what to do."""
        reason = str(error.orig) if isinstance(error, DatabaseError) else str(error)
        advice = _ADVICE.get(reason, "Look at the disk and the file's rights.")
        return LogError(f"The log {self.where} cannot be {verb}: {reason}. {advice}")


_DAMAGED = "Keep a copy of the file and run `shoeboard verify`; restore it from a backup."
_ADVICE = {
    "database or disk is full": "Make room on the disk: nothing is shown that is not kept.",
    "attempt to write a readonly database": "Make the folder writable for this user.",
    "unable to open database file": "Make the folder writable for this user.",
    "database is locked": "Another program has it open: stop that one.",
    "file is not a database": _DAMAGED,
    "database disk image is malformed": _DAMAGED,
}


def decoded(rows: list[Row]) -> list[Entry]:
    """The entries of rows; raises LogError that names the damaged one."""
    entries = []
    for row in rows:
        try:
            entries.append(row.entry())
        except BadEntry as bad:
            raise LogError(
                f"Entry {row.seq} of table {row.table_name} cannot be read: {bad}. {_DAMAGED}"
            ) from None
    return entries


def first_bad(rows: Iterator[Row] | list[Row], *, previous: str, seq: int) -> str | None:
    """Walk rows that should begin at `seq` after the digest `previous`.

    None where all is well, else a sentence that names the first bad entry.
    """
    for row in rows:
        if row.seq != seq:
            return f"entry {seq} is missing (after it comes {row.seq})"
        if row.digest != row.expected_digest(previous):
            return f"entry {seq} does not match its digest: it, or the entry before it, was changed"
        previous, seq = row.digest, seq + 1
    return None


def _durable(connection: Any, record: Any) -> None:
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
