"""The tableau, cell by cell, against the regulation, our data and the fourth seed."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest

from server.baccarat.cards import CARDS
from server.baccarat.coup import B3, P3, Coup

# Written out from 58 Pa. Code 631a.11: "if Player took no third card, draws on 5 or less"; if
# Player drew: "under 3 draws; 7 may not; 3 to 6 by Table 1", by the VALUE of the third card.
STOOD = "stood"
REGULATION = """
    bank  stood  0 1 2 3 4 5 6 7 8 9
    0     D      D D D D D D D D D D
    1     D      D D D D D D D D D D
    2     D      D D D D D D D D D D
    3     D      D D D D D D D D S D
    4     D      S S D D D D D D S S
    5     D      S S S S D D D D S S
    6     S      S S S S S S D D S S
    7     S      S S S S S S S S S S
"""
# Seed 004: "REGRAS DE JOGADAS PARA A BANCA QUANDO O JOGADOR SACAR A TERCEIRA CARTA".
SEED_004 = """
    bank  0 1 2 3 4 5 6 7 8 9
    7     S S S S S S S S S S
    6     S S S S S S D D S S
    5     S S S S D D D D S S
    4     S S D D D D D D S S
    3     D D D D D D D D S D
    2     D D D D D D D D D D
    1     D D D D D D D D D D
    0     D D D D D D D D D D
"""
SEED_FILES = Path(__file__).parents[3] / "shared" / "seeds"
RULES = json.loads((Path(__file__).parents[1] / "data" / "rules.json").read_text("utf-8"))

CARD_OF = {0: CARDS["KS"]} | {
    pips: CARDS[f"{'A' if pips == 1 else pips}S"] for pips in range(1, 10)
}


def table(text):
    """The cells of a printed table: {(bank, column): mark}."""
    (_, *columns), *rows = (line.split() for line in text.strip().splitlines())
    return {
        (int(bank), column if column == STOOD else int(column)): mark
        for bank, *marks in rows
        for column, mark in zip(columns, marks, strict=True)
    }


def hands(points):
    """All two-card hands, by values, of so many points."""
    return [
        (CARD_OF[first], CARD_OF[second])
        for first in range(10)
        for second in range(10)
        if (first + second) % 10 == points
    ]


def banker_marks(bank, third):
    """D or S for all the ways in which the engine's coup can come to a cell of the table."""
    for player in (6, 7) if third == STOOD else range(6):
        for banker_hand in hands(bank):
            for player_hand in hands(player):
                coup = Coup(player_hand, banker_hand)
                if third != STOOD:
                    coup = coup.add(CARD_OF[third])
                assert coup.next_seat in (B3, None)
                yield "S" if coup.is_complete else "D"


def test_the_regulation_has_88_cells_and_the_seed_80_of_them():
    regulation, seed = table(REGULATION), table(SEED_004)
    assert (len(regulation), len(seed)) == (88, 80)
    assert seed.items() <= regulation.items()


@pytest.mark.parametrize("text", [REGULATION, SEED_004], ids=["the regulation", "seed 004"])
def test_the_banker_draws_by_its_table(text):
    by_the_engine = {cell: set(banker_marks(*cell)) for cell in table(text)}
    assert by_the_engine == {cell: {mark} for cell, mark in table(text).items()}


@pytest.mark.parametrize("player", range(8))
def test_the_player_draws_on_5_or_less_and_stands_on_6_and_7(player):
    for player_hand in hands(player):
        for bank in range(8):
            for banker_hand in hands(bank):
                draws = Coup(player_hand, banker_hand).next_seat is P3
                assert draws == (player <= 5), f"bank {bank}"


@pytest.mark.parametrize("natural", [8, 9])
def test_a_natural_on_either_side_ends_the_coup(natural):
    for other, natural_hand in product(range(10), hands(natural)):
        for other_hand in hands(other):
            assert Coup(natural_hand, other_hand).is_complete
            assert Coup(other_hand, natural_hand).is_complete


def test_our_data_names_the_same_tableau():
    tableau = RULES["tableau"]
    ours = {
        (bank, STOOD): "D" if bank in tableau["banker_if_player_stood"]["draw"] else "S"
        for bank in range(8)
    } | {
        (int(bank), third): "D" if third in drawn else "S"
        for bank, drawn in tableau["banker_by_player_third_value"].items()
        for third in range(10)
    }
    assert ours == table(REGULATION)
    assert tableau["player"] == {
        "draw": [0, 1, 2, 3, 4, 5],
        "stand": [6, 7],
        "natural": [8, 9],
    }


@pytest.mark.skipif(not SEED_FILES.is_dir(), reason="the seed texts are not on this machine")
def test_the_matrix_in_the_text_of_seed_004_is_the_one_written_here():
    (path,) = SEED_FILES.glob("004_*.txt")
    rows = re.findall(r"\| ([0-7]) ((?:\| [DS] ){10})\|", path.read_text("utf-8"))
    read = {
        (int(bank), third): mark
        for bank, marks in rows
        for third, mark in enumerate(re.findall("[DS]", marks))
    }
    assert read == table(SEED_004)
