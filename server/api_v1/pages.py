"""The API's own pages: tables, shoes, coups and entries, and the document of it all."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from flask import Blueprint, Response, abort, jsonify, render_template, request

from ..baccarat.known_bets import KNOWN_BETS
from ..ledger.asked import Asked, BadQuestion, parse
from ..ledger.ledger import Ledger
from ..ledger.search import Place, bets_hit, search
from ..ledger.shoes import shoes as found_shoes
from ..ledger.shoes import tables as known_tables
from ..ledger.told import told
from ..table import Table
from .document import document
from .feed import Feed
from .models import (
    Coup,
    CoupsFound,
    Entries,
    ShoeLine,
    ShoesFound,
    TableNow,
    TablesNow,
    WholeShoe,
)
from .operations import FEW, LARGEST, MOST
from .query import answer, query_of, whole
from .stream import Streams


def api_v1(feed: Feed, ledger: Ledger, streams: Streams) -> Blueprint:
    """`/api/v1/...` for other systems, over the tables of a feed and the history of a ledger."""
    pages = Blueprint("api_v1", __name__)
    tables = feed.tables

    def names() -> list[str]:
        return sorted({*tables, *known_tables(ledger)})

    def asked(query: Mapping[str, str]) -> Asked:
        known = {*KNOWN_BETS, *bets_hit(ledger)}
        known |= {bet.key for table in tables.values() for bet in table.house.bets}
        try:
            return parse(query, tables=names(), bets=sorted(known))
        except BadQuestion as bad:
            abort(400, str(bad))

    def find(name: str) -> str:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        return name

    @pages.get("/api/openapi.json")
    @pages.get("/api/v1/openapi.json")
    def openapi() -> Response:
        return jsonify(document())

    @pages.get("/api/v1/docs")
    def docs() -> str:
        return render_template("api.html", document=document())

    @pages.get("/api/v1/tables", endpoint="tables")
    def tables_now() -> Response:
        query_of("api_v1.tables")
        return answer(TablesNow(tables=[_now(table) for table in tables.values()]))

    @pages.get("/api/v1/shoes")
    def shoes() -> Response:
        query = query_of("api_v1.shoes")
        question, size = asked(query), whole(query, "limit", FEW, least=1, most=MOST)
        behind = ledger.follow_what_is_new([*tables])
        found = found_shoes(
            ledger, question.wanted, house=question.house,
            before=question.before, after=question.after, size=size,
        )  # fmt: skip
        lines = [ShoeLine.of(row) for row in found.rows]
        return answer(
            ShoesFound(
                shoes=lines, older=_link(found.older), newer=_link(found.newer), behind=behind
            )
        )

    @pages.get("/api/v1/tables/<name>/shoes/<int:number>")
    def shoe(name: str, number: int) -> Response:
        if name not in names():
            abort(404, f"There is no table {name!r} here.")
        log = ledger.shoe_log(name, number) if 0 < number <= LARGEST else None
        if log is None:
            abort(404, f"Table {name} has no shoe {number}.")
        return answer(
            WholeShoe(
                table=name, shoe=number, house=log.house_name(),
                opened=datetime.fromisoformat(log.rows[0].time),
                coups=[Coup.of(told(row)) for row in log.coups_seen()],
            )
        )  # fmt: skip

    @pages.get("/api/v1/coups")
    def coups() -> Response:
        query = query_of("api_v1.coups")
        question, size = asked(query), whole(query, "limit", FEW, least=1, most=MOST)
        behind = ledger.follow_what_is_new([*tables])
        found = search(
            ledger, question.wanted, before=question.before, after=question.after, size=size
        )
        return answer(
            CoupsFound(
                coups=[Coup.of(row) for row in found.rows], older=_link(found.older),
                newer=_link(found.newer), total=found.total, behind=behind,
            )
        )  # fmt: skip

    @pages.get("/api/v1/tables/<name>/events")
    def events(name: str) -> Response:
        query = query_of("api_v1.events")
        after = whole(query, "after", 0, most=LARGEST)
        size = whole(query, "limit", FEW, least=1, most=MOST)
        entries = feed.entries(find(name), after=after, most=size)
        last = entries[-1].seq if entries else after
        return answer(Entries(entries=entries, after=last, end=feed.end(name)))

    @pages.get("/api/v1/tables/<name>/stream")
    def stream(name: str) -> Response:
        query = query_of("api_v1.stream")
        if seen := request.headers.get("Last-Event-ID", ""):
            query = {"after": seen}
        after = whole(query, "after", feed.end(find(name)), most=LARGEST)
        return streams.open(name, after)

    return pages


def _now(table: Table) -> TableNow:
    told = table.snapshot()
    return TableNow(
        name=table.name, title=table.title, house=told["house"]["name"], phase=told["phase"],
        seq=told["seq"], shoe=told["shoe"]["number"], coups=told["shoe"]["coups"],
        on_hold=told["hold"] is not None, simulated=told["simulated"],
    )  # fmt: skip


def _link(place: Place | None) -> str | None:
    return None if place is None else f"{place.time}-{place.id}"
