"""The whole app without gunicorn before it, with a clock to set, and browsers that keep cookies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask_socketio import SocketIOTestClient
from werkzeug.test import TestResponse

from server.baccarat.roles import Role
from server.config import Settings, TableSettings
from server.people import People
from server.serve import Site

PIN, PASSWORD = "4711", "a long enough one"
HERE, AWAY = "127.0.0.1", "10.1.2.3"
NAMES = {
    Role.DEALER: "Dee",
    Role.INSPECTOR: "Ina",
    Role.PIT_BOSS: "Pia",
    Role.ADMIN: "Ada",
    Role.TECHNICIAN: "Tom",
}


class Place:
    """A site with its people, and what time it is there."""

    def __init__(self, data: Path, **settings: Any) -> None:
        two = [TableSettings(name="t1", house="paramount"), TableSettings(name="t2")]
        tables = settings.pop("tables", two)
        self.now = datetime.now(UTC)
        self.site = Site(Settings(data=data, tables=tables, **settings), clock=lambda: self.now)
        self.app = self.site.app
        self.people = People(self.site.log)

    def register(self, *roles: Role) -> Place:
        for role in roles:
            secret = {"password": PASSWORD} if role is Role.ADMIN else {"pin": PIN}
            self.people.add(NAMES[role], role, **secret)
        return self

    def browser(self, role: Role | None = None, *, address: str = HERE) -> Browser:
        """A browser in which the person with a role is signed in."""
        browser = Browser(self, address)
        if role is not None:
            assert browser.sign_in(NAMES[role], secret_of(role)).status_code == 200
        return browser

    def pass_time(self, **time: float) -> None:
        self.now += timedelta(**time)


class Browser:
    """One browser: its cookies and the token that it was told last."""

    def __init__(self, place: Place, address: str) -> None:
        self._place = place
        self._client = place.app.test_client()
        self._from = {"REMOTE_ADDR": address}
        self.csrf = ""

    def ask(self, method: str, path: str, *, csrf: str | None = None, **how: Any) -> TestResponse:
        """A request with this browser's token, or with another."""
        token = self.csrf if csrf is None else csrf
        headers = {**({"X-CSRFToken": token} if token else {}), **how.pop("headers", {})}
        how = {"buffered": True, **how}
        return self._client.open(
            path, method=method, headers=headers, environ_base=self._from, **how
        )

    def get(self, path: str) -> TestResponse:
        return self.ask("GET", path)

    def who(self) -> Any:
        """Who the server says we are; takes the token that it gives."""
        told = self.get("/api/v1/who").get_json()
        self.csrf = told["csrf"]
        return told["name"]

    def sign_in(self, name: str, secret: str) -> TestResponse:
        self.who()
        answer = self.ask("POST", "/api/v1/sign-in", json={"name": name, "secret": secret})
        if answer.status_code == 200:
            self.csrf = answer.get_json()["csrf"]
        return answer

    def command(self, name: str, **more: Any) -> TestResponse:
        path = "/api/v1/tables/t1/commands"
        return self.ask("POST", path, json={"command": name, **more})

    def cookie(self) -> str:
        """The session's cookie, or nothing."""
        name = self._place.app.config["SESSION_COOKIE_NAME"]
        cookie = self._client.get_cookie(name)
        return cookie.value if cookie else ""

    def set_cookie(self, value: str) -> None:
        self._client.set_cookie(self._place.app.config["SESSION_COOKIE_NAME"], value)

    def socket(self, auth: Any) -> SocketIOTestClient:
        """A socket from this browser; it may have been refused."""
        live = self._place.app.extensions["socketio"]
        self._client.environ_base.update(self._from)
        return live.test_client(self._place.app, flask_test_client=self._client, auth=auth)


def secret_of(role: Role) -> str:
    return PASSWORD if role is Role.ADMIN else PIN


OpenPlace = Callable[..., Place]


@pytest.fixture
def open_place(tmp_path: Path) -> Iterator[OpenPlace]:
    """`open_place(idle_minutes=..., displays=...)`: a site on this test's data folder."""
    places: list[Place] = []

    def start(**settings: Any) -> Place:
        places.append(Place(tmp_path / "data", **settings))
        return places[-1]

    yield start
    for place in places:
        place.site.stop()
