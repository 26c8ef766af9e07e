"""How often each bet comes, exactly, and what the house keeps of it, against the literature."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from math import perm
from pathlib import Path

import pytest

from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.odds import GAMES, Odds, main_bets

from .every_deal import LOST, deals, edge, total

DATA = Path(__file__).parents[1] / "data"
EXACT = json.loads((DATA / "rules.json").read_text("utf-8"))["exact_counts"]
OURS = json.loads((DATA / "bets.json").read_text("utf-8"))
SHARED = Path(__file__).parents[3] / "shared" / "data" / "rules.json"
MAIN = main_bets(Odds())
ALL = KNOWN_BETS | MAIN
DECKS = [1, 6, 8]

# A bet, or one of its prizes, and the published counts that it comes as often as, summed.
PUBLISHED = """
    player                          player
    banker                          banker
    tie                             tie
    player_pair                     player_pair
    banker_pair                     banker_pair
    either_pair                     either_pair
    dragon_7                        dragon7_banker_3card_7
    panda_8                         panda8_player_3card_8
    lucky_6:two_cards               banker_win_6_2card
    lucky_6:three_cards             banker_win_6_3card
    lucky_6                         banker_win_6
    super_6                         banker_win_6
    big_tiger                       banker_win_6_3card
    small_tiger                     banker_win_6_2card
    tiger_tie                       tie_6
    big                             cards_5 cards_6
    small                           cards_4
    cards_4                         cards_4
    cards_5                         cards_5
    cards_6                         cards_6
    player_dragon_bonus:natural     player_natural_win
    player_dragon_bonus:natural_tie natural_tie
    banker_dragon_bonus:natural     banker_natural_win
    banker_dragon_bonus:natural_tie natural_tie
""" + "".join(
    f"{side}_dragon_bonus:by_{margin} {side}_win_by_{margin}_nonnatural\n"
    for side in ("player", "banker")
    for margin in range(4, 10)
)
PERFECT = {"perfect_pair_exactly_one": ["player", "banker"], "perfect_pair_both": ["both"]}


def come(name, decks):
    """How many deals pay a bet, or bring one of its prizes."""
    key, _, prize = name.partition(":")
    counted = deals(ALL[key], decks)
    paid = [each.name for each in ALL[key].prizes if each.name != "tie"]  # a tie gives back
    return sum(counted[each] for each in ([prize] if prize else paid))


@pytest.mark.parametrize("line", PUBLISHED.strip().splitlines(), ids=str.split)
def test_a_bet_comes_as_often_as_the_literature_says(line):
    bet, *published = line.split()
    for decks in DECKS:
        assert come(bet, decks) == sum(EXACT[str(decks)][name] for name in published)


@pytest.mark.parametrize("decks", DECKS)
def test_perfect_pairs_come_as_often_as_the_literature_says(decks):
    counted = deals(KNOWN_BETS["perfect_pairs"], decks)
    for name, prizes in PERFECT.items():
        share = Fraction(sum(counted[prize] for prize in prizes), total(decks))
        assert share == Fraction(*EXACT[str(decks)][name])
    assert come("perfect_pair", decks) == come("perfect_pairs", decks)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("key", ALL)
def test_a_stake_is_paid_or_lost_in_every_deal(key, decks):
    counted = deals(ALL[key], decks)
    assert counted.total() == total(decks) == perm(52 * decks, 6)
    assert counted == OURS[str(decks)][key]  # our own numbers, for whoever counts another way


def test_a_bad_beat_comes_as_often_as_the_wizard_of_odds_counts():
    assert come("bad_beat", 8) == 89_717_848_178_688


def known(key, **pays):
    """A known bet, with other pays by the names of its prizes; `only` is its only prize."""
    prizes = (
        replace(prize, pays=Fraction(pays.get(prize.name or "only", prize.pays)))
        for prize in KNOWN_BETS[key].prizes
    )
    return replace(KNOWN_BETS[key], prizes=tuple(prizes))


def main(name, game="commission", **odds):
    return main_bets(replace(GAMES[game], **odds))[name]


# What the house keeps, in percent: the Wizard of Odds and advancedadvantageplay.com.
EDGES = [
    (8, main("player"), "1.2351"),
    (8, main("banker"), "1.0579"),
    (8, main("banker", "no_commission"), "1.4581"),
    (8, main("banker", "ez"), "1.0183"),
    (8, main("tie"), "14.360"),
    (8, main("tie", tie=Fraction(9)), "4.844"),
    (8, known("player_pair"), "10.361"),
    (8, known("banker_pair"), "10.361"),
    (8, known("either_pair"), "13.710"),
    (8, known("dragon_7"), "7.6113"),
    (8, known("panda_8"), "10.1876"),
    (8, known("lucky_6"), "16.684"),
    (8, known("lucky_6", three_cards=23), "11.698"),
    (8, known("big_tiger"), "15.253"),
    (8, known("small"), "5.283"),
    (8, known("big"), "4.346"),
    (8, known("player_dragon_bonus"), "2.652"),
    (8, known("banker_dragon_bonus"), "9.373"),
    (8, known("super_6", only=12), "29.98"),
    (8, known("super_6", only=15), "13.82"),
    (8, known("cards_4"), "5.283"),
    (8, known("cards_5"), "8.967"),
    (8, known("cards_6"), "4.694"),
    (8, known("three_giving_8"), "8.682"),
    (8, known("eights_and_nines"), "7.372"),
    (8, known("nine_over_7"), "8.103"),
    (8, known("bad_beat"), "8.46"),
    (6, main("banker"), "1.0558"),
    (6, main("player"), "1.2374"),
    (6, main("tie"), "14.438"),
    (6, known("player_pair"), "11.254"),
    (6, known("cards_4"), "5.269"),
    (6, known("cards_5"), "8.938"),
    (6, known("cards_6"), "4.739"),
    (1, main("banker"), "1.012"),
    (1, main("player"), "1.2864"),
    (1, main("tie"), "15.746"),
    (1, known("player_pair"), "29.41"),
]


@pytest.mark.parametrize(
    ("decks", "bet", "percent"), EDGES, ids=[f"{n} {bet.key} {said}" for n, bet, said in EDGES]
)
def test_the_house_keeps_what_is_published(decks, bet, percent):
    places = len(percent.partition(".")[2])
    assert f"{float(100 * edge(bet, decks)):.{places}f}" == percent


def test_one_deck_holds_no_perfect_pair_on_one_side():
    assert deals(KNOWN_BETS["perfect_pair"], 1)[LOST] == total(1)


@pytest.mark.skipif(not SHARED.exists(), reason="the reference data is not here")
def test_our_copy_of_the_literature_is_the_whole_of_it():
    assert json.loads(SHARED.read_text("utf-8"))["exact_counts"] == EXACT
