"""The snapshot: everything that a display is told, and nothing that the players may not see."""

from __future__ import annotations

from typing import Any

from .coup import Coup, Outcome
from .roads import Roads, roads_json
from .rules import House
from .shoe import Settled, Shoe


def coup_json(coup: Coup) -> dict[str, Any]:
    """A complete coup as `shoeboard settle` answers it."""
    return {
        "outcome": str(coup.outcome),
        "player": [str(card) for card in coup.player],
        "banker": [str(card) for card in coup.banker],
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "natural": coup.is_natural,
        "player_pair": coup.has_player_pair,
        "banker_pair": coup.has_banker_pair,
    }


def snapshot(shoe: Shoe, *, house: House) -> dict[str, Any]:
    """What the display is told of a shoe, as JSON values.

    `house` is the table's house, shown while no shoe was opened yet. Burned cards are told by
    their number only.
    """
    house = shoe.house or house
    roads = Roads.empty(tail=house.roads.tail, leading_ties=house.roads.leading_ties).extend(
        settled.outcome for settled in shoe.settled
    )
    drawn = roads_json(roads)
    ask = drawn.pop("ask")
    return {
        "phase": str(shoe.phase),
        "house": house_json(house),
        "shoe": {
            "number": shoe.number,
            "coups": len(shoe.settled),
            "burned": shoe.burned,
            "left": shoe.left,
        },
        "coup": _dealing_json(shoe),
        "expects": shoe.expected,
        "last_coup": shoe.is_last_coup,
        "last": _last_json(shoe.last),
        "counts": counts(shoe),
        "beads": [_bead_json(settled) for settled in shoe.settled],
        "roads": drawn,
        "ask": ask,
        "hold": shoe.hold.why if shoe.hold else None,
        "unread": shoe.hold.seq if shoe.hold and shoe.hold.unread else None,
        "waiting": len(shoe.waiting),
    }


def counts(shoe: Shoe) -> dict[str, int]:
    """How often each outcome, pair and natural came in this shoe."""
    coups = [settled.coup for settled in shoe.settled]
    outcomes = [settled.outcome for settled in shoe.settled]
    return {
        **{str(outcome): outcomes.count(outcome) for outcome in _COUNTED},
        "banker_pair": sum(coup.has_banker_pair for coup in coups),
        "player_pair": sum(coup.has_player_pair for coup in coups),
        "natural": sum(coup.is_natural for coup in coups),
    }


_COUNTED = (Outcome.BANKER, Outcome.PLAYER, Outcome.TIE)


def house_json(house: House) -> dict[str, Any]:
    """A house's numbers as the display and the console show them; odds as `19:20`."""
    limits, odds = house.limits, house.odds
    return {
        "name": house.name,
        "title": house.title,
        "decks": house.decks,
        "limits": {
            "min": limits.min,
            "max": limits.max,
            "tie_max": limits.tie_max,
            "banker_multiple": limits.banker_multiple,
        },
        "odds": {
            name: f"{value.numerator}:{value.denominator}"
            for name, value in (("player", odds.player), ("banker", odds.banker), ("tie", odds.tie))
        },
        "boxes": list(house.boxes),
    }


def _dealing_json(shoe: Shoe) -> dict[str, Any] | None:
    coup = shoe.coup
    if not coup.player:
        return None
    return {
        "number": len(shoe.settled) + 1,
        "player": [str(card) for card in coup.player],
        "banker": [str(card) for card in coup.banker],
        "player_total": coup.player_total,
        "banker_total": coup.banker_total if coup.banker else None,
    }


def _last_json(last: Settled | None) -> dict[str, Any] | None:
    return {"number": last.number, **coup_json(last.coup)} if last else None


def _bead_json(settled: Settled) -> dict[str, Any]:
    coup = settled.coup
    return {
        "player_pair": coup.has_player_pair,
        "banker_pair": coup.has_banker_pair,
        "natural": coup.is_natural,
    }
