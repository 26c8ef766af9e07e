"""Hits: the side bets of a house that a settled coup pays."""

from __future__ import annotations

from typing import Any, NamedTuple

from .bets import Bet, NotKnown, Prize, ratio
from .coup import Coup, Result
from .facts import facts
from .rules import House


class Hit(NamedTuple):
    """A side bet that won, and the prize that it won."""

    bet: Bet
    prize: Prize

    @property
    def pays(self) -> str:
        """As it is called: `40:1`."""
        assert self.prize.pays is not None  # or no house had offered it
        return ratio(self.prize.pays)


def hits(house: House, coup: Coup, result: Result | None) -> tuple[Hit, ...]:
    """The bets that a house offers and a coup pays, in the house's order.

    A bet that only gives the stake back is no hit, nor one that a declared coup's cards would
    decide; a void coup has none.
    """
    if result is None or not house.bets:
        return ()
    known, found = facts(coup, result), []
    for bet in house.bets:
        try:
            prize = bet.prize(known)
        except NotKnown:
            continue
        if prize and prize.pays:
            found.append(Hit(bet, prize))
    return tuple(found)


def hit_json(hit: Hit) -> dict[str, Any]:
    """A hit as every answer tells it; `prize` names which one where the bet has several."""
    return {
        "bet": hit.bet.key,
        "title": hit.bet.title,
        "short": hit.bet.short,
        "prize": hit.prize.name,
        "pays": hit.pays,
    }


def bets_json(house: House, coup: Coup, result: Result | None) -> list[dict[str, Any]]:
    """A coup's hits as JSON values."""
    return [hit_json(hit) for hit in hits(house, coup, result)]


def offer_json(bet: Bet) -> dict[str, Any]:
    """What a house pays on a bet: `pays` of each prize as it is called, `0:1` the stake back."""
    return {
        "bet": bet.key,
        "title": bet.title,
        "short": bet.short,
        "prizes": [
            {"prize": prize.name, "pays": ratio(prize.pays)}
            for prize in bet.prizes
            if prize.pays is not None
        ],
        "min": bet.min,
        "max": bet.max,
    }
