"""Before and after: what an entry changed, in words; one table from each kind that changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..baccarat.effective import effective
from ..baccarat.events import (
    CardCorrected,
    CardInserted,
    CardMisdealt,
    CardsSwapped,
    CoupDeclared,
    CoupInserted,
    CoupMarkedFree,
    CoupVoided,
    Decision,
    LimitsChanged,
    Observation,
    Revealed,
    Ruling,
    Voided,
)
from ..baccarat.rules import Limits
from ..baccarat.shoe import Shoe
from .moment import NO_PLACE, Moment, became_of, place_of, result_words
from .row import NOTHING


class Change(NamedTuple):
    """What was there before an entry, and what after; empty where it changed nothing."""

    before: str = ""
    after: str = ""


def change(moment: Moment) -> Change:
    """What an entry changed."""
    event = moment.entry.event
    if isinstance(event, Ruling) and event.shoe:
        return Change()  # it is told in the shoe that it is on
    if type(event) in _CHANGES:
        return _CHANGES[type(event)](moment, event)
    before, after = moment.before, moment.after
    if before.hold == after.hold or (before.house is None and after.hold is None):
        return Change()
    return Change(_standing(before), _standing(after))


def _standing(shoe: Shoe) -> str:
    """The phase in words, with the reason of a hold."""
    if shoe.hold:
        return f"on hold: {shoe.hold.why}"
    return shoe.phase.replace("_", " ")


def _corrected(moment: Moment, event: CardCorrected) -> Change:
    if "burned" in moment.told[event.seq].words:
        return Change("burned card", "burned card with another face")
    before, after = (moment.faces(after=when).get(event.seq, NO_PLACE) for when in (False, True))
    return _with_result(moment, event.seq, before, after)


def _swapped(moment: Moment, event: CardsSwapped) -> Change:
    pair = (event.seq, event.other)
    places = [place_of(moment.before, seq) or f"entry {seq}" for seq in pair]
    seats = [place.partition(" of ")[0] for place in places]
    is_one_coup = len({place.partition(" of ")[2] for place in places}) == 1
    before, after = (
        ", ".join(
            f"{faces.get(seq, NO_PLACE)} at {seat}"
            for seq, seat in zip(pair, seats if is_one_coup else places, strict=True)
        )
        for faces in (moment.faces(after=False), moment.faces(after=True))
    )
    return _with_result(moment, event.seq, before, after)


def _with_result(moment: Moment, seq: int, before: str, after: str) -> Change:
    """A change of a card, and of the result of its coup where that is another now."""
    was, now = result_words(moment.before.coup_of(seq)), result_words(moment.after.coup_of(seq))
    if was == now:
        return Change(before, after)
    return Change(f"{before}; {was or 'not settled'}", f"{after}; {now or 'not settled'}")


def _card_inserted(moment: Moment, event: CardInserted) -> Change:
    place = place_of(moment.after, moment.seq)
    return Change(NOTHING, f"{event.card} to {place}" if place else str(event.card))


def _misdealt(moment: Moment, event: CardMisdealt) -> Change:
    was, now = (
        next((entry for entry in effective(entries) if entry.seq == event.seq), None)
        for entries in (moment.entries, [*moment.entries, moment.entry])
    )
    after = became_of(moment.after, now)
    if "burned" in moment.told[event.seq].words and not (was and was.misdealt):
        return Change("burned", after)
    return Change(became_of(moment.before, was), after)


def _undone(moment: Moment, event: Voided) -> Change:
    """What was changed is changed back; what only happened is taken back."""
    target = moment.told[event.seq]
    if target.changes:
        return Change(target.after, target.before)
    return Change(target.words, NOTHING)


def _voided(moment: Moment, event: CoupVoided) -> Change:
    return Change(result_words(moment.before.coup_of(event.seq)) or "not settled", "void")


def _declared(moment: Moment, event: CoupDeclared) -> Change:
    cards = " ".join(map(str, moment.before.coup.cards))
    return Change(cards or NOTHING, result_words(moment.after.coup_of(moment.seq)))


def _coup_inserted(moment: Moment, event: CoupInserted) -> Change:
    new = moment.after.coup_of(moment.seq)
    number = f"coup {new.number}: " if new else ""
    return Change(NOTHING, number + result_words(new))


def _free(moment: Moment, event: CoupMarkedFree) -> Change:
    return Change("with bets", event.kind)


def _revealed(moment: Moment, event: Revealed) -> Change:
    return Change("face down", "face up")


def _limits(moment: Moment, event: LimitsChanged) -> Change:
    old = moment.before.house.limits if moment.before.house else None
    old = moment.before.next_limits or old if event.from_next_shoe else old
    return Change(limits_words(old) if old else "the house's", limits_words(event.limits))


def limits_words(limits: Limits) -> str:
    """Limits as the console writes them."""
    tie = f", tie up to {limits.tie_max}" if limits.tie_max is not None else ""
    multiple = limits.banker_multiple
    banker = f", banker in {multiple}s" if multiple > 1 else ""
    return f"{limits.min} to {limits.max}{tie}{banker}"


_CHANGES: dict[type[Observation] | type[Decision], Callable[[Moment, Any], Change]] = {
    CardCorrected: _corrected,
    CardsSwapped: _swapped,
    CardInserted: _card_inserted,
    CardMisdealt: _misdealt,
    Voided: _undone,
    CoupVoided: _voided,
    CoupDeclared: _declared,
    CoupInserted: _coup_inserted,
    CoupMarkedFree: _free,
    Revealed: _revealed,
    LimitsChanged: _limits,
}
