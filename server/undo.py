"""What `undo` would take back: the newest thing that still stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .baccarat.effective import standing
from .baccarat.events import (
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
    Entry,
    Event,
    Held,
    LimitsChanged,
    Released,
    ResultReported,
    Revealed,
    ShoeClosed,
)
from .baccarat.shoe import Shoe

_WORDS: dict[type[Event], str] = {
    CardRead: "the card {card}",
    CardEntered: "the card {card}",
    CutCardShown: "the cut card",
    CutCardCalled: "the cut card",
    ResultReported: "the shoe's result {outcome}",
    BurnEnded: "the end of the burn",
    ShoeClosed: "the closing of the shoe",
    Held: "the hold",
    Released: "the release",
    Revealed: "the reveal",
    CardCorrected: "the correction to {card}",
    CardInserted: "the inserted card {card}",
    CardsSwapped: "the swap",
    CardMisdealt: "the ruling on a card",
    CoupVoided: "the void",
    CoupDeclared: "the declared {outcome}",
    CoupInserted: "the inserted {outcome}",
    CoupMarkedFree: "the {kind} mark",
    LimitsChanged: "the new limits",
}


class Undo(NamedTuple):
    """An entry that can be taken back, and what it is in words for the button."""

    seq: int
    what: str
    reopens: bool  # a coup that is settled would not be any more


def undoable(shoe: Shoe, entries: Sequence[Entry], *, withheld: int | None = None) -> Undo | None:
    """The newest entry of a shoe that stands and can be undone.

    From entry `withheld` on no card or result is named.
    """
    for entry in reversed(standing(entries)):
        words = _WORDS.get(type(entry.event))
        if words is not None:
            settled = shoe.coup_of(entry.seq)
            return Undo(entry.seq, _spell(entry, words, withheld), settled is not None)
    return None


def _spell(entry: Entry, words: str, withheld: int | None) -> str:
    if withheld is not None and entry.seq >= withheld:
        return words.format(card="", outcome="", kind=getattr(entry.event, "kind", "")).strip()
    card = getattr(entry.event, "card", None) or "that was not read"
    outcome, kind = getattr(entry.event, "outcome", ""), getattr(entry.event, "kind", "")
    return words.format(card=card, outcome=outcome, kind=kind)
