"""Access: who may ask what. One table; what is not in it is refused for everybody."""

from __future__ import annotations

from typing import Any, Literal

from flask import Flask, abort, jsonify, redirect, request, url_for
from flask_wtf.csrf import CSRFProtect, validate_csrf
from wtforms import ValidationError

from .baccarat.roles import Role
from .guard import Displays, own_pages_only
from .people import Person
from .session import Sessions

PUBLIC: Literal["public"] = "public"  # everybody
DISPLAY: Literal["display"] = "display"  # everybody whom the settings let open a display

# The least that somebody must be: for an endpoint, or an event that a browser sends on the socket.
ACCESS: dict[str, Role | Literal["public", "display"]] = {
    "static": PUBLIC,
    "pages.socket_client_file": PUBLIC,
    "pages.healthz": PUBLIC,
    "pages.index": PUBLIC,
    "pages.display": DISPLAY,
    "pages.console": Role.DEALER,
    "pages.history_page": Role.INSPECTOR,
    "api.snapshot": DISPLAY,
    "api.for_the_crew": Role.DEALER,
    "api.coups": Role.DEALER,
    "api.command": Role.DEALER,
    "api.export": Role.INSPECTOR,
    "journal.journal_page": Role.INSPECTOR,
    "journal.journal_file": Role.INSPECTOR,
    "auth.sign_in": PUBLIC,
    "auth.sign_in_from_form": PUBLIC,
    "auth.sign_in_from_json": PUBLIC,
    "auth.sign_out": PUBLIC,
    "auth.sign_out_from_form": PUBLIC,
    "auth.who": PUBLIC,
    "socket connect": DISPLAY,
    "socket connect as console": Role.DEALER,
    "socket painted": PUBLIC,
    "socket disconnect": PUBLIC,
}

# What only a human does; all else happens by itself and keeps nobody signed in.
HUMAN = {
    "pages.console", "pages.history_page", "api.command", "api.export", "journal.journal_page",
    "journal.journal_file",
}  # fmt: skip

_HARMLESS = {"GET", "HEAD", "OPTIONS"}
_NOT_SIGNED_IN = "You are not signed in, or not any more: sign in first."
_NOT_THIS_MACHINE = (
    "The console answers on this machine only until somebody is registered: open it at "
    "http://127.0.0.1 there, or run `shoeboard people add` there. "
    "Displays can be opened from anywhere."
)
_NO_DISPLAY = (
    "Displays open only in the house's own network, or with the token in their address "
    "(?token=...): ask who runs the server."
)


def may(person: Person | None, what: str) -> bool:
    """Whether a person has the role that an endpoint or event needs."""
    least = ACCESS[what]
    if not isinstance(least, Role):
        return True
    return person is not None and person.role.may_act_as(least)


def open_access(app: Flask, sessions: Sessions, displays: Displays) -> None:
    """Let an app answer only what ACCESS allows, and change state only for its own pages."""

    @app.before_request
    def check() -> Any:
        endpoint = request.endpoint
        if endpoint is None:
            return None  # there is no such page, which is what the answer will be
        if request.method not in _HARMLESS:
            own_pages_only()
        least = ACCESS.get(endpoint)
        if least is None:
            abort(403, "Nobody may ask for this: it has no place in the table of access.")
        if least == DISPLAY and refused_display(sessions, displays, request.args.get("token")):
            abort(403, _NO_DISPLAY)
        if isinstance(least, Role):
            person = sessions.who()
            if person is None:
                return _turn_away(sessions)
            if not person.role.may_act_as(least):
                abort(403, _too_low(person, least))
        if endpoint in HUMAN:
            sessions.act()
        return None

    # After `check`: who is not signed in any more must hear that, not that a token is old.
    app.config.update(
        WTF_CSRF_TIME_LIMIT=None,  # as long as its session: a console stays open for days
        WTF_CSRF_SSL_STRICT=False,  # own_pages_only goes by Origin, which proxies leave alone
    )
    CSRFProtect(app)


def refused_display(sessions: Sessions, displays: Displays, token: object) -> str | None:
    """Why a display may not look, or None where it may: whoever is signed in always may."""
    if displays.let_in(token) or sessions.who() is not None:
        return None
    return _NO_DISPLAY


def refused_console(sessions: Sessions, csrf: object) -> str | None:
    """Why a console's socket is not taken, or None where it is."""
    person = sessions.who()
    if person is None:
        return _NOT_SIGNED_IN
    least = ACCESS["socket connect as console"]
    if isinstance(least, Role) and not person.role.may_act_as(least):
        return _too_low(person, least)
    try:
        validate_csrf(csrf if isinstance(csrf, str) else "")
    except ValidationError:
        return "This console is from before the last sign-in: reload the page."
    return None


def _turn_away(sessions: Sessions) -> Any:
    """The answer to somebody who is nobody."""
    if not sessions.are_people():
        abort(403, _NOT_THIS_MACHINE)
    if request.path.startswith("/api/"):
        return jsonify({"error": _NOT_SIGNED_IN}), 401
    return redirect(url_for("auth.sign_in", next=request.full_path.rstrip("?")))


def _too_low(person: Person, least: Role) -> str:
    return (
        f"This needs the role {least.words} or a higher one: you are signed in as {person.name}, "
        f"{person.role.words}."
    )
