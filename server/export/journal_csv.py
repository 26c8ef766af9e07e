"""The journal as CSV: one entry of the log a row, as the journal's page tells it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..journal.row import JournalRow, Shot
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
    "picture",
    "confidence",
    "taken_utc",
    "model",
)

_NO_SHOT = Shot("", None, None, None)


def journal_csv(table: str, rows: Iterable[JournalRow]) -> Iterator[str]:
    """The header, then each row in the order given; lines end in CR LF (RFC 4180).

    The columns stay as they are; new ones come after them:
    `table`, `shoe` and `seq`: where the entry is; `time_utc`: when it was taken; `kind`:
    observations, decisions, corrections or holds; `person` and `role`: who decided, or the reader;
    `what`: what happened, in words; `before` and `after`: what it changed; `reason`: as it was
    given; `coup`: its coup in the shoe; `corrects`: the entry that it corrects; `undone_by`: the
    entry that took it back; `picture`: the SHA-256 of the picture that a camera read the card from;
    `confidence`: of that, 0 to 1; `taken_utc`: when it was taken; `model`: what read it. What is
    not known or does not apply is empty.
    """
    yield line(COLUMNS)
    for row in rows:
        shot = row.shot or _NO_SHOT
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
                shot.picture,
                "" if shot.confidence is None else f"{shot.confidence:.4f}",
                utc(shot.taken) if shot.taken else "",
                shot.model or "",
            )
        )
