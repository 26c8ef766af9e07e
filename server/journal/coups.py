"""The coup that an entry belongs to, numbered as the history numbers it now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..baccarat.events import (
    BurnEnded,
    Correction,
    CoupMarkedFree,
    Decision,
    LimitsChanged,
    Observation,
    Released,
    ResultReported,
    Revealed,
    Ruling,
    ShoeClosed,
    ShoeOpened,
)
from ..baccarat.shoe import Phase, Shoe
from .moment import Moment

Numbers = Mapping[int, int]  # the coups by the entries that made them, as they are numbered now


def numbers(shoe: Shoe) -> Numbers:
    """The coups of a shoe by the entries that made them, the one that is dealt with them."""
    found = {seq: settled.number for settled in shoe.settled for seq in settled.seqs}
    return found | dict.fromkeys(shoe.seqs, len(shoe.settled) + 1)


def coup_of(moment: Moment, now: Numbers) -> int | None:
    """The number of an entry's coup, None where it belongs to none.

    One that is in no coup any more, or never was a card of it, belongs to the coup of its moment.
    """
    event = moment.entry.event
    if moment.seq in now:
        return now[moment.seq]
    if isinstance(event, Ruling) and event.shoe:
        return None
    return next(find for kind, find in _FINDERS if isinstance(event, kind))(moment, now)


def _numbered(now: Numbers, seqs: tuple[int, ...], number: int) -> int:
    """A coup's number now, by any entry that still makes it; else the one that it had."""
    return next((now[seq] for seq in seqs if seq in now), number)


def _next(shoe: Shoe, now: Numbers) -> int:
    """The number of the coup that is dealt, or comes next."""
    if shoe.seqs:
        return _numbered(now, shoe.seqs, len(shoe.settled) + 1)
    return _last(shoe, now) + 1 if shoe.settled else 1


def _last(shoe: Shoe, now: Numbers) -> int:
    last = shoe.settled[-1]
    return _numbered(now, last.seqs, last.number)


def _none(moment: Moment, now: Numbers) -> None:
    return None


def _dealt(moment: Moment, now: Numbers) -> int | None:
    """The coup that an entry came into, or opened or ended."""
    after, seq = moment.after, moment.seq
    settled = after.coup_of(seq)
    if settled is not None:
        return _numbered(now, settled.seqs, settled.number)
    if seq in after.seqs:
        return _next(after, now)
    before = moment.before
    return _next(before, now) if before.stage is Phase.DEALING else None


def _reported(moment: Moment, now: Numbers) -> int | None:
    """The coup that is dealt, else the one that was settled last."""
    before = moment.before
    if before.stage is Phase.DEALING or not before.settled:
        return _dealt(moment, now)
    return _last(before, now)


def _released(moment: Moment, now: Numbers) -> int | None:
    """The coup of what put the table on hold."""
    hold = moment.before.hold
    cause = moment.told.get(hold.seq) if hold else None
    return cause.coup if cause else _dealt(moment, now)


def _revealed(moment: Moment, now: Numbers) -> int | None:
    """The coup whose cards lay face down."""
    before = moment.before
    if before.shown == len(before.settled):
        return _next(before, now)
    settled = before.settled[before.shown]
    return _numbered(now, settled.seqs, settled.number)


def _free(moment: Moment, now: Numbers) -> int | None:
    seq = moment.entry.event.seq if isinstance(moment.entry.event, CoupMarkedFree) else None
    return _of_entry(moment, now, seq) if seq is not None else _next(moment.before, now)


def _corrected(moment: Moment, now: Numbers) -> int | None:
    event = moment.entry.event
    return _of_entry(moment, now, event.seq) if isinstance(event, Correction) else None


def _of_entry(moment: Moment, now: Numbers, seq: int) -> int | None:
    told = moment.told.get(seq)
    return now.get(seq, told.coup if told else None)


_Finder = Callable[[Moment, Numbers], int | None]
# The first that fits an event finds its coup.
_FINDERS: tuple[tuple[Any, _Finder], ...] = (
    ((ShoeOpened, BurnEnded, ShoeClosed, LimitsChanged), _none),
    (ResultReported, _reported),
    (Released, _released),
    (Revealed, _revealed),
    (CoupMarkedFree, _free),
    (Correction, _corrected),
    ((Observation, Decision), _dealt),
)
