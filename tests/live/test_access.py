"""Who may ask what: every route, method and socket event, for nobody and for each role."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from server.access import ACCESS
from server.baccarat.roles import Role

from .site import AWAY, OpenPlace, Place

NOBODY = None
ASKERS = [NOBODY, *Role]

# Written down once more, on purpose: all who may do it. What is not here must not exist.
EVERYBODY = {NOBODY, *Role}
INSPECTORS = {Role.INSPECTOR, Role.PIT_BOSS, Role.ADMIN}
CREW = INSPECTORS | {Role.DEALER, Role.TECHNICIAN}
TECHNICIANS = {Role.TECHNICIAN, Role.ADMIN}
ROUTES = {
    "GET /": EVERYBODY,
    "GET /display/<name>": EVERYBODY,
    "GET /floor": EVERYBODY,
    "GET /healthz": EVERYBODY,
    "GET /metrics": EVERYBODY,
    "GET /static/<path:filename>": EVERYBODY,
    "GET /static/vendor/socket.io.esm.min.js": EVERYBODY,
    "GET /static/vendor/fonts.css": EVERYBODY,
    "GET /static/vendor/fonts/<name>": EVERYBODY,
    "GET /api/v1/tables/<name>/snapshot": EVERYBODY,
    "GET /api/openapi.json": EVERYBODY,
    "GET /api/v1/openapi.json": EVERYBODY,
    "GET /api/v1/docs": EVERYBODY,
    "GET /api/v1/tables": EVERYBODY,
    "GET /sign-in": EVERYBODY,
    "POST /sign-in": EVERYBODY,
    "POST /sign-out": EVERYBODY,
    "POST /api/v1/sign-in": EVERYBODY,
    "POST /api/v1/sign-out": EVERYBODY,
    "GET /api/v1/who": EVERYBODY,
    "GET /console/<name>": CREW,
    "GET /api/v1/tables/<name>/crew": CREW,
    "GET /api/v1/tables/<name>/coups": CREW,
    "GET /api/v1/tables/<name>/payout": CREW,
    "GET /api/v1/tables/<name>/camera.jpg": CREW,
    "GET /console/<name>/camera": TECHNICIANS,
    "GET /api/v1/tables/<name>/calibration.jpg": TECHNICIANS,
    "POST /api/v1/tables/<name>/calibration": TECHNICIANS,
    "GET /api/v1/tables/<name>/pictures/<sha256>.jpg": CREW,
    "POST /api/v1/tables/<name>/commands": CREW,
    "GET /logo": EVERYBODY,
    "GET /api/v1/shoes": INSPECTORS,
    "GET /api/v1/tables/<name>/shoes/<int:number>": INSPECTORS,
    "GET /api/v1/coups": INSPECTORS,
    "GET /api/v1/tables/<name>/events": INSPECTORS,
    "GET /api/v1/tables/<name>/stream": INSPECTORS,
    "GET /history": INSPECTORS,
    "GET /statistics": INSPECTORS,
    "GET /statistics/<name>": INSPECTORS,
    "GET /api/v1/tables/<name>/statistics": INSPECTORS,
    "GET /history/coups": INSPECTORS,
    "GET /history/<name>/<int:number>": INSPECTORS,
    "GET /history/<name>/<int:number>/board.svg": INSPECTORS,
    "GET /journal/<name>": INSPECTORS,
    "GET /api/v1/tables/<name>/journal.csv": INSPECTORS,
    "GET /api/v1/tables/<name>/export.<form>": INSPECTORS,
    "GET /exports/<job>": INSPECTORS,
}
SOCKET = {"connect", "connect as console", "painted", "disconnect"}
CHANGING = [route.split()[1] for route in ROUTES if route.startswith("POST")]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    place = Place(tmp_path_factory.mktemp("site") / "data").register(*Role)
    yield place
    place.site.stop()


def routes(place: Place) -> set[str]:
    """Every route and method of the app; HEAD and OPTIONS go with the others."""
    return {
        f"{method} {rule.rule}"
        for rule in place.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def path_of(rule: str) -> str:
    values = {
        "<name>": "t1",
        "<path:filename>": "crew.css",
        "<form>": "csv",
        "<job>": "1",
        "<int:number>": "1",
        "<sha256>": "0" * 64,
    }
    for key, value in values.items():
        rule = rule.replace(key, value)
    return rule


def got_in(answer: TestResponse) -> bool:
    """Whether a request was let through, whatever became of it then."""
    if answer.status_code in (401, 403):
        return False
    to_sign_in = answer.headers.get("Location", "").startswith("/sign-in?next=")
    return not (answer.status_code == 302 and to_sign_in)


_seen: dict[tuple[Place, Role | None], Any] = {}


def seen(place: Place, asker: Role | None) -> Any:
    """One browser a role: hashing takes its time."""
    if (place, asker) not in _seen:
        _seen[place, asker] = place.browser(asker, address=AWAY)
    return _seen[place, asker]


def test_every_route_is_in_this_table_and_in_the_servers(place: Place) -> None:
    assert routes(place) == set(ROUTES)
    endpoints = {rule.endpoint for rule in place.app.url_map.iter_rules()}
    assert set(ACCESS) == endpoints | {f"socket {event}" for event in SOCKET}


@pytest.mark.parametrize("asker", ASKERS)
def test_every_route_and_method_for_everybody(place: Place, asker: Role | None) -> None:
    for route, those in ROUTES.items():
        verb, rule = route.split()
        for method in {verb, "HEAD" if verb == "GET" else verb, "OPTIONS"}:
            # Signing in or out ends a session, so that is tried in a browser of its own.
            browser = place.browser(asker, address=AWAY) if "sign" in rule else seen(place, asker)
            browser.who()
            answer = browser.ask(
                method, path_of(rule), json={} if method == "POST" else None,
                buffered=not rule.endswith("/stream"),  # which has no end
            )  # fmt: skip
            if rule == "/sign-in" and method == "POST":  # the form was tried, and was empty
                assert answer.status_code in (401, 429)  # the sixth in a row is too many
                assert "do not go together" in answer.text or "try again in" in answer.text
                continue
            assert got_in(answer) == (asker in those), (
                f"{method} {rule} for {asker}: {answer.status}"
            )
        other = "POST" if verb == "GET" else "DELETE"
        if f"{other} {rule}" not in ROUTES:
            assert seen(place, asker).ask(other, path_of(rule)).status_code == 405


def test_what_is_in_no_table_is_refused_for_everybody(open_place: OpenPlace) -> None:
    place = open_place()
    place.app.add_url_rule("/forgotten", "forgotten", lambda: "secret")
    place.register(Role.ADMIN)
    for browser in (place.browser(), place.browser(Role.ADMIN)):
        answer = browser.get("/forgotten")
        assert answer.status_code == 403
        assert "no place in the table of access" in answer.text
        assert "secret" not in answer.text


def test_nobody_is_told_to_sign_in_and_led_there(place: Place) -> None:
    browser = place.browser(address=AWAY)
    page = browser.get("/console/t1?a=b")
    assert (page.status_code, page.headers["Location"]) == (302, "/sign-in?next=/console/t1?a%3Db")
    api = browser.get("/api/v1/tables/t1/crew")
    assert api.status_code == 401
    assert api.get_json() == {"error": "You are not signed in, or not any more: sign in first."}


def test_too_low_a_role_is_told_which_one_it_takes(place: Place) -> None:
    answer = seen(place, Role.DEALER).get("/history")
    assert answer.status_code == 403
    assert "needs the role inspector or a higher one" in answer.text
    assert "Dee, dealer" in answer.text


@pytest.mark.parametrize("path", CHANGING)
@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize("token", ["", "rubbish", "stranger"])
def test_without_the_sessions_own_token_nothing_is_changed(
    place: Place, asker: Role | None, path: str, token: str
) -> None:
    browser, seq = seen(place, asker), place.browser().get("/api/v1/tables/t1/snapshot").json
    if token == "stranger":
        stranger = place.browser()
        stranger.who()
        token = stranger.csrf
    ours, browser.csrf = browser.csrf, ""
    answer = browser.ask("POST", path_of(path), csrf=token, json={"command": "open_shoe"})
    browser.csrf = ours
    is_refused_first = asker not in ROUTES[f"POST {path}"]
    assert answer.status_code == ((401 if asker is NOBODY else 403) if is_refused_first else 400)
    if asker is not NOBODY:
        assert browser.get("/api/v1/tables/t1/crew").status_code == 200  # still signed in
    assert place.browser().get("/api/v1/tables/t1/snapshot").json == seq


@pytest.mark.parametrize("path", CHANGING)
def test_a_page_of_another_site_changes_nothing(place: Place, path: str) -> None:
    for origin in ("http://evil.example", "null"):
        browser = seen(place, Role.ADMIN)
        answer = browser.ask("POST", path_of(path), json={}, headers={"Origin": origin})
        assert answer.status_code == 403


# The socket.


def test_the_socket_hears_only_what_is_in_the_table(place: Place) -> None:
    handlers = place.app.extensions["socketio"].server.handlers["/"]
    assert set(handlers) == SOCKET - {"connect as console"}


@pytest.mark.parametrize("asker", ASKERS)
def test_everybody_may_connect_a_display(place: Place, asker: Role | None) -> None:
    socket = seen(place, asker).socket({"table": "t1"})
    assert [event["name"] for event in socket.get_received()] == ["snapshot"]
    socket.emit("painted", 1)
    socket.disconnect()


@pytest.mark.parametrize("auth", [None, {}, {"table": "t9"}, {"table": 7}, "t1", ["t1"]])
def test_a_display_of_no_table_is_refused(place: Place, auth: Any) -> None:
    assert not place.browser().socket(auth).is_connected()


@pytest.mark.parametrize("asker", ASKERS)
@pytest.mark.parametrize("token", ["own", "", "rubbish", "stranger", None, 7])
def test_a_console_needs_a_role_and_its_own_token(
    place: Place, asker: Role | None, token: object
) -> None:
    browser = seen(place, asker)
    stranger = place.browser()
    stranger.who()
    csrf = {"own": browser.csrf, "stranger": stranger.csrf}.get(str(token), token)
    socket = browser.socket({"table": "t1", "console": True, "csrf": csrf})
    assert socket.is_connected() == (asker is not NOBODY and token == "own")


def test_a_console_is_in_the_crews_room_and_a_display_is_not(place: Place) -> None:
    browser = seen(place, Role.DEALER)
    console = browser.socket({"table": "t1", "console": True, "csrf": browser.csrf})
    display = browser.socket({"table": "t1"})
    for socket in (console, display):
        socket.get_received()
    place.app.extensions["socketio"].emit("news", to="t1 crew")
    assert [event["name"] for event in console.get_received()] == ["news"]
    assert display.get_received() == []
    console.disconnect()
    display.disconnect()


@pytest.mark.parametrize("event", ["command", "snapshot", "heartbeat", "painted", "join", "t1"])
@pytest.mark.parametrize("data", [{"command": "open_shoe"}, "x", -1, None])
def test_whatever_a_display_sends_changes_nothing(place: Place, event: str, data: Any) -> None:
    display = place.browser().socket({"table": "t1"})
    before = place.browser().get("/api/v1/tables/t1/snapshot").json
    display.emit(event, data)
    assert display.is_connected()
    assert place.browser().get("/api/v1/tables/t1/snapshot").json == before
    display.disconnect()


def test_the_key_is_made_once_and_only_its_owner_reads_it(open_place: OpenPlace) -> None:
    first = open_place()
    (path,) = Path(first.site.log.where).parent.glob("session.key")
    assert path.stat().st_mode & 0o777 == 0o600
    key = path.read_text()
    assert open_place().app.config["SECRET_KEY"] == key == first.app.config["SECRET_KEY"]
