"""The five houses, each with the numbers of its seed."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from server.baccarat.rules import (
    HOUSES,
    CutCard,
    FirstCardBurn,
    FixedBurn,
    House,
    LastCoup,
    Limits,
    NoBurn,
    Odds,
)
from server.baccarat.shoe import Phase
from server.baccarat.snapshot import house_json
from server.houses import find_house

from .notation import coups, play

NAMES = ["ema_d52", "classic", "punto_banco", "olympic", "paramount"]
BOXES = ("1", "2", "3", "4", "5", "6", "7")
FULL = "8S KD KH 7C"


def test_there_are_five_houses_of_the_seeds_and_two_of_other_games_each_under_its_name():
    assert list(HOUSES) == [*NAMES, "macau", "ez"]
    assert all(HOUSES[name].name == name and HOUSES[name].title for name in HOUSES)
    assert all(find_house(name) is HOUSES[name] for name in HOUSES)


def test_ema_d52_is_one_deck_of_52_cards():
    house = HOUSES["ema_d52"]
    assert (house.title, house.decks) == ("EMA Baccarat D52", 1)
    assert play("", house).left == 52
    assert play("8S 8S", house).phase is Phase.ON_HOLD


def test_classic_burns_by_the_first_card_and_plays_on_after_the_cut_card():
    house = HOUSES["classic"]
    assert (house.decks, house.burn) == (8, FirstCardBurn(ace=1))
    assert house.cut_card == CutCard(from_end=16, last_coup=LastCoup.THIS_IF_FIRST)


def test_punto_banco_is_eight_decks():
    assert HOUSES["punto_banco"].decks == 8
    assert HOUSES["punto_banco"].cut_card.last_coup is LastCoup.ONE_MORE


def test_olympic_is_six_decks_with_six_unseen_burn_cards_that_may_be_forgotten():
    house = HOUSES["olympic"]
    assert house.decks == 6
    assert house.burn == FixedBurn(cards=6, seen=False, skippable=True)
    assert play("", house).left == 312
    assert play("?? ?? ?? ?? ?? ??", house).phase is Phase.READY
    assert coups(play(f"/burned {FULL}", house)) == [FULL]


def test_olympic_finishes_the_deal_when_the_cut_card_comes():
    house = HOUSES["olympic"]
    assert house.cut_card == CutCard(from_end=14, last_coup=LastCoup.THIS)
    assert play("/burned 8S KD cut KH 7C", house).phase is Phase.OVER


def test_olympic_pays_banker_19_to_20_and_a_tie_8_to_1():
    odds = HOUSES["olympic"].odds
    assert (odds.player, odds.banker, odds.tie) == (Fraction(1), Fraction(19, 20), Fraction(8))
    assert 100 * odds.banker == 95


def test_olympic_takes_banker_stakes_in_tens_on_boxes_1_to_7():
    house = HOUSES["olympic"]
    assert house.limits.banker_multiple == 10
    assert house.boxes == BOXES
    assert house.misdeal == "carry_to_next"
    assert HOUSES["ema_d52"].limits.banker_multiple == 1


def test_paramount_deals_without_a_burn():
    house = HOUSES["paramount"]
    assert (house.title, house.burn) == ("Bacará", NoBurn())
    assert play("", house).phase is Phase.READY


@pytest.mark.parametrize("name", NAMES)
def test_every_house_has_exact_odds(name):
    odds = HOUSES[name].odds
    assert all(isinstance(value, Fraction) for value in (odds.player, odds.banker, odds.tie))
    assert house_json(HOUSES[name])["odds"] == {"player": "1:1", "banker": "19:20", "tie": "8:1"}


@pytest.mark.parametrize("name", NAMES)
def test_a_house_cannot_be_changed(name):
    with pytest.raises(AttributeError):
        HOUSES[name].decks = 2


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: House(name="x", title="X", decks=0), "decks must be 1 to 12, not 0."),
        (lambda: House(name="x", title="X", decks=13), "decks must be 1 to 12, not 13."),
        (
            lambda: House(name="x y", title="X", decks=8),
            "name 'x y' must be letters, digits and underscores.",
        ),
        (lambda: FixedBurn(cards=0), "burn.cards must be 1 to 26, not 0."),
        (lambda: FixedBurn(cards=27), "burn.cards must be 1 to 26, not 27."),
        (
            lambda: CutCard(from_end=0, last_coup=LastCoup.THIS),
            "cut_card.from_end must be 1 to 208, not 0.",
        ),
        (
            lambda: House(
                name="x",
                title="X",
                decks=1,
                cut_card=CutCard(from_end=46, last_coup=LastCoup.THIS),
            ),
            "cut_card.from_end (46) leaves no coup to deal from 1 deck(s).",
        ),
        (lambda: Odds(tie=Fraction(0)), "odds.tie must be more than 0."),
        (
            lambda: Limits(min=50, max=49),
            "limits.max (49) is less than limits.min (50).",
        ),
        (lambda: Limits(tie_max=0), "limits.tie_max must be 1 or more."),
        (
            lambda: Limits(banker_multiple=0),
            "limits.banker_multiple must be 1 to 1000000, not 0.",
        ),
    ],
)
def test_a_value_that_cannot_be_is_named(build, said):
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        build()
