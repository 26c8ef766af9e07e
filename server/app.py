"""create_app: the pages, the API and the live socket over given tables. Builds no table itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from flask.json.provider import DefaultJSONProvider
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from .access import open_access
from .api import api
from .api_v1.feed import Feed
from .api_v1.pages import api_v1
from .api_v1.stream import Streams
from .assets import asset_dir, assets_version
from .auth import auth
from .calibration_pages import calibration_pages
from .calibrations import Calibrations
from .camera_pages import camera_pages
from .export_pages import export_pages
from .font_pages import font_pages
from .guard import Displays
from .history_pages import history_pages
from .journal_pages import journal_pages
from .ledger.ledger import Ledger
from .live import open_live
from .lockout import Lockout
from .log import EventLog, LogError
from .look import Look
from .metrics import metrics
from .pages import pages
from .payout_pages import payout_pages
from .people import People
from .picture_pages import picture_pages
from .pictures import Pictures
from .screens import Screens
from .session import Sessions
from .sign import Sign
from .statistics_pages import statistics_pages
from .table import Table
from .tokens import Tokens

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'self'"
)

_STRANGE = (
    "This page is from before the last sign-in, or the request is not from our page: reload it and "
    "try again. Nothing was changed."
)


class _InOrder(DefaultJSONProvider):
    """JSON with its keys in the order in which they are told."""

    sort_keys = False


def create_app(
    tables: Mapping[str, Table],
    log: EventLog,
    ledger: Ledger,
    feed: Feed,
    *,
    boot_id: str,
    most_displays: int,
    key: str,
    idle: timedelta,
    displays: Displays,
    pictures: Pictures,
    calibrations: Calibrations,
    looks: Mapping[str, Look],
    sign: Sign,
    clock: Callable[[], datetime],
) -> Flask:
    """The WSGI app of a server; the log and the tables stay the caller's to close.

    `key` signs the sessions, which end after `idle` without a human act (zero: never).
    """
    app = Flask(
        "server",
        template_folder=str(asset_dir("templates")),
        static_folder=str(asset_dir("static")),
    )
    app.json = _InOrder(app)
    assets = assets_version()
    screens = Screens(most_displays, clock)
    people = People(log)
    sessions = Sessions(app, people, key=key, idle=idle, clock=clock)
    open_access(app, sessions, displays, Tokens(log, clock))
    app.register_blueprint(pages(tables, looks, sign, assets=assets, who=sessions.who))
    app.register_blueprint(api(tables, log, screens, who=sessions.who, clock=clock))
    app.register_blueprint(api_v1(feed, ledger, Streams(feed, screens)))
    app.register_blueprint(auth(people, sessions, Lockout(app)))
    app.register_blueprint(calibration_pages(tables, calibrations))
    app.register_blueprint(camera_pages(tables, who=sessions.who))
    app.register_blueprint(font_pages([sign.name, *_names(tables)]))
    app.register_blueprint(export_pages(tables, ledger, who=sessions.who))
    app.register_blueprint(history_pages(tables, ledger, who=sessions.who))
    app.register_blueprint(metrics(tables, screens, boot_id=boot_id))
    app.register_blueprint(journal_pages(tables, log, who=sessions.who))
    app.register_blueprint(payout_pages(tables, who=sessions.who))
    app.register_blueprint(picture_pages(tables, pictures, who=sessions.who))
    app.register_blueprint(statistics_pages(tables, log, who=sessions.who))
    open_live(
        app,
        tables,
        screens,
        sessions=sessions,
        displays=displays,
        boot_id=boot_id,
        assets=assets,
    )

    @app.after_request
    def _headers(response: Response) -> Response:
        response.headers["Content-Security-Policy"] = _POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"  # none would leave our forms no Origin
        if not request.path.startswith("/static/") and not response.cache_control.private:
            response.headers["Cache-Control"] = "no-store"
        return response

    def _said(sentence: str, status: int) -> Any:
        if request.path.startswith("/api/"):
            return jsonify({"error": sentence}), status
        return render_template("error.html", sentence=sentence), status

    @app.errorhandler(HTTPException)
    def _http_error(error: HTTPException) -> Any:
        answer = app.make_response(_said(error.description or error.name, error.code or 500))
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            answer.headers["Allow"] = ", ".join(error.valid_methods)
        return answer

    @app.errorhandler(CSRFError)
    def _csrf_error(error: CSRFError) -> Any:
        return _said(_STRANGE, 400)

    @app.errorhandler(LogError)
    def _log_error(error: LogError) -> Any:
        return _said(str(error), 503)

    return app


def _names(tables: Mapping[str, Table]) -> Iterator[str]:
    """What a display shows that stands in no catalogue."""
    for table in tables.values():
        yield from (table.title, table.house.title)
        for bet in table.house.bets:
            yield from (bet.title, bet.short)
