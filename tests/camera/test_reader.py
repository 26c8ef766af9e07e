"""A camera's reader with its real process: films, networks, a full disk, its URLs."""

from __future__ import annotations

import hashlib
import os
import re
import time
from pathlib import Path

import cv2
import pytest

from drivers import RECORDED, BadReader, State, open_reader
from drivers.camera.reader import CameraReader
from drivers.counting import Pictures
from server.baccarat.events import CardRead, CutCardShown, ReaderFound, ReaderLost
from tests.wire import until

from . import marks
from .desks import Begin, OnTable, cards, counters, in_flight, settles
from .http_camera import CUT, WELL
from .marks import dealt, film

# Films.


def test_a_film_is_read_picture_by_picture_and_then_rests(begin: Begin, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    path = film(tmp_path / "coup.mp4", [*dealt("8S KD joker 9C cut"), "2C", "2C"], fps=100)
    desk = begin(path, kept=kept)
    assert desk.waits_until(State.SILENT) == (
        f"{path}: the film is over after 51 pictures. Reopen the reader to play it again."
    )
    found, *seen = desk.events
    assert found == ReaderFound(reader=RECORDED, is_sure=False)
    assert [type(event) for event in seen] == [CardRead] * 4 + [CutCardShown, CardRead]
    # The film ends on a card that is half read.
    assert cards(desk) == ["8S", "KD", "unread", "9C", "unread"]
    assert desk.reader.simulated
    assert counters(desk) == Pictures(frames=51, unreadable=2)
    for event in seen[:4]:
        assert isinstance(event, CardRead)
        assert (event.reader, event.model, event.confidence) == (RECORDED, "marks", 0.99)
        assert event.taken is not None
        assert abs(event.taken - time.time()) < 120
        data = (kept / f"{event.picture}.jpg").read_bytes()
        assert hashlib.sha256(data).hexdigest() == event.picture
        assert marks.read(cv2.imread(str(kept / f"{event.picture}.jpg"))) in (
            "8S",
            "KD",
            "joker",
            "9C",
        )
    assert seen[2].why == "a joker"
    assert len(list(kept.iterdir())) == 4


def test_no_film_and_what_is_none_say_so_and_are_tried_again(begin: Begin, tmp_path: Path) -> None:
    path = tmp_path / "film.mp4"
    desk = begin(path)
    assert desk.waits_until(State.SEARCHING) == f"{path} is not there. Look at its path."
    path.write_bytes(b"no film at all")
    until(lambda: desk.states[-1][0] is State.RETRYING)
    assert "it is no film that can be read" in desk.states[-1][1]
    os.replace(film(tmp_path / "real.mp4", dealt("9H")), path)
    desk.waits_until(State.SILENT)
    assert cards(desk) == ["9H"]


# The network.


def test_a_cut_camera_is_lost_with_the_card_in_flight_and_found_again(
    begin: Begin, camera: OnTable
) -> None:
    camera.fps = 10  # slow enough to be cut within a card
    desk = begin(camera.url)
    desk.waits_for(ReaderFound)
    settles(desk)
    camera.shows = "8S"
    until(lambda: counters(desk).frames and in_flight(desk))
    camera.mood, camera.shows = CUT, ""
    desk.waits_for(ReaderLost)
    assert cards(desk) == ["unread"]
    unread = next(event for event in desk.events if isinstance(event, CardRead))
    assert unread.why == "the camera was lost"
    camera.mood = WELL
    desk.waits_for(ReaderFound, 2)
    assert desk.events[-1] == ReaderFound(reader="camera", is_sure=False)
    camera.shows = "9H"
    until(lambda: cards(desk) == ["unread", "9H"])
    assert counters(desk).reconnects == 1
    assert counters(desk).unreadable == 1
    states = [state for state, _ in desk.states]
    at = states.index(State.LOST)
    assert states[at - 1 : at + 3] == [State.ONLINE, State.LOST, State.RETRYING, State.OPENING]


def test_what_lies_there_when_the_camera_is_found_is_said_to_be_late(
    begin: Begin, camera: OnTable
) -> None:
    camera.shows = "8S"
    desk = begin(camera.url)
    desk.waits_for(CardRead)
    settles(desk)
    camera.shows = "9H"
    desk.waits_for(CardRead, 2)
    late = [event.late for event in desk.events if isinstance(event, CardRead)]
    assert late == [True, False]


# A full disk.


def test_a_full_disk_loses_the_picture_and_not_the_card(
    begin: Begin, camera: OnTable, tmp_path: Path
) -> None:
    full = tmp_path / "full"
    full.write_text("a file where the folder should be")
    desk = begin(camera.url, kept=full)
    desk.waits_until(State.ONLINE)
    for card in ("8S", "9H"):
        camera.shows = card
        until(lambda card=card: card in cards(desk))
        camera.shows = ""
        time.sleep(0.1)
    assert all(event.picture is None for event in desk.events if isinstance(event, CardRead))
    told = [detail for _, detail in desk.states if "pictures cannot be kept" in detail]
    assert len(told) == 1
    full.unlink()
    camera.shows = "2C"
    until(lambda: "2C" in cards(desk))
    assert list(full.iterdir())
    until(lambda: "cannot be kept" not in desk.states[-1][1])


# The URL.


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("camera:", "what it looks at is missing"),
        ("camera:ftp://x/y", "try camera:0"),
        ("camera:http://", "this is no URL of a camera"),
        ("camera:rtsp://x:99999/", "this is no URL of a camera"),
        ("camera@shoe:0", "shoeboard calibrate camera:SOURCE --mode shoe -o FOLDER"),
        ("camera@/no/such:0", "There is no calibration folder /no/such"),
    ],
)
def test_a_url_that_names_no_camera_gets_a_sentence(url: str, says: str) -> None:
    with pytest.raises(BadReader, match=re.escape(says)):
        open_reader(url)


def test_a_password_is_not_for_people() -> None:
    reader = open_reader("camera:rtsp://ann:secret@10.0.0.9/stream?token=secret")
    assert isinstance(reader, CameraReader)
    assert reader._plan.address.where == "rtsp://10.0.0.9/stream"
    assert not reader.simulated
    assert reader.name == "camera"
