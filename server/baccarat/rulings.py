"""Rulings: what the crew decides on a coup as a whole, and the limits it is played for."""

from __future__ import annotations

from dataclasses import replace

from .allowed import refusal
from .cards import Card
from .coup import Coup, NoPlace, Result
from .events import (
    CoupDeclared,
    CoupInserted,
    CoupMarkedFree,
    CoupVoided,
    Entry,
    LimitsChanged,
    Refused,
)
from .settled import Settled
from .shoe import Phase, Shoe


def coup_voided(shoe: Shoe, entry: Entry, event: CoupVoided) -> Shoe:
    """The coup of an entry does not count: the one that is dealt, or a settled one."""
    if event.seq in shoe.seqs:
        number = len(shoe.settled)
        shoe = shoe.settle(None, "void", why=event.why)
    else:
        settled = _the_coup_of(shoe, event.seq)
        if settled.result is None:
            raise Refused(f"Coup {settled.number} is void already.")
        number = settled.number - 1
        void = replace(settled, result=None, flags=settled.flags | {"void"}, why=event.why)
        shoe = _with(shoe, void)
    # What does not count has nothing to withhold, once all before it is shown.
    return shoe._replace(shown=number + 1, turned=frozenset()) if shoe.shown == number else shoe


def coup_declared(shoe: Shoe, entry: Entry, event: CoupDeclared) -> Shoe:
    """The coup that is dealt, or comes now, by its result."""
    coup, result, shoe = _given(shoe, event)
    if shoe.stage not in (Phase.READY, Phase.DEALING):
        raise refusal(event, shoe.stage)
    if shoe.shown < len(shoe.settled):
        raise Refused(f"Coup {shoe.shown + 1} is not revealed yet: reveal it first.")
    if shoe.stage is Phase.DEALING:
        if event.cards:
            raise Refused("This coup has cards already: correct those, or declare its result only.")
        return shoe.settle(result, "declared", seq=entry.seq, why=event.why).all_shown()
    mark = "typed" if event.cards else "declared"
    shoe = shoe.begun()._replace(coup=coup)
    return shoe.settle(result, mark, seq=entry.seq, why=event.why).all_shown()


def _given(shoe: Shoe, event: CoupDeclared | CoupInserted) -> tuple[Coup, Result, Shoe]:
    """What was declared, and the shoe without its cards."""
    result = Result(event.outcome, event.natural, event.player_pair, event.banker_pair)
    try:
        coup = Coup.of(event.cards)
    except NoPlace as none:
        raise Refused(str(none)) from None
    if event.cards and coup.result != result:
        said = "incomplete" if coup.result is None else str(coup.result.outcome)
        raise Refused(f"By its cards the coup is {said}, not as it was declared.")
    for card in event.cards:
        shoe = _without(shoe, card)
    return coup, result, shoe


def _without(shoe: Shoe, card: Card) -> Shoe:
    if too_many := shoe.one_too_many(card):
        raise Refused(f"{too_many} Look for a card that was entered or read wrong before.")
    return shoe.counted(card)


def coup_inserted(shoe: Shoe, entry: Entry, event: CoupInserted) -> Shoe:
    """A coup that was missed, put in its place; those after it are numbered anew."""
    coup, result, shoe = _given(shoe, event)
    at = _the_coup_of(shoe, event.after).number if event.after else 0
    mark = "typed" if event.cards else "declared"
    new = Settled(0, coup, result, (entry.seq,), frozenset({"inserted", mark}), event.why)
    settled = (*shoe.settled[:at], new, *shoe.settled[at:])
    numbered = tuple(replace(coup, number=n) for n, coup in enumerate(settled, start=1))
    shown = shoe.shown + 1 if at <= shoe.shown else shoe.shown
    return shoe._replace(settled=numbered, shown=shown)


def coup_marked_free(shoe: Shoe, entry: Entry, event: CoupMarkedFree) -> Shoe:
    """A coup was dealt without bets: the one that is dealt or comes next, or a settled one."""
    if event.seq is None or event.seq in shoe.seqs:
        if shoe.stage not in (Phase.READY, Phase.DEALING):
            raise Refused("There is no coup that could be marked free: none is dealt or awaited.")
        return shoe._replace(flags=shoe.flags | {event.kind})
    settled = _the_coup_of(shoe, event.seq)
    return _with(shoe, replace(settled, flags=settled.flags | {event.kind}))


def limits_changed(shoe: Shoe, entry: Entry, event: LimitsChanged) -> Shoe:
    """New limits at once, or from the next shoe; both stay until they are changed again."""
    if event.from_next_shoe or shoe.house is None or shoe.stage is Phase.CLOSED:
        return shoe._replace(next_limits=event.limits)
    return shoe._replace(
        house=replace(shoe.house, limits=event.limits),
        next_limits=None,
        limits_by_crew=True,
        limits_changed_at=len(shoe.settled),
    )


def _the_coup_of(shoe: Shoe, seq: int) -> Settled:
    settled = shoe.coup_of(seq)
    if settled is None:
        raise Refused(f"Entry {seq} belongs to no coup of this shoe.")
    return settled


def _with(shoe: Shoe, changed: Settled) -> Shoe:
    """The shoe with a settled coup in the place of the one of its number."""
    at = changed.number - 1
    return shoe._replace(settled=(*shoe.settled[:at], changed, *shoe.settled[at + 1 :]))
