"""The statistics of a table and its shoes: their page and their JSON."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, abort, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from .api_v1.query import query_of
from .baccarat.cards import RANKS, SUITS, Card
from .baccarat.events import ShoeOpened
from .baccarat.reveal import first_withheld
from .baccarat.roles import Role
from .history import may_see_withheld
from .journal.asked import ALL
from .journal.book import Book, Stretch
from .log import EventLog
from .people import Person
from .statistics import plots
from .statistics.as_json import NOTE, numbers_json
from .statistics.shoe import Numbers, ShoeNumbers, shoe_numbers
from .table import Table

MOST_SHOES = 50  # that are counted together, the newest: each is worked out from the log
_MOST_KEPT = 1000
_NUMBER = re.compile(r"[0-9]{1,9}")
_Key = tuple[str, int, int, int, int]
_SUIT_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


class _Counting:
    """The numbers of shoes; those of one that does not change any more are worked out once."""

    def __init__(self) -> None:
        self._kept: dict[_Key, ShoeNumbers] = {}

    def of(self, book: Book, table: str, role: Role | None, shoe: int | None) -> Numbers | None:
        """Those of a shoe, or of the newest MOST_SHOES; None where there is no such shoe."""
        opened = [stretch for stretch in book.shoes if stretch.number]
        wanted = [each for each in opened if shoe in (None, each.number)][-MOST_SHOES:]
        found = [numbers for each in wanted if (numbers := self._shoe(book, table, role, each))]
        return Numbers(found) if found else None

    def _shoe(
        self, book: Book, table: str, role: Role | None, stretch: Stretch
    ) -> ShoeNumbers | None:
        late = len(book.late(stretch.number))
        key = (table, stretch.number, stretch.first, stretch.last, late)
        if key in self._kept:
            return self._kept[key]
        seen = book.shoe_log(stretch.number)
        shoe = seen.shoe()
        is_for_all = first_withheld(shoe) is None
        if not is_for_all and not may_see_withheld(shoe, role):
            seen = seen.seen_by(role)
            shoe = seen.shoe()
        entries = seen.entries()
        if not entries or not isinstance(entries[0].event, ShoeOpened):
            return None
        numbers = shoe_numbers(shoe, entries)
        if is_for_all and stretch is not book.shoes[-1]:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)), None)
            self._kept[key] = numbers
        return numbers


def statistics_pages(
    tables: Mapping[str, Table], log: EventLog, *, who: Callable[[], Person | None]
) -> Blueprint:
    """`/statistics/<table>` and `/api/v1/tables/<table>/statistics`; `who` says who asks."""
    crew = Blueprint("statistics", __name__)
    counting = _Counting()

    def numbers(name: str) -> tuple[int | None, list[int], Numbers | None]:
        """The shoe that is asked for (None: all), all shoes' numbers newest first, and theirs."""
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        person = who()
        role = person.role if person else None
        book = Book(log, name, role)
        known = [number for number in book.numbers if number]
        shoe = _asked(name, known)
        return shoe, known, counting.of(book, name, role, shoe)

    @crew.get("/statistics")
    def first_page() -> ResponseReturnValue:
        return redirect(url_for("statistics.statistics_page", name=next(iter(tables))))

    @crew.get("/statistics/<name>")
    def statistics_page(name: str) -> str:
        shoe, known, found = numbers(name)
        return render_template(
            "statistics.html",
            table=tables[name],
            shoe=shoe,
            known=known,
            most=MOST_SHOES,
            numbers=found,
            told=found and numbers_json(found, with_cards=shoe is not None),
            cards=found.shoes[-1].cards if found and shoe is not None else None,
            plots=plots,
            note=NOTE,
            ranks=RANKS,
            suits=_SUIT_SIGNS,
            parse=Card.parse,
        )

    @crew.get("/api/v1/tables/<name>/statistics")
    def statistics_json(name: str) -> ResponseReturnValue:
        query_of("statistics.statistics_json")
        shoe, _, found = numbers(name)
        told: dict[str, Any] = {"table": name, "shoe": ALL if shoe is None else shoe}
        if found is None:
            return jsonify({**told, "note": NOTE, "coups": 0, "by_shoe": []})
        return jsonify({**told, **numbers_json(found, with_cards=shoe is not None)})

    return crew


def _asked(name: str, known: list[int]) -> int | None:
    """The shoe that the request asks for, the newest where it names none; None stands for all."""
    text = request.args.get("shoe", "")
    if text == ALL or not known:
        return None
    if not text:
        return known[0]
    if not _NUMBER.fullmatch(text):
        abort(400, f"`shoe` takes a number or `{ALL}`, not {text[:40]!r}.")
    if int(text) not in known:
        abort(404, f"Table {name} has no shoe {text}.")
    return int(text)
