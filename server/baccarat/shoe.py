"""A shoe: where it stands, what was dealt from it, and what it expects next.

The phase gives each card its meaning: while burning it is burned, when ready it opens a coup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .cards import CARDS_IN_A_DECK, Card
from .coup import MOST_CARDS, Coup, Outcome, Side
from .events import Entry
from .rules import House


class Phase(StrEnum):
    """Where a shoe stands."""

    CLOSED = "closed"  # no shoe is open
    OPENED = "opened"  # nothing has left the shoe, the burn comes next
    BURNING = "burning"
    READY = "ready"  # the next card opens a coup
    DEALING = "dealing"
    OVER = "over"  # the last coup is dealt, the shoe is to be closed
    ON_HOLD = "on_hold"


@dataclass(frozen=True, slots=True)
class Hold:
    """Why the table is on hold, and the entry that caused it."""

    seq: int
    why: str
    unread: bool = False  # the cause is a card whose face could not be read: it can be typed in


@dataclass(frozen=True, slots=True)
class Settled:
    """A coup that is dealt: its number in the shoe, its last card's entry, and what befell it.

    `flags` of: `corrected`, `typed` (a card by hand), `held`, `last_coup`.
    """

    number: int
    coup: Coup
    outcome: Outcome
    seq: int
    flags: frozenset[str]


class Shoe(NamedTuple):
    """One shoe as its entries leave it. `Shoe()` is a table at which none was ever opened."""

    number: int = 0
    house: House | None = None
    stage: Phase = Phase.CLOSED  # the phase, were the table not on hold
    to_burn: int | None = None  # None: the first card decides
    burned: int = 0
    left: int = 0  # cards still in the shoe, as far as was seen
    seen: Mapping[Card, int] = {}
    coup: Coup = Coup()
    flags: frozenset[str] = frozenset()  # of the coup that is being dealt
    settled: tuple[Settled, ...] = ()
    coups_to_go: int | None = None  # that may still be begun, None before the cut card
    hold: Hold | None = None
    waiting: tuple[Entry, ...] = ()  # seen while on hold, not yet taken up
    is_reader_lost: bool = False  # and the loss was noticed, so the reader's count goes on

    @property
    def phase(self) -> Phase:
        return Phase.ON_HOLD if self.hold else self.stage

    @property
    def is_last_coup(self) -> bool:
        """Whether the coup that is dealt, or comes next, is the shoe's last."""
        begun = self.stage is Phase.DEALING
        return self.coups_to_go is not None and self.coups_to_go + begun == 1

    @property
    def last(self) -> Settled | None:
        return self.settled[-1] if self.settled else None

    def held(self, seq: int, why: str, *, unread: bool = False) -> Shoe:
        """The shoe put on hold by an entry; the coup that is being dealt is marked for it."""
        flags = self.flags | {"held"} if self.stage is Phase.DEALING else self.flags
        return self._replace(hold=Hold(seq, why, unread), flags=flags)

    def settle(self, seq: int) -> Shoe:
        """The shoe with its complete coup moved to the settled ones."""
        flags = self.flags | {"last_coup"} if self.is_last_coup else self.flags
        outcome = self.coup.outcome
        assert outcome is not None
        settled = Settled(len(self.settled) + 1, self.coup, outcome, seq, flags)
        return self._replace(
            coup=Coup(), flags=frozenset(), settled=(*self.settled, settled)
        ).ready()

    def ready(self) -> Shoe:
        """The shoe between two coups, or over where no further one may be begun."""
        return self._replace(stage=Phase.OVER if self.is_exhausted else Phase.READY)

    @property
    def has_begun(self) -> bool:
        """Whether a card is known to have left this shoe."""
        return self.house is not None and self.left < self.house.decks * CARDS_IN_A_DECK

    @property
    def is_exhausted(self) -> bool:
        """Whether no further coup may be begun: after the last coup, or with under six cards."""
        return self.coups_to_go == 0 or self.left < MOST_CARDS

    @property
    def expected(self) -> str:
        """Where the next card goes, in words for the crew."""
        match self.stage:
            case Phase.OPENED | Phase.BURNING:
                return "the burn"
            case Phase.READY:
                return "player 1"
            case Phase.DEALING:
                return str(self.coup.next_seat)
            case _:
                return "nowhere"

    def takes(self, side: Side, place: int | None) -> bool:
        """Whether a card that a reader saw go to a side and place is the one expected."""
        match self.stage:
            case Phase.OPENED | Phase.BURNING:
                return side is Side.BURN
            case Phase.READY if side is Side.BURN:
                return True  # some houses burn between coups
            case Phase.READY | Phase.DEALING:
                seat = self.coup.next_seat
                return seat is not None and seat.side is side and place in (None, seat.place)
            case _:
                return False

    def one_too_many(self, card: Card) -> str:
        """A sentence where a card was seen as often as the decks hold it already, else nothing."""
        assert self.house is not None
        count, decks = self.seen.get(card, 0) + 1, self.house.decks
        if count <= decks:
            return ""
        return f"{_ordinal(count)} {card} in {'1 deck' if decks == 1 else f'{decks} decks'}."


def _ordinal(n: int) -> str:
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def full_shoe(number: int, house: House) -> Shoe:
    """A shoe just opened."""
    burn = house.burn
    return Shoe(
        number=number,
        house=house,
        stage=Phase.READY if burn.kind == "none" else Phase.OPENED,
        to_burn=burn.cards if burn.kind == "fixed" else None,
        left=house.decks * CARDS_IN_A_DECK,
    )
