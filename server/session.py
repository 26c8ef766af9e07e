"""Sessions: who is signed in on which browser, and until when."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from flask import Flask, g, session
from flask_login import LoginManager, current_user, login_user, logout_user
from flask_wtf.csrf import generate_csrf

from .guard import is_loopback
from .people import FIRST_RUN, People, Person


@dataclass(frozen=True)
class _SignedIn:
    """A person as Flask-Login knows them; the stamp in the id ends with their PIN or password."""

    person: Person
    stamp: str
    is_authenticated = is_active = True
    is_anonymous = False

    def get_id(self) -> str:
        return f"{self.stamp} {self.person.name}"


class Sessions:
    """The sessions of an app. They live in signed cookies; what has ended is known here."""

    def __init__(
        self,
        app: Flask,
        people: People,
        *,
        key: str,
        idle: timedelta,
        clock: Callable[[], datetime],
    ) -> None:
        """`idle` is how long a session lasts without a human act, for ever where it is zero."""
        self._people, self._idle, self._clock = people, idle, clock
        self._lock = threading.Lock()
        self._ended: set[str] = set()
        app.config.update(
            SECRET_KEY=key,
            # Cookies know no ports: two servers on one machine must not end each other's sessions.
            SESSION_COOKIE_NAME=f"shoeboard_{hashlib.sha256(key.encode()).hexdigest()[:8]}",
            SESSION_COOKIE_HTTPONLY=True,
            SESSION_COOKIE_SAMESITE="Strict",
        )
        login = LoginManager(app)
        login.session_protection = None  # it goes by headers that anybody can write
        login.user_loader(self._load)

    def who(self) -> Person | None:
        """Who asks: the signed-in person, the machine's own crew while nobody is registered.

        None for everybody else; raises LogError. Within a request the answer does not change,
        except by `begin` and `end`.
        """
        if "asker" not in g:
            if current_user.is_authenticated:
                g.asker = current_user.person
            else:
                g.asker = FIRST_RUN if is_loopback() and not self.are_people() else None
        asker: Person | None = g.asker
        return asker

    def are_people(self) -> bool:
        """Whether anybody is registered; raises LogError."""
        return self._people.exist()

    def begin(self, person: Person) -> None:
        """Sign a person in: a new session with a new CSRF token, whatever the browser had."""
        found = self._people.find(person.name)
        assert found is not None  # nobody is ever deleted
        self.end()
        session["id"] = secrets.token_hex(16)
        login_user(_SignedIn(*found))
        self.act()

    def end(self) -> None:
        """Sign out; a copy of the cookie is worth nothing from now on."""
        if "id" in session:
            with self._lock:
                self._ended.add(session["id"])
        logout_user()
        session.clear()
        for known in ("asker", "csrf_token"):  # kept for the length of a request
            g.pop(known, None)

    def act(self) -> None:
        """A human did something: the idle time of who is signed in begins anew."""
        if current_user.is_authenticated:
            session["acted"] = int(self._clock().timestamp())

    def csrf(self) -> str:
        """The token that this session's state-changing requests must carry."""
        return str(generate_csrf())

    def _load(self, user_id: str) -> _SignedIn | None:
        """Who a cookie speaks of, if its session still holds."""
        stamp, _, name = user_id.partition(" ")
        found = self._people.find(name)
        if found is None or found[1] != stamp or not found[0].enabled:
            return None
        return None if session.get("id") in self._ended or self._is_idle() else _SignedIn(*found)

    def _is_idle(self) -> bool:
        since = self._clock().timestamp() - session.get("acted", 0)
        return bool(self._idle) and since >= self._idle.total_seconds()
