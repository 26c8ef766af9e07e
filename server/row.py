"""A row of the log: an entry as it is stored, with the digest of all before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from .baccarat.events import SCHEMA, Entry, Event
from .codec import BadEntry, event_body, event_kind, parse_event

GENESIS = "0" * 64  # what stands for the digest before the first entry
ANY_BYTES = "surrogateescape"  # a damaged text is read as it is, so that its digest tells


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
        try:
            time = datetime.fromisoformat(self.time)
            return Entry(self.seq, time, parse_event(self.event, self.version, self.body))
        except BadEntry:
            raise
        except (TypeError, ValueError):  # a value that is not of its column's kind
            raise BadEntry("its time, kind, version or body is damaged") from None

    def expected_digest(self, previous: str) -> str:
        """The digest that belongs to this row after an entry with the digest `previous`."""
        fields = (self.table_name, self.seq, self.time, self.event, self.version, self.body)
        text = "\n".join(map(str, (previous, *fields)))
        return hashlib.sha256(text.encode(errors=ANY_BYTES)).hexdigest()


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


def first_bad(rows: Iterable[Row], *, previous: str, seq: int) -> str | None:
    """Walk rows that should begin at `seq` after the digest `previous`.

    None where all is well, else a sentence that names the first bad entry.
    """
    for row in rows:
        if row.seq < seq:
            return f"entry {row.seq} has no place before entry {seq}"
        if row.seq > seq:
            return f"entry {seq} is missing (after it comes {row.seq})"
        if row.digest != row.expected_digest(previous):
            return f"entry {seq} does not match its digest: it, or the entry before it, was changed"
        previous, seq = row.digest, seq + 1
    return None
