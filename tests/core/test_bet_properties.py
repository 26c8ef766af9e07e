"""Any coup, any stake: rules that say the same hit the same, and every sum is exact."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from server.baccarat.bets import money
from server.baccarat.cards import DECK, SUIT_UNKNOWN
from server.baccarat.coup import Coup
from server.baccarat.facts import facts
from server.baccarat.hits import hits
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.odds import GAMES
from server.baccarat.payout import offered, payout
from server.baccarat.rules import HOUSES, Limits
from server.baccarat.settled import Settled
from server.house_bets import house_bets

from .test_bets import EVERY_BET

# What a house would write for bets that we know, under names of its own.
IN_THEIR_WORDS = {
    "dragon_7": [{"winner": "banker", "banker_total": 7, "banker_cards": 3, "pays": "40:1"}],
    "panda_8": [{"winner": "player", "player_total": 8, "player_cards": 3, "pays": "25:1"}],
    "tiger_tie": [{"winner": "tie", "banker_total": 6, "player_total": 6, "pays": "1:1"}],
    "either_pair": [
        {"player_pair": True, "pays": "5:1"},
        {"banker_pair": True, "player_pair": False, "pays": "5:1"},
    ],
    "perfect_pair": [
        {"banker_pair": True, "banker_suited": True, "pays": "25:1"},
        {"player_pair": True, "player_suited": True, "pays": "25:1"},
    ],
    "big": [{"cards": [5, 6], "pays": "0.54"}],
    "bad_beat": [
        {"winner": side, f"{side}_total": 9, f"{other}_total": 8, "cards": 4, "pays": "50:1"}
        for side, other in (("player", "banker"), ("banker", "player"))
    ],
    "three_giving_8": [{"banker_opening": 3, "player_third": "8SHDC", "pays": "200:1"}],
    "player_dragon_bonus": [
        {"winner": "player", "player_natural": True, "pays": 1},
        {"winner": "tie", "natural": True, "pays": 0},
        *(
            {"winner": "player", "margin": margin, "pays": pays}
            for margin, pays in ((9, 30), (8, 10), (7, 6), (6, 4), (5, 2), (4, 1))
        ),
    ],
}  # fmt: skip
THEIRS = replace(
    HOUSES["paramount"],
    bets=tuple(house_bets({f"my_{key}": {"prizes": said} for key, said in IN_THEIR_WORDS.items()})),
)
OURS = replace(
    HOUSES["paramount"], bets=tuple(bet for bet in EVERY_BET if bet.key in IN_THEIR_WORDS)
)


def coups(cards=DECK):
    return st.lists(st.sampled_from(cards), min_size=6, max_size=6).map(
        lambda dealt: Coup.deal(iter(dealt))
    )


@given(coups())
def test_a_rule_in_a_houses_words_hits_as_the_known_one_does(coup):
    theirs = {(hit.bet.key, hit.pays) for hit in hits(THEIRS, coup, coup.result)}
    ours = {(f"my_{hit.bet.key}", hit.pays) for hit in hits(OURS, coup, coup.result)}
    assert theirs == ours


RED_KINGS = house_bets(
    {
        "red": {"prizes": [{"every_card": "HD", "pays": 9}]},
        "kings": {"prizes": [{"player_first_two": "K", "pays": 9}]},
        "one_suit": {"prizes": [{"suits": 1, "pays": 9}]},
    }
)


@given(coups())
def test_patterns_ask_of_all_their_cards(coup):
    told = facts(coup, coup.result)
    red, kings, one_suit = (bet.prize(told) is not None for bet in RED_KINGS)
    assert red == all(card.suit in "HD" for card in coup.cards)
    assert kings == (coup.player[0].rank == coup.player[1].rank == "K")
    assert one_suit == (len({card.suit for card in coup.cards}) == 1)


@given(coups([*DECK, *SUIT_UNKNOWN.values()]), st.data())
def test_what_is_told_without_a_suit_stays_true_whatever_the_suit_was(coup, data):
    """A hit or a loss that was told is never taken back when the suit becomes known."""
    in_truth = Coup.of(
        data.draw(st.sampled_from([one for one in DECK if one.may_be(card)])) for card in coup.cards
    )
    vague, sharp = facts(coup, coup.result), facts(in_truth, in_truth.result)
    for bet in (*EVERY_BET, *RED_KINGS):
        for prize in bet.prizes:
            assert prize.when.holds(vague) in (None, prize.when.holds(sharp))


MONEY = st.fractions(min_value=1, max_value=1000, max_denominator=100)
KEYS = [*KNOWN_BETS, "player", "tie", "banker"]


@given(
    coups(),
    st.sampled_from([*GAMES.values()]),
    st.dictionaries(st.sampled_from(KEYS), MONEY, min_size=1, max_size=6),
)
def test_every_sum_is_exact_and_nothing_is_made_or_lost(coup, odds, stakes):
    if "banker" in stakes:
        stakes.pop("player", None)
    house = replace(HOUSES["paramount"], odds=odds, bets=EVERY_BET, limits=Limits(min=1))
    settled = Settled(1, coup, coup.result, (1,), frozenset())
    paid = payout(house, settled, stakes)
    assert [one.bet.key for one in paid] == [*stakes]
    for one in paid:
        prize = offered(house)[one.bet.key].prize(facts(coup, coup.result))
        assert one.back == (one.stake * (1 + prize.pays) if prize else 0)
        assert one.back - one.stake == one.won >= -one.stake
        assert Fraction(money(one.back)) == one.back  # as it is written, it is exact
