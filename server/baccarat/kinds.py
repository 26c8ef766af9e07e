"""Kinds of coups: one of each that the values of the cards tell apart, and what can never be paid.

What the values do not tell, a coup's pairs and suits, can come with any of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from .bets import Bet, Prize
from .cards import CARDS
from .coup import Coup
from .facts import Facts

_OF_VALUE = {card.value: card for code, card in CARDS.items() if code[1] == "S"}  # 0: a king
_NOTHING = (CARDS["QH"], CARDS["TD"])
NOT_BY_VALUES = frozenset(
    ("player_pair", "banker_pair", "player_suited", "banker_suited", "suits", "player_first_two",
     "banker_first_two", "player_third", "banker_third", "player_hand", "banker_hand", "every_card")
)  # fmt: skip


def kinds() -> Iterator[Coup]:
    """One complete coup for each opening total of both hands and each third card's value.

    Its first two cards are the value and a card that counts nothing, in that order.
    """
    for player, banker in product(range(10), repeat=2):
        hands = ((_OF_VALUE[player], _NOTHING[0]), (_OF_VALUE[banker], _NOTHING[1]))
        yield from _whole(Coup(*hands))


def _whole(coup: Coup) -> Iterator[Coup]:
    if coup.is_complete:
        yield coup
        return
    for card in _OF_VALUE.values():
        yield from _whole(coup.add(card))


def never_paid(bet: Bet, every: Sequence[Facts]) -> int | None:
    """The place of the first prize that no coup can bring, None where each can come.

    `every` are the facts of all kinds of coups.

    Either its conditions contradict one another, or the prizes before it take all its coups.
    """
    for place, prize in enumerate(bet.prizes):
        before = [other for other in bet.prizes[:place] if _is_by_values(other)]
        if not any(
            _may_hold(prize, told) and not any(other.when.holds(told) for other in before)
            for told in every
        ):
            return place
    return None


def _is_by_values(prize: Prize) -> bool:
    return NOT_BY_VALUES.isdisjoint(name for name, _ in prize.when.checks)


def _may_hold(prize: Prize, told: Facts) -> bool:
    checks = prize.when.checks
    return all(told[name] in wanted for name, wanted in checks if name not in NOT_BY_VALUES)
