"""Settling: a word for each coup of given cards, by a table that the core's coups were put into."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from ..baccarat.cards import SUIT_UNKNOWN, VALUES
from ..baccarat.coup import Coup
from .codes import NO_CARD, SUIT_BITS, VALUE, Codes
from .words import BANKER_PAIR, PLAYER_PAIR, Words, cards_of, word_of

_SAME_RANK = 1 << SUIT_BITS  # codes that differ by less have one rank
_PAIRS = PLAYER_PAIR | BANKER_PAIR
_OF_VALUE = {value: SUIT_UNKNOWN[rank] for rank, value in VALUES.items()}


def _filled() -> Words:
    """The word without pairs by player's and banker's two cards, and the values of the next two.

    It has ten thousand places; cards that the tableau does not ask for change nothing.
    """
    table = np.empty((10, 10, 10, 10), np.uint16)
    nothing = _OF_VALUE[0]
    for player, banker in product(range(10), repeat=2):
        four = Coup((nothing, _OF_VALUE[player]), (nothing, _OF_VALUE[banker]))
        if four.is_complete:
            table[player, banker] = word_of(four) & ~_PAIRS
            continue
        for fifth in range(10):
            five = four.add(_OF_VALUE[fifth])
            if five.is_complete:
                table[player, banker, fifth] = word_of(five) & ~_PAIRS
                continue
            for sixth in range(10):
                six = five.add(_OF_VALUE[sixth])
                table[player, banker, fifth, sixth] = word_of(six) & ~_PAIRS
    return table.reshape(-1)


TABLE = _filled()


def settle(cards: Codes) -> Words:
    """The words of coups, from their cards in dealing order: shape (6, coups).

    What comes after a coup's last card is not looked at, so the cards of a shoe may stand there.
    Whether a coup has all its cards is not asked: see `is_whole`.
    """
    values = VALUE.take(cards, mode="clip")  # nothing is clipped: it is the fast mode
    player = _units(values[0] + values[2])
    banker = _units(values[1] + values[3])
    at = (player * np.uint8(10) + banker) * np.uint16(100)
    at += values[4] * np.uint8(10) + values[5]
    words = TABLE.take(at, mode="clip")
    for first, second, pair in ((0, 2, PLAYER_PAIR), (1, 3, BANKER_PAIR)):
        is_pair = (cards[first] ^ cards[second]) < _SAME_RANK
        words |= is_pair.view(np.uint8) * np.uint16(pair)
    return words


def is_whole(cards: Codes, words: Words) -> NDArray[np.bool_]:
    """Whether each coup has just the cards that the tableau asks for, shape (coups,)."""
    given = np.count_nonzero(cards != NO_CARD, axis=0)
    return np.asarray(given == cards_of(words))


def settle_in_blocks(cards: Codes, block: int = 1 << 14) -> Words:
    """`settle` of many coups, a block at a time, so that what it works on stays in the cache."""
    words = np.empty(cards.shape[1], np.uint16)
    for start in range(0, len(words), block):
        words[start : start + block] = settle(cards[:, start : start + block])
    return words


def _units(total: Codes) -> Codes:
    """The units digit of totals of two cards: under 10, what is 10 less wraps to a large number."""
    return np.asarray(np.minimum(total, total - np.uint8(10)))
