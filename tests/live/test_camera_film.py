"""End to end: a film of a table deals a coup on the real display."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.camera.films import dealt
from tests.command.shoeboard import run
from tests.wire import until

from .board import drawn, painted
from .server import TABLE, Server

COUP = ("9H", "KD", "TC", "4C")  # player 9, banker 4


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "coup.mp4"
    return dealt(path, COUP, lead_s=10.0, each_s=0.6, after_s=1.5)


def test_read_video_tells_each_card_once(film: Path) -> None:
    ran = run("read", "--video", film)
    events = [json.loads(line) for line in ran.out.splitlines()]
    assert [(event["event"], event["card"]) for event in events] == [("card", c) for c in COUP]
    assert all(event["confidence"] > 0.9 and event["place"] is None for event in events)


@pytest.mark.browser
def test_a_film_deals_a_coup_on_the_display(tmp_path: Path, page: Page, film: Path) -> None:
    server = Server(tmp_path / "data", reader=f"camera:{film}", house="paramount").start()
    try:
        until(lambda: server.snapshot()["reader"]["state"] == "online")
        assert server.command("open_shoe")[0] == 200  # the film goes on: before its first card
        page.goto(f"{server.url}/display/{TABLE}")
        until(lambda: server.snapshot()["shoe"]["coups"] == 1)
        snapshot = server.snapshot()
        assert snapshot["hold"] is None
        assert snapshot["last"]["player"] == ["9H", "TC"]
        assert snapshot["last"]["banker"] == ["KD", "4C"]
        painted(page, snapshot["seq"])
        assert drawn(page)["bead_plate"] == [{"column": 0, "row": 0, "mark": "player"}]
    finally:
        server.close()
