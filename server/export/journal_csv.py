"""The journal as CSV: one entry of the log a row, as the journal's page tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..journal.row import JournalRow
from .csv_rows import line, utc

COLUMNS = (
    "table",
    "shoe",
    "seq",
    "time_utc",
    "kind",
    "person",
    "role",
    "what",
    "before",
    "after",
    "reason",
    "coup",
    "corrects",
    "undone_by",
)


def journal_csv(table: str, rows: Iterable[JournalRow]) -> Iterator[str]:
    """The header, then each row in the order given; lines end in CR LF (RFC 4180).

    The columns stay as they are; new ones come after them:
    `table`, `shoe` and `seq`: where the entry is; `time_utc`: when it was taken; `kind`:
    observations, decisions, corrections or holds; `person` and `role`: who decided, or the reader;
    `what`: what happened, in words; `before` and `after`: what it changed; `reason`: as it was
    given; `coup`: its coup in the shoe; `corrects`: the entry that it corrects; `undone_by`: the
    entry that took it back. What is not known or does not apply is empty.
    """
    yield line(COLUMNS)
    for row in rows:
        yield line(
            (
                table,
                row.shoe,
                row.seq,
                utc(row.time),
                row.kind,
                row.person,
                row.role or "",
                row.words,
                row.before,
                row.after,
                row.why,
                row.coup or "",
                row.corrects or "",
                row.undone_by or "",
            )
        )
