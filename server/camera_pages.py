"""The camera's live picture, for the crew at the console; no display is ever given one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, abort, jsonify

from .baccarat.shoe import Phase
from .history import may_see_withheld
from .people import Person
from .table import Table

_OLD_S = 3.0  # an older picture is none
_FACE_DOWN = (
    "The camera's picture is not shown while cards lie face down here: it may see what the players "
    "have not. It can be looked at when the shoe is closed."
)


def camera_pages(tables: Mapping[str, Table], *, who: Callable[[], Person | None]) -> Blueprint:
    """`/api/v1/tables/<name>/camera.jpg`; `who` says who asks."""
    pages = Blueprint("camera", __name__, url_prefix="/api/v1")

    @pages.get("/tables/<name>/camera.jpg")
    def picture(name: str) -> Response | tuple[Response, int]:
        """What the camera sees, with what is read in it; `X-Age` is its age in seconds.

        Whoever goes on asking has a new one twice a second.
        """
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        table, person = tables[name], who()
        shoe = table.shoe
        is_dealt_down = shoe.withholds and shoe.stage is not Phase.CLOSED
        if is_dealt_down and not may_see_withheld(shoe, person.role if person else None):
            abort(403, _FACE_DOWN)
        seen = table.picture()
        if seen is None:
            abort(404, "The reader of this table is no camera.")
        if seen.jpeg is None or seen.age_s is None or seen.age_s > _OLD_S:
            age = "yet" if seen.age_s is None else f"for {seen.age_s:.0f} s"
            return jsonify({"error": f"No picture {age}."}), 503
        return Response(seen.jpeg, mimetype="image/jpeg", headers={"X-Age": f"{seen.age_s:.2f}"})

    return pages
