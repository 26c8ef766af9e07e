"""A shoe: where it stands, what was dealt from it, and what it expects next.

The phase gives each card its meaning: while burning it is burned, when ready it opens a coup.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from .cards import CARDS_IN_A_DECK, SUIT_UNKNOWN, SUITS, Card
from .coup import MOST_CARDS, Coup, Result, Seat, Side
from .events import Entry, HoldReason
from .rules import House, Limits, Policy
from .settled import Settled


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
    """Why the table is on hold, and the entry that caused it.

    `why` may name cards; `plain` says the same without them, for as long as they are withheld.
    `is_crews`: the crew's own words, which are not for the players.
    """

    seq: int
    why: str
    plain: str
    reason: HoldReason
    unread: bool = False  # the cause is a card whose face could not be read: it can be typed in
    misplaced: bool = False  # the cause is a card that the rules do not give, or not there
    is_old: bool = False  # the cause was on the line before it was opened; see Observation.late
    is_crews: bool = False

    def also(self, why: str) -> Hold:
        """The hold with one more trouble in its words."""
        return self if why in self.why else replace(self, why=f"{self.why} {why}")


class Shoe(NamedTuple):
    """One shoe as its entries leave it. `Shoe()` is a table at which none was ever opened."""

    number: int = 0
    house: House | None = None
    stage: Phase = Phase.CLOSED  # the phase, were the table not on hold
    to_burn: int | None = None  # None: the first card decides
    burned: int = 0
    left: int = 0  # cards still in the shoe, less those that a release left out
    seen: Mapping[Card, int] = {}
    coup: Coup = Coup()
    seqs: tuple[int, ...] = ()  # the entries of the coup's cards
    flags: frozenset[str] = frozenset()  # of the coup that is being dealt
    settled: tuple[Settled, ...] = ()
    coups_to_go: int | None = None  # that may still be begun, None before the cut card
    hold: Hold | None = None
    waiting: tuple[Entry, ...] = ()  # seen while on hold, not yet taken up
    is_astray: bool = False  # the shoe restarted in this coup, and has lost its place
    carried: Entry | None = None  # an excess card: it becomes the first of the next coup
    last_burn: tuple[Card | None, int] | None = None  # the last burned card and its place
    is_reader_lost: bool = False  # and the loss was noticed, so the reader's count goes on
    shown: int = 0  # settled coups that the players have seen
    turned: frozenset[Seat] = frozenset()  # cards that they have seen of the coup after those
    limits_changed_at: int | None = None  # coups settled when the crew changed the limits
    next_limits: Limits | None = None  # from the next shoe on
    limits_by_crew: bool = False  # the limits are the crew's, not the house's own

    @property
    def phase(self) -> Phase:
        return Phase.ON_HOLD if self.hold else self.stage

    @property
    def is_last_coup(self) -> bool:
        """Whether the coup that is dealt, or comes next, is the shoe's last."""
        begun = self.stage is Phase.DEALING
        return self.coups_to_go is not None and self.coups_to_go + begun == 1

    @property
    def behind_the_hold(self) -> tuple[Entry, ...]:
        """What was seen since the table is on hold, without what caused it."""
        return tuple(seen for seen in self.waiting if not self.hold or seen.seq != self.hold.seq)

    @property
    def last(self) -> Settled | None:
        return self.settled[-1] if self.settled else None

    def held(
        self,
        seq: int,
        why: str,
        *,
        plain: str = "",
        reason: HoldReason = HoldReason.CHECK,
        unread: bool = False,
        misplaced: bool = False,
        is_old: bool = False,
        is_crews: bool = False,
    ) -> Shoe:
        """The shoe put on hold by an entry; the coup that is being dealt is marked for it."""
        flags = self.flags | {"held"} if self.stage is Phase.DEALING else self.flags
        hold = Hold(seq, why, plain or why, reason, unread, misplaced, is_old, is_crews)
        return self._replace(hold=hold, flags=flags)

    def settle(self, result: Result | None, *marks: str, seq: int = 0, why: str = "") -> Shoe:
        """The shoe with the coup that was dealt moved to the settled ones.

        `seq` is the entry that ended it, where that is no card of it.
        """
        flags = self.flags | {*marks} | ({"last_coup"} if self.is_last_coup else set())
        seqs = (*self.seqs, seq) if seq else self.seqs
        settled = Settled(len(self.settled) + 1, self.coup, result, seqs, flags, why)
        shoe = self._replace(
            coup=Coup(),
            seqs=(),
            flags=frozenset(),
            is_astray=False,
            settled=(*self.settled, settled),
        )
        return (shoe if shoe.withholds else shoe.all_shown()).ready()

    def begun(self) -> Shoe:
        """The shoe with a coup begun; after the cut card there is one less to come."""
        to_go = None if self.coups_to_go is None else self.coups_to_go - 1
        return self._replace(stage=Phase.DEALING, coups_to_go=to_go, carried=None)

    def all_shown(self) -> Shoe:
        """The shoe with everything that is settled shown to the players."""
        return self._replace(shown=len(self.settled), turned=frozenset())

    @property
    def withholds(self) -> bool:
        """Whether cards lie face down until they are revealed."""
        return self.house is not None and self.house.reveal.policy is not Policy.FACE_UP

    @property
    def is_withheld(self) -> bool:
        """Whether there are cards that the players have not seen."""
        return self.withholds and (self.shown < len(self.settled) or bool(self.seqs))

    @property
    def on_roads(self) -> tuple[Settled, ...]:
        """The settled coups that the roads and the counts are made of."""
        with_free = self.house is None or self.house.free_coups_in_roads
        return tuple(
            settled
            for settled in self.settled
            if settled.result is not None and (with_free or not settled.is_free)
        )

    def coup_of(self, seq: int) -> Settled | None:
        """The settled coup that an entry belongs to."""
        return next((settled for settled in self.settled if seq in settled.seqs), None)

    def ready(self) -> Shoe:
        """The shoe between two coups, or over where no further one may be begun."""
        return self._replace(stage=Phase.OVER if self.is_exhausted else Phase.READY)

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
                return "banker 1 (player 1 is carried over)" if self.carried else "player 1"
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

    def counted(self, card: Card | None) -> Shoe:
        """The shoe with one card more gone from it, and seen where its face was."""
        shoe = self._replace(left=max(0, self.left - 1))
        if card is None:
            return shoe
        return shoe._replace(seen={**shoe.seen, card: shoe.seen.get(card, 0) + 1})

    def one_too_many(self, card: Card) -> str:
        """A sentence where a card was seen as often as the decks hold it already, else nothing.

        A card whose suit is not known is one of its rank's, so those are counted, too.
        """
        assert self.house is not None
        decks, unknown = self.house.decks, SUIT_UNKNOWN[card.rank]
        in_decks = "1 deck" if decks == 1 else f"{decks} decks"
        if card is not unknown and (count := self.seen.get(card, 0) + 1) > decks:
            return f"{_ordinal(count)} {card} in {in_decks}."
        if card is unknown or unknown in self.seen:
            count = 1 + sum(self.seen[each] for each in self.seen if each.rank == card.rank)
            if count > decks * len(SUITS):
                return f"{_ordinal(count)} {card.rank} in {in_decks}."
        return ""


def _ordinal(n: int) -> str:
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def full_shoe(number: int, house: House, *, limits_by_crew: bool = False) -> Shoe:
    """A shoe just opened."""
    burn = house.burn
    return Shoe(
        number=number,
        house=house,
        stage=Phase.READY if burn.kind == "none" else Phase.OPENED,
        to_burn=burn.cards if burn.kind == "fixed" else None,
        left=house.decks * CARDS_IN_A_DECK,
        limits_by_crew=limits_by_crew,
    )
