"""Cards, written rank then suit: `TS` is the ten of spades. Input also takes `10S`.

`9?` is a nine whose suit is not known: a reader or the crew may say it, no deck holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

RANKS = "A23456789TJQK"
SUITS = "SHDC"
UNKNOWN = "?"  # stands for a suit that is not known
CARDS_IN_A_DECK = 52

# Points: ace 1, two to nine their pips, ten and pictures 0 (NSW rules 3.2; 58 Pa. Code 627a.2).
VALUES = {rank: pips % 10 for pips, rank in enumerate("A23456789T", start=1)} | dict.fromkeys(
    "JQK", 0
)


class BadCard(ValueError):
    """A text that names no card."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One playing card, or a rank whose suit is not known.

    There are 52 of these objects and 13 of unknown suit, so two cards are equal if they are one;
    whether two may be one card is `may_be`. `value` is its points in baccarat, 0 to 9. Get cards
    by `Card.parse`, not by the constructor.
    """

    rank: str
    suit: str
    value: int

    @classmethod
    def parse(cls, text: str) -> Card:
        """Card written as `9H`, `TS`, `10S` or `9?`, in either case; raises BadCard."""
        code = text.strip().upper()
        if code.startswith("10"):
            code = "T" + code[2:]
        try:
            return _WRITTEN[code]
        except KeyError:
            raise BadCard(
                f"{text.strip()!r} is not a card: write a rank of {RANKS} (or 10) and a suit of "
                f"{SUITS} (or {UNKNOWN} where it is not known), for example 9H or TS."
            ) from None

    def may_be(self, other: Card | None) -> bool:
        """Whether both can be the same card: `9?` can be 9H, and 9H `9?`, but neither TH."""
        if other is None or UNKNOWN not in (self.suit, other.suit):
            return self is other
        return self.rank == other.rank

    def __str__(self) -> str:
        return self.rank + self.suit

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[str], Card], tuple[str]]:
        return (Card.parse, (str(self),))  # a copy is the same object again

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: object) -> Any:
        # Only the shell, which reads and writes JSON with pydantic, ever calls this.
        from pydantic_core import core_schema

        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, Card) else Card.parse(str(value)),
            serialization=core_schema.to_string_ser_schema(),
        )


_WRITTEN = {
    rank + suit: Card(rank=rank, suit=suit, value=VALUES[rank])
    for suit in SUITS + UNKNOWN
    for rank in RANKS
}
CARDS = {code: card for code, card in _WRITTEN.items() if card.suit != UNKNOWN}
DECK = tuple(CARDS.values())
SUIT_UNKNOWN = {rank: _WRITTEN[rank + UNKNOWN] for rank in RANKS}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by white space; raises BadCard that names the position of the bad one."""
    cards = []
    for position, code in enumerate(text.split(), start=1):
        try:
            cards.append(Card.parse(code))
        except BadCard as bad:
            raise BadCard(f"Card {position}: {bad}") from None
    return tuple(cards)


_value: Callable[[Card], int] = attrgetter("value")


def total(cards: Iterable[Card]) -> int:
    """Points of a hand: the sum's units digit, so 9+9+9 is 7 and K+10 is 0."""
    return sum(map(_value, cards)) % 10
