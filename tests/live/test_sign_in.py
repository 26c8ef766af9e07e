"""Signing in and out: right, wrong, too often, too long ago."""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from pathlib import Path

import pytest

from server.auth import local
from server.baccarat.roles import Role

from .site import AWAY, PASSWORD, PIN, Browser, OpenPlace, Place


@pytest.fixture
def place(open_place: OpenPlace) -> Place:
    return open_place().register(*Role)


def form(browser: Browser, name: str, secret: str, to: str = "/console/t1") -> tuple[int, str, str]:
    """The sign-in page's form: the status, where it leads, and what it says."""
    browser.who()
    fields = {"csrf_token": browser.csrf, "name": name, "secret": secret, "next": to}
    answer = browser.ask("POST", "/sign-in", csrf="", data=fields)
    return answer.status_code, answer.headers.get("Location", ""), answer.text


@pytest.mark.parametrize("name", ["Dee", "dee", " DEE "])
def test_a_pin_lets_its_person_in_however_the_name_is_written(place: Place, name: str) -> None:
    browser = place.browser()
    answer = browser.sign_in(name, PIN)
    assert (answer.status_code, answer.json["name"], answer.json["role"]) == (200, "Dee", "dealer")
    assert browser.who() == "Dee"


def test_the_form_leads_to_the_page_that_was_asked_for(place: Place) -> None:
    browser = place.browser(address=AWAY)
    assert form(browser, "Ada", PASSWORD)[:2] == (302, "/console/t1")
    page = browser.get("/console/t1").text
    assert "Ada, admin" in page
    assert "Sign out" in page


WRONG = [("Dee", "4712"), ("Dee", PASSWORD), ("Ada", PIN), ("Nemo", PIN), ("", ""), ("Dee", "")]


@pytest.mark.parametrize(("name", "secret"), WRONG)
def test_all_that_is_wrong_gets_the_same_sentence(place: Place, name: str, secret: str) -> None:
    answer = place.browser().sign_in(name, secret)
    assert answer.status_code == 401
    assert "do not go together, or the person is disabled" in answer.json["error"]
    status, _, text = form(place.browser(), name, secret)
    assert status == 401
    assert answer.json["error"] in text


@pytest.mark.parametrize("body", [None, [], {}, {"name": "Dee"}, {"name": 7, "secret": PIN}])
def test_rubbish_instead_of_a_sign_in_gets_a_sentence(place: Place, body: object) -> None:
    browser = place.browser()
    browser.who()
    answer = browser.ask("POST", "/api/v1/sign-in", json=body)
    assert (answer.status_code, bool(answer.json["error"])) == (400, True)


def test_half_a_character_stops_nothing(place: Place) -> None:
    browser = place.browser()
    browser.who()
    body = json.dumps({"name": "\ud800", "secret": "\udfff"})
    answer = browser.ask("POST", "/api/v1/sign-in", data=body, content_type="application/json")
    assert answer.status_code == 401


# Too often.


@pytest.mark.parametrize(("name", "secret"), [("Dee", PIN), ("Ada", PASSWORD), ("Nemo", PIN)])
def test_five_wrong_tries_lock_a_name_everywhere(place: Place, name: str, secret: str) -> None:
    for n in range(5):
        assert place.browser(address=f"10.0.0.{n}").sign_in(name, "0815").status_code == 401
    answer = place.browser().sign_in(name.upper(), secret)
    assert answer.status_code == 429
    assert answer.json["error"] == "Too many wrong tries: try again in 15 minutes."
    assert 0 < int(answer.headers["Retry-After"]) <= 900
    assert form(place.browser(), name, secret)[0] == 429
    assert place.browser().sign_in("Ina", PIN).status_code == 200


def test_twenty_wrong_tries_lock_an_address(place: Place) -> None:
    for n in range(20):
        assert place.browser(address=AWAY).sign_in(f"Nemo {n}", PIN).status_code == 401
    assert place.browser(address=AWAY).sign_in("Dee", PIN).status_code == 429
    assert place.browser().sign_in("Dee", PIN).status_code == 200


def test_only_failures_count(place: Place) -> None:
    for _ in range(4):
        place.browser().sign_in("Dee", "0815")
    for _ in range(6):
        assert place.browser().sign_in("Dee", PIN).status_code == 200
    place.browser().sign_in("Dee", "0815")
    assert place.browser().sign_in("Dee", PIN).status_code == 429


def test_tries_side_by_side_are_not_more_tries(place: Place) -> None:
    browsers = [place.browser(address=f"10.0.1.{n}") for n in range(12)]
    answers: list[int] = []
    threads = [
        threading.Thread(target=lambda b=b: answers.append(b.sign_in("Dee", "0815").status_code))
        for b in browsers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [401] * 5 + [429] * 7


# What comes after.


@pytest.mark.parametrize(
    "to",
    [
        "http://evil.example/", "//evil.example", "/\\evil.example", "\\\\evil.example",
        "/\t/evil.example", "/\n/evil.example", "https:evil.example", "javascript:alert(1)",
        "evil.example", "", " //evil.example", "http:///evil.example", "///evil.example",
    ],
)  # fmt: skip
def test_the_sign_in_leads_to_no_other_site(place: Place, to: str) -> None:
    assert form(place.browser(), "Dee", PIN, to)[:2] == (302, "/")
    assert local(to) == "/"


@pytest.mark.parametrize("to", ["/", "/console/t1", "/history?a=b&c=%2F", "/console/t1?next=//x"])
def test_the_sign_in_leads_to_any_page_of_ours(to: str) -> None:
    assert local(to) == to


def test_decisions_carry_who_made_them_as_what_and_under_which_id(
    place: Place, tmp_path: Path
) -> None:
    assert place.browser(Role.DEALER).command("open_shoe", id="a1").status_code == 200
    assert place.browser(Role.ADMIN).command("hold", why="a look").status_code == 200
    database = sqlite3.connect(tmp_path / "data" / "shoeboard.sqlite")
    bodies = [json.loads(body) for (body,) in database.execute("SELECT body FROM entries")]
    database.close()
    told = [(body["by"], body["role"], body.get("command", "")) for body in bodies]
    assert told == [("Dee", "dealer", "a1"), ("Ada", "admin", "")]


@pytest.mark.parametrize("bad", [7, "x" * 65, ["a"], None])
def test_an_id_that_is_none_gets_a_sentence(place: Place, bad: object) -> None:
    answer = place.browser(Role.DEALER).command("open_shoe", id=bad)
    assert (answer.status_code, "at most 64" in answer.json["error"]) == (400, True)


def test_no_secret_is_in_any_answer_page_or_message(
    place: Place, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secret = "quite unlike anything else"
    place.people.reset("Ina", password=secret)
    browser = place.browser()
    answers = [browser.sign_in("Ina", secret + "?"), browser.sign_in("Ina", secret)]
    told = form(place.browser(), "Ina", secret + "!")[2]
    answers += [
        browser.get(path) for path in ("/history", "/console/t1", "/sign-in", "/display/t1")
    ]
    browser.command("open_shoe")
    answers.append(browser.get("/api/v1/tables/t1/export.jsonl"))
    key = (tmp_path / "data" / "session.key").read_text()
    everything = told + caplog.text + "".join(f"{a.headers}{a.text}" for a in answers)
    for hidden in (secret, key, "$argon2"):
        assert hidden not in everything
    kept = b"".join(file.read_bytes() for file in (tmp_path / "data").rglob("*") if file.is_file())
    assert secret.encode() not in kept
