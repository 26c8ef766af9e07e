"""How far each webhook has come in each table's log: the spool itself is the log.

So whatever a receiver has not taken lies on disk already, once, however long it is away.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..log import LogError

_FILE = "webhooks.sqlite"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS cursors (
  webhook TEXT NOT NULL, table_name TEXT NOT NULL, seq INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0, said TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (webhook, table_name)
) WITHOUT ROWID
"""


@dataclass(frozen=True, slots=True)
class Cursor:
    """A webhook at a table: all up to `seq` is delivered; the next was tried so often in vain."""

    webhook: str
    table: str
    seq: int
    tries: int
    said: str  # why the last try was in vain


class Cursors:
    """The cursors of a data folder, for several threads and processes; all raises LogError."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / _FILE
        with self._connected() as connection:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(_SCHEMA)

    @staticmethod
    def are_in(folder: Path) -> bool:
        """Whether a server has ever run with webhooks on a folder."""
        return (folder / _FILE).is_file()

    def all(self) -> list[Cursor]:
        """Every cursor, by webhook and table."""
        with self._connected() as connection:
            found = connection.execute("SELECT * FROM cursors ORDER BY webhook, table_name")
            return [Cursor(*row) for row in found]

    def begin(self, webhook: str, table: str, seq: int) -> None:
        """Let a webhook that is new at a table begin after an entry; a known one goes on."""
        with self._connected() as connection:
            connection.execute(
                "INSERT OR IGNORE INTO cursors (webhook, table_name, seq) VALUES (?, ?, ?)",
                (webhook, table, seq),
            )

    def at(self, webhook: str, table: str) -> int:
        """The newest entry that is delivered."""
        with self._connected() as connection:
            query = "SELECT seq FROM cursors WHERE webhook = ? AND table_name = ?"
            found = connection.execute(query, (webhook, table)).fetchone()
        if found is None:
            raise LogError(f"Where webhook {webhook} was is gone from {self.path}: restart.")
        return int(found[0])

    def move(self, webhook: str, table: str, before: int, seq: int) -> bool:
        """From one entry to another; False where a replay has set it elsewhere meanwhile."""
        return self._update(
            "seq = ?, tries = 0, said = ''", (seq,), webhook, table, " AND seq = ?", (before,)
        )

    def fail(self, webhook: str, table: str, tries: int, said: str) -> None:
        """Take note of a try in vain."""
        self._update("tries = ?, said = ?", (tries, said), webhook, table)

    def replay(self, webhook: str, table: str, since: int) -> bool:
        """Let entries from one on be told again; False where there is no such webhook there."""
        return self._update("seq = ?, tries = 0, said = ''", (since - 1,), webhook, table)

    def _update(
        self, what: str, values: tuple[object, ...], webhook: str, table: str,
        also: str = "", more: tuple[object, ...] = (),
    ) -> bool:  # fmt: skip
        statement = f"UPDATE cursors SET {what} WHERE webhook = ? AND table_name = ?{also}"
        with self._connected() as connection:
            done = connection.execute(statement, (*values, webhook, table, *more))
            return done.rowcount > 0

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        try:
            connection = sqlite3.connect(self.path, timeout=10, isolation_level=None)
            try:
                yield connection
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise LogError(
                f"Where the webhooks are, in {self.path}, cannot be read or written: {error}. Look "
                "at the disk and the file's rights."
            ) from None
