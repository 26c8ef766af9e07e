"""create_app: the pages, the API and the live socket over given tables. Builds no table itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import HTTPException

from .api import api
from .assets import asset_dir, assets_version
from .live import open_live
from .log import EventLog, LogError
from .pages import pages
from .screens import Screens
from .table import Table

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)


class _InOrder(DefaultJSONProvider):
    """JSON with its keys in the order in which they are told."""

    sort_keys = False


def create_app(
    tables: Mapping[str, Table], log: EventLog, *, boot_id: str, most_displays: int = 56
) -> Flask:
    """The WSGI app of a server; the log and the tables stay the caller's to close."""
    app = Flask(
        "server",
        template_folder=str(asset_dir("templates")),
        static_folder=str(asset_dir("static")),
    )
    app.json = _InOrder(app)
    assets = assets_version()
    screens = Screens(most_displays, lambda: datetime.now(UTC))
    app.register_blueprint(pages(tables, log, assets=assets))
    app.register_blueprint(api(tables, log, screens))
    open_live(app, tables, screens, boot_id=boot_id, assets=assets)

    @app.after_request
    def _headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        if not request.path.startswith("/static/"):
            response.headers["Cache-Control"] = "no-store"
        return response

    def _said(sentence: str, status: int) -> Any:
        if request.path.startswith("/api/"):
            return jsonify({"error": sentence}), status
        return render_template("error.html", sentence=sentence), status

    @app.errorhandler(HTTPException)
    def _http_error(error: HTTPException) -> Any:
        return _said(error.description or error.name, error.code or 500)

    @app.errorhandler(LogError)
    def _log_error(error: LogError) -> Any:
        return _said(str(error), 503)

    return app
