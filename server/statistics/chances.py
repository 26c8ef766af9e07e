"""How often a side bet is hit in a coup out of a full shoe: exact, by enumeration.

A bet that the values of the cards tell is counted over one coup of each kind, weighed by the deals
that come to it; one on the pairs and suits of the opening cards over those. What needs both, or the
suits of every card, would take hours, and is not told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm
from typing import NamedTuple

from ..baccarat.bets import Bet
from ..baccarat.cards import CARDS, CARDS_IN_A_DECK, DECK, RANKS, SUITS
from ..baccarat.coup import MOST_CARDS, Coup
from ..baccarat.facts import Facts, facts
from ..baccarat.kinds import NOT_BY_VALUES, kinds

_OPENING = ("player_pair", "player_suited", "banker_pair", "banker_suited")
_THIRDS = frozenset(("player_third", "banker_third"))


class _Kind(NamedTuple):
    """A coup of each kind of deal: the totals of both openings, the values of the third cards."""

    openings: tuple[int, int]
    thirds: tuple[int, ...]


@cache
def chance(bet: Bet, decks: int) -> Fraction | None:
    """The share of coups that a bet pays more than the stake; None where it is not told."""
    checks = {check for prize in bet.prizes for check in _checks(bet, prize.when.checks)}
    if checks <= {*_OPENING}:
        told: Iterator[tuple[Facts, int]] = _openings(decks)
    elif all(name not in NOT_BY_VALUES or name in _THIRDS for name in checks):
        weights = _deals(decks)
        told = ((known, weights[kind]) for kind, known in _kinds().items())
    else:
        return None
    paid = sum(deals for known, deals in told if (prize := bet.prize(known)) and prize.pays)
    return Fraction(paid, perm(CARDS_IN_A_DECK * decks, MOST_CARDS))


def _checks(bet: Bet, checks: tuple[tuple[str, object], ...]) -> Iterator[str]:
    """What a rule asks; third cards that must differ within a value count as suits."""
    for name, wanted in checks:
        is_finer = isinstance(wanted, Mapping) and any(
            len({wanted[card] for card in CARDS.values() if card.value == value}) > 1
            for value in range(10)
        )
        yield "suits" if is_finer else name


@cache
def _kinds() -> dict[_Kind, Facts]:
    found = {}
    for coup in kinds():
        result = coup.result
        assert result is not None
        known = facts(coup, result)
        thirds = tuple(card.value for card in coup.player[2:] + coup.banker[2:])
        found[_Kind((known["player_opening"], known["banker_opening"]), thirds)] = known
    return found


@cache
def _deals(decks: int) -> dict[_Kind, int]:
    """How many ordered deals of six cards come to each kind."""
    by_openings = defaultdict(list)
    for kind in _kinds():
        by_openings[kind.openings].append(kind)
    left = CARDS_IN_A_DECK * decks
    rest = [perm(left - 4 - drawn, 2 - drawn) for drawn in range(3)]
    of_value = Counter(card.value for card in DECK)
    here = [of_value[value] * decks for value in range(10)]
    deals: Counter[_Kind] = Counter()
    hands = [*combinations_with_replacement(range(10), 2)]
    for player in hands:
        for banker in hands:
            ways, taken = 1 if player[0] == player[1] else 2, here.copy()
            ways *= 1 if banker[0] == banker[1] else 2
            for value in player + banker:
                ways *= taken[value]
                taken[value] -= 1
            for kind in by_openings[sum(player) % 10, sum(banker) % 10]:
                thirds = kind.thirds
                third = taken[thirds[0]] if thirds else 1
                if len(thirds) == 2:
                    third *= taken[thirds[1]] - (thirds[0] == thirds[1])
                deals[kind] += ways * third * rest[len(thirds)]
    return deals


def _openings(decks: int) -> Iterator[tuple[Facts, int]]:
    """What may be asked of the four opening cards, and how many deals begin with such."""
    whole = CARDS_IN_A_DECK * decks
    some = Coup.deal(iter([CARDS["8S"], CARDS["AH"], CARDS["KD"], CARDS["TC"]]))
    result = some.result
    assert result is not None
    known = facts(some, result)
    for told, deals in _opening_deals(decks).items():
        ways = deals * whole * perm(whole - 4, 2)
        yield known | dict(zip(_OPENING, told, strict=True)), ways


@cache
def _opening_deals(decks: int) -> dict[tuple[bool, ...], int]:
    """By pair and suited of each side; the first card may be any, so it is one of them."""
    first, left = DECK[0], Counter(dict.fromkeys(DECK, decks))
    deals: Counter[tuple[bool, ...]] = Counter()
    left[first] -= 1
    for second in DECK:
        ways, player = left[second], (second.rank == first.rank, second.suit == first.suit)
        left[second] -= 1
        for third in DECK:
            more = ways * left[third]
            left[third] -= 1
            same = left[third]
            rank = sum(left[card] for card in _LIKE[third.rank])
            suit = sum(left[card] for card in _LIKE[third.suit])
            others = left.total() - rank - suit + same
            for is_pair, is_suited, count in (
                (True, True, same),
                (True, False, rank - same),
                (False, True, suit - same),
                (False, False, others),
            ):
                deals[*player, is_pair, is_suited] += more * count
            left[third] += 1
        left[second] += 1
    return deals


_LIKE = {sign: [card for card in DECK if sign in str(card)] for sign in RANKS + SUITS}
