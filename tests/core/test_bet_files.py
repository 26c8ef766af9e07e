"""Bets in house files: known ones, a house's own, and the line that is named where one is wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest

from server.baccarat.coup import Outcome
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.odds import GAMES

from .test_house_files import BASE, complaint, house_of

__all__ = ["house_of"]

OWN = """
[odds]
game = "no_commission"
tie = "9:1"

[bets]
player_pair = {}
super_6 = "15:1"

[bets.lucky_6]
title = "Tiger"
short = "TI"
pays = { three_cards = "23:1" }
max = 200

[[bets.red_tie.prizes]]
name = "aces"
winner = "tie"
every_card = "AHD"
pays = "500:1"

[[bets.red_tie.prizes]]
winner = ["tie"]
player_total = [0, 1, 2]
every_card = "HD"
pays = 30
"""


def test_a_house_lists_what_it_offers_and_what_it_pays(house_of):
    house = house_of(BASE + OWN)
    assert (house.odds.game, house.odds.tie) == ("no_commission", Fraction(9))
    assert house.odds.banker_but == GAMES["no_commission"].banker_but
    pair, super_6, tiger, red = house.bets
    assert pair == KNOWN_BETS["player_pair"]
    assert [prize.pays for prize in super_6.prizes] == [15]
    assert (tiger.key, tiger.title, tiger.short, tiger.max) == ("lucky_6", "Tiger", "TI", 200)
    assert [prize.pays for prize in tiger.prizes] == [12, 23]
    assert (red.key, red.title, red.short) == ("red_tie", "Red tie", "RT")
    aces, low = red.prizes
    assert (aces.name, aces.pays, low.name, low.pays) == ("aces", 500, "2", 30)
    assert (low.when.winner, low.when.player_total) == ((Outcome.TIE,), (0, 1, 2))


def test_a_house_pays_the_banker_as_it_likes(house_of):
    house = house_of(
        BASE + '[odds]\nbanker = "1:1"\n[[odds.banker_but]]\nmargin = 1\npays = "1:2"\n'
    )
    (prize,) = house.odds.banker_but
    assert (prize.when.margin, prize.pays, house.odds.game) == ((1,), Fraction(1, 2), "own")


TIE = '[[bets.x.prizes]]\nwinner = "tie"\n'
ERRORS = [
    (
        '[odds]\ngame = "chemin"\n',
        5,
        "odds.game must be one of commission, no_commission, ez, not 'chemin'.",
    ),
    ("bets = 7\n", 4, 'bets must be up to 40 lines like dragon_7 = "40:1".'),
    ('[bets]\ntie = "9:1"\n', 5, "bets.tie is one of the main bets: what it pays is odds.tie."),
    (
        '[bets]\ndragon7 = "40:1"\n',
        5,
        f"bets.dragon7 is none of the bets known here: give it prizes, or take one of "
        f"{', '.join(KNOWN_BETS)}.",
    ),
    (
        "[bets]\nsuper_6 = {}\n",
        5,
        "bets.super_6.pays is missing: no source is sure of it, so say what this house pays, "
        'super_6 = "25:1" for example.',
    ),
    ('[bets]\ndragon_7 = "lots"\n', 5, "bets.dragon_7.pays 'lots' is not written like 40:1."),
    ('[bets]\ndragon_7 = "40:0"\n', 5, "bets.dragon_7.pays '40:0' is not written like 40:1."),
    ('[bets]\ndragon_7 = "-1:1"\n', 5, "bets.dragon_7.pays must be 0 to 10000 to 1, not -1:1."),
    (
        "[bets]\ndragon_7 = 0\n",
        5,
        "bets.dragon_7.prizes must pay something: a stake could only be lost or given back.",
    ),
    (
        '[bets]\nlucky_6 = "12:1"\n',
        5,
        "bets.lucky_6.pays has a pay for each of two_cards, three_cards: write "
        '{ two_cards = "12:1", ... }.',
    ),
    (
        '[bets.lucky_6]\npays = { two = "12:1" }\n',
        5,
        "bets.lucky_6.pays.two: there is no such prize.",
    ),
    ('[bets.panda_8]\npay = "25:1"\n', 5, "bets.panda_8.pay: there is no such setting."),
    ("[bets.panda_8]\nmin = 10\nmax = 5\n", 6, "bets.panda_8.max (5) is less than min (10)."),
    (
        '[bets.panda_8]\nmax = "much"\n',
        5,
        "bets.panda_8.max: Input should be a valid integer, unable to parse string as an integer.",
    ),
    (
        '[bets.panda_8]\nshort = "Panda"\n',
        5,
        "bets.panda_8.short must be one to three letters, not 'Panda'.",
    ),
    (TIE, 4, "bets.x, prize 1: pays is missing."),
    (TIE + 'pays = "-8:1"\n', 6, "bets.x, prize 1: pays must be 0 to 10000 to 1, not -8:1."),
    (TIE + "pays = 8\nmargins = 3\n", 7, "bets.x, prize 1: margins: there is no such setting."),
    (TIE + "pays = 8\nchecks = 3\n", 7, "bets.x, prize 1: checks: there is no such setting."),
    (TIE + "pays = 8\nmargin = 12\n", 7, "bets.x, prize 1: margin must be 0 to 9, not 12."),
    (
        TIE + 'pays = 8\nplayer_third = "11"\n[[bets.x.prizes]]\nevery_card = "HZ"\npays = 2\n',
        7,
        "bets.x, prize 1: player_third '11' is made of ranks A23456789TJQK and suits SHDC; "
        "'1' is none of them.",
    ),
    (
        '[[bets.x.prizes]]\nwinner = "house"\npays = 8\n',
        5,
        "bets.x, prize 1: winner: Input should be 'player', 'banker' or 'tie'.",
    ),
    (
        "[[bets.x.prizes]]\npays = 8\n",
        4,
        "bets.x, prize 1: winner or another condition must be given: else it always holds.",
    ),
    ("[bets.x]\nprizes = 8\n", 5, "bets.x.prizes must be [[bets.x.prizes]] tables."),
    (
        "[bets.x]\nprizes = [8]\n",
        5,
        "bets.x, prize 1 must be a table of conditions and what it pays.",
    ),
    (
        "[bets.x]\npays = 8\n[[bets.x.prizes]]\nmargin = 1\npays = 8\n",
        5,
        "bets.x.pays stands beside prizes, which say it already.",
    ),
    (
        "[[bets.x.prizes]]\nnatural = true\nbanker_cards = 3\npays = 8\n",
        4,
        "bets.x, prize 1 can never be paid: no coup fits it that no prize before it takes.",
    ),
    (
        TIE + "pays = 8\n[[bets.x.prizes]]\nwinner = 'tie'\nplayer_total = 6\npays = 35\n",
        7,
        "bets.x, prize 2 can never be paid: no coup fits it that no prize before it takes.",
    ),
    (
        '[[odds.banker_but]]\nwinner = "tie"\npays = 2\n',
        4,
        "odds.banker_but is on wins of the banker only.",
    ),
    ("[[odds.banker_but]]\nbanker_total = 6\n", 4, "odds.banker_but: pays is missing."),
]


@pytest.mark.parametrize(("text", "line", "said"), ERRORS, ids=[said for *_, said in ERRORS])
def test_a_wrong_bet_is_told_by_its_line_and_key(house_of, tmp_path, text, line, said):
    assert complaint(house_of, BASE + text, tmp_path) == f"FILE, line {line}: {said}"
