"""Every deal of a shoe, counted exactly: how many of the ordered deals of six cards pay a bet.

Bets that the values tell (an eight is of one rank) are counted over one coup of each kind, each
with the number of deals that come to it; bets on pairs and suits over the four opening cards.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import product
from math import perm

from server.baccarat.bets import Bet
from server.baccarat.facts import facts
from server.baccarat.kinds import kinds

from .notation import coup

OPENING = ("player_pair", "banker_pair", "player_suited", "banker_suited")
LOST = "lost"


def total(decks: int) -> int:
    """All ordered deals of six cards."""
    return perm(52 * decks, 6)


@cache
def kinds_by_thirds():
    """The facts of each kind of coup, by its opening totals and the values of its third cards."""
    found = defaultdict(dict)
    for each in kinds():
        told = facts(each, each.result)
        thirds = tuple(card.value for card in each.player[2:] + each.banker[2:])
        found[told["player_opening"], told["banker_opening"]][thirds] = told
    return found


@cache
def deals_by_kind(decks):
    """How many deals come to each kind: {(player's opening, banker's, thirds): deals}."""
    of_value = [16 * decks] + [4 * decks] * 9
    left = 52 * decks
    rest = [perm(left - 4 - drawn, 2 - drawn) for drawn in range(3)]
    deals = Counter()
    for p1, p2, b1, b2 in product(range(10), repeat=4):
        here, ways = of_value.copy(), 1
        for value in (p1, p2, b1, b2):
            ways *= here[value]
            here[value] -= 1
        opening = ((p1 + p2) % 10, (b1 + b2) % 10)
        for thirds in kinds_by_thirds()[opening]:
            third = here[thirds[0]] if thirds else 1
            if len(thirds) == 2:
                third *= here[thirds[1]] - (thirds[0] == thirds[1])
            deals[*opening, thirds] += ways * third * rest[len(thirds)]
    return deals


@cache
def deals_by_opening(decks):
    """How many deals open with each of pair and suited on each side, in the order of OPENING.

    The first card may be any, so it is one of them, weighed by all.
    """
    faces = [*product(range(13), range(4))]
    deals = Counter()
    first = faces[0]
    left = Counter(dict.fromkeys(faces, decks))
    left[first] -= 1
    for p2 in faces:
        two, left[p2] = left[p2], left[p2] - 1
        player = (first[0] == p2[0], first[1] == p2[1])
        for b1 in faces:
            three, left[b1] = left[b1], left[b1] - 1
            for b2 in faces:
                told = (player[0], b1[0] == b2[0], player[1], b1[1] == b2[1])
                deals[told] += two * three * left[b2]
            left[b1] = three
        left[p2] = two
    all_firsts = 52 * decks * perm(52 * decks - 4, 2)
    return {told: count * all_firsts for told, count in deals.items()}


@cache
def prizes_by_kind(bet: Bet) -> dict[tuple, str]:
    """The prize that each kind of coup brings, by name, LOST where none."""
    found = {}
    for opening, by_thirds in kinds_by_thirds().items():
        for thirds, told in by_thirds.items():
            prize = bet.prize(told)
            found[*opening, thirds] = prize.name if prize else LOST
    return found


@cache
def deals(bet: Bet, decks: int) -> Counter[str]:
    """How many deals bring each prize of a bet, by the prize's name, and LOST."""
    asked = {name for prize in bet.prizes for name, _ in prize.when.checks}
    counted: Counter[str] = Counter()
    if asked <= {*OPENING}:
        some = coup("8S AH KD TC")
        for told, count in deals_by_opening(decks).items():
            prize = bet.prize(facts(some, some.result) | dict(zip(OPENING, told, strict=True)))
            counted[prize.name if prize else LOST] += count
        return counted
    by_kind = prizes_by_kind(bet)
    for kind, count in deals_by_kind(decks).items():
        counted[by_kind[kind]] += count
    return counted


def edge(bet: Bet, decks: int) -> Fraction:
    """What the house keeps of a stake on the average, exactly."""
    counted = deals(bet, decks)
    paid = sum(counted[prize.name] * prize.pays for prize in bet.prizes)
    return (counted[LOST] - paid) / total(decks)
