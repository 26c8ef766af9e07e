"""A coup: one round of both hands, as the cards that left the shoe in dealing order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest

from .cards import Card, total
from .tableau import banker_draws, is_natural, player_draws

MOST_CARDS = 6  # that a coup can need


class Side(StrEnum):
    """Where a card can lie: one of the two hands, or burned."""

    PLAYER = "player"
    BANKER = "banker"
    BURN = "burn"


class Outcome(StrEnum):
    """How a coup ends."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class Result:
    """What a coup comes to on the roads: its outcome and what befell the first two cards."""

    outcome: Outcome
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False


@dataclass(frozen=True, slots=True)
class Seat:
    """A place on the table: a side and its first, second or third card."""

    side: Side
    place: int

    def __str__(self) -> str:
        return f"{self.side} {self.place}"


P1, B1, P2, B2 = (Seat(side, place) for place in (1, 2) for side in (Side.PLAYER, Side.BANKER))
P3, B3 = Seat(Side.PLAYER, 3), Seat(Side.BANKER, 3)

# Who gets the next card, by the number of cards that player and banker hold.
_OPENING = {(0, 0): P1, (1, 0): B1, (1, 1): P2, (2, 1): B2}

# The same after the opening, by the two-card totals, and by the player's third card's value.
_AFTER_FOUR = tuple(
    tuple(
        P3 if player_draws(player, banker) else B3 if banker_draws(player, banker, None) else None
        for banker in range(10)
    )
    for player in range(10)
)
_AFTER_PLAYER_DREW = tuple(
    tuple(B3 if banker_draws(0, banker, third) else None for third in range(10))
    for banker in range(8)
)
_OUTCOMES = {1: Outcome.PLAYER, 0: Outcome.TIE, -1: Outcome.BANKER}


class NoPlace(ValueError):
    """Cards that the tableau does not deal so."""


@dataclass(frozen=True, slots=True)
class Coup:
    """Both hands of one coup, dealt P1 B1 P2 B2, then P3, then B3, by the tableau.

    `Coup()` has no card yet; `coup.add(card)` is the coup with one more. A coup that the tableau
    would not deal cannot be built: NoPlace says why.
    """

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        player, banker = len(self.player), len(self.banker)
        if (player, banker) in _OPENING or (player == 2 and banker == 2):
            return
        if player == 3 and banker in (2, 3) and self._after_four is P3:
            if banker == 2 or self._after_player_drew is B3:
                return
        elif player == 2 and banker == 3 and self._after_four is B3:
            return
        raise NoPlace(
            f"The tableau does not deal {_spell(self.player)} to the player and "
            f"{_spell(self.banker)} to the banker."
        )

    @classmethod
    def deal(cls, shoe: Iterator[Card]) -> Coup:
        """The next whole coup out of a shoe; raises StopIteration where the cards run out."""
        p1, b1, p2, b2 = next(shoe), next(shoe), next(shoe), next(shoe)
        bank = (b1.value + b2.value) % 10
        seat = _AFTER_FOUR[(p1.value + p2.value) % 10][bank]
        if seat is None:
            return cls._dealt((p1, p2), (b1, b2))
        third = next(shoe)
        if seat is B3:
            return cls._dealt((p1, p2), (b1, b2, third))
        if _AFTER_PLAYER_DREW[bank][third.value] is None:
            return cls._dealt((p1, p2, third), (b1, b2))
        return cls._dealt((p1, p2, third), (b1, b2, next(shoe)))

    @classmethod
    def _dealt(cls, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Coup:
        # Dealt by the tableau just now: the check of __post_init__ would be the same work again.
        coup = object.__new__(cls)
        object.__setattr__(coup, "player", player)
        object.__setattr__(coup, "banker", banker)
        return coup

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Coup:
        """The coup of cards in dealing order; raises NoPlace for a card after the last."""
        coup = cls()
        for card in cards:
            coup = coup.add(card)
        return coup

    def add(self, card: Card) -> Coup:
        """The coup with one more card; raises NoPlace where it is complete."""
        seat = self.next_seat
        if seat is None:
            raise NoPlace(f"{card} has no place: by the tableau the coup is complete.")
        if seat.side is Side.PLAYER:
            return Coup((*self.player, card), self.banker)
        return Coup(self.player, (*self.banker, card))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in dealing order."""
        player, banker = self.player, self.banker
        opening = zip_longest(player[:2], banker[:2])
        return (
            *(card for pair in opening for card in pair if card is not None),
            *player[2:],
            *banker[2:],
        )

    @property
    def next_seat(self) -> Seat | None:
        """Where the next card goes, None where the coup is complete."""
        held = (len(self.player), len(self.banker))
        if held in _OPENING:
            return _OPENING[held]
        if held == (2, 2):
            return self._after_four
        return self._after_player_drew if held == (3, 2) else None

    @property
    def _after_four(self) -> Seat | None:
        player, banker = self.player, self.banker
        return _AFTER_FOUR[(player[0].value + player[1].value) % 10][
            (banker[0].value + banker[1].value) % 10
        ]

    @property
    def _after_player_drew(self) -> Seat | None:
        banker = self.banker
        return _AFTER_PLAYER_DREW[(banker[0].value + banker[1].value) % 10][self.player[2].value]

    @property
    def is_complete(self) -> bool:
        return self.next_seat is None

    def hand(self, side: Side) -> tuple[Card, ...]:
        """One side's cards, first to third."""
        return self.player if side is Side.PLAYER else self.banker

    def at(self, seat: Seat) -> Card | None:
        """The card that lies at a seat, None where none does."""
        hand = self.hand(seat.side)
        return hand[seat.place - 1] if seat.place <= len(hand) else None

    @property
    def player_total(self) -> int:
        return total(self.player)

    @property
    def banker_total(self) -> int:
        return total(self.banker)

    @property
    def outcome(self) -> Outcome | None:
        """Who won, None while cards are missing."""
        if self.next_seat is not None:
            return None
        player, banker = total(self.player), total(self.banker)
        return _OUTCOMES[(player > banker) - (player < banker)]

    @property
    def result(self) -> Result | None:
        """The outcome with its pairs and natural, None while cards are missing."""
        if (outcome := self.outcome) is None:
            return None
        return Result(outcome, self.is_natural, self.has_player_pair, self.has_banker_pair)

    @property
    def is_natural(self) -> bool:
        """Whether an 8 or 9 in two cards ended the coup; three-card 8 and 9 are no naturals."""
        return len(self.player) == len(self.banker) == 2 and is_natural(
            total(self.player), total(self.banker)
        )

    @property
    def has_player_pair(self) -> bool:
        """Whether the player's first two cards have the same rank (Macau 30/2007, article 13)."""
        return _is_pair(self.player)

    @property
    def has_banker_pair(self) -> bool:
        """Whether the banker's first two cards have the same rank."""
        return _is_pair(self.banker)


def coup_of_hands(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Coup:
    """The whole coup of two given hands; raises NoPlace where a card is missing or has no place."""
    coup = Coup(player, banker)
    if (seat := coup.next_seat) is not None:
        raise NoPlace(f"A card is missing: by the tableau {seat} is still to come.")
    return coup


def _is_pair(hand: tuple[Card, ...]) -> bool:
    return len(hand) > 1 and hand[0].rank == hand[1].rank


def _spell(hand: tuple[Card, ...]) -> str:
    return " ".join(map(str, hand)) or "no card"
