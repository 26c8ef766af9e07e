"""The side bets that houses really offer, by key. A house offers none until it lists it.

Sources: 58 Pa. Code 627a.1 (Dragon 7, Panda 8), Macau 30/2007 (pairs) and 56/2018 (Lucky 6), the
Wizard of Odds and advancedadvantageplay.com (the others). A prize without a pay is one that
houses differ on or no source is sure of: the house must say it.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from .bets import Bet, Prize, Rule
from .coup import Outcome

_PLAYER, _BANKER, _TIE = (Outcome.PLAYER,), (Outcome.BANKER,), (Outcome.TIE,)


def _bet(key: str, title: str, short: str, *prizes: Prize) -> Bet:
    return Bet(key=key, title=title, short=short, prizes=prizes)


def _prize(pays: int | Fraction | None, when: Rule, name: str = "") -> Prize:
    return Prize(when=when, pays=None if pays is None else Fraction(pays), name=name)


_PLAYER_PERFECT = Rule(player_pair=True, player_suited=True)
_BANKER_PERFECT = Rule(banker_pair=True, banker_suited=True)
_BOTH_PERFECT = Rule(player_pair=True, player_suited=True, banker_pair=True, banker_suited=True)
_SIX = Rule(winner=_BANKER, banker_total=(6,))
_SIX_IN_TWO, _SIX_IN_THREE = (replace(_SIX, banker_cards=(count,)) for count in (2, 3))
_BY_MARGIN = {9: 30, 8: 10, 7: 6, 6: 4, 5: 2, 4: 1}


def _dragon_bonus(side: Outcome, short: str) -> Bet:
    """A natural win is paid 1:1 whatever the margin; equal naturals give the stake back."""
    return _bet(
        f"{side}_dragon_bonus",
        f"Dragon Bonus {side}",
        short,
        _prize(1, Rule(winner=(side,), natural=True), "natural"),
        _prize(0, Rule(winner=_TIE, natural=True), "natural_tie"),
        *(
            _prize(pays, Rule(winner=(side,), margin=(margin,)), f"by_{margin}")
            for margin, pays in _BY_MARGIN.items()
        ),
    )


KNOWN_BETS = {
    bet.key: bet
    for bet in (
        _bet("player_pair", "Player pair", "PP", _prize(11, Rule(player_pair=True))),
        _bet("banker_pair", "Banker pair", "BP", _prize(11, Rule(banker_pair=True))),
        _bet(
            "either_pair",
            "Either pair",
            "EP",
            _prize(5, Rule(player_pair=True), "player"),
            _prize(5, Rule(banker_pair=True), "banker"),
        ),
        _bet(
            "perfect_pair",
            "Perfect pair",
            "XP",
            _prize(25, _PLAYER_PERFECT, "player"),
            _prize(25, _BANKER_PERFECT, "banker"),
        ),
        _bet(
            "perfect_pairs",
            "Perfect pairs",
            "XP",
            _prize(250, _BOTH_PERFECT, "both"),
            _prize(25, _PLAYER_PERFECT, "player"),
            _prize(25, _BANKER_PERFECT, "banker"),
        ),
        _bet(
            "dragon_7",
            "Dragon 7",
            "D7",
            _prize(40, Rule(winner=_BANKER, banker_total=(7,), banker_cards=(3,))),
        ),
        _bet(
            "panda_8",
            "Panda 8",
            "P8",
            _prize(25, Rule(winner=_PLAYER, player_total=(8,), player_cards=(3,))),
        ),
        _bet(
            "lucky_6",
            "Lucky 6",
            "L6",
            _prize(12, _SIX_IN_TWO, "two_cards"),
            _prize(20, _SIX_IN_THREE, "three_cards"),
        ),
        _bet("super_6", "Super 6", "S6", _prize(None, _SIX)),
        _bet("big_tiger", "Big Tiger", "BT", _prize(50, _SIX_IN_THREE)),
        _bet("small_tiger", "Small Tiger", "ST", _prize(None, _SIX_IN_TWO)),
        _bet("tiger_tie", "Tiger Tie", "TT", _prize(None, Rule(winner=_TIE, player_total=(6,)))),
        _bet("big", "Big", "BIG", _prize(Fraction(54, 100), Rule(cards=(5, 6)))),
        _bet("small", "Small", "SM", _prize(Fraction(3, 2), Rule(cards=(4,)))),
        _bet("cards_4", "4 cards", "4C", _prize(Fraction(3, 2), Rule(cards=(4,)))),
        _bet("cards_5", "5 cards", "5C", _prize(2, Rule(cards=(5,)))),
        _bet("cards_6", "6 cards", "6C", _prize(2, Rule(cards=(6,)))),
        _dragon_bonus(Outcome.PLAYER, "DBP"),
        _dragon_bonus(Outcome.BANKER, "DBB"),
        _bet(
            "three_giving_8",
            "3 giving 8",
            "3G8",
            _prize(200, Rule(banker_opening=(3,), player_third="8")),
        ),
        _bet(
            "eights_and_nines",
            "88 89 98 99",
            "89",
            _prize(20, Rule(player_total=(8, 9), banker_total=(8, 9))),
        ),
        _bet(
            "nine_over_7",
            "9 over 7",
            "9/7",
            _prize(50, Rule(player_natural=True, player_total=(9,), banker_total=(7,)), "player"),
            _prize(50, Rule(banker_natural=True, banker_total=(9,), player_total=(7,)), "banker"),
        ),
        _bet(
            "bad_beat",
            "Bad beat",
            "BB",
            _prize(50, Rule(player_natural=True, banker_natural=True, margin=(1,))),
        ),
    )
}
