"""The journal's page and its CSV: who did what, when and why, for the crew and for auditors."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, abort, render_template, request

from .export.journal_csv import journal_csv
from .history import verify
from .journal.asked import ALL, Asked, BadQuestion, page, parse
from .journal.book import Book, Check
from .journal.row import Kind
from .log import EventLog
from .people import Person
from .table import Table


def journal_pages(
    tables: Mapping[str, Table], log: EventLog, *, who: Callable[[], Person | None]
) -> Blueprint:
    """`/journal/<table>` and `/api/v1/tables/<table>/journal.csv`; `who` says who asks."""
    crew = Blueprint("journal", __name__)

    def find(name: str) -> tuple[Book, Asked]:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        person = who()
        book = Book(log, name, person.role if person else None)
        return book, _asked(book, name)

    @crew.get("/journal/<name>")
    def journal_page(name: str) -> str:
        book, asked = find(name)
        rows = [*book.rows(asked.shoe)] if asked.shoe is not None else book.rows(None)
        shown = page(rows, asked)
        people = sorted({row.person for row in (rows if isinstance(rows, list) else shown.rows)})
        return render_template(
            "journal.html",
            table=tables[name],
            asked=asked,
            page=shown,
            on_page={row.seq for row in shown.rows},
            shoes=book.numbers,
            people=people,
            kinds=[*Kind],
            check=_checked_all(log, name) if asked.checks_all else book.check(asked.shoe),
        )

    @crew.get("/api/v1/tables/<name>/journal.csv")
    def journal_file(name: str) -> Response:
        book, asked = find(name)
        rows = (row for row in book.rows(asked.shoe) if asked.takes(row))
        # Worked out before the first byte leaves: an error must not end in half a file.
        text = "".join(journal_csv(name, rows))
        shoe = ALL if asked.shoe is None else asked.shoe
        file = f"{name}-journal-shoe-{shoe}.csv"
        headers = {"Content-Disposition": f'attachment; filename="{file}"'}
        return Response(text.encode(), mimetype="text/csv", headers=headers)

    return crew


def _asked(book: Book, name: str) -> Asked:
    """What the request asks for; answers 400 or 404 with a sentence where that cannot be."""
    try:
        asked = parse(request.args, newest=book.numbers[0] if book.shoes else None)
    except BadQuestion as bad:
        abort(400, str(bad))
    if asked.shoe is not None and asked.shoe not in book.numbers:
        abort(404, f"Table {name} has no shoe {asked.shoe}.")
    return asked


def _checked_all(log: EventLog, name: str) -> Check:
    """The walk through a table's whole log."""
    fault = verify(log, name)
    well = f"The whole log, entries 1 to {log.last(name)}: every entry is as it was written."
    return Check(not fault, fault or well)
