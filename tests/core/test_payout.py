"""What stakes are paid, to the last half chip, and which stakes the house does not take."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from server.baccarat.bets import money, ratio
from server.baccarat.coup import Coup, Outcome, Result
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.odds import GAMES
from server.baccarat.payout import BadStakes, payout, payout_json
from server.baccarat.rules import HOUSES
from server.baccarat.settled import Settled

from .notation import coup

BETS = tuple(KNOWN_BETS[key] for key in ("dragon_7", "player_dragon_bonus", "player_pair"))
OLYMPIC = replace(HOUSES["olympic"], bets=BETS)  # 10 to 1000, tie to 100, banker in tens
EZ = replace(OLYMPIC, odds=GAMES["ez"])
NO_COMMISSION = replace(OLYMPIC, odds=GAMES["no_commission"])
SEVEN, SIX, EIGHTS = "2S 3D AH KC 2C 4H", "KS 6D 4H KC TC", "8S KD KH 8C"


def settled(cards, **said):
    dealt = coup(cards)
    return replace(Settled(7, dealt, dealt.result, (1,), frozenset()), **said)


def back(house, cards, stakes):
    """What goes back to the guest, bet by bet: `banker 100` stakes a hundred on the banker."""
    words = stakes.split()
    staked = {bet: Fraction(sum_) for bet, sum_ in zip(words[::2], words[1::2], strict=True)}
    return " ".join(money(paid.back) for paid in payout(house, settled(cards), staked))


@pytest.mark.parametrize(
    ("house", "cards", "stakes", "returned"),
    [
        (OLYMPIC, SIX, "banker 100", "195"),  # a hundred, less five percent of what it won
        (OLYMPIC, SIX, "banker 110", "214.5"),
        (OLYMPIC, SIX, "player 100 tie 10", "0 0"),
        (OLYMPIC, EIGHTS, "banker 100 tie 10", "100 90"),
        (OLYMPIC, EIGHTS, "player_dragon_bonus 10 player 33.5", "10 33.5"),
        (OLYMPIC, "8S AH KD TC", "player 12.5 player_dragon_bonus 5", "25 10"),
        (OLYMPIC, SEVEN, "banker 20 dragon_7 5 player_pair 5", "39 205 0"),
        (EZ, SEVEN, "banker 20 dragon_7 5", "20 205"),
        (EZ, SIX, "banker 20", "40"),
        (NO_COMMISSION, SIX, "banker 50", "75"),
        (NO_COMMISSION, SEVEN, "banker 50", "100"),
    ],
)
def test_a_stake_is_paid_exactly(house, cards, stakes, returned):
    assert back(house, cards, stakes) == returned


@pytest.mark.parametrize(
    ("stakes", "said"),
    [
        ("", "There is no stake."),
        ("banker 5", "A stake on Banker is 10 to 1000, not 5. A stake on Banker is in 10s, not 5."),
        ("banker 105", "A stake on Banker is in 10s, not 105."),
        ("player 1000.5", "A stake on Player is 10 to 1000, not 1000.5."),
        ("tie 101", "A stake on Tie is 1 to 100, not 101."),
        ("dragon_7 1001", "A stake on Dragon 7 is 1 to 1000, not 1001."),
        ("player -10", "A stake on Player is 10 to 1000, not -10."),
        ("player 10 banker 10", "A box bets on the player or on the banker, never on both."),
        (
            "panda_8 10",
            "'panda_8' is not offered here: player, banker, tie, dragon_7, player_dragon_bonus, "
            "player_pair.",
        ),
    ],
)
def test_a_stake_that_the_house_does_not_take_is_refused(stakes, said):
    with pytest.raises(BadStakes) as bad:
        back(OLYMPIC, SIX, stakes)
    assert str(bad.value) == said


def test_a_bet_may_have_limits_of_its_own():
    house = replace(OLYMPIC, bets=(replace(KNOWN_BETS["dragon_7"], min=5, max=50),))
    assert back(house, SEVEN, "dragon_7 50") == "2050"
    for stake in ("4", "51"):
        with pytest.raises(BadStakes, match=f"A stake on Dragon 7 is 5 to 50, not {stake}"):
            back(house, SEVEN, f"dragon_7 {stake}")


def test_boxes_are_called_by_their_labels():
    house = replace(OLYMPIC, boxes=("1", "3", "5A"))
    assert payout(house, settled(SIX), {"player": Fraction(10)}, "5A")[0].back == 0
    with pytest.raises(BadStakes, match=r"^There is no box '4': this table has 1, 3, 5A\.$"):
        payout(house, settled(SIX), {"player": Fraction(10)}, "4")


def test_a_void_coup_gives_every_stake_back():
    stakes = {"banker": Fraction(100), "dragon_7": Fraction(5)}
    paid = payout(OLYMPIC, settled(SEVEN, result=None), stakes)
    assert [(one.prize, one.back) for one in paid] == [("void", 100), ("void", 5)]


def test_nothing_lies_on_a_free_coup():
    with pytest.raises(BadStakes, match=r"^Coup 7 was dealt without bets\.$"):
        payout(OLYMPIC, settled(SIX, flags=frozenset({"dummy"})), {"player": Fraction(10)})


def test_a_declared_coup_pays_what_its_result_decides():
    declared = Settled(7, Coup(), Result(Outcome.BANKER), (1,), frozenset({"declared"}))
    assert payout(OLYMPIC, declared, {"banker": Fraction(100)})[0].back == 195
    for house, bet in ((OLYMPIC, "dragon_7"), (NO_COMMISSION, "banker")):
        with pytest.raises(BadStakes, match=r"^Coup 7 was declared\. .* are not known\.$"):
            payout(house, declared, {bet: Fraction(100)})


def test_a_payout_as_every_answer_tells_it():
    stakes = {"banker": Fraction(20), "dragon_7": Fraction(5), "player_pair": Fraction(5)}
    assert payout_json(payout(OLYMPIC, settled(SEVEN), stakes)) == {
        "bets": [
            {"bet": "banker", "title": "Banker", "prize": "", "stake": "20"}
            | {"pays": "19:20", "won": "19", "back": "39"},
            {"bet": "dragon_7", "title": "Dragon 7", "prize": "", "stake": "5"}
            | {"pays": "40:1", "won": "200", "back": "205"},
            {"bet": "player_pair", "title": "Player pair", "prize": "", "stake": "5"}
            | {"pays": None, "won": "-5", "back": "0"},
        ],
        "stake": "30",
        "won": "214",
        "back": "244",
    }


@pytest.mark.parametrize(
    ("sum_", "written"),
    [
        ("0", "0"),
        ("-5", "-5"),
        ("1/2", "0.5"),
        ("-37/20", "-1.85"),
        ("1/3", "1/3"),
        ("1/64", "0.015625"),
        ("2000001/2", "1000000.5"),
    ],
)
def test_a_sum_is_written_exactly(sum_, written):
    assert money(Fraction(sum_)) == written


@pytest.mark.parametrize(
    ("pays", "called"), [("40", "40:1"), ("19/20", "19:20"), ("0.54", "0.54:1"), ("3/2", "3:2")]
)
def test_a_pay_is_told_as_it_is_called(pays, called):
    assert ratio(Fraction(pays)) == called
