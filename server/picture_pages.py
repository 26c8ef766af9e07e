"""The picture that a card was read from, for those who work at the console or read the journal."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, abort

from .baccarat.events import CardRead
from .history import may_see_withheld
from .journal.shoe_rows import face_down_from
from .people import Person
from .pictures import Forged, NoPicture, Pictures
from .table import Table


def picture_pages(
    tables: Mapping[str, Table], pictures: Pictures, *, who: Callable[[], Person | None]
) -> Blueprint:
    """`/api/v1/tables/<table>/pictures/<sha256>.jpg`; `who` says who asks."""
    crew = Blueprint("pictures", __name__)

    @crew.get("/api/v1/tables/<name>/pictures/<sha256>.jpg")
    def picture(name: str, sha256: str) -> Response:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        if _is_withheld(tables[name], sha256, who()):
            abort(403, "This card lies face down: its picture is shown when the card is.")
        try:
            data = pictures.read(name, sha256)
        except Forged as forged:
            abort(409, str(forged))
        except NoPicture as missing:
            abort(404, str(missing))
        return Response(data, mimetype="image/jpeg")

    return crew


def _is_withheld(table: Table, sha256: str, person: Person | None) -> bool:
    """Whether a picture shows a card that the players have not seen, to one who may not, either."""
    shoe, entries = table.standing()
    withheld = face_down_from(shoe, entries)
    if withheld is None or may_see_withheld(shoe, person.role if person else None):
        return False
    return any(
        isinstance(entry.event, CardRead) and entry.event.picture == sha256
        for entry in entries
        if entry.seq >= withheld
    )
