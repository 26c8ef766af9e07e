"""Payouts for the crew: stakes on a settled coup in, what each is paid out. Nothing is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from flask import Blueprint, Response, abort, jsonify, request

from .baccarat.hits import bets_json, offer_json
from .baccarat.odds import main_bets
from .baccarat.payout import BadStakes, offered, payout, payout_json
from .baccarat.reveal import view
from .baccarat.rules import House
from .baccarat.settled import Settled
from .baccarat.shoe import Shoe
from .history import may_see_withheld
from .people import Person
from .table import Table

_SUM = re.compile(r"[0-9]{1,10}([.,][0-9]{1,2})?")  # 1,000 may be a thousand or one: neither
_MOST = 40  # stakes


def payout_pages(tables: Mapping[str, Table], *, who: Callable[[], Person | None]) -> Blueprint:
    """`/api/v1/tables/<name>/payout`; `who` says who asks."""
    pages = Blueprint("payout", __name__, url_prefix="/api/v1")

    @pages.get("/tables/<name>/payout")
    def payout_page(name: str) -> Response | tuple[Response, int]:
        """What stakes are paid: `?stake=banker:100&stake=tie:10&box=3&coup=12`.

        Without a coup it is the last one; without a stake the answer is the pay table and the
        coup's hits. 404 where there is no such coup, 400 with a sentence where the house takes no
        such stakes.
        """
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        table, person = tables[name], who()
        shoe = table.shoe
        if not may_see_withheld(shoe, person.role if person else None):
            shoe = view(shoe).shoe
        house = shoe.house or table.house
        offers = [*main_bets(house.odds).values(), *house.bets]
        told: dict[str, Any] = {"offers": [offer_json(bet) for bet in offers]}
        asked = request.args.getlist("stake")
        try:
            settled = _coup(shoe, request.args.get("coup", ""))
            told |= _told(house, settled)
            if asked and settled:
                paid = payout(
                    house, settled, _stakes(house, asked), request.args.get("box") or None
                )
                told["payout"] = payout_json(paid)
            elif asked:
                raise BadStakes("No coup of this shoe is settled yet.")
        except BadStakes as bad:
            return jsonify({"error": str(bad)}), 400
        return jsonify(told)

    return pages


def _told(house: House, settled: Settled | None) -> dict[str, Any]:
    """The coup that the stakes lie on, its outcome and its hits."""
    if settled is None:
        return {"coup": None, "outcome": None, "hits": []}
    return {
        "coup": settled.number,
        "outcome": str(settled.outcome or "void"),
        "hits": bets_json(house, settled.coup, settled.result),
    }


def _coup(shoe: Shoe, number: str) -> Settled | None:
    """The coup of a number, or the last; None where none is settled yet."""
    if not number:
        return shoe.settled[-1] if shoe.settled else None
    found = [settled for settled in shoe.settled if str(settled.number) == number]
    if not found:
        abort(404, f"There is no coup {number!r} in this shoe.")
    return found[0]


def _stakes(house: House, asked: Iterable[str]) -> dict[str, Fraction]:
    """Stakes by their bets from `banker:100`; raises BadStakes."""
    stakes: dict[str, Fraction] = {}
    bets = offered(house)
    for stake in asked:
        bet, _, sum_ = stake.partition(":")
        if not sum_.strip() or len(stakes) == _MOST:
            raise BadStakes(f"{stake!r} is no stake: write a bet and a sum, as banker:100.")
        title = bets[bet].title if bet in bets else bet
        if not _SUM.fullmatch(sum_.strip()):
            raise BadStakes(
                f"A stake on {title} is a sum such as 1000 or 12.50, not {sum_.strip()[:20]!r}."
            )
        if bet in stakes:
            raise BadStakes(f"There are two stakes on {title}: add them up.")
        stakes[bet] = Fraction(sum_.strip().replace(",", "."))
    return stakes
