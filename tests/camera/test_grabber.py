"""The grabber before real cameras on loopback that stall, freeze, cut, go dark and come back."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from drivers import State
from drivers.camera.address import address
from drivers.camera.frame import Frame
from drivers.camera.grabber import Found, Lost
from drivers.camera.sources import source
from drivers.camera.taker import shows_nothing
from tests.wire import until

from .http_camera import (
    BLACK,
    CORRUPT,
    CUT,
    DRIPS,
    FROZEN,
    MID_PICTURE,
    NO_HEAD,
    REFUSES,
    SINGLE,
    WELL,
    HttpCamera,
    noise,
)
from .looking import Camera, Looking, looking_at
from .rtsp_camera import SILENT, STALLED, RtspCamera

Make = Callable[[], Camera]


def at_once(rows: list[Callable[[], None]]) -> None:
    """Run what mostly waits, all at the same time; raises what the first raised."""
    with ThreadPoolExecutor(len(rows)) as pool:
        for done in [pool.submit(row) for row in rows]:
            done.result()


# What a camera may do while it is looked at, what is said of it, and within how many seconds.
IN_THE_MIDDLE: list[tuple[Make, str, str, float]] = [
    (lambda: HttpCamera(fps=15), MID_PICTURE, "no picture came for 1 s", 1.0),
    (lambda: HttpCamera(fps=15), DRIPS, "no picture came for 1 s", 1.0),
    (lambda: HttpCamera(fps=15), FROZEN, "the same picture came for 2 s: it hangs", 2.0),
    (lambda: HttpCamera(fps=15), BLACK, "its picture shows nothing: look at its lens", 1.0),
    (lambda: HttpCamera(fps=15), CORRUPT, "no whole picture came for 1 s", 1.0),
    (lambda: HttpCamera(fps=15, says_length=False), CUT, "it ended the connection", 0.0),
    (lambda: RtspCamera(fps=15), STALLED, "no picture came for 1 s", 1.0),
    (lambda: RtspCamera(fps=15), FROZEN, "the same picture came for 2 s: it hangs", 2.0),
]


def test_a_camera_that_fails_in_the_middle_is_lost_in_time_and_found_again() -> None:
    def row(make: Make, mood: str, why: str, after_s: float) -> None:
        camera = make()
        with looking_at(camera) as looking:
            looking.until(Found)
            looking.until(Frame)
            began, camera.mood = time.monotonic(), mood
            lost = looking.until(Lost)
            assert isinstance(lost, Lost)
            assert lost.why.startswith(why), mood
            assert after_s - 0.2 < time.monotonic() - began < after_s + 2, mood
            seen, camera.mood = looking.frames[-1].number, WELL
            looking.until(Found)
            frame = looking.until(Frame)
            assert isinstance(frame, Frame)
            assert frame.number > seen
            assert all(not shows_nothing(each.picture) for each in looking.frames)
            assert looking.grabber.reconnects == 1

    at_once([lambda r=r: row(*r) for r in IN_THE_MIDDLE])


AT_THE_START: list[tuple[Make, str]] = [
    (lambda: HttpCamera(mood=NO_HEAD), "it did not answer within 3 s; trying again in 0.5 s."),
    (lambda: HttpCamera(mood=REFUSES), "it wants a name and a password"),
    (lambda: HttpCamera(mood=SINGLE), "it sends image/jpeg, not MJPEG"),
    (lambda: HttpCamera(mood=BLACK), "its picture shows nothing: look at its lens"),
    (lambda: RtspCamera(mood=SILENT), "it did not give pictures within 4 s"),
]


def test_a_camera_that_does_not_begin_says_why_and_is_tried_until_it_does() -> None:
    def row(make: Make, why: str) -> None:
        camera = make()
        with looking_at(camera) as looking:
            looking.until_told(why)
            camera.mood = WELL
            looking.until(Found)
            assert looking.grabber.reconnects == 0  # it never was there
            assert [state for state, _ in looking.states[-2:]] == [State.OPENING, State.ONLINE]

    at_once([lambda r=r: row(*r) for r in AT_THE_START])


def test_waits_grow_and_nobody_listening_is_said() -> None:
    camera = HttpCamera()
    camera.close()
    looking = Looking(source(address(camera.url)))
    looking.until_told("Connection refused; trying again in 2 s.")
    waits = [detail.split()[-2] for state, detail in looking.states if state is State.RETRYING]
    assert waits == ["0.5", "1", "2"]
    looking.grabber.close()


def test_a_picture_that_changes_its_size_is_a_loss() -> None:
    camera = HttpCamera(lambda number: noise(number, (320, 180) if number < 5 else (640, 360)))
    with looking_at(camera) as looking:
        lost = looking.until(Lost)
        assert lost == Lost("its pictures changed from 320x180 to 640x360")
        looking.until(Found)
        frame = looking.until(Frame)
        assert isinstance(frame, Frame)
        assert frame.picture.shape == (360, 640, 3)


def test_a_picture_of_another_size_than_calibrated_is_refused() -> None:
    camera = HttpCamera()
    looking = Looking(source(address(camera.url)), size=(1280, 720))
    looking.until_told("its pictures are 320x180, and it was calibrated at 1280x720: set it back")
    assert not looking.frames
    looking.grabber.close()
    camera.close()


def test_who_looks_slowly_sees_the_newest_picture() -> None:
    with looking_at(HttpCamera(fps=50)) as looking:
        looking.until(Frame)
        for dropped in (5, 10, 15):
            until(lambda most=dropped: looking.grabber.dropped > most)
            looked_at = time.monotonic()
            looking.until(Frame)
            assert looked_at - looking.frames[-1].time < 0.5
        assert looking.frames[-1].number - len(looking.frames) > 14
