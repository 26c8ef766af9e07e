"""The pages: tables, a table's display, its console."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, send_file, url_for

from .access import may
from .assets import socket_client
from .baccarat.events import HoldReason
from .log import LogError
from .people import FIRST_RUN, Person
from .table import Table


def pages(
    tables: Mapping[str, Table],
    *,
    assets: str,
    who: Callable[[], Person | None],
) -> Blueprint:
    """Everything that a browser opens; `who` says who asks."""
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
        return render_template("display.html", table=find(name))

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
