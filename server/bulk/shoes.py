"""Shuffled shoes, and every coup that they are dealt into, all shoes at once."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivers.simulated import burn_count

from ..baccarat.cards import CARDS_IN_A_DECK, DECK
from ..baccarat.coup import MOST_CARDS
from ..baccarat.dealing import COUPS_TO_GO
from ..baccarat.rules import House
from .codes import CARD_BITS, CODE, Codes, codes
from .settle import settle
from .words import NO_COUP, Words, cards_of

_LEAST_CARDS = 4  # of a coup
_MANY = 1 << 14  # coups, more than any shoe has
_NEXT = np.arange(MOST_CARDS)[:, np.newaxis]


@dataclass(frozen=True, slots=True)
class Dealt:
    """What some shoes were dealt into.

    `words`: (most coups, shoes), NO_COUP after a shoe's last; `coups`: (shoes,), how many each has.
    """

    words: Words
    coups: NDArray[np.int64]


def shuffled_shoes(decks: int, seed: int, first: int, count: int) -> Codes:
    """The shoes number `first` (from 1) to `first + count - 1` of a seed: shape (shoes, cards).

    A shoe hangs on its seed and number alone, however many are made at a time. Cards are sorted by
    random keys of 57 bits, of which two in a shoe are equal once in 10^12 shoes. Raises ValueError
    for a seed under 0.
    """
    deck = codes(DECK * decks).astype(np.uint64)
    stream = np.random.PCG64(seed)
    stream.advance((first - 1) * len(deck))
    keys: NDArray[np.uint64] = stream.random_raw(count * len(deck)).reshape(count, len(deck))
    keys &= ~np.uint64((1 << CARD_BITS) - 1)
    keys |= deck
    keys.sort(axis=1)
    return (keys & np.uint64((1 << CARD_BITS) - 1)).astype(np.uint8)


def deal(shoes: Codes, house: House) -> Dealt:
    """Deal shoes, (shoes, cards), by a house's burn, cut card and last coup, to their ends."""
    count, size = shoes.shape
    flat = shoes.reshape(-1)
    cut = size - house.cut_card.from_end if house.cut_card else -1
    before, within = COUPS_TO_GO[house.cut_card.last_coup] if house.cut_card else (_MANY, _MANY)
    words = np.full((size // _LEAST_CARDS, count), NO_COUP, np.uint16)
    coups = np.zeros(count, np.int64)
    live = np.arange(count)
    start = _burned(shoes[:, 0], house)
    to_go = np.full(count, _MANY, np.int16)
    for number in range(len(words)):
        dealt = settle(flat.take(live * size + start + _NEXT, mode="clip"))
        words[number, live] = dealt
        coups[live] += 1
        end = start + cards_of(dealt)
        to_go[start == cut] = before
        to_go -= 1
        to_go[(start < cut) & (cut < end)] = within
        goes_on = (to_go > 0) & (size - end >= MOST_CARDS)
        start = end
        if not goes_on.all():
            live, start, to_go = live[goes_on], start[goes_on], to_go[goes_on]
            if not live.size:
                break
    return Dealt(words, coups)


def sure_coups(house: House) -> int:
    """How many coups every shoe of a house has, whatever its cards; 1 at least.

    They are those that begin before the cut card though all before them took six cards.
    """
    size = house.decks * CARDS_IN_A_DECK
    burned = max(burn_count(house, [card]) for card in DECK)
    sure = (size - burned) // MOST_CARDS
    if house.cut_card:
        sure = min(sure, (size - house.cut_card.from_end - burned) // MOST_CARDS + 1)
    return max(1, sure)


def _burned(first: Codes, house: House) -> NDArray[np.int64]:
    """How many cards each shoe burns, from its first card."""
    by_code = np.zeros(1 << CARD_BITS, np.int64)
    for card in DECK:
        by_code[CODE[card]] = burn_count(house, [card])
    return by_code[first]
