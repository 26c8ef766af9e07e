"""The play: what each event does to a shoe. `replay(entries)` is the one way to a state.

An observation that has no place puts the table on hold and is kept. While on hold, what readers
see waits in order; the release takes it up and leaves out what caused the hold. A decision that
has no place raises Refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .allowed import RULES, check, refusal
from .dealing import burn_ended, card_entered, card_read, cut_card, outside
from .effective import effective
from .events import (
    REWRITES,
    BurnEnded,
    CardEntered,
    CardRead,
    Correction,
    CoupDeclared,
    CoupInserted,
    CoupMarkedFree,
    CoupVoided,
    CutCardCalled,
    CutCardShown,
    Decision,
    Entry,
    Held,
    LimitsChanged,
    Observation,
    ReaderChanged,
    ReaderFault,
    ReaderFound,
    ReaderGap,
    ReaderLost,
    Refused,
    Released,
    ResultReported,
    Revealed,
    Ruling,
    ShoeClosed,
    ShoeOpened,
    ShoeStarted,
)
from .reports import (
    reader_changed,
    reader_found,
    reader_lost,
    reader_trouble,
    result_reported,
    shoe_started,
)
from .reveal import revealed
from .rulings import coup_declared, coup_inserted, coup_marked_free, coup_voided, limits_changed
from .shoe import Phase, Shoe, full_shoe

_LONGEST_WHY = 400  # letters of a hold's reason that a crew reads


def replay(entries: Sequence[Entry]) -> Shoe:
    """The shoe that its entries make, corrections carried out.

    `entries` begin at a ShoeOpened, or at a table's first entry. Raises Refused where a decision
    among them is not allowed.
    """
    shoe = Shoe()
    newest = entries[-1].seq if entries else 0
    for entry in effective(entries):
        is_new = entry.seq == newest
        try:
            shoe = step(shoe, entry, is_new=is_new)
        except Refused as refused:
            if is_new:
                raise
            raise Refused(
                f"That would take the ground from entry {entry.seq}, {_spell(entry)}: {refused}"
            ) from None
    return shoe


def _spell(entry: Entry) -> str:
    """A decision in words: what, who and when."""
    assert isinstance(entry.event, Decision)
    verb = RULES[type(entry.event)].verb
    return f"{entry.event.by}'s decision of {entry.time:%H:%M:%S} to {verb}"


def advance(shoe: Shoe, entries: Sequence[Entry], entry: Entry) -> Shoe:
    """`replay` of the entries and one more, where `shoe` is the replay of the entries.

    A fold needs its last step only; a correction reaches back, so it is replayed from the start.
    """
    if isinstance(entry.event, Ruling) and entry.event.shoe:
        return shoe  # it is on an earlier shoe
    if isinstance(entry.event, REWRITES):
        return replay((*entries, entry))
    if isinstance(entry.event, Correction):
        effective((*entries, entry))  # or Refused: there is nothing to correct
    return step(shoe, entry)


def step(shoe: Shoe, entry: Entry, *, is_new: bool = True) -> Shoe:
    """The shoe after one more effective entry.

    A hold, release or reveal that is not new was allowed when it was decided; a correction since
    may have taken its reason away, and then it does nothing.
    """
    event = entry.event
    if isinstance(event, Decision):
        if is_new or not isinstance(event, _PASSING):
            check(shoe.phase, event)
            return _STEPS[type(event)](shoe, entry, event)
        return _pass(shoe, entry)
    if isinstance(event, ReaderLost):
        shoe = shoe._replace(is_reader_lost=True)
    return _see(shoe, entry)


def _pass(shoe: Shoe, entry: Entry) -> Shoe:
    try:
        return _STEPS[type(entry.event)](shoe, entry, entry.event)
    except Refused:
        return shoe


def _see(shoe: Shoe, entry: Entry) -> Shoe:
    """The shoe after an observation: taken up, or waiting while the table is on hold."""
    if not shoe.hold:
        return _STEPS[type(entry.event)](shoe, entry, entry.event)
    if isinstance(entry.event, ReaderFound) and (entry.event.is_sure or not shoe.waiting):
        return shoe._replace(is_reader_lost=False)  # the release says that somebody looked since
    if not shoe.waiting and len(shoe.hold.why) < _LONGEST_WHY:
        match entry.event:  # one look is enough for troubles that come together
            case ReaderGap(why=why) | ReaderFault(why=why):
                return shoe._replace(hold=shoe.hold.also(why))
            case CardRead(outside=True, late=False) as event:
                return outside(shoe, entry, event)
    return shoe._replace(waiting=(*shoe.waiting, entry))


def _shoe_opened(shoe: Shoe, entry: Entry, event: ShoeOpened) -> Shoe:
    return full_shoe(event.number, event.house, limits_by_crew=event.limits_by_crew)


def _shoe_closed(shoe: Shoe, entry: Entry, event: ShoeClosed) -> Shoe:
    if shoe.stage in (Phase.DEALING, Phase.CLOSED):
        raise refusal(event, shoe.stage)
    if shoe.shown < len(shoe.settled):
        raise Refused(f"Coup {shoe.shown + 1} is not revealed yet: reveal it, then close the shoe.")
    return shoe._replace(stage=Phase.CLOSED, hold=None, waiting=())


def _held(shoe: Shoe, entry: Entry, event: Held) -> Shoe:
    if shoe.hold:
        return shoe
    why = event.why or "Held by the crew."
    return shoe.held(entry.seq, why, reason=event.reason, is_crews=True)


def _released(shoe: Shoe, entry: Entry, event: Released) -> Shoe:
    is_done = shoe.stage in (Phase.CLOSED, Phase.OVER)
    waiting = () if is_done else shoe.behind_the_hold
    if shoe.hold and shoe.hold.is_old:
        waiting = tuple(seen for seen in waiting if not _is_late(seen))
    return _taken_up(shoe, waiting)


def _burn_ended(shoe: Shoe, entry: Entry, event: BurnEnded) -> Shoe:
    """On hold for a card of the first coup, which is taken up: a burned card was missed."""
    shoe = burn_ended(shoe, entry, event)
    return _taken_up(shoe, shoe.waiting) if shoe.hold else shoe


def _taken_up(shoe: Shoe, waiting: Sequence[Entry]) -> Shoe:
    shoe = shoe._replace(hold=None, waiting=())
    for seen in waiting:
        shoe = _see(shoe, seen)
    return shoe


def _is_late(entry: Entry) -> bool:
    return isinstance(entry.event, Observation) and entry.event.late


_STEPS: dict[type[Observation] | type[Decision], Callable[[Shoe, Entry, Any], Shoe]] = {
    CardRead: card_read,
    ResultReported: result_reported,
    CutCardShown: cut_card,
    ShoeStarted: shoe_started,
    ReaderLost: reader_lost,
    ReaderFound: reader_found,
    ReaderGap: reader_trouble,
    ReaderFault: reader_trouble,
    ShoeOpened: _shoe_opened,
    BurnEnded: _burn_ended,
    CardEntered: card_entered,
    CutCardCalled: cut_card,
    ShoeClosed: _shoe_closed,
    Held: _held,
    Released: _released,
    Revealed: revealed,
    CoupVoided: coup_voided,
    CoupDeclared: coup_declared,
    CoupInserted: coup_inserted,
    CoupMarkedFree: coup_marked_free,
    LimitsChanged: limits_changed,
    ReaderChanged: reader_changed,
}
_PASSING = (Held, Released, Revealed)
