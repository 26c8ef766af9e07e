"""The last cards that a camera read, with their pictures, for who may see them on the console."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from .baccarat.dealing import is_open
from .baccarat.events import CardRead, Entry
from .baccarat.reveal import first_withheld
from .baccarat.shoe import Shoe
from .journal.moment import place_of
from .journal.row import shot_of

_MOST = 6  # that are shown


def reads_for_the_crew(
    shoe: Shoe, entries: Sequence[Entry], *, sees_all: bool
) -> list[dict[str, Any]]:
    """The reads that have a picture, newest first; the cause of a hold before them.

    Of a card that lies face down, is burned or was taken back there is none. `card` is what was
    read, null where it was not; `confidence` is 0 to 1; `taken` is UTC, to the millisecond.
    """
    withheld = None if sees_all else first_withheld(shoe)
    found = []
    for entry in _cause_first(shoe, entries):
        event, shot = entry.event, shot_of(entry.event)
        if not isinstance(event, CardRead) or shot is None:
            continue
        if (withheld is not None and entry.seq >= withheld) or not _is_shown(shoe, entry, event):
            continue
        found.append(
            {
                "entry": entry.seq,
                "card": event.card and str(event.card),
                "seat": place_of(shoe, entry.seq),
                "confidence": shot.confidence,
                "taken": shot.taken and shot.taken.isoformat(sep=" ", timespec="milliseconds")[:23],
                "model": shot.model,
                "why": event.why,
                "picture": shot.picture,
            }
        )
        if len(found) == _MOST:
            break
    return found


def _cause_first(shoe: Shoe, entries: Sequence[Entry]) -> Iterator[Entry]:
    """The entries, newest first, but before them the one that caused the hold."""
    cause = shoe.hold.seq if shoe.hold else None
    yield from (entry for entry in entries if entry.seq == cause)
    yield from (entry for entry in reversed(entries) if entry.seq != cause)


def _is_shown(shoe: Shoe, entry: Entry, event: CardRead) -> bool:
    """Whether a card's face is on the table for all to see."""
    if shoe.hold and shoe.hold.seq == entry.seq:
        return shoe.hold.unread or is_open(shoe, event.side)
    if any(waits.seq == entry.seq for waits in shoe.behind_the_hold):
        return is_open(shoe, event.side)
    return entry.seq in shoe.seqs or shoe.coup_of(entry.seq) is not None
