"""Signing in and out: by form, and in place by JSON."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, jsonify, redirect, render_template, request, url_for

from .lockout import LockedOut, Lockout
from .people import People, Person
from .session import Sessions

_WRONG = (
    "This name and this PIN or password do not go together, or the person is disabled: try again, "
    "or ask an admin."
)
_NOBODY_THERE = "Nobody is registered yet: run `shoeboard people add` on the server's machine."


def auth(people: People, sessions: Sessions, lockout: Lockout) -> Blueprint:
    """`/sign-in`, `/sign-out`, and the same for programs."""
    pages = Blueprint("auth", __name__)

    def attempt(name: str, secret: str) -> tuple[Person | None, str, int, dict[str, str]]:
        """Who it is, or the sentence, status and headers that say why it is nobody."""
        if not people.exist():
            return None, _NOBODY_THERE, 401, {}
        try:
            person = lockout.attempt(name, lambda: people.verify(name, secret))
        except LockedOut as locked:
            return None, str(locked), 429, {"Retry-After": str(locked.seconds)}
        if person is not None:
            sessions.begin(person)
        return person, _WRONG, 401, {}

    @pages.get("/sign-in")
    def sign_in() -> str:
        return _form("", request.args.get("next", ""), is_open=people.exist())

    @pages.post("/sign-in")
    def sign_in_from_form() -> Any:
        name, secret = request.form.get("name", ""), request.form.get("secret", "")
        to = request.form.get("next", "")
        person, sentence, status, headers = attempt(name, secret)
        if person is None:
            return _form(sentence, to, name=name, is_open=people.exist()), status, headers
        return redirect(local(to))

    @pages.post("/api/v1/sign-in")
    def sign_in_from_json() -> Any:
        asked = request.get_json(silent=True)
        asked = asked if isinstance(asked, dict) else {}
        name, secret = asked.get("name"), asked.get("secret")
        if not isinstance(name, str) or not isinstance(secret, str):
            return jsonify({"error": "Send JSON with a `name` and a `secret`."}), 400
        person, sentence, status, headers = attempt(name, secret)
        if person is None:
            return jsonify({"error": sentence}), status, headers
        return jsonify(_told(person))

    @pages.post("/sign-out")
    def sign_out_from_form() -> Any:
        sessions.end()
        return redirect(url_for("auth.sign_in"))

    @pages.post("/api/v1/sign-out")
    def sign_out() -> Any:
        sessions.end()
        return jsonify(_told(None))

    @pages.get("/api/v1/who")
    def who() -> Any:
        """Who asks, and the token that their commands must carry."""
        return jsonify(_told(sessions.who()))

    def _told(person: Person | None) -> dict[str, str | None]:
        name, role = (person.name, person.role.value) if person else (None, None)
        return {"name": name, "role": role, "csrf": sessions.csrf()}

    return pages


def local(to: str) -> str:
    """Where to go after the sign-in: a path of this server, or its first page."""
    parts = urlsplit(to) if to.isprintable() and "\\" not in to else None
    is_path = parts is not None and not parts.scheme and not parts.netloc
    return to if is_path and to.startswith("/") and not to.startswith("//") else "/"


def _form(sentence: str, to: str, *, is_open: bool, name: str = "") -> str:
    sentence = sentence if is_open else _NOBODY_THERE
    return render_template("sign_in.html", sentence=sentence, next=local(to), name=name)
