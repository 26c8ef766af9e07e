"""The side bets of shoes: how often each was hit, against its exact chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..baccarat.bets import Bet, NotKnown
from ..baccarat.facts import facts
from ..baccarat.settled import Settled
from .band import Tries, band
from .chances import chance
from .counted import Count, Named, Share


@dataclass(frozen=True, slots=True)
class BetCount:
    """A bet that a shoe's house offered, and how many coups hit it of those that are known."""

    bet: Bet
    decks: int
    count: Count


@dataclass(frozen=True, slots=True)
class BetShares:
    """The bets of some shoes; `untold` are those whose chance is not enumerated, by their bets."""

    told: tuple[Share, ...]
    untold: tuple[tuple[Bet, Count], ...]


def count_bets(settled: Iterable[Settled], bets: Iterable[Bet], decks: int) -> tuple[BetCount, ...]:
    """Each bet's hits over the coups that have a result; void ones count for nothing."""
    known = [facts(each.coup, each.result) for each in settled if each.result is not None]
    found = []
    for bet in bets:
        won, of = 0, 0
        for told in known:
            try:
                prize = bet.prize(told)
            except NotKnown:
                continue
            of += 1
            won += bool(prize and prize.pays)
        found.append(BetCount(bet, decks, Count(won, of)))
    return tuple(found)


def bet_shares(shoes: Sequence[Sequence[BetCount]]) -> BetShares:
    """The bets of shoes, oldest first, as one: by their keys, called as the newest house does.

    Only coups of shoes whose house offered a bet count for it.
    """
    by_key: dict[str, list[BetCount]] = {}
    for shoe in shoes:
        for each in shoe:
            by_key.setdefault(each.bet.key, []).append(each)
    told, untold = [], []
    for counts in by_key.values():
        bet = counts[-1].bet
        total = Count(
            sum(each.count.count for each in counts), sum(each.count.of for each in counts)
        )
        tries: dict[float, int] = {}
        for each in counts:
            its = chance(each.bet, each.decks)
            if its is None:
                untold.append((bet, total))
                break
            tries[float(its)] = tries.get(float(its), 0) + each.count.of
        else:
            run = band(Tries(coups, each) for each, coups in tries.items())
            told.append(Share(Named(bet.key, bet.title), total, run))
    return BetShares(tuple(told), tuple(untold))
