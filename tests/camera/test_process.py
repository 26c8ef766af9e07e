"""The camera's process: killed, hanging, stopped, orphaned; and its live picture."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers import Sees, State
from drivers.camera.address import address
from drivers.camera.child import Child
from drivers.camera.messages import Plan, Saw
from drivers.camera.reader import CameraReader
from server.baccarat.events import CardRead, ReaderFound, ReaderLost
from tests.readers.desk import Desk
from tests.wire import until

from . import marks
from .desks import Begin, OnTable, cards, counters, in_flight
from .http_camera import FROZEN
from .marks import dealt, film, table

ORPHAN = """
import threading
from drivers.camera.address import address
from drivers.camera.child import Child
from drivers.camera.messages import Plan, Saw
from drivers.camera.reader import CameraReader

class Sink:
    def emit(self, event):
        print(reader.pid, flush=True)
    def report(self, *said):
        pass

if __name__ == "__main__":
    reader = CameraReader("", Plan(address({url!r}), None, None, {vision!r}))
    reader.run(Sink(), threading.Event())
"""


def test_a_process_that_is_killed_is_noticed_at_once_and_comes_back(
    begin: Begin, camera: OnTable
) -> None:
    camera.fps = 10
    desk = begin(camera.url)
    desk.waits_for(ReaderFound)
    assert isinstance(desk.reader, CameraReader)
    first = desk.reader.pid
    assert first
    camera.shows = "8S"
    until(lambda: in_flight(desk) == 1)
    os.kill(first, signal.SIGKILL)
    killed_at = time.monotonic()
    desk.waits_for(ReaderLost)
    assert time.monotonic() - killed_at < 1
    camera.shows = ""
    assert cards(desk) == ["unread"]
    lost = next(event for event in desk.events if isinstance(event, ReaderLost))
    assert lost.why == "the vision program was ended by SIGKILL"
    desk.waits_for(ReaderFound, 2)
    assert desk.reader.pid not in (None, first)
    camera.shows = "9H"
    until(lambda: cards(desk) == ["unread", "9H"])
    assert counters(desk).reconnects == 1
    assert counters(desk).unreadable == 1


def test_a_film_whose_process_is_killed_is_not_dealt_twice(begin: Begin, tmp_path: Path) -> None:
    desk = begin(film(tmp_path / "film.mp4", dealt("8S 9H 2C", pictures=30)))
    desk.waits_for(CardRead)
    assert isinstance(desk.reader, CameraReader)
    assert desk.reader.pid
    os.kill(desk.reader.pid, signal.SIGKILL)
    again = "Reopen the reader to play the film from its beginning."
    until(lambda: desk.states[-1][0] is State.LOST and again in desk.states[-1][1])
    assert isinstance(desk.events[-1], ReaderLost)
    assert cards(desk) == ["8S"]


def test_a_process_that_hangs_is_ended_and_begun_anew(begin: Begin, camera: OnTable) -> None:
    desk = begin(camera.url)
    desk.waits_for(ReaderFound)
    camera.shows = "hangs"
    desk.waits_for(ReaderLost)
    camera.shows = ""
    lost = next(event for event in desk.events if isinstance(event, ReaderLost))
    assert lost.why == "the vision program hung for 2 s and was ended"
    desk.waits_for(ReaderFound, 2)


def test_a_stop_is_quick_and_leaves_no_process(camera: OnTable) -> None:
    plan = Plan(address(camera.url), None, None, marks.VISION)
    reader = CameraReader("camera:x", plan)
    desk = Desk(reader)
    desk.waits_for(ReaderFound)
    pid = reader.pid
    camera.mood = FROZEN
    began = time.monotonic()
    desk.close()
    assert time.monotonic() - began < 1
    assert reader.pid is None
    assert pid
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_what_was_said_and_not_yet_heard_at_a_stop_is_not_lost(tmp_path: Path) -> None:
    plan = Plan(address(str(film(tmp_path / "f.mp4", dealt("8S")))), None, None, marks.VISION)
    child = Child(plan)
    until(lambda: child.pid and not is_running(child.pid))
    said = child.end()
    seen = [each.event for each in said if isinstance(each, Saw)]
    assert [str(event.card) for event in seen if isinstance(event, CardRead)] == ["8S"]


def test_it_dies_with_a_server_that_is_killed(camera: OnTable) -> None:
    program = ORPHAN.format(url=camera.url, vision=marks.VISION)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE) as server:
        assert server.stdout
        pid = int(server.stdout.readline())
        server.kill()
    until(lambda: not is_running(pid))


def is_running(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_a_reader_whose_vision_cannot_be_made_says_so_and_tries_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    desk = Desk(CameraReader("", Plan(address("x.mp4"), None, None, "tests.camera.none:make")))
    desk.waits_until(State.RETRYING)
    desk.close()
    assert "the vision program failed" in desk.states[-1][1]
    assert "No module named" in caplog.text


def test_a_slow_log_does_not_hold_the_eye(begin: Begin, camera: OnTable) -> None:
    desk = begin(camera.url)
    desk.waits_for(ReaderFound)
    desk.slow_s = 2.3  # longer than a process may be silent
    camera.shows = "8S"
    desk.waits_for(CardRead)
    desk.slow_s = 0
    for card in ("", "9H", "", "2C"):
        camera.shows = card
        time.sleep(0.3)
    desk.waits_for(CardRead, 3)
    assert cards(desk) == ["8S", "9H", "2C"]
    assert not [event for event in desk.events if isinstance(event, ReaderLost)]


# The live picture.


def test_a_picture_is_made_only_while_somebody_asks(begin: Begin, camera: OnTable) -> None:
    camera.picture = lambda number: table(number, "8S", (800, 450))
    camera.fps = 15
    desk = begin(camera.url)
    desk.waits_for(CardRead)
    reader = desk.reader
    assert isinstance(reader, Sees)
    time.sleep(0.6)
    assert reader.picture().jpeg is None  # nobody had asked
    until(lambda: reader.picture().jpeg)
    told = reader.picture()
    assert told.jpeg
    picture = cv2.imdecode(np.frombuffer(told.jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    assert picture.shape == (360, 640, 3)
    yellow = (picture[:, :, 0] < 120) & (picture[:, :, 1] > 180) & (picture[:, :, 2] > 180)
    assert yellow.sum() > 50  # the box
    assert told.age_s is not None
    assert told.age_s < 1
