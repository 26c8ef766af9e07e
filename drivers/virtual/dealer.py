"""The dealer of a virtual shoe: what truly leaves it, and what the shoe reports of that. Pure.

Each act is one thing that happens at the table. Its truth is a JSON value; the reports are what the
shoe makes of it, which mischief may turn into something else. The same seed deals the same shoes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from server.baccarat.cards import Card
from server.baccarat.coup import MOST_CARDS, P1, Coup, Seat, Side
from server.baccarat.rules import FirstCardBurn, FixedBurn, House, LastCoup
from server.baccarat.snapshot import coup_json

from ..simulated import burn_count, shoe_cards
from .mischief import Mischief
from .report import (
    OVERDRAW,
    PUSHED_BACK,
    Burned,
    Carried,
    Cut,
    Drawn,
    ForcedQuit,
    Locked,
    Outside,
    Report,
    Result,
    StandBy,
    Started,
    Trouble,
    Unread,
)

_OTHER = {Side.PLAYER: Side.BANKER, Side.BANKER: Side.PLAYER}
_CARDS_TO_START = 8
# The coups that are still begun after the cut card: before a coup's first card, or in it.
_TO_GO = {LastCoup.THIS: (1, 0), LastCoup.ONE_MORE: (2, 1), LastCoup.THIS_IF_FIRST: (1, 1)}


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that happened, and what the shoe reports of it."""

    truth: dict[str, Any]
    reports: tuple[Report, ...] = ()


@dataclass(slots=True)
class Dealer:
    """Deals shoe after shoe of a house."""

    house: House
    seed: int
    mischief: Mischief
    number: int = 0
    _left: list[Card] = field(default_factory=list)
    _coup: Coup = field(default_factory=Coup)  # as it lies on the table
    _believed: Coup = field(default_factory=Coup)  # as the shoe takes it to lie
    _carried: Card | None = None
    _to_go: int | None = None
    _since_start: int = 0  # cards; to start takes its time

    def acts(self) -> Iterator[Act]:
        """Everything that happens, for ever."""
        while True:
            yield from self._shoe()

    def _shoe(self) -> Iterator[Act]:
        self.number += 1
        self._left = shoe_cards(self.house.decks, self.seed, self.number)
        self._coup, self._believed, self._carried, self._to_go = Coup(), Coup(), None, None
        yield Act({"shoe": self.number, "house": self.house.name}, (Started(),))
        yield from self._burn()
        number = 0
        while self._to_go != 0 and len(self._left) + (self._carried is not None) >= MOST_CARDS:
            number += 1
            yield from self._deal_coup(number)
        yield Act({"shoe": self.number, "over": True, "coups": number})

    def _burn(self) -> Iterator[Act]:
        burn, count = self.house.burn, burn_count(self.house, self._left)
        is_decided = isinstance(burn, FirstCardBurn)
        for n in range(count):
            card = self._left.pop(0)
            is_read = (is_decided and n == 0) or (isinstance(burn, FixedBurn) and burn.seen)
            place = n if is_decided else n + 1
            yield Act({"burned": str(card)}, (Burned(card if is_read else None, place),))

    def _deal_coup(self, number: int) -> Iterator[Act]:
        self._coup, to_go = Coup(), self._to_go
        if self._carried is not None:
            self._coup = self._coup.add(self._carried)
            self._believed = Coup().add(self._carried)
            yield Act(self._card_truth(number, self._carried, P1))
            self._carried = None
        if to_go is not None:
            self._to_go = to_go - 1
        began_with = len(self._coup.cards)
        while seat := self._coup.next_seat:
            is_begun = len(self._coup.cards) > began_with
            if self.house.cut_card and len(self._left) == self.house.cut_card.from_end:
                yield self._cut_card()
            if is_begun and self.mischief.happens("forced_quit"):
                truth = {"coup": number, "void": True, "cards": [*map(str, self._coup.cards)]}
                self._believed = Coup()
                yield Act(truth, (ForcedQuit(), StandBy()))
                return
            self._since_start += 1
            is_up = self._since_start > _CARDS_TO_START
            if self._coup.cards and is_up and self.mischief.happens("reboot"):
                self._believed, self._since_start = Coup(), 0
                yield Act({"fault": "reboot"}, (Started(),))
            card = self._left.pop(0)
            self._coup = self._coup.add(card)
            yield Act(self._card_truth(number, card, seat), tuple(self._reported(card)))
        yield Act({"coup": number, **coup_json(self._coup)}, tuple(self._ended()))
        if self._to_go != 0 and len(self._left) > MOST_CARDS:
            yield from self._between()

    def _card_truth(self, number: int, card: Card, seat: Seat) -> dict[str, Any]:
        return {"coup": number, "card": str(card), "to": str(seat)}

    def _cut_card(self) -> Act:
        assert self.house.cut_card
        before, within = _TO_GO[self.house.cut_card.last_coup]
        if self._to_go is None:
            self._to_go = within if self._coup.cards else before - 1
        return Act({"cut_card": True}, (Cut(),))

    def _reported(self, card: Card) -> Iterator[Report]:
        """What the shoe says of a card, which it lays where it takes the coup to stand."""
        seat = self._believed.next_seat
        if seat is None:  # it has lost its place, and takes this for a new coup
            self._believed, seat = Coup(), P1
        self._believed = self._believed.add(card)
        if self.mischief.happens("unread"):
            yield Unread()
            return
        if self.mischief.happens("wrong_side"):
            seat = Seat(_OTHER[seat.side], seat.place)
        yield Drawn(card, seat)
        if self.mischief.happens("reverse"):
            yield from (Trouble(PUSHED_BACK), Trouble(PUSHED_BACK, is_over=True))
            yield Drawn(card, seat)

    def _ended(self) -> Iterator[Report]:
        if self._believed == self._coup:
            yield Result(self._coup)
        else:
            yield ForcedQuit()  # the dealer sets the shoe back
        self._believed = Coup()
        yield StandBy()

    def _between(self) -> Iterator[Act]:
        if self.mischief.happens("lid"):
            yield Act({"fault": "lid"}, (Locked(True), Locked(False)))
        if self.mischief.happens("lock"):
            card = self._left.pop(0)
            reports = (Locked(True), Outside(card, 0), Locked(False))
            yield Act({"laid_aside": str(card)}, reports)
        if self.mischief.happens("overdraw"):
            card, is_used = self._left.pop(0), self.mischief.random.random() < 0.5
            excess = (Trouble(OVERDRAW), Outside(card, 1), Trouble(OVERDRAW, is_over=True))
            if is_used:
                self._carried = card
                yield Act({"carried": str(card)}, (*excess, Carried(card, P1)))
            else:
                yield Act({"laid_aside": str(card)}, excess)
