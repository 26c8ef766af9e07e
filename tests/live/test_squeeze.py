"""A squeezed coup: whatever leaves the server before the reveal is searched for what it hides."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask_socketio import SocketIOTestClient

from server.baccarat.cards import Card
from server.baccarat.coup import Outcome, Side
from server.baccarat.events import CardRead, Observation, ReaderFault, ResultReported
from server.baccarat.roles import Role
from server.baccarat.rules import Policy
from server.config import TableSettings
from server.serve import house_of

from .site import Browser, OpenPlace, Place

HOUSE = """
name = "squeeze"
title = "Squeeze"
decks = 8
[reveal]
policy = "on_result"
seen_by = "pit_boss"
alarm_s = 30
"""
SHOWN, HIDDEN = "2S 3D KH 4C QS", "9H AC JD 7D"  # hidden: a natural 9 against an 8
PATHS = [
    "/", "/metrics", "/display/t1", "/console/t1", "/history", "/history/coups", "/history/t1/1",
    "/history/t1/1?then=yes", "/history/t1/1/board.svg", "/journal/t1",
    "/api/v1/tables/t1/snapshot", "/api/v1/tables/t1/crew", "/api/v1/tables/t1/coups",
    *(f"/api/v1/tables/t1/export.{form}" for form in ("csv", "json", "jsonl", "txt", "svg")),
    "/api/v1/tables/t1/export.json?shoe=1", "/api/v1/tables/t1/journal.csv",
]  # fmt: skip
BLIND = [None, Role.DEALER, Role.INSPECTOR, Role.TECHNICIAN]
SEEING = [Role.PIT_BOSS, Role.ADMIN]


def read(place: Place, cards: str) -> None:
    for card in cards.split():
        place.site.tables["t1"].record(CardRead(reader="slot", card=Card.parse(card)))


@pytest.fixture
def place(open_place: OpenPlace, tmp_path: Path) -> Place:
    """A table after one coup that was revealed; nobody has seen the second."""
    house = tmp_path / "squeeze.toml"
    house.write_text(HOUSE)
    place = open_place(tables=[TableSettings(name="t1", house=str(house))]).register(*Role)
    crew = place.browser(Role.DEALER)
    assert crew.command("open_shoe").status_code == 200
    read(place, SHOWN)
    assert crew.command("reveal").status_code == 200
    return place


def heard(browser: Browser, socket: SocketIOTestClient) -> str:
    """All that a browser can get, and all that its socket was told."""
    answers = [browser.get(path).get_data(as_text=True) for path in PATHS]
    return "\n".join([*answers, json.dumps(socket.get_received())])


def gives_away(text: str) -> list[str]:
    faces = [card for card in HIDDEN.split() if re.search(rf"\b{card}\b", text)]
    natural = re.findall(r'"natural": ?(?:true|[1-9])|, natural|,yes,', text)
    return faces + natural


@pytest.mark.parametrize("role", BLIND, ids=str)
def test_nothing_of_a_squeezed_coup_leaves_the_server(place: Place, role: Role | None) -> None:
    browser = place.browser(role)
    auth = {"table": "t1", "console": True, "csrf": browser.csrf} if role else {"table": "t1"}
    socket = browser.socket(auth)
    for count in range(1, 5):
        read(place, HIDDEN.split()[count - 1])
        said = heard(browser, socket)
        assert "2S" in said  # what was revealed is there
        assert gives_away(said) == []
        now = browser.get("/api/v1/tables/t1/snapshot").get_json()
        down = now["coup"]["player"] + now["coup"]["banker"]
        assert down == [None] * count
        assert (now["shoe"]["coups"], now["phase"], now["expects"]) == (1, "dealing", "")
    place.browser(Role.DEALER).command("reveal")
    assert set(gives_away(heard(browser, socket))) >= {*HIDDEN.split()}


@pytest.mark.parametrize("role", SEEING, ids=str)
def test_those_whom_the_house_names_see_it(place: Place, role: Role) -> None:
    read(place, HIDDEN)
    browser = place.browser(role)
    crew = browser.get("/api/v1/tables/t1/crew").get_json()
    assert crew["full"]["last"]["player"] == ["9H", "JD"]
    assert "9H" in browser.get("/api/v1/tables/t1/export.json").get_data(as_text=True)
    assert gives_away(browser.get("/api/v1/tables/t1/snapshot").get_data(as_text=True)) == []


@pytest.mark.parametrize(
    ("alarm", "said"),
    [
        (
            ResultReported(
                reader="slot", outcome=Outcome.BANKER, player_pair=False, banker_pair=False
            ),
            "another result than its cards make",
        ),
        (
            ReaderFault(reader="slot", why="A card (9H) was drawn outside the game."),
            "The reader reports a trouble",
        ),
        (
            CardRead(reader="slot", card=Card.parse("9H"), side=Side.PLAYER, place=3),
            "Stop: the shoe gave a card that the rules do not give",
        ),
    ],
)
@pytest.mark.parametrize("role", BLIND, ids=str)
def test_an_alarm_during_a_squeeze_says_stop_without_values(
    place: Place, role: Role | None, alarm: Observation, said: str
) -> None:
    read(place, HIDDEN)
    place.site.tables["t1"].record(alarm)
    browser = place.browser(role)
    text = heard(browser, browser.socket({"table": "t1"}))
    assert said in text
    assert gives_away(text) == []


@pytest.mark.parametrize("role", BLIND, ids=str)
def test_a_change_of_reader_during_a_squeeze_shows_no_card(place: Place, role: Role | None) -> None:
    read(place, " ".join(HIDDEN.split()[:3]))
    technician = place.browser(Role.TECHNICIAN)
    assert technician.command("change_reader", reader="line:/dev/ttyS0").status_code == 200
    read(place, HIDDEN.split()[3])
    browser = place.browser(role)
    text = heard(browser, browser.socket({"table": "t1"}))
    assert "The reader was changed in coup 2" in text
    assert gives_away(text) == []


def test_a_refusal_names_no_card_either(place: Place) -> None:
    read(place, "9H " * 7)
    crew = place.browser(Role.DEALER)
    for name, fields in (
        ("undo", {}), ("take_back", {"entry": 9}), ("correct_card", {"entry": 9, "card": "KS"}),
        ("void_coup", {"entry": 9}), ("close_shoe", {}), ("swap_cards", {"entry": 8, "other": 9}),
    ):  # fmt: skip
        assert gives_away(crew.command(name, **fields).get_data(as_text=True)) == []


def test_a_coup_that_waits_too_long_alarms_and_is_not_revealed(place: Place) -> None:
    read(place, HIDDEN)
    place.pass_time(minutes=1)
    crew = place.browser(Role.DEALER).get("/api/v1/tables/t1/crew").get_json()
    assert crew["reveal"]["waits_s"] >= crew["reveal"]["alarm_s"]
    place.pass_time(hours=2)
    crew = place.browser(Role.DEALER)
    assert crew.get("/api/v1/tables/t1/snapshot").get_json()["withheld"] is True


def test_a_table_says_itself_when_its_cards_are_shown() -> None:
    told = house_of(TableSettings(house="paramount", reveal=Policy.PER_CARD))
    assert told.reveal.policy == "per_card"
    assert house_of(TableSettings(house="paramount")).reveal.policy == "face_up"
