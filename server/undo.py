"""What `undo` would take back: the newest thing that still stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .baccarat.effective import effective
from .baccarat.events import (
    BurnEnded,
    CardEntered,
    CardRead,
    CutCardCalled,
    CutCardShown,
    Entry,
    Event,
    Held,
    Released,
    ResultReported,
    ShoeClosed,
)

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
}


class Undo(NamedTuple):
    """An entry that can be taken back, and what it is in words for the button."""

    seq: int
    what: str


def undoable(entries: Sequence[Entry]) -> Undo | None:
    """The newest entry of a shoe that stands and can be undone."""
    for entry in reversed(effective(entries)):
        words = _WORDS.get(type(entry.event))
        if words is not None:
            card = getattr(entry.event, "card", None) or "that was not read"
            outcome = getattr(entry.event, "outcome", "")
            return Undo(entry.seq, words.format(card=card, outcome=outcome))
    return None
