"""The history's pages: shoes, a search for coups, and a shoe's board as it stood after any coup."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from .drawing.roads import LABELS
from .export import formats_here
from .history import ShoeLog
from .ledger.asked import FLAGS, PAIRS, Asked, BadQuestion, parse
from .ledger.ledger import Ledger
from .ledger.search import bets_hit, search
from .ledger.shoes import houses, shoes
from .ledger.shoes import tables as known_tables
from .ledger.told import OUTCOMES, told
from .people import Person
from .shoe_board import ShoeBoard
from .table import Table


def history_pages(
    tables: Mapping[str, Table], ledger: Ledger, *, who: Callable[[], Person | None]
) -> Blueprint:
    """`/history` and what lies below it; `who` says who asks."""
    crew = Blueprint("history", __name__)

    def names() -> list[str]:
        return sorted({*tables, *known_tables(ledger)})

    def title(name: str) -> str:
        return tables[name].title if name in tables else name

    def bets() -> list[str]:
        """Those that a coup can be found by: offered now, or hit at any time."""
        offered = {bet.key for table in tables.values() for bet in table.house.bets}
        return sorted({*offered, *bets_hit(ledger)})

    def asked() -> Asked:
        try:
            return parse(request.args, tables=names(), bets=bets())
        except BadQuestion as bad:
            abort(400, str(bad))

    def around(question: Asked) -> dict[str, Any]:
        """What both lists show beside their rows."""
        return {
            "asked": question,
            "names": names(),
            "title": title,
            "houses": houses(ledger),
            "behind": ledger.follow_what_is_new([*tables]),
        }

    def shoe_log(name: str, number: int) -> ShoeLog:
        if name not in names():
            abort(404, f"There is no table {name!r} here.")
        found = ledger.shoe_log(name, number)
        if found is None:
            abort(404, f"Table {name} has no shoe {number}.")
        person = who()
        return found.seen_by(person.role if person else None)

    def board(name: str, number: int) -> ShoeBoard:
        made = ShoeBoard.of(shoe_log(name, number), title(name), then="then" in request.args)
        coup = request.args.get("coup", "")
        if not coup:
            return made
        if not coup.isdecimal() or not 0 <= int(coup[:9]) <= len(made.whole.settled):
            last = len(made.whole.settled)
            abort(404, f"Shoe {number} of table {name} has no coup {coup[:9]}: its last is {last}.")
        return made.after(int(coup[:9]))

    @crew.get("/history")
    def shoes_page() -> str:
        question = asked()
        more = around(question)
        found = shoes(
            ledger, question.wanted, house=question.house,
            before=question.before, after=question.after,
        )  # fmt: skip
        return render_template("history.html", page=found, formats=formats_here(), **more)

    @crew.get("/history/coups")
    def coups_page() -> str:
        question = asked()
        more = around(question)
        found = search(ledger, question.wanted, before=question.before, after=question.after)
        return render_template(
            "history_coups.html",
            page=found,
            outcomes=OUTCOMES,
            pairs=[*PAIRS],
            flags=FLAGS,
            bets=bets(),
            **more,
        )

    @crew.get("/history/<name>/<int:number>")
    def shoe_page(name: str, number: int) -> str:
        shown = board(name, number)
        before, after = ledger.neighbours(name, number)
        return render_template(
            "history_shoe.html", name=name, title=title(name), board=shown, formats=formats_here(),
            coups=[told(row) for row in shown.log.coups()], before=before, after=after,
            has_journal=name in tables, roads=LABELS,
        )  # fmt: skip

    @crew.get("/history/<name>/<int:number>/board.svg")
    def board_file(name: str, number: int) -> Response:
        return Response(board(name, number).svg(), mimetype="image/svg+xml")

    return crew
