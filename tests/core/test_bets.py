"""Side bets on coups as they are dealt: which of them win, and what the board is told of it."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from server.baccarat.bets import Bet, NotKnown, Prize, Rule
from server.baccarat.coup import Coup, Outcome, Result
from server.baccarat.facts import facts
from server.baccarat.hits import hits
from server.baccarat.kinds import kinds, never_paid
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.odds import GAMES, Odds, main_bets
from server.baccarat.rules import HOUSES, House
from server.baccarat.snapshot import snapshot

from .notation import coup, play


def priced(bet):
    """A known bet, paid 1:1 where no source is sure of its pay."""
    one = Fraction(1)
    return replace(
        bet, prizes=tuple(replace(p, pays=one) if p.pays is None else p for p in bet.prizes)
    )


EVERY_BET = tuple(map(priced, KNOWN_BETS.values()))
EVERYTHING = replace(HOUSES["paramount"], bets=EVERY_BET)
BY_CARDS = {4: {"small", "cards_4"}, 5: {"big", "cards_5"}, 6: {"big", "cards_6"}}

# Cards as they are dealt, P1 B1 P2 B2 P3 B3, and the bets won beside those on their number.
COUPS = """
    8S AH KD TC       player_dragon_bonus:natural
    8S KD KH 9C       banker_dragon_bonus:natural bad_beat eights_and_nines
    8S KD KH 8C       eights_and_nines
    9S KD KH 7C       player_dragon_bonus:natural nine_over_7:player
    7S 9D KH KC       banker_dragon_bonus:natural nine_over_7:banker
    JS AH JD TC 3H 9D player_pair either_pair:player
    JS AH QD TC 3H 9D
    AS JH QD JC 3H 9D banker_pair either_pair:banker banker_dragon_bonus:by_5
    4H 4S 4D 4C       player_pair banker_pair either_pair:player eights_and_nines
    2H 3S 2H KS KD 4C player_pair either_pair:player perfect_pair:player perfect_pairs:player dragon_7
    4S 4C 4S 4C       player_pair banker_pair either_pair:player perfect_pair:player perfect_pairs:both eights_and_nines
    2S 3D AH KC 2C 4H dragon_7
    3S 2D KH KC 5C 5D panda_8
    3S 2D KH AC 8C    three_giving_8
    6S 3D KH KC 3H    tiger_tie
    KS 6D 4H KC TC    super_6 lucky_6:two_cards small_tiger
    KS 2D QH AC 4D 3H super_6 lucky_6:three_cards big_tiger
    KS KD QH QC 9D AH player_dragon_bonus:by_8
    6S 5D KH KC 4H
"""  # fmt: skip  # noqa: E501


def won(dealt, house=EVERYTHING):
    """The bets that a coup pays, with the prize where a bet has several."""
    return [
        ":".join(filter(None, (hit.bet.key, hit.prize.name)))
        for hit in hits(house, dealt, dealt.result)
    ]


@pytest.mark.parametrize("line", COUPS.strip().splitlines(), ids=str.strip)
def test_a_coup_wins_these_bets_and_no_other(line):
    words = line.split()
    cards = [word for word in words if len(word) == 2]
    dealt = coup(" ".join(cards))
    assert {*won(dealt)} == {*words[len(cards) :]} | BY_CARDS[len(cards)]


def test_every_known_bet_is_won_somewhere_above():
    assert {word.partition(":")[0] for word in COUPS.split()} >= {
        key for key in KNOWN_BETS if not key.startswith(("big", "small", "cards"))
    }


def test_a_house_pays_only_what_it_offers_and_in_its_order():
    dealt = coup("2H 3S 2H KS KD 4C")
    assert won(dealt, HOUSES["paramount"]) == []
    assert won(dealt, HOUSES["ez"]) == ["dragon_7"]
    assert won(dealt, HOUSES["macau"]) == ["player_pair", "big"]


def test_no_house_is_without_a_pay_that_no_source_is_sure_of():
    unsure = [key for key, bet in KNOWN_BETS.items() if None in {p.pays for p in bet.prizes}]
    assert unsure == ["super_6", "small_tiger", "tiger_tie"]
    with pytest.raises(ValueError, match=r"^bets\.super_6 needs what this house pays"):
        House(name="x", title="X", decks=8, bets=(KNOWN_BETS["super_6"],))


# The three games: what a winning banker is paid.


@pytest.mark.parametrize(
    ("game", "six", "three_card_seven", "other"),
    [
        ("commission", "19/20", "19/20", "19/20"),
        ("no_commission", "1/2", "1", "1"),
        ("ez", "1", "0", "1"),
    ],
)
def test_the_games_differ_in_what_a_winning_banker_is_paid(game, six, three_card_seven, other):
    bank = main_bets(GAMES[game])["banker"]
    coups = ("KS 6D 4H KC TC", "2S 3D AH KC 2C 4H", "KS 9D 4H KC")
    pays = [bank.prize(of(cards)).pays for cards in coups]
    assert pays == [Fraction(each) for each in (six, three_card_seven, other)]
    assert GAMES[game].game == game
    assert bank.prize(of("8S KD KH 8C")).pays == 0  # a tie gives the stake back
    assert bank.prize(of("8S AH KD TC")) is None


def of(cards):
    dealt = coup(cards)
    return facts(dealt, dealt.result)


def test_a_house_may_run_a_game_of_its_own():
    assert Odds(banker=Fraction(1)).game == "own"
    assert replace(GAMES["ez"], tie=Fraction(9)).game == "ez"


# What is not known.


def test_of_a_declared_coup_only_what_its_result_tells_is_paid():
    told = Result(Outcome.BANKER, player_pair=True)
    keys = [hit.bet.key for hit in hits(EVERYTHING, Coup(), told)]
    assert keys == ["player_pair", "either_pair"]
    with pytest.raises(NotKnown, match=r"^Dragon 7: the cards that decide it are not known\.$"):
        KNOWN_BETS["dragon_7"].prize(facts(Coup(), told))
    assert KNOWN_BETS["panda_8"].prize(facts(Coup(), told)) is None  # the banker won


def test_a_pair_whose_suit_is_not_known_is_no_perfect_pair_yet():
    dealt = coup("4S KD 4? AC")
    assert "player_pair" in won(dealt)
    assert not {"perfect_pair", "perfect_pair:player"} & {*won(dealt)}
    with pytest.raises(NotKnown):
        KNOWN_BETS["perfect_pair"].prize(facts(dealt, dealt.result))


def test_a_void_coup_wins_nothing():
    assert hits(EVERYTHING, coup("4H 4S 4D 4C"), None) == ()


# Rules and pay tables that cannot be.


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ({}, "winner or another condition must be given: else it always holds."),
        ({"margin": (10,)}, "margin must be 0 to 9, not 10."),
        ({"cards": (3,)}, "cards must be 4 to 6, not 3."),
        ({"banker_cards": (4,)}, "banker_cards must be 2 to 3, not 4."),
        (
            {"player_third": "8X"},
            "player_third '8X' is made of ranks A23456789TJQK and suits SHDC; 'X' is none of them.",
        ),
    ],
)
def test_a_rule_that_cannot_be_is_told_by_its_condition(rule, said):
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        Rule(**rule)


TIE = Rule(winner=(Outcome.TIE,))
TIE_PAYS = Prize(when=TIE, pays=Fraction(8))


@pytest.mark.parametrize(
    ("build", "said"),
    [
        (lambda: Prize(when=TIE, pays=Fraction(-1)), "pays must be 0 to 10000 to 1, not -1:1."),
        (lambda: Prize(when=TIE, pays=Fraction(10001)), "pays must be 0 to 10000 to 1"),
        (lambda: bet(Prize(when=TIE, pays=Fraction(0))), "prizes must pay something"),
        (lambda: bet(), "prizes must pay something"),
        (lambda: bet(TIE_PAYS, TIE_PAYS), "prizes must differ in their names"),
        (lambda: replace(EVERY_BET[0], min=9, max=5), "max (5) is less than min (9)."),
        (lambda: replace(EVERY_BET[0], min=0), "min must be 1 to 1000000000, not 0."),
        (lambda: replace(EVERY_BET[0], short=""), "short must be one to three letters, not ''."),
        (lambda: replace(EVERY_BET[0], key="a b"), "key 'a b' must be letters, digits"),
        (lambda: replace(EVERYTHING, bets=EVERY_BET[:1] * 2), "bets.player_pair is there already."),
        (
            lambda: Odds(banker_but=(Prize(when=TIE, pays=Fraction(1)),)),
            "odds.banker_but is on wins of the banker only.",
        ),
    ],
)
def test_a_pay_table_that_cannot_be_is_told(build, said):
    with pytest.raises(ValueError, match=f"^{re.escape(said)}"):
        build()


def bet(*prizes):
    return Bet(key="own", title="Own", short="O", prizes=prizes)


def test_every_prize_of_every_known_bet_can_be_paid():
    every = [facts(each, each.result) for each in kinds()]
    assert [bet.key for bet in EVERY_BET if never_paid(bet, every) is not None] == []
    natural_of_three = Rule(natural=True, player_cards=(3,))
    assert never_paid(bet(Prize(when=natural_of_three, pays=Fraction(9))), every) == 0
    six_tie = replace(TIE, player_total=(6,))
    six_pays = Prize(when=six_tie, pays=Fraction(9), name="six")
    assert never_paid(bet(TIE_PAYS, six_pays), every) == 1
    assert never_paid(bet(six_pays, TIE_PAYS), every) is None


# What the display is told.


def test_the_board_is_told_the_hits_of_the_last_coup_and_the_marks_of_all():
    ez = replace(HOUSES["ez"], burn=HOUSES["paramount"].burn)
    now = snapshot(play("8S AH KD TC 2S 3D AH KC 2C 4H", ez), house=ez)
    dragon = {"bet": "dragon_7", "title": "Dragon 7", "short": "D7", "prize": "", "pays": "40:1"}
    assert now["last"]["bets"] == [{**dragon, "rare": True}]
    assert [bead["marks"] for bead in now["beads"]] == [[], ["dragon_7"]]
    assert [bead["tag"] for bead in now["beads"]] == [None, {"short": "D7", "rare": True}]
    assert now["house"]["game"] == "ez"
    assert now["house"]["banker_but"] == [{"prize": "three_card_seven", "pays": "0:1"}]
    assert now["house"]["bets"][1] == {
        "bet": "panda_8",
        "title": "Panda 8",
        "short": "P8",
        "known": True,
        "prizes": [{"prize": "", "pays": "25:1"}],
        "min": None,
        "max": None,
    }


def test_the_best_paid_hit_comes_first_and_gives_the_tag_unless_it_comes_always():
    now = snapshot(play("2S 3H 2S 3D 7C TD  2S 4H 2D KD TC", EVERYTHING), house=EVERYTHING)
    six, pair = now["beads"]
    assert [bet["pays"] for bet in now["last"]["bets"]] == ["11:1", "5:1", "2:1", "0.54:1"]
    assert six["marks"][:2] == ["big_tiger", "perfect_pair"]
    assert six["tag"] == {"short": "BT", "rare": True}
    assert pair["tag"] is None
    dragon_bonus = snapshot(play("9S 2H KD KC", EVERYTHING), house=EVERYTHING)["beads"][0]["tag"]
    assert dragon_bonus == {"short": "DBP", "rare": False}
