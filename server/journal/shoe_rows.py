"""A shoe's journal: its entries told one after the other, as each was known when it came."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..baccarat.effective import undone
from ..baccarat.events import CardRead, Decision, Entry, Event, Refused, Ruling
from ..baccarat.play import advance
from ..baccarat.reveal import first_withheld
from ..baccarat.roles import Role
from ..baccarat.shoe import Shoe
from ..history import ShoeLog, may_see_withheld
from ..log import LogError
from .changes import change
from .coups import Numbers, coup_of, numbers
from .moment import Moment, is_told
from .row import JournalRow, Shot, kind_of, shot_of, target_of
from .words import withheld_words, words


def journal(shoe_log: ShoeLog, role: Role | None) -> list[JournalRow]:
    """The rows of a shoe's entries, the late rulings on it with them, oldest first.

    What lies face down is in none of them unless the house lets `role` see it. Raises LogError
    where the log is damaged.
    """
    entries, shoe = shoe_log.entries(), shoe_log.shoe()
    rows = _rows(entries, shoe, shoe_log.number)
    withheld = None if may_see_withheld(shoe, role) else face_down_from(shoe, entries)
    if withheld is None:
        return rows
    events = {entry.seq: entry.event for entry in entries}
    return [
        row.withheld(withheld_words(events[row.seq], row.corrects)) if row.seq >= withheld else row
        for row in rows
    ]


def face_down_from(shoe: Shoe, entries: Sequence[Entry]) -> int | None:
    """The first entry that may not be told as it is.

    That is the first after what was last shown: a card that was taken back may lie there again.
    The opening of the shoe may always be told.
    """
    first = first_withheld(shoe)
    if first is None:
        return None
    shown = (seq for settled in shoe.settled[: shoe.shown] for seq in settled.seqs if seq < first)
    return max(shown, default=entries[0].seq) + 1


def _rows(entries: list[Entry], last: Shoe, number: int) -> list[JournalRow]:
    """Every entry told, nothing withheld."""
    told: dict[int, JournalRow] = {}
    now, taken_back = numbers(last), undone(entries)
    for at, (entry, before, after) in enumerate(_steps(entries)):
        moment = Moment(entry, before, after, entries[:at], told)
        told[entry.seq] = _row(moment, now, taken_back, number)
    return list(told.values())


def _steps(entries: list[Entry]) -> Iterator[tuple[Entry, Shoe, Shoe]]:
    """Each entry with the shoe before and after it, as it was known then."""
    shoe = Shoe()
    for at, entry in enumerate(entries):
        before = shoe
        try:
            shoe = advance(before, entries[:at], entry)
        except Refused as refused:
            raise LogError(
                f"The journal stops at entry {entry.seq}, which the table would not have taken: "
                f"{refused} Run `shoeboard verify`."
            ) from None
        yield entry, before, shoe


def _row(moment: Moment, now: Numbers, taken_back: dict[int, int], number: int) -> JournalRow:
    entry, event = moment.entry, moment.entry.event
    person, role, why = _who(event)
    before, after = change(moment)
    on_earlier = event.shoe if isinstance(event, Ruling) else 0
    return JournalRow(
        seq=entry.seq,
        time=entry.time,
        kind=kind_of(event),
        person=person,
        role=role,
        words=words(moment),
        why=why,
        before=before,
        after=after,
        shoe=on_earlier or number,
        coup=coup_of(moment, now),
        corrects=target_of(event),
        undone_by=taken_back.get(entry.seq),
        shot=_shot(moment),
        holds=bool(moment.after.hold and moment.after.hold.seq == entry.seq),
    )


def _who(event: Event) -> tuple[str, Role | None, str]:
    """Who decided, as what and why; the reader where it was seen, and why it saw no face."""
    if isinstance(event, Decision):
        return event.by, event.role, event.why
    return event.reader, None, event.why if isinstance(event, CardRead) else ""


def _shot(moment: Moment) -> Shot | None:
    """What a card was read from, where its face may be told."""
    event = moment.entry.event
    if not isinstance(event, CardRead) or not is_told(moment.before, event):
        return None
    return shot_of(event)
