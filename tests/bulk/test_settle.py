"""Coups by the million are the coups of the core: each one, however it is dealt."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from math import perm
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.baccarat.cards import CARDS, SUIT_UNKNOWN, Card, parse_cards
from server.baccarat.coup import Coup, Outcome
from server.bulk.codes import CARD, CODE, in_rows
from server.bulk.settle import TABLE, is_whole, settle, settle_in_blocks
from server.bulk.words import OUTCOME, OUTCOMES, cards_of, result_of, totals_of
from server.statistics.exact import DECKS, expected

FACES = [*CARDS.values(), *SUIT_UNKNOWN.values()]
EXACT = json.loads((Path(__file__).parents[1] / "data" / "rules.json").read_text("utf-8"))[
    "exact_counts"
]


def told(word: int) -> tuple[object, ...]:
    return (result_of(word), totals_of(word), int(cards_of(np.array([word], np.uint16))[0]))


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.sampled_from(FACES), min_size=6, max_size=6), min_size=1, max_size=60))
def test_any_cards_settle_as_the_core_settles_them(shoes: list[list[Card]]) -> None:
    coups = [Coup.deal(iter(cards)) for cards in shoes]
    words = settle(in_rows(shoes, 6))
    assert [told(int(word)) for word in words] == [
        (coup.result, (coup.player_total, coup.banker_total), len(coup.cards)) for coup in coups
    ]
    alone = in_rows([coup.cards for coup in coups], 6)  # with nothing after their last card
    assert (settle(alone) == words).all()
    assert is_whole(alone, words).all()
    assert (settle_in_blocks(alone, block=7) == words).all()


@pytest.mark.parametrize("cards", ["8S AH KD", "8S AH KD TC 2S", "2S AH KD TC", ""])
def test_a_coup_with_a_card_too_few_or_too_many_is_not_whole(cards: str) -> None:
    given = in_rows([parse_cards(cards)], 6)
    assert not is_whole(given, settle(given)).any()


def test_a_card_is_its_code_and_back() -> None:
    assert {CARD[CODE[card]] for card in FACES} == set(FACES)
    with pytest.raises(ValueError, match="7 cards does not fit into 6"):
        in_rows([FACES[:7]], 6)


def weighed(decks: int) -> dict[str, Fraction]:
    """The exact shares out of the table: each place of it weighed by the deals that lead there."""
    of_value = np.array([16, *[4] * 9], np.int64) * decks
    weights = np.ones((10,) * 6, np.int64)
    drawn = np.indices(weights.shape, dtype=np.int8)
    for card in range(6):
        before = sum((drawn[card] == drawn[other]).view(np.int8) for other in range(card))
        weights *= of_value[drawn[card]] - before
    first, second, third, fourth, fifth, sixth = drawn.astype(np.int64)
    at = ((first + third) % 10 * 10 + (second + fourth) % 10) * 100 + fifth * 10 + sixth
    by_place = np.zeros(len(TABLE), np.int64)
    np.add.at(by_place, at.reshape(-1), weights.reshape(-1))
    outcomes, cards = TABLE >> OUTCOME & 3, cards_of(TABLE)
    natural = [result_of(int(word)).natural for word in TABLE]
    kinds = {str(outcome): outcomes == OUTCOMES.index(outcome) for outcome in Outcome}
    kinds |= {"natural": np.array(natural)}
    kinds |= {f"cards_{count}": np.equal(cards, count) for count in (4, 5, 6)}
    total = perm(52 * decks, 6)
    return {name: Fraction(int(by_place[those].sum()), total) for name, those in kinds.items()}


@pytest.mark.parametrize("decks", [1, 6, 12])
def test_the_exact_shares_are_those_of_all_coups_weighed(decks: int) -> None:
    assert weighed(decks).items() <= expected(decks).items()


@pytest.mark.parametrize("decks", sorted(map(int, EXACT)))
def test_the_exact_shares_are_the_published_ones(decks: int) -> None:
    names = {name: name for name in expected(decks)} | {"natural": "any_natural"}
    total = EXACT[str(decks)]["total"]
    for name, share in expected(decks).items():
        assert share * total == EXACT[str(decks)][names[name]]


def test_there_are_exact_shares_for_every_house_that_can_be() -> None:
    assert tuple(range(1, 13)) == DECKS
    for decks, kinds in product(DECKS, [("banker", "player", "tie"), ("cards_4", "cards_5")]):
        assert 0 < sum(expected(decks)[kind] for kind in kinds) <= 1
