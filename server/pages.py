"""The pages: tables, a table's display, its console, the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    jsonify,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)

from .access import may
from .assets import socket_client
from .baccarat.events import HoldReason
from .baccarat.snapshot import settled_json
from .export import FORMATS
from .history import latest
from .languages import language, speaker
from .log import EventLog, LogError
from .look import BadLook, Look, look_of
from .people import FIRST_RUN, Person
from .sign import Sign
from .table import Table

_SHOES_SHOWN = 10


def pages(
    tables: Mapping[str, Table],
    log: EventLog,
    looks: Mapping[str, Look],
    sign: Sign,
    *,
    assets: str,
    who: Callable[[], Person | None],
) -> Blueprint:
    """Everything that a browser opens; `looks` are the tables' displays', `who` says who asks."""
    public = Blueprint("pages", __name__)

    @public.app_context_processor
    def _every_page() -> dict[str, Any]:
        try:
            person = who()
        except LogError:
            person = None  # the page that says so must not need the log itself
        return {
            "assets": assets,
            "tables": tables,
            "who": person,
            "is_first_run": person is FIRST_RUN,
            "may": lambda endpoint: may(person, endpoint),
            "language": language,
            "speaker": speaker,
        }

    def find(name: str) -> Table:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        return tables[name]

    @public.get("/")
    def index() -> Any:
        if len(tables) == 1:
            return redirect(url_for("pages.display", name=next(iter(tables))))
        return render_template("tables.html")

    @public.get("/display/<name>")
    def display(name: str) -> str:
        table = find(name)
        try:
            look = look_of(looks[name], request.args)
        except BadLook as bad:
            abort(400, f"This display's address cannot be followed: {bad}.")
        return render_template("display.html", table=table, look=look, sign=sign)

    @public.get("/logo")
    def logo() -> Response:
        """The house's logo from its settings."""
        if sign.picture is None:
            abort(404, "This house has no logo in its settings.")
        data, kind = sign.picture
        return Response(data, mimetype=kind)

    @public.get("/console/<name>")
    def console(name: str) -> str:
        return render_template("console.html", table=find(name), reasons=[*HoldReason])

    @public.get("/history")
    def history_page() -> str:
        person = who()
        role = person.role if person else None
        shoes = {
            name: [shoe.seen_by(role) for shoe in reversed([*latest(log, name, _SHOES_SHOWN)])]
            for name in tables
        }
        return render_template(
            "history.html", shoes=shoes, formats=FORMATS, settled_json=settled_json
        )

    @public.get("/static/vendor/socket.io.esm.min.js")
    def socket_client_file() -> Response:
        return send_file(socket_client(), mimetype="text/javascript", max_age=3600)

    @public.get("/healthz")
    def healthz() -> tuple[Response, int]:
        """200 while every table keeps what it sees, else 503 and the trouble."""
        troubles = {t.name: t.trouble and "The log cannot be written." for t in tables.values()}
        status = 503 if any(troubles.values()) else 200
        return jsonify({"status": "ok" if status == 200 else "trouble", "tables": troubles}), status

    return public
