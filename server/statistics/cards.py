"""Cards seen and left by face, rank and suit: as far as the players could count themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from ..baccarat.cards import CARDS_IN_A_DECK, DECK, RANKS, SUIT_UNKNOWN, SUITS, UNKNOWN, Card
from ..baccarat.coup import MOST_CARDS
from ..baccarat.events import CardEntered, CardRead, Entry
from ..baccarat.rules import FirstCardBurn, FixedBurn
from ..baccarat.shoe import Shoe

_LEAST_CARDS = 4  # of a coup


class Left(NamedTuple):
    """How many were seen for sure, and how many are in the shoe at least and at most."""

    seen: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """The faces that lay open in a shoe, with how many cards left it unseen.

    A face of unknown suit is one of its rank. The unseen ones were burned, or their coup was
    declared without its cards: then only the least and the most that it took are known.
    """

    decks: int
    faces: Mapping[Card, int]
    unseen: tuple[int, int]  # at least, at most
    left: tuple[int, int]

    @property
    def seen(self) -> int:
        return sum(self.faces.values())

    def of_face(self, card: Card) -> Left:
        """A card of known suit."""
        seen, unsure = self._seen(card), self._seen(SUIT_UNKNOWN[card.rank])
        others = sum(self._seen(each) for each in DECK if each.rank == card.rank) - seen
        elsewhere = (len(SUITS) - 1) * self.decks - others  # room for the unsure in other suits
        surely_this = max(0, unsure - elsewhere)
        return self._bounds(self.decks, seen + surely_this, unsure - surely_this, told=seen)

    def of_rank(self, rank: str) -> Left:
        seen = sum(count for card, count in self.faces.items() if card.rank == rank)
        return self._bounds(len(SUITS) * self.decks, seen, 0)

    def of_suit(self, suit: str) -> Left:
        """A suit; cards of unknown suit may be of it or not."""
        by_suit = Counter[str]()
        for card, count in self.faces.items():
            by_suit[card.suit] += count
        return self._bounds(len(RANKS) * self.decks, by_suit[suit], by_suit[UNKNOWN])

    def _seen(self, card: Card) -> int:
        return self.faces.get(card, 0)

    def _bounds(self, there: int, seen: int, unsure: int, told: int | None = None) -> Left:
        most = min(there - seen, self.left[1])
        least = max(0, there - seen - unsure - self.unseen[1])
        return Left(seen if told is None else told, min(least, most), most)


def cards_seen(shoe: Shoe, entries: Iterable[Entry]) -> CardsSeen:
    """What was to be seen of a shoe, from its effective entries; it must have been opened."""
    assert shoe.house is not None
    decks = shoe.house.decks
    faces = Counter(card for settled in shoe.settled for card in settled.coup.cards)
    faces.update(shoe.coup.cards)
    faces += _shown_burned(shoe, Counter(shoe.seen) - faces, entries)
    declared = [
        len(settled.coup.cards)
        for settled in shoe.settled
        if settled.result is not None and not settled.coup.is_complete
    ]
    least = sum(max(0, _LEAST_CARDS - cards) for cards in declared)
    most = sum(MOST_CARDS - cards for cards in declared)
    gone = max(0, decks * CARDS_IN_A_DECK - shoe.left - faces.total())
    return CardsSeen(
        decks,
        faces,
        unseen=(gone + least, gone + most),
        left=(max(0, shoe.left - most), max(0, shoe.left - least)),
    )


def _shown_burned(shoe: Shoe, burned: Counter[Card], entries: Iterable[Entry]) -> Counter[Card]:
    """Of the burned cards whose faces the reader saw, those that the house shows."""
    match shoe.house and shoe.house.burn:
        case FixedBurn(seen=True) | FirstCardBurn(seen=True):
            return burned
        case FirstCardBurn():
            cards = (e.event.card for e in entries if isinstance(e.event, CardRead | CardEntered))
            first = next((card for card in cards if card is not None), None)
            return Counter([first]) if first is not None and first in burned else Counter()
        case _:
            return Counter()
