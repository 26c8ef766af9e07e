"""What happened, in words: one table from each kind of event to its sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..baccarat.coup import Outcome
from ..baccarat.events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardInserted,
    CardMisdealt,
    CardRead,
    CardsSwapped,
    CoupDeclared,
    CoupInserted,
    CoupMarkedFree,
    CoupVoided,
    CutCardCalled,
    CutCardShown,
    Decision,
    Event,
    Held,
    LimitsChanged,
    Observation,
    ReaderChanged,
    ReaderFault,
    ReaderFound,
    ReaderGap,
    ReaderLost,
    Released,
    ResultReported,
    Revealed,
    Ruling,
    ShoeClosed,
    ShoeOpened,
    ShoeStarted,
    Voided,
)
from ..baccarat.rules import Misdeal
from .moment import Moment, card_name, place_of


class Words(NamedTuple):
    """How a kind of event is told; `withheld` is all of it where cards lie face down."""

    told: Callable[[Moment, Any], str]
    withheld: str


def words(moment: Moment) -> str:
    """What happened, in words."""
    event = moment.entry.event
    told = WORDS[type(event)].told(moment, event)
    return f"on shoe {event.shoe}: {told}" if isinstance(event, Ruling) and event.shoe else told


def withheld_words(event: Event, corrects: int | None) -> str:
    """The same without any face, seat, total or result."""
    told = WORDS[type(event)].withheld
    return f"{told} entry {corrects}" if told.endswith(" of") else told


def _card(moment: Moment, event: CardRead | CardEntered) -> str:
    """A card and where it went."""
    before, after, seq = moment.before, moment.after, moment.seq
    card = card_name(before, event)
    if after.hold and after.hold.seq == seq:
        return f"{card}, which has no place" if event.card else card
    if any(entry.seq == seq for entry in after.waiting):
        return f"{card}, kept until the release"
    if after.carried and after.carried.seq == seq:
        return f"{card}, carried over to the next coup"
    if place := place_of(after, seq):
        return f"{card} to {place.partition(' of ')[0]}"
    return f"{card} once more" if after.left == before.left and event.card else card


def _entered(moment: Moment, event: CardEntered) -> str:
    return f"{_card(moment, event)}, typed in"


def _reported(moment: Moment, event: ResultReported) -> str:
    pairs = _marks(player_pair=event.player_pair, banker_pair=event.banker_pair)
    return f"the shoe reports {_said(event.outcome, pairs)}"


def _opened(moment: Moment, event: ShoeOpened) -> str:
    return f"shoe {event.number} opened, {event.house.title}"


def _revealed(moment: Moment, event: Revealed) -> str:
    if event.side is None:
        return "cards revealed"
    return f"{event.side} {event.place} revealed" if event.place else f"{event.side} revealed"


def _limits(moment: Moment, event: LimitsChanged) -> str:
    return "limits changed" + (", from the next shoe" if event.from_next_shoe else "")


def _reader(moment: Moment, event: ReaderChanged) -> str:
    return f"reader changed: {event.reader or 'none, the cards are typed in'}"


def _free(moment: Moment, event: CoupMarkedFree) -> str:
    return "coup marked as a dummy" if event.kind == "dummy" else "coup marked free"


def _declared(moment: Moment, event: CoupDeclared) -> str:
    return f"coup declared: {_given(event)}"


def _inserted(moment: Moment, event: CoupInserted) -> str:
    where = f"after the one of entry {event.after}" if event.after else "as the first"
    return f"missed coup inserted {where}: {_given(event)}"


def _undo(moment: Moment, event: Voided) -> str:
    return f"undo of entry {event.seq}{_what(moment, event.seq)}"


def _what(moment: Moment, seq: int) -> str:
    """An earlier entry in brackets."""
    told = moment.told.get(seq)
    if told is None:
        return ""
    target = next(entry.event for entry in moment.entries if entry.seq == seq)
    if isinstance(target, CardRead | CardEntered):
        name = told.words.partition(" to ")[0].partition(", ")[0].removesuffix(" once more")
        return f" (the {name})"
    return f" ({told.words.partition(' (')[0]})"


_USES = {
    Misdeal.CARRY_TO_NEXT: "it is the next card",
    Misdeal.BURN: "it is burned",
    Misdeal.NEXT_BURN: "it is the next card to burn",
}


def _misdealt(moment: Moment, event: CardMisdealt) -> str:
    return f"card of entry {event.seq} was drawn in error: {_USES[event.use]}"


def _marks(**marks: bool) -> list[str]:
    return [name.replace("_", " ") for name, is_so in marks.items() if is_so]


def _said(outcome: Outcome, marks: list[str]) -> str:
    return ", ".join((str(outcome), *marks))


def _given(event: CoupDeclared | CoupInserted) -> str:
    marks = _marks(
        natural=event.natural, player_pair=event.player_pair, banker_pair=event.banker_pair
    )
    cards = f" ({' '.join(map(str, event.cards))})" if event.cards else ""
    return _said(event.outcome, marks) + cards


WORDS: dict[type[Observation] | type[Decision], Words] = {
    CardRead: Words(_card, "a card was seen"),
    CardEntered: Words(_entered, "a card was typed in"),
    ResultReported: Words(_reported, "the shoe reported a result"),
    CutCardShown: Words(lambda moment, event: "cut card", "cut card"),
    CutCardCalled: Words(lambda moment, event: "cut card, called by hand", "cut card"),
    ShoeStarted: Words(lambda moment, event: "the shoe started up", "the shoe started up"),
    ReaderLost: Words(lambda moment, event: f"reader lost: {event.why}", "reader lost"),
    ReaderFound: Words(lambda moment, event: "reader found", "reader found"),
    ReaderGap: Words(
        lambda moment, event: f"something may be missing: {event.why}", "something may be missing"
    ),
    ReaderFault: Words(
        lambda moment, event: f"the shoe reports a trouble: {event.why}",
        "the shoe reports a trouble",
    ),
    ShoeOpened: Words(_opened, "shoe opened"),
    BurnEnded: Words(lambda moment, event: "burn ended", "burn ended"),
    ShoeClosed: Words(lambda moment, event: f"shoe {moment.before.number} closed", "shoe closed"),
    Held: Words(lambda moment, event: f"table put on hold: {event.reason}", "table put on hold"),
    Released: Words(lambda moment, event: "table released", "table released"),
    Revealed: Words(_revealed, "cards revealed"),
    LimitsChanged: Words(_limits, "limits changed"),
    ReaderChanged: Words(_reader, "reader changed"),
    CoupMarkedFree: Words(_free, "coup marked free"),
    CoupDeclared: Words(_declared, "coup declared"),
    CoupInserted: Words(_inserted, "missed coup inserted"),
    CoupVoided: Words(lambda moment, event: "coup made void", "coup made void"),
    Voided: Words(_undo, "undo of"),
    CardCorrected: Words(
        lambda moment, event: f"card of entry {event.seq} corrected", "correction of"
    ),
    CardInserted: Words(
        lambda moment, event: f"card {event.card} inserted before entry {event.seq}",
        "a card that was not read inserted",
    ),
    CardsSwapped: Words(
        lambda moment, event: f"cards of entries {event.seq} and {event.other} swapped",
        "two cards swapped",
    ),
    CardMisdealt: Words(_misdealt, "a card was drawn in error"),
}
