"""Access: who may ask what. One table; what is not in it is refused for everybody."""

from __future__ import annotations

from typing import Any, Literal

from flask import Flask, abort, g, jsonify, redirect, request, url_for
from flask_wtf.csrf import CSRFProtect, validate_csrf
from wtforms import ValidationError

from .baccarat.roles import Role
from .guard import Displays, own_pages_only
from .people import Person
from .session import Sessions
from .tokens import Scope, Tokens

PUBLIC: Literal["public"] = "public"  # everybody
DISPLAY: Literal["display"] = "display"  # everybody whom the settings let open a display

CREW = (Role.DEALER, Role.TECHNICIAN)  # whoever has something to do at a console
INSPECTORS = (Role.INSPECTOR,)
TECHNICIANS = (Role.TECHNICIAN,)

# For an endpoint, or an event that a browser sends on the socket: the roles, as one of which
# somebody must be able to act.
ACCESS: dict[str, tuple[Role, ...] | Literal["public", "display"]] = {
    "static": PUBLIC,
    "pages.socket_client_file": PUBLIC,
    "fonts.style": PUBLIC,
    "fonts.file": PUBLIC,
    "pages.healthz": PUBLIC,
    "metrics.metrics_page": DISPLAY,  # it says no more of the cards than a display
    "pages.index": PUBLIC,
    "pages.display": DISPLAY,
    "pages.floor": DISPLAY,
    "pages.logo": PUBLIC,
    "pages.console": CREW,
    "history.shoes_page": INSPECTORS,
    "history.coups_page": INSPECTORS,
    "history.shoe_page": INSPECTORS,
    "history.board_file": INSPECTORS,
    "api.snapshot": DISPLAY,
    "api.for_the_crew": CREW,
    "api.coups": CREW,
    "api.command": CREW,
    "exports.export": INSPECTORS,
    "exports.progress": INSPECTORS,
    "payout.payout_page": CREW,
    "pictures.picture": CREW,  # an inspector may act as the dealer
    "journal.journal_page": INSPECTORS,
    "journal.journal_file": INSPECTORS,
    "statistics.first_page": INSPECTORS,
    "statistics.statistics_page": INSPECTORS,
    "statistics.statistics_json": INSPECTORS,
    "calibration.calibration_page": TECHNICIANS,
    "calibration.calibration_picture": TECHNICIANS,
    "calibration.calibration_step": TECHNICIANS,
    "camera.picture": CREW,  # what lies face down is refused there
    "api_v1.openapi": PUBLIC,
    "api_v1.docs": PUBLIC,
    "api_v1.tables": DISPLAY,
    "api_v1.shoes": INSPECTORS,
    "api_v1.shoe": INSPECTORS,
    "api_v1.coups": INSPECTORS,
    "api_v1.events": INSPECTORS,
    "api_v1.stream": INSPECTORS,
    "auth.sign_in": PUBLIC,
    "auth.sign_in_from_form": PUBLIC,
    "auth.sign_in_from_json": PUBLIC,
    "auth.sign_out": PUBLIC,
    "auth.sign_out_from_form": PUBLIC,
    "auth.who": PUBLIC,
    "socket connect": DISPLAY,
    "socket connect as console": CREW,
    "socket painted": PUBLIC,
    "socket disconnect": PUBLIC,
}

# What the holder of a token may ask, and the scope that it takes; all else is refused to tokens.
SCOPES: dict[str, Scope] = {
    "api.snapshot": Scope.READ,
    "api_v1.tables": Scope.READ,
    "api_v1.shoes": Scope.READ,
    "api_v1.shoe": Scope.READ,
    "api_v1.coups": Scope.READ,
    "api_v1.events": Scope.READ,
    "api_v1.stream": Scope.READ,
    "statistics.statistics_json": Scope.READ,
    "exports.export": Scope.EXPORT,
    "api.command": Scope.DECIDE,
}

# What only a human does; all else happens by itself and keeps nobody signed in.
HUMAN = {
    "pages.console", "history.shoes_page", "history.coups_page", "history.shoe_page",
    "history.board_file", "api.command", "exports.export", "journal.journal_page",
    "journal.journal_file", "payout.payout_page", "calibration.calibration_page",
    "calibration.calibration_step", "statistics.first_page", "statistics.statistics_page",
    "statistics.statistics_json",
}  # fmt: skip

_HARMLESS = {"GET", "HEAD", "OPTIONS"}
_NOT_SIGNED_IN = "You are not signed in, or not any more: sign in first."
_NO_TOKEN = "This token is unknown, revoked or over: `shoeboard tokens list` shows which there are."
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
    """Whether a person has a role that an endpoint or event needs."""
    roles = ACCESS[what]
    if not isinstance(roles, tuple):
        return True
    return person is not None and _is_one_of(person, roles)


def _is_one_of(person: Person, roles: tuple[Role, ...]) -> bool:
    return any(person.role.may_act_as(role) for role in roles)


def open_access(app: Flask, sessions: Sessions, displays: Displays, tokens: Tokens) -> None:
    """Let an app answer only what ACCESS allows, and change state only for its own pages.

    Who brings a token is asked for nothing else, and gets nothing else than SCOPES allows.
    """
    # Its own check would come before ours: who is not signed in any more must hear that, not that
    # a page's token is old; and no other site's page can send what carries a token of ours.
    app.config.update(
        WTF_CSRF_CHECK_DEFAULT=False,
        WTF_CSRF_TIME_LIMIT=None,  # as long as its session: a console stays open for days
        WTF_CSRF_SSL_STRICT=False,  # own_pages_only goes by Origin, which proxies leave alone
    )
    csrf = CSRFProtect(app)

    @app.before_request
    def check() -> Any:
        endpoint = request.endpoint
        if endpoint is None:
            return None  # there is no such page, which is what the answer will be
        if request.method not in _HARMLESS:
            own_pages_only()
        needed = ACCESS.get(endpoint)
        if needed is not None and (secret := _bearer()) is not None:
            refused = _by_token(tokens, secret, endpoint)
            if refused is not None or needed != PUBLIC:
                return refused
        if needed is None:
            abort(403, "Nobody may ask for this: it has no place in the table of access.")
        if needed == DISPLAY and refused_display(sessions, displays, request.args.get("token")):
            abort(403, _NO_DISPLAY)
        if isinstance(needed, tuple):
            person = sessions.who()
            if person is None:
                return _turn_away(sessions)
            if not _is_one_of(person, needed):
                abort(403, _too_low(person, needed))
        if endpoint in HUMAN:
            sessions.act()
        csrf.protect(apply_exemptions=True)
        return None


def _bearer() -> str | None:
    """The secret of the token that a request brings; None where it brings none."""
    kind, _, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else None


def _by_token(tokens: Tokens, secret: str, endpoint: str) -> Any:
    """What a token's holder is told where they may not ask this; None where they may."""
    token = tokens.verify(secret)
    if token is None:
        return jsonify({"error": _NO_TOKEN}), 401, {"WWW-Authenticate": "Bearer"}
    if ACCESS[endpoint] == PUBLIC:
        return None
    scope = SCOPES.get(endpoint)
    if scope is None:
        abort(403, "No token may ask for this: it is for people who sign in.")
    if scope not in token.scopes:
        abort(403, f"This needs the scope {scope}, which token {token.name} does not have.")
    # Whoever only reads sees what the players have seen, whatever the token decides as.
    g.asker = token.person if scope is Scope.DECIDE else None
    return None


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
    needed = ACCESS["socket connect as console"]
    if isinstance(needed, tuple) and not _is_one_of(person, needed):
        return _too_low(person, needed)
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


def _too_low(person: Person, needed: tuple[Role, ...]) -> str:
    roles = " or ".join(role.words for role in needed)
    return (
        f"This needs the role {roles} or a higher one: you are signed in as {person.name}, "
        f"{person.role.words}."
    )
