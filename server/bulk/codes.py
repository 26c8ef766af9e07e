"""Cards as one byte each: the rank's place in RANKS times 8, and the suit's in SUITS (4: `?`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..baccarat.cards import CARDS, RANKS, SUIT_UNKNOWN, SUITS, UNKNOWN, Card

Codes = NDArray[np.uint8]

SUIT_BITS = 3
NO_CARD = 255  # fills up a coup of fewer than six cards
CARD_BITS = 7  # that a card's code has

CODE = {
    card: RANKS.index(card.rank) << SUIT_BITS | (SUITS + UNKNOWN).index(card.suit)
    for card in (*CARDS.values(), *SUIT_UNKNOWN.values())
}
CARD = {code: card for card, code in CODE.items()}

VALUE: Codes = np.zeros(256, np.uint8)  # by code; a card that is not there adds nothing
for _card, _code in CODE.items():
    VALUE[_code] = _card.value


def codes(cards: Iterable[Card]) -> Codes:
    """The codes of cards, in order."""
    return np.fromiter((CODE[card] for card in cards), np.uint8)


def in_rows(coups: Sequence[Sequence[Card]], most: int) -> Codes:
    """Coups as columns of codes, in dealing order: shape (most, coups), NO_CARD where none is.

    A coup of more than `most` cards raises ValueError.
    """
    filled = bytearray()
    for cards in coups:
        if len(cards) > most:
            raise ValueError(f"A coup of {len(cards)} cards does not fit into {most}.")
        filled += bytes([CODE[card] for card in cards]).ljust(most, b"\xff")
    return np.ascontiguousarray(np.frombuffer(bytes(filled), np.uint8).reshape(-1, most).T)
