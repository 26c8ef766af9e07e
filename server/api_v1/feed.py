"""The feed: a table's entries in order, as everybody may know them, for other systems.

It ends before the first card that the players have not seen, and goes on there once they have.
Each entry is told with the coup that it settled, as that coup is known now.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from datetime import datetime

from ..baccarat import events
from ..baccarat.reveal import first_withheld
from ..baccarat.shoe import Shoe
from ..history import coup_rows
from ..ledger.ledger import Ledger
from ..ledger.shoes import shoes_between
from ..ledger.told import told
from ..log import LogError
from ..row import Row
from ..table import Table
from .models import Coup, Entry

_INLINE = 3000  # entries that the ledger takes up while somebody waits


class Feed:
    """The feeds of the tables that run here. Safe to use from several threads."""

    def __init__(self, tables: Mapping[str, Table], ledger: Ledger) -> None:
        self.tables, self._ledger = tables, ledger
        self._news = threading.Condition()
        self._count = 0
        self.stopped = False
        for table in tables.values():
            table.subscribe(lambda snapshot: self._tell())

    def _tell(self) -> None:
        """Called under a table's lock: it only wakes those who wait."""
        with self._news:
            self._count += 1
            self._news.notify_all()

    def stop(self) -> None:
        """Let nobody wait any more."""
        self.stopped = True
        self._tell()

    def mark(self) -> int:
        """What `wait` compares with: take it before the entries are read."""
        return self._count

    def wait(self, mark: int, seconds: float) -> bool:
        """Until something happened at a table since `mark`; False where nothing did."""
        with self._news:
            return self._news.wait_for(lambda: self._count != mark, seconds)

    def end(self, name: str) -> int:
        """The number of a table's newest entry that everybody may know."""
        return _end(*self.tables[name].standing(), self.tables[name].seq)

    def entries(self, name: str, *, after: int, most: int) -> list[Entry]:
        """Up to `most` entries of a table after one; raises LogError."""
        shoe, standing = self.tables[name].standing()
        last = min(after + most, _end(shoe, standing, self.tables[name].seq))
        if last <= after:
            return []
        rows = [*self._ledger.log.rows(name, since=after + 1, until=last)]
        coups = self._coups(name, rows, shoe, standing)
        return [_entry(row, coups.get(row.seq)) for row in rows]

    def _coups(
        self, name: str, rows: list[Row], shoe: Shoe, standing: Sequence[events.Entry]
    ) -> dict[int, Coup]:
        """The coups that some entries settled, by entry."""
        seqs = {row.seq for row in rows}
        of_now = coup_rows(name, shoe.number, standing, shoe, seqs=seqs)
        found = {row.settled.seq: Coup.of(told(row)) for row in of_now}
        first, newest = min(seqs), standing[0].seq if standing else 0
        if first >= newest:
            return found
        if not self._ledger.follow(name, at_most=_INLINE):
            raise LogError("The history is still being worked out: try again in a minute.")
        for kept in shoes_between(self._ledger, name, first, min(max(seqs), newest - 1)):
            for row in self._ledger.read(name, kept).coups_seen():
                if row.settled.seq in seqs:
                    found[row.settled.seq] = Coup.of(told(row))
        return found


def _end(shoe: Shoe, standing: Sequence[events.Entry], seq: int) -> int:
    withheld = first_withheld(shoe)
    if withheld is not None:
        return withheld - 1
    return standing[-1].seq if standing else seq


def _entry(row: Row, coup: Coup | None) -> Entry:
    return Entry(
        table=row.table_name,
        seq=row.seq,
        time=datetime.fromisoformat(row.time),
        event=row.event,
        version=row.version,
        body=json.loads(row.body),
        coup=coup,
    )
