"""The numbers of one shoe, and of several together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from drivers import is_simulated

from ..baccarat.effective import effective
from ..baccarat.events import Entry, Released, Ruling
from ..baccarat.shoe import Shoe
from .bets import BetCount, BetShares, bet_shares, count_bets
from .cards import CardsSeen, cards_seen
from .counted import Count, Share, count, shares
from .pace import Pace, pace, together
from .streaks import Length, Streak, lengths, streaks


@dataclass(frozen=True, slots=True)
class ShoeNumbers:
    """What a shoe came to. `coups` have a result; `void` ones count for nothing else.

    `corrections`: decisions on what was dealt, those included that were undone; `holds`: how often
    the table was on hold.
    """

    number: int
    opened: datetime
    house: str
    decks: int
    is_simulated: bool
    coups: int
    void: int
    counts: Mapping[str, Count]
    bets: tuple[BetCount, ...]
    streaks: tuple[Streak, ...]
    cards: CardsSeen
    pace: Pace
    corrections: int
    holds: int


@dataclass(frozen=True, slots=True)
class Numbers:
    """The same over some shoes, oldest first, of a house's table; there is one at least."""

    shoes: Sequence[ShoeNumbers]

    @property
    def coups(self) -> int:
        return sum(shoe.coups for shoe in self.shoes)

    @property
    def void(self) -> int:
        return sum(shoe.void for shoe in self.shoes)

    @property
    def corrections(self) -> int:
        return sum(shoe.corrections for shoe in self.shoes)

    @property
    def holds(self) -> int:
        return sum(shoe.holds for shoe in self.shoes)

    @property
    def is_simulated(self) -> bool:
        """Whether one of them is."""
        return any(shoe.is_simulated for shoe in self.shoes)

    @property
    def shares(self) -> list[Share]:
        return shares([(shoe.decks, shoe.counts) for shoe in self.shoes])

    @property
    def bets(self) -> BetShares:
        """The side bets that their houses offered."""
        return bet_shares([shoe.bets for shoe in self.shoes])

    @property
    def streaks(self) -> tuple[Streak, ...]:
        return tuple(streak for shoe in self.shoes for streak in shoe.streaks)

    @property
    def lengths(self) -> list[Length]:
        """Streaks by length; the chances are those of the newest shoe's decks, all but the same."""
        return lengths(self.streaks, self.shoes[-1].decks)

    @property
    def pace(self) -> Pace:
        return together([shoe.pace for shoe in self.shoes])


def shoe_numbers(shoe: Shoe, entries: Sequence[Entry]) -> ShoeNumbers:
    """The numbers of a shoe from the entries that make it, as far as they may be seen.

    The first entry must have opened it.
    """
    assert shoe.house is not None
    results = [settled for settled in shoe.settled if settled.result is not None]
    return ShoeNumbers(
        number=shoe.number,
        opened=entries[0].time,
        house=shoe.house.title,
        decks=shoe.house.decks,
        is_simulated=is_simulated([*entries]),
        coups=len(results),
        void=len(shoe.settled) - len(results),
        counts=count(shoe.settled),
        bets=count_bets(shoe.settled, shoe.house.bets, shoe.house.decks),
        streaks=streaks(each.outcome for each in shoe.on_roads if each.outcome),
        cards=cards_seen(shoe, effective(entries)),
        pace=pace(
            shoe.settled, {e.seq: e.time for e in entries if not isinstance(e.event, Ruling)}
        ),
        corrections=sum(isinstance(entry.event, Ruling) for entry in entries),
        holds=sum(isinstance(entry.event, Released) for entry in entries) + bool(shoe.hold),
    )
