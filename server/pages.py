"""The pages: tables, a table's display, the floor, its console."""

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
from .baccarat.patterns import PATTERNS
from .languages import speaker
from .log import LogError
from .look import BadLook, Look, look_of
from .people import FIRST_RUN, Person
from .sign import Sign
from .table import Table


def pages(
    tables: Mapping[str, Table],
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
            "speaker": speaker,
        }

    def find(name: str) -> Table:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        return tables[name]

    def asked_for(look: Look) -> Look:
        """A look with what this address says otherwise."""
        try:
            return look_of(look, request.args)
        except BadLook as bad:
            abort(400, f"This display's address cannot be followed: {bad}.")

    @public.get("/")
    def index() -> Any:
        if len(tables) == 1:
            return redirect(url_for("pages.display", name=next(iter(tables))))
        return render_template("tables.html")

    @public.get("/display/<name>")
    def display(name: str) -> str:
        table = find(name)
        return render_template("display.html", table=table, look=asked_for(looks[name]), sign=sign)

    @public.get("/logo")
    def logo() -> Response:
        """The house's logo from its settings."""
        if sign.picture is None:
            abort(404, "This house has no logo in its settings.")
        data, kind = sign.picture
        return Response(data, mimetype=kind)

    @public.get("/floor")
    def floor() -> str:
        look = asked_for(looks[next(iter(tables))])  # one look for all tables: the first one's
        return render_template("floor.html", look=look, sign=sign, patterns=PATTERNS)

    @public.get("/console/<name>")
    def console(name: str) -> str:
        return render_template("console.html", table=find(name), reasons=[*HoldReason])

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
