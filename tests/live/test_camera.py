"""A camera at a table: its cards, the pictures that are kept of them, and the live one."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from drivers.camera import reader
from server.baccarat.events import CardRead
from server.baccarat.roles import Role
from server.config import TableSettings
from tests.camera import marks
from tests.camera.desks import OnTable
from tests.camera.http_camera import CUT, WELL
from tests.wire import until

from .site import Browser, Place

At = Callable[..., Place]
PICTURE = "/api/v1/tables/t1/camera.jpg"


@pytest.fixture
def camera() -> Iterator[OnTable]:
    camera = OnTable()
    yield camera
    camera.close()


@pytest.fixture
def at(tmp_path: Path, camera: OnTable, monkeypatch: pytest.MonkeyPatch) -> Iterator[At]:
    """`at(...)` is a server whose table t1 has the camera; t2 has none."""
    monkeypatch.setattr(reader, "VISION", marks.VISION)
    places: list[Place] = []

    def start(**table: Any) -> Place:
        one = TableSettings(name="t1", house="paramount", reader=f"camera:{camera.url}", **table)
        place = Place(tmp_path / "data", tables=[one, TableSettings(name="t2")])
        place.site.start()
        places.append(place.register(Role.DEALER))
        until(lambda: place.site.tables["t1"].reader.state == "online")
        return place

    yield start
    for place in places:
        place.site.stop()


def picture(browser: Browser) -> Any:
    """The camera's picture, as soon as there is one."""
    until(lambda: browser.get(PICTURE).status_code == 200)
    return browser.get(PICTURE)


def test_cards_come_from_the_camera_and_their_pictures_are_kept(
    at: At, camera: OnTable, tmp_path: Path
) -> None:
    place = at()
    table = place.site.tables["t1"]
    place.browser(Role.DEALER).command("open_shoe")
    for count, shows in enumerate(("8S", "joker"), start=1):
        camera.shows = shows
        until(lambda count=count: _reads(place) == count)
    reads = [entry.event for entry in table.standing()[1] if isinstance(entry.event, CardRead)]
    assert str(reads[0].card) == "8S"
    assert (reads[1].card, reads[1].why) == (None, "a joker")
    kept = tmp_path / "data" / "pictures" / "t1"
    for event, shows in zip(reads, ("8S", "joker"), strict=True):
        assert marks.read(cv2.imread(str(kept / f"{event.picture}.jpg"))) == shows
    assert table.shoe.hold is not None


def _reads(place: Place) -> int:
    entries = place.site.tables["t1"].standing()[1]
    return sum(isinstance(entry.event, CardRead) for entry in entries)


def test_the_crew_sees_what_the_camera_sees(at: At, camera: OnTable) -> None:
    dealer = at().browser(Role.DEALER)
    camera.shows = "8S"
    answer = picture(dealer)
    assert answer.mimetype == "image/jpeg"
    assert answer.headers["Cache-Control"] == "no-store"
    assert 0 <= float(answer.headers["X-Age"]) <= 3
    seen = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
    assert seen is not None
    assert seen.shape == (184, 320, 3)
    none = dealer.get("/api/v1/tables/t2/camera.jpg")
    assert (none.status_code, none.json["error"]) == (404, "The reader of this table is no camera.")


def test_an_old_picture_is_none(at: At, camera: OnTable) -> None:
    dealer = at().browser(Role.DEALER)
    picture(dealer)
    camera.mood = CUT
    until(lambda: dealer.get(PICTURE).status_code == 503)
    assert re.fullmatch(r"No picture for \d+ s\.", dealer.get(PICTURE).json["error"])
    camera.mood = WELL
    picture(dealer)


def test_where_cards_lie_face_down_nobody_looks_before_the_players(at: At) -> None:
    dealer = at(reveal="on_result").browser(Role.DEALER)
    picture(dealer)  # no shoe is open
    dealer.command("open_shoe")
    answer = dealer.get(PICTURE)
    assert answer.status_code == 403
    assert "not shown while cards lie face down" in answer.json["error"]


def test_its_counters_are_metrics(at: At) -> None:
    place = at()
    counted = re.compile(r'shoeboard_reader_frames_total{table="t1"} [1-9]')
    until(lambda: counted.search(place.browser().get("/metrics").text))
    text = place.browser().get("/metrics").text
    for name in ("dropped", "late", "unreadable", "stuck"):
        assert f'shoeboard_reader_{name}_total{{table="t2"}} 0.0' in text


@pytest.mark.browser
def test_the_console_shows_the_picture_while_it_is_open(
    at: At, camera: OnTable, page: Page
) -> None:
    place = at()
    server = make_server("127.0.0.1", 0, place.app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        page.goto(f"http://127.0.0.1:{server.port}/console/t1")
        page.locator("#name").fill("Dee")
        page.locator("[type=password]").first.fill("4711")
        page.keyboard.press("Enter")
        expect(page.locator("#link")).to_have_text("Connected.")
        expect(page.locator("#camera-picture")).to_be_hidden()
        page.locator("#camera summary").click()
        expect(page.locator("#camera-picture")).to_be_visible()
        expect(page.locator("#camera-words")).to_have_text(re.compile(r"\d\.\d s old\."))
        camera.mood = CUT
        expect(page.locator("#camera-picture")).to_be_hidden()
        expect(page.locator("#camera-words")).to_have_text(re.compile(r"No picture for \d+ s\."))
        camera.mood = WELL
        expect(page.locator("#camera-picture")).to_be_visible()
        page.goto("about:blank")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
