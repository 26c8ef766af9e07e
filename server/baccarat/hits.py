"""Hits: the side bets of a house that a settled coup pays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .bets import Bet, NotKnown, Prize, ratio
from .coup import Coup, Result
from .facts import facts
from .known_bets import KNOWN_BETS
from .rules import House

# They have dots, or one of them comes in every coup.
_UNTAGGED = frozenset(
    ("player_pair", "banker_pair", "either_pair", "big", "small", "cards_4", "cards_5", "cards_6")
)
_RARE = 3  # to 1: what pays less comes in every third coup or so


class Hit(NamedTuple):
    """A side bet that won, and the prize that it won."""

    bet: Bet
    prize: Prize

    @property
    def pays(self) -> str:
        """As it is called: `40:1`."""
        assert self.prize.pays is not None  # or no house had offered it
        return ratio(self.prize.pays)

    @property
    def is_rare(self) -> bool:
        """Whether it pays so much that it stands out on a road."""
        return bool(self.prize.pays and self.prize.pays >= _RARE)


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


def best_first(found: Iterable[Hit]) -> list[Hit]:
    """Hits by what they pay, the best paid first; those paid alike as the house has them."""
    return sorted(found, key=lambda hit: hit.prize.pays or 0, reverse=True)


def tag(found: Iterable[Hit]) -> Hit | None:
    """The hit whose letters a road shows in its cell: the best paid of those that stand out."""
    return next((hit for hit in best_first(found) if hit.bet.key not in _UNTAGGED), None)


def tag_json(hit: Hit | None) -> dict[str, Any] | None:
    """A road's tag: its letters, and whether it is rare."""
    return {"short": hit.bet.short, "rare": hit.is_rare} if hit else None


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
    """A coup's hits as JSON values, in the house's order."""
    return [hit_json(hit) for hit in hits(house, coup, result)]


def offer_json(bet: Bet) -> dict[str, Any]:
    """What a house pays on a bet: `pays` of each prize as it is called, `0:1` the stake back.

    `known`: it goes by its usual title, for which other languages have a word.
    """
    usual = KNOWN_BETS.get(bet.key)
    return {
        "bet": bet.key,
        "title": bet.title,
        "short": bet.short,
        "known": usual is not None and usual.title == bet.title,
        "prizes": [
            {"prize": prize.name, "pays": ratio(prize.pays)}
            for prize in bet.prizes
            if prize.pays is not None
        ],
        "min": bet.min,
        "max": bet.max,
    }
