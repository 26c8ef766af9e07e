"""Every coup that can be dealt, through the engine, against the exact counts of the literature.

A coup is enumerated by the values of its cards and weighed by the ordered deals of six cards that
begin with it, so that the weights of a shoe of N cards add up to N(N-1)...(N-5).
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from math import perm, prod
from pathlib import Path

import pytest

from server.baccarat.coup import Coup, Outcome, Side

from .test_tableau import CARD_OF

EXACT = json.loads((Path(__file__).parents[1] / "data" / "rules.json").read_text("utf-8"))[
    "exact_counts"
]
DECKS = sorted(map(int, EXACT))
TOLD_BY_VALUES = [
    name
    for name in EXACT["8"]
    if "pair" not in name and name not in ("cards", "sum_totals_0", "sum_totals_18")
]
NATURAL = {
    Outcome.PLAYER: "player_natural_win",
    Outcome.BANKER: "banker_natural_win",
    Outcome.TIE: "natural_tie",
}


def whole_coups(coup: Coup, cards: tuple[int, ...] = ()):
    """All complete coups that go on from one, with how often each value is in them."""
    if coup.is_complete:
        yield coup, cards
        return
    for value in range(10):
        yield from whole_coups(coup.add(CARD_OF[value]), (*cards, value))


def names(coup: Coup):
    """Under which names of the exact counts a coup is counted."""
    outcome, player, banker = coup.outcome, coup.player_total, coup.banker_total
    yield "total"
    yield str(outcome)
    yield f"cards_{len(coup.cards)}"
    if coup.is_natural:
        yield "any_natural"
        yield NATURAL[outcome]
    elif outcome is not Outcome.TIE and abs(player - banker) >= 4:
        yield f"{outcome}_win_by_{abs(player - banker)}_nonnatural"
    if outcome is Outcome.TIE:
        yield f"tie_{player}"
    if outcome is Outcome.BANKER and banker == 6:
        yield "banker_win_6"
        yield f"banker_win_6_{len(coup.hand(Side.BANKER))}card"
    if outcome is Outcome.BANKER and banker == 7 and len(coup.banker) == 3:
        yield "dragon7_banker_3card_7"
    if outcome is Outcome.PLAYER and player == 8 and len(coup.player) == 3:
        yield "panda8_player_3card_8"


@cache
def shapes():
    """How many orders of each set of values are counted under each name; the same for all decks."""
    counted = Counter()
    for coup, values in whole_coups(Coup()):
        key = tuple(sorted(values))
        for name in names(coup):
            counted[key, name] += 1
    return counted


@cache
def counts(decks):
    """The exact counts of a shoe of some decks: 16 cards of value 0 a deck, 4 of each other."""
    counted = Counter()
    left = 52 * decks
    weights = {}
    for (values, name), orders in shapes().items():
        if values not in weights:
            drawn = Counter(values)
            weights[values] = perm(left - len(values), 6 - len(values)) * prod(
                perm((4 if value else 16) * decks, count) for value, count in drawn.items()
            )
        counted[name] += orders * weights[values]
    return counted


def test_eight_decks_have_the_published_counts():
    eight = counts(8)
    assert eight["banker"] == 2_292_252_566_437_888
    assert eight["player"] == 2_230_518_282_592_256
    assert eight["tie"] == 475_627_426_473_216
    assert eight["total"] == 4_998_398_275_503_360 == perm(416, 6)


@pytest.mark.parametrize("decks", DECKS)
def test_each_coup_is_won_by_one_side_or_tied(decks):
    exact = counts(decks)
    assert exact["banker"] + exact["player"] + exact["tie"] == exact["total"] == perm(52 * decks, 6)


@pytest.mark.parametrize("decks", DECKS)
def test_each_coup_takes_4_5_or_6_cards(decks):
    exact = counts(decks)
    assert sum(exact[f"cards_{count}"] for count in (4, 5, 6)) == exact["total"]


@pytest.mark.parametrize("decks", DECKS)
def test_the_engine_counts_what_the_literature_counts(decks):
    ours, exact = counts(decks), EXACT[str(decks)]
    assert {name: ours[name] for name in TOLD_BY_VALUES} == {n: exact[n] for n in TOLD_BY_VALUES}


def test_nothing_else_is_counted_here():
    assert {name for _, name in shapes()} == set(TOLD_BY_VALUES)


def test_cards_of_an_eight_deck_coup_are_as_published():
    eight = counts(8)
    shares = [round(100 * eight[f"cards_{count}"] / eight["total"], 3) for count in (4, 5, 6)]
    assert shares == [37.887, 30.344, 31.769]
