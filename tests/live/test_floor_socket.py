"""The floor's socket: all tiles once, then those that change; nothing that players did not see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask_socketio import SocketIOTestClient

from server.baccarat.rules import Policy
from server.config import TableSettings
from server.floor import COLUMNS, tile
from tests.wire import until

from .site import Browser, OpenPlace, Place

Told = list[dict[str, Any]]


@pytest.fixture
def place(open_place: OpenPlace) -> Place:
    squeeze = TableSettings(name="t2", house="paramount", reveal=Policy.ON_RESULT)
    return open_place(tables=[TableSettings(name="t1", house="paramount"), squeeze])


def told(socket: SocketIOTestClient) -> Told:
    """The `tiles` messages since the last look."""
    return [event["args"][0] for event in socket.get_received() if event["name"] == "tiles"]


def listening(socket: SocketIOTestClient) -> Callable[[], Told]:
    """All `tiles` messages so far, each time it is asked."""
    heard: Told = []

    def ask() -> Told:
        heard.extend(told(socket))
        return heard

    return ask


def do(browser: Browser, table: str, command: str, **more: Any) -> None:
    path = f"/api/v1/tables/{table}/commands"
    answer = browser.ask("POST", path, json={"command": command, **more})
    assert answer.status_code == 200, answer.text


def test_a_floor_is_told_all_tables_then_what_changes(place: Place) -> None:
    browser = place.browser()
    browser.who()
    floor = browser.socket({"floor": True})
    (first,) = told(floor)
    assert first["all"]
    assert [tile["table"] for tile in first["tiles"]] == ["t1", "t2"]
    heard = listening(floor)
    do(browser, "t1", "open_shoe")
    until(heard)
    assert [(m["tiles"][0]["table"], len(m["tiles"])) for m in heard()] == [("t1", 1)]
    now = place.site.tables["t1"].snapshot()
    assert heard()[-1] == {"boot_id": now["boot_id"], "tiles": [tile(now)]}
    floor.disconnect()


def test_many_changes_at_once_come_in_few_messages(place: Place) -> None:
    browser = place.browser()
    browser.who()
    floor, display = browser.socket({"floor": True}), browser.socket({"table": "t1"})
    heard = listening(floor)
    heard()
    display.get_received()
    do(browser, "t1", "open_shoe")
    for card in 5 * ["8S", "AH", "KD", "TC"]:
        do(browser, "t1", "enter_card", card=card)
    seq = place.site.tables["t1"].seq
    until(lambda: heard()[-1]["tiles"][0]["seq"] == seq)
    snapshots = [e for e in display.get_received() if e["name"] == "snapshot"]
    assert len(heard()) < len(snapshots) == seq
    last = heard()[-1]["tiles"][0]
    assert last["counts"] == {"banker": 0, "player": 5, "tie": 0}
    assert (last["streak"], last["patterns"]) == ({"side": "player", "length": 5}, ["long_player"])
    floor.disconnect()
    display.disconnect()


def test_a_floor_is_told_no_more_than_the_players_have_seen(place: Place) -> None:
    browser = place.browser()
    browser.who()
    do(browser, "t2", "open_shoe")
    for card in ["8S", "AH", "KD", "TC"]:
        do(browser, "t2", "enter_card", card=card)
    table = place.site.tables["t2"]
    assert table.shoe.coup.is_complete or table.shoe.settled  # the crew knows how it ended
    dealt = tile(table.snapshot())
    assert (dealt["phase"], dealt["big_road"], dealt["streak"]) == ("dealing", [], None)
    assert dealt["counts"] == {"banker": 0, "player": 0, "tie": 0}
    do(browser, "t2", "reveal")
    assert tile(table.snapshot())["streak"] == {"side": "player", "length": 1}


def test_a_tile_holds_the_roads_end_and_nothing_of_a_shoe_that_is_over(place: Place) -> None:
    browser = place.browser()
    browser.who()
    do(browser, "t1", "open_shoe")
    for n in range(COLUMNS + 2):
        do(browser, "t1", "declare", outcome=("banker", "player")[n % 2])
    now = place.site.tables["t1"].snapshot()
    road = tile(now)["big_road"]
    assert road == now["roads"]["big_road"][2:]
    assert (road[0]["column"], road[-1]["column"]) == (2, COLUMNS + 1)
    do(browser, "t1", "close_shoe")
    closed = tile(place.site.tables["t1"].snapshot())
    assert (closed["big_road"], closed["streak"], closed["patterns"]) == ([], None, [])
    assert set(closed["counts"].values()) == {0}


def test_what_a_floor_sends_changes_nothing(place: Place) -> None:
    floor = place.browser().socket({"floor": True, "table": "t1"})
    before = place.site.tables["t1"].snapshot()
    for event in ("tiles", "command", "painted", "snapshot"):
        floor.emit(event, {"command": "open_shoe"})
    assert floor.is_connected()
    assert place.site.tables["t1"].snapshot() == before
    assert {event["name"] for event in floor.get_received()} == {"tiles"}
    floor.disconnect()
