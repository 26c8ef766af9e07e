"""The snapshot: everything that a display is told, and nothing that the players may not see."""

from __future__ import annotations

from typing import Any

from .bets import ratio
from .cards import total
from .coup import Coup, Outcome
from .hits import best_first, hit_json, hits, offer_json, tag, tag_json
from .reveal import Faces, View, view
from .roads import Roads, roads_json
from .rules import House, Limits
from .settled import Settled
from .shoe import Hold, Shoe


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
    """What the display is told of a shoe, as JSON values: only what the players may see.

    `house` is the table's house, shown while no shoe was opened yet. Burned cards are told by
    their number only, cards that lie face down by a null.
    """
    return _told(view(shoe), is_withheld=shoe.is_withheld, house=shoe.house or house)


def open_snapshot(shoe: Shoe, *, house: House) -> dict[str, Any]:
    """The same with what is withheld: for those alone whom the house lets see it."""
    open_view = View(shoe, shoe.coup.player, shoe.coup.banker)
    return _told(open_view, is_withheld=False, house=shoe.house or house)


def _told(seen: View, *, is_withheld: bool, house: House) -> dict[str, Any]:
    shoe = seen.shoe
    on_roads = shoe.on_roads
    roads = Roads.empty(tail=house.roads.tail, leading_ties=house.roads.leading_ties).extend(
        settled.outcome for settled in on_roads if settled.outcome
    )
    drawn = roads_json(roads)
    ask = drawn.pop("ask")
    return {
        "phase": str(shoe.phase),
        "house": house_json(house),
        "limits_changed": shoe.limits_changed_at == len(shoe.settled),
        "next_limits": shoe.next_limits and limits_json(shoe.next_limits),
        "shoe": {
            "number": shoe.number,
            "coups": len(shoe.settled),
            "burned": shoe.burned,
            "left": shoe.left,
        },
        "coup": _dealing_json(seen),
        "expects": "" if is_withheld else shoe.expected,
        "withheld": is_withheld,
        "free": not shoe.flags.isdisjoint({"free", "dummy"}),
        "last_coup": shoe.is_last_coup,
        "last": _last_json(house, on_roads[-1]) if on_roads else None,
        "void": shoe.last.number if shoe.last and shoe.last.result is None else None,
        "counts": counts(shoe),
        "beads": [_bead_json(house, settled) for settled in on_roads],
        "roads": drawn,
        "ask": ask,
        "hold": _public_reason(shoe.hold),
        "hold_reason": str(shoe.hold.reason) if shoe.hold else None,
        "hold_key": shoe.hold.reason.name.lower() if shoe.hold else None,
        "unread": shoe.hold.seq if shoe.hold and shoe.hold.unread else None,
        "waiting": len(shoe.behind_the_hold),
    }


def counts(shoe: Shoe) -> dict[str, int]:
    """How often each outcome, pair and natural came in this shoe."""
    results = [settled.result for settled in shoe.on_roads if settled.result]
    outcomes = [result.outcome for result in results]
    return {
        **{str(outcome): outcomes.count(outcome) for outcome in _COUNTED},
        "banker_pair": sum(result.banker_pair for result in results),
        "player_pair": sum(result.player_pair for result in results),
        "natural": sum(result.natural for result in results),
    }


_COUNTED = (Outcome.BANKER, Outcome.PLAYER, Outcome.TIE)


def house_json(house: House) -> dict[str, Any]:
    """A house's numbers as the display and the console show them; odds as `19:20`."""
    odds = house.odds
    return {
        "name": house.name,
        "title": house.title,
        "decks": house.decks,
        "limits": limits_json(house.limits),
        "odds": {
            name: ratio(value)
            for name, value in (("player", odds.player), ("banker", odds.banker), ("tie", odds.tie))
        },
        "game": odds.game,
        "banker_but": [
            {"prize": prize.name, "pays": ratio(prize.pays)}
            for prize in odds.banker_but
            if prize.pays is not None
        ],
        "bets": [offer_json(bet) for bet in house.bets],
        "boxes": list(house.boxes),
    }


def limits_json(limits: Limits) -> dict[str, Any]:
    """Limits as every page shows them, in the table's money."""
    return {
        "min": limits.min,
        "max": limits.max,
        "tie_max": limits.tie_max,
        "banker_multiple": limits.banker_multiple,
    }


def _public_reason(hold: Hold | None) -> str | None:
    if hold is None:
        return None
    return str(hold.reason) if hold.is_crews else hold.why


def _dealing_json(seen: View) -> dict[str, Any] | None:
    if not seen.player:
        return None
    return {
        "number": len(seen.shoe.settled) + 1,
        "player": _faces(seen.player),
        "banker": _faces(seen.banker),
        "player_total": _total(seen.player),
        "banker_total": _total(seen.banker),
    }


def _faces(hand: Faces) -> list[str | None]:
    return [str(card) if card else None for card in hand]


def _total(hand: Faces) -> int | None:
    """A hand's total, None where it has no card or one lies face down."""
    cards = [card for card in hand if card is not None]
    return total(cards) if cards and len(cards) == len(hand) else None


def _last_json(house: House, last: Settled) -> dict[str, Any]:
    bets = [
        {**hit_json(hit), "rare": hit.is_rare}
        for hit in best_first(hits(house, last.coup, last.result))
    ]
    return {"number": last.number, **settled_json(last), "bets": bets}


def settled_json(settled: Settled) -> dict[str, Any]:
    """A settled coup as `shoeboard settle` answers it; a void coup's outcome is `void`.

    A declared coup has its result, and no totals where its cards are not known.
    """
    coup, result = settled.coup, settled.result
    return {
        **coup_json(coup),
        "outcome": str(result.outcome) if result else "void",
        "player_total": coup.player_total if coup.is_complete else None,
        "banker_total": coup.banker_total if coup.is_complete else None,
        "natural": bool(result and result.natural),
        "player_pair": bool(result and result.player_pair),
        "banker_pair": bool(result and result.banker_pair),
    }


def _bead_json(house: House, settled: Settled) -> dict[str, Any]:
    result = settled.result
    assert result is not None
    bets = hits(house, settled.coup, result)
    return {
        "number": settled.number,
        "player_pair": result.player_pair,
        "banker_pair": result.banker_pair,
        "natural": result.natural,
        "free": settled.is_free,
        "total": _winning_total(settled),
        "marks": [hit.bet.key for hit in best_first(bets)],
        "tag": tag_json(tag(bets)),
    }


def _winning_total(settled: Settled) -> int | None:
    """The winner's total (a tie has one), None for a declared coup whose cards are not known."""
    coup = settled.coup
    return max(coup.player_total, coup.banker_total) if coup.is_complete else None
