"""What the seeds' texts would make of the game, were they read literally: not this game.

The chances are worked out here from a table of cells alone, without the engine, so they check the
engine's own enumeration a second time.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import product
from math import perm

import pytest

from .test_enumeration import counts
from .test_tableau import REGULATION, STOOD, table

OFFICIAL = {cell: mark == "D" for cell, mark in table(REGULATION).items()}
BANKER, PLAYER, TIE = range(3)
THIRDS = range(10)


def winner(player, banker):
    return TIE if player == banker else PLAYER if player > banker else BANKER


def opening_weights(decks):
    """Each opening: both two-card totals, its weight, and the cards left of each value."""
    left = [16 * decks] + [4 * decks] * 9
    for opening in product(range(10), repeat=4):
        remaining, weight = left.copy(), 1
        for value in opening:
            weight *= remaining[value]
            remaining[value] -= 1
        p1, b1, p2, b2 = opening
        yield (p1 + p2) % 10, (b1 + b2) % 10, weight, tuple(remaining)


@cache
def results(decks):
    """For each cell, standing and drawing: the weights of banker, player and tie."""
    cells = defaultdict(lambda: [0, 0, 0])
    grouped = defaultdict(int)
    for player, bank, weight, remaining in opening_weights(decks):
        grouped[player, bank, remaining] += weight
    cards = 52 * decks
    for (player, bank, remaining), weight in grouped.items():
        if player > 7 or bank > 7:
            cells["natural", False][winner(player, bank)] += weight * perm(cards - 4, 2)
        elif player > 5:
            cells[(bank, STOOD), False][winner(player, bank)] += weight * perm(cards - 4, 2)
            for value, count in enumerate(remaining):
                drawn = weight * count * (cards - 5)
                cells[(bank, STOOD), True][winner(player, (bank + value) % 10)] += drawn
        else:
            for third, count in enumerate(remaining):
                total, drew = (player + third) % 10, weight * count
                cells[(bank, third), False][winner(total, bank)] += drew * (cards - 5)
                for value, more in enumerate(remaining):
                    drawn = drew * (more - (value == third))
                    cells[(bank, third), True][winner(total, (bank + value) % 10)] += drawn
    return dict(cells)


def chances(tableau, decks=8):
    """The weights of banker, player and tie under a tableau: {cell: whether the banker draws}."""
    cells = results(decks)
    rows = [cells["natural", False], *(cells[cell, draws] for cell, draws in tableau.items())]
    return tuple(map(sum, zip(*rows, strict=True)))


ERR_000_1 = {(3, 8): True}
INVERTED = ERR_000_1 | {(5, third): not 4 <= third <= 7 for third in THIRDS} | {
    (6, third): third not in (6, 7) for third in THIRDS
} | {(6, STOOD): True}  # fmt: skip
ALWAYS = ERR_000_1 | {(bank, third): True for bank in (5, 6) for third in THIRDS} | {
    (6, STOOD): True
}  # fmt: skip
NEVER_WHERE_STOOD = {(bank, STOOD): False for bank in range(6)}
NOT_ON_4_AND_5_WHERE_STOOD = {(4, STOOD): False, (5, STOOD): False}
LITERALLY = {
    "ERR-000-1": (ERR_000_1, 1, (0.458684, 0.446344, 0.094972)),
    "ERR-000-2/3 inverted": (INVERTED, 22, (0.447830, 0.461961, 0.090209)),
    "ERR-000-2/3 always": (ALWAYS, 16, (0.448846, 0.461041, 0.090114)),
    "ERR-001-2": (NEVER_WHERE_STOOD, 6, (0.435977, 0.477909, None)),
    "ERR-002-2": (NOT_ON_4_AND_5_WHERE_STOOD, 2, (0.451701, 0.455910, 0.092389)),
}


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_regulation_alone_gives_the_engines_counts(decks):
    engine = counts(decks)
    assert chances(OFFICIAL, decks) == (engine["banker"], engine["player"], engine["tie"])


@pytest.mark.parametrize("erratum", LITERALLY)
def test_a_literal_reading_is_another_game_than_the_engines(erratum):
    misread, wrong_cells, published = LITERALLY[erratum]
    tableau = OFFICIAL | misread
    assert sum(tableau[cell] != OFFICIAL[cell] for cell in OFFICIAL) == wrong_cells
    literal = chances(tableau)
    assert sum(literal) == perm(416, 6)
    for weight, share in zip(literal, published, strict=True):
        assert share is None or round(weight / perm(416, 6), 6) == share
    engine = counts(8)
    assert literal != (engine["banker"], engine["player"], engine["tie"])
