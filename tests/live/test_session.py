"""How a session begins and ends, and who is the crew while nobody is registered."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from server.baccarat.roles import Role

from .site import AWAY, PASSWORD, PIN, OpenPlace, Place


@pytest.fixture
def place(open_place: OpenPlace) -> Place:
    return open_place().register(*Role)


def test_a_session_ends_after_a_quarter_of_an_hour_without_a_human_act(place: Place) -> None:
    browser = place.browser(Role.PIT_BOSS)
    for _ in range(3):
        place.pass_time(minutes=14)
        assert browser.get("/console/t1").status_code == 200
        place.pass_time(minutes=14)
        assert browser.command("open_shoe").status_code in (200, 409)
    place.pass_time(minutes=15)
    assert browser.command("hold").status_code == 401
    assert browser.get("/console/t1").headers["Location"] == "/sign-in?next=/console/t1"


@pytest.mark.parametrize(
    "path",
    ["/api/v1/tables/t1/crew", "/api/v1/who", "/display/t1", "/api/v1/tables/t1/snapshot", "/"],
)
def test_what_a_page_does_by_itself_keeps_nobody_signed_in(place: Place, path: str) -> None:
    browser = place.browser(Role.DEALER)
    place.pass_time(minutes=10)
    assert browser.get(path).status_code in (200, 302)
    socket = browser.socket({"table": "t1", "console": True, "csrf": browser.csrf})
    assert socket.is_connected()
    socket.emit("painted", 1)
    place.pass_time(minutes=5)
    assert browser.get("/api/v1/tables/t1/crew").status_code == 401
    csrf = browser.csrf
    assert not browser.socket({"table": "t1", "console": True, "csrf": csrf}).is_connected()


def test_without_an_idle_time_nobody_is_signed_out(open_place: OpenPlace) -> None:
    place = open_place(idle_minutes=0).register(Role.DEALER)
    browser = place.browser(Role.DEALER)
    place.pass_time(days=30)
    assert browser.command("open_shoe").status_code == 200


ENDS: dict[str, Callable[[Place], object]] = {
    "disabled": lambda place: place.people.disable("Dee"),
    "a new PIN": lambda place: place.people.reset("Dee", pin="2580"),
    "a password besides": lambda place: place.people.reset("Dee", password=PASSWORD),
}


@pytest.mark.parametrize("what", ENDS)
def test_who_is_disabled_or_reset_is_out_at_the_next_request(place: Place, what: str) -> None:
    browser = place.browser(Role.DEALER)
    ENDS[what](place)
    assert browser.command("open_shoe").status_code == 401
    assert browser.who() is None
    if what == "disabled":
        assert browser.sign_in("Dee", PIN).status_code == 401
        place.people.enable("Dee")
        assert browser.sign_in("Dee", PIN).status_code == 200


@pytest.mark.parametrize("path", ["/sign-out", "/api/v1/sign-out"])
def test_after_the_sign_out_a_copy_of_the_cookie_is_worth_nothing(place: Place, path: str) -> None:
    browser, thief = place.browser(Role.DEALER), place.browser()
    thief.set_cookie(browser.cookie())
    assert thief.who() == "Dee"
    assert browser.ask("POST", path).status_code in (200, 302)
    assert browser.who() is None
    assert thief.who() is None


def test_the_sign_in_makes_a_new_session_and_a_new_token(place: Place) -> None:
    browser = place.browser()
    browser.who()
    planted, token = browser.cookie(), browser.csrf
    browser.sign_in("Dee", PIN)
    assert browser.cookie() != planted
    assert browser.csrf != token
    assert browser.ask("POST", "/sign-out", csrf=token).status_code == 400
    other = place.browser()
    other.set_cookie(planted)
    assert other.who() is None


def test_a_second_person_takes_the_console_over(place: Place) -> None:
    browser = place.browser(Role.DEALER)
    before = browser.cookie()
    browser.sign_in("Pia", PIN)
    assert browser.who() == "Pia"
    browser.set_cookie(before)
    assert browser.who() is None


def test_the_cookie_is_kept_from_scripts_and_other_sites(place: Place) -> None:
    cookie = place.browser().get("/api/v1/who").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


# While nobody is registered.


def test_while_nobody_is_registered_the_machine_itself_is_the_crew(open_place: OpenPlace) -> None:
    place = open_place()
    here, away = place.browser(), place.browser(address=AWAY)
    assert here.who() == "console"
    assert "Nobody is registered: the console is open" in here.get("/console/t1").text
    assert here.command("open_shoe").status_code == 200
    away.who()
    for answer in (away.get("/console/t1"), away.get("/history"), away.command("hold")):
        assert answer.status_code == 403
        assert "on this machine only" in answer.text
    answer = away.sign_in("Ada", PASSWORD)
    assert (answer.status_code, "Nobody is registered yet" in answer.text) == (401, True)
    proxied = here.ask("GET", "/console/t1", headers={"X-Forwarded-For": "10.0.0.1"})
    assert proxied.status_code == 403
    assert here.ask("GET", "/history", headers={"Host": "evil.example"}).status_code == 403


def test_from_the_first_person_on_the_machine_itself_is_nobody(open_place: OpenPlace) -> None:
    place = open_place()
    here = place.browser()
    here.who()
    place.register(Role.DEALER)
    assert here.command("open_shoe").status_code == 401
    assert here.get("/console/t1").status_code == 302
    place.people.disable("Dee")
    assert here.who() is None
