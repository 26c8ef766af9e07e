"""The ledger's file: its tables, its indexes, and how it is opened or begun anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..log import LogError

VERSION = 2  # of what follows and of what is written there: another one is thrown away
ID_BITS = 16  # a coup's id is its shoe's, shifted by these, and its number

# A set is all the marks that a coup has. There are some hundred different ones among millions of
# coups: whatever is asked for, each set that fits gives its newest coups from an index at once.
_SCHEMA = """
CREATE TABLE tables (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, upto INTEGER NOT NULL, digest TEXT NOT NULL
);
CREATE TABLE shoes (
  id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, number INTEGER NOT NULL, house TEXT NOT NULL,
  opened INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, late TEXT NOT NULL,
  coups INTEGER NOT NULL, player INTEGER NOT NULL, banker INTEGER NOT NULL, tie INTEGER NOT NULL,
  corrected INTEGER NOT NULL, marks TEXT NOT NULL
);
CREATE UNIQUE INDEX shoes_by_number ON shoes (table_id, number);
CREATE INDEX shoes_by_time ON shoes (opened, id);
CREATE INDEX shoes_by_table ON shoes (table_id, opened, id);
CREATE INDEX shoes_by_house ON shoes (house, opened, id);
CREATE TABLE sets (id INTEGER PRIMARY KEY, marks TEXT NOT NULL UNIQUE);
CREATE TABLE coups (
  id INTEGER PRIMARY KEY, table_id INTEGER NOT NULL, set_id INTEGER NOT NULL,
  time INTEGER NOT NULL, player TEXT NOT NULL, banker TEXT NOT NULL,
  player_total INTEGER, banker_total INTEGER, why TEXT NOT NULL, paid TEXT NOT NULL
);
CREATE INDEX coups_by_set ON coups (set_id, time, id);
CREATE INDEX coups_by_table ON coups (table_id, set_id, time, id);
CREATE TABLE counts (
  table_id INTEGER NOT NULL, set_id INTEGER NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (table_id, set_id)
) WITHOUT ROWID;
"""


def open_file(path: Path) -> None:
    """Make the ledger's file where it is missing, damaged or of another version.

    Raises LogError where that cannot be.
    """
    with trouble(path):
        try:
            with connected(path) as connection:
                if _is_whole(connection):
                    return
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
        for name in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
            name.unlink(missing_ok=True)
        with connected(path) as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("BEGIN IMMEDIATE")
            if not _is_whole(connection):  # nobody else was as quick
                for statement in filter(str.strip, _SCHEMA.split(";")):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version={VERSION}")
            connection.execute("COMMIT")


def _is_whole(connection: sqlite3.Connection) -> bool:
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] == VERSION)


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the ledger's file, in which each statement stands for itself."""
    connection = sqlite3.connect(path, timeout=10, isolation_level=None)
    try:
        connection.execute("PRAGMA synchronous=NORMAL")  # what a power cut takes is made anew
        yield connection
    finally:
        connection.close()


@contextmanager
def trouble(path: Path) -> Iterator[None]:
    """What goes wrong with the file, as a LogError in a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise LogError(
            f"The history {path} cannot be worked out: {reason}. Look at the disk and the file's "
            "rights; the file itself can be deleted, it is made anew from the log."
        ) from None
