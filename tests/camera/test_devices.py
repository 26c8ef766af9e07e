"""Cameras of this machine, as far as they can be tested without one."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import pytest

from drivers import State
from drivers.camera.device import lock, set_up
from drivers.camera.frame import identity
from drivers.camera.grabber import Found, Lost, Over, Stuck
from drivers.camera.picture import Picture

from .http_camera import noise
from .looking import Looking


class Node:
    """A device node whose pictures are drawn; reads block while `blocks` is set."""

    missing = "Plug it in."
    is_film, is_exclusive, patience_s = False, True, 5.0

    def __init__(self, path: Path, *, is_exclusive: bool = True) -> None:
        self.where, self.is_exclusive = str(path), is_exclusive
        self.blocks, self.free = False, threading.Event()

    def find(self) -> object:
        return identity(self.where)

    def open(self) -> OpenNode:
        return OpenNode(self)


class OpenNode:
    """See drivers.camera.frame.Capture."""

    note, fps = "", 0.0

    def __init__(self, node: Node) -> None:
        self._node, self._number = node, 0

    def read(self) -> Picture:
        if self._node.blocks:
            self._node.free.wait()
        time.sleep(0.01)
        self._number += 1
        return noise(self._number)

    def close(self) -> None:
        pass


def test_an_unplugged_camera_is_lost_and_found_the_moment_it_is_back(tmp_path: Path) -> None:
    path = tmp_path / "video0"
    looking = Looking(Node(path))
    looking.grabber.next(0.01)
    assert looking.states == [(State.SEARCHING, f"{path} is not there. Plug it in.")]
    for _ in range(3):  # the third wait would be 2 s
        path.touch()
        began = time.monotonic()
        looking.until(Found)
        assert time.monotonic() - began < 0.4
        path.unlink()
        assert looking.until(Lost) == Lost("it was unplugged")
    looking.grabber.close()


def test_a_camera_that_blocks_for_ever_holds_nobody_and_is_tried_anew(tmp_path: Path) -> None:
    path = tmp_path / "video0"
    path.touch()
    node = Node(path, is_exclusive=False)
    looking = Looking(node, clock=lambda: time.monotonic() * 20)
    looking.until(Found)
    node.blocks = True
    looking.until(Lost)
    node.blocks = False
    looking.until(Found)  # while the first still hangs
    assert looking.grabber.stuck >= 1
    node.blocks = True
    with pytest.raises(Stuck, match="blocks whoever reads it"):
        looking.until(Over)
    node.free.set()
    looking.grabber.close()


def test_a_device_that_blocks_for_ever_can_only_be_freed_by_an_end(tmp_path: Path) -> None:
    path = tmp_path / "video0"
    path.touch()
    node = Node(path)
    looking = Looking(node, clock=lambda: time.monotonic() * 20)
    looking.until(Found)
    node.blocks = True
    looking.until(Lost)
    with pytest.raises(Stuck, match="cannot be opened again"):
        looking.until(Found)
    assert looking.grabber.stuck == 1
    node.free.set()
    looking.grabber.close()


# The controls, by the numbers and in the order that the drivers want.


class Handle:
    """A camera's controls, noted as they are set; those in `stuck` stay as they are."""

    def __init__(self, **stuck: float) -> None:
        self.asked: list[tuple[int, float]] = []
        self._now: dict[int, float] = {cv2.CAP_PROP_FPS: 30}
        self._stuck = {getattr(cv2, f"CAP_PROP_{name}"): value for name, value in stuck.items()}

    def set(self, prop: int, value: float) -> bool:
        self.asked.append((prop, value))
        self._now[prop] = self._stuck.get(prop, value)
        return True  # as drivers do, whether they did it or not

    def get(self, prop: int) -> float:
        return self._stuck.get(prop, self._now.get(prop, 0.0))


def test_mjpg_is_asked_for_before_the_size_and_the_rate() -> None:
    camera = Handle()
    assert set_up(camera, (1280, 720)) == []
    mjpg = cv2.VideoWriter.fourcc(*"MJPG")
    assert camera.asked[:4] == [
        (cv2.CAP_PROP_FOURCC, mjpg),
        (cv2.CAP_PROP_FRAME_WIDTH, 1280),
        (cv2.CAP_PROP_FRAME_HEIGHT, 720),
        (cv2.CAP_PROP_FPS, 30.0),
    ]


def test_a_camera_that_gives_other_pictures_than_it_was_asked_for_says_so() -> None:
    assert set_up(Handle(FRAME_WIDTH=640, FRAME_HEIGHT=480, FPS=10), (1280, 720)) == [
        "its pictures are 640x480, not 1280x720",
        "it gives 10 pictures a second, and a dealt card needs 15",
    ]


def test_exposure_is_locked_from_automatic_over_manual_to_its_value() -> None:
    camera = Handle()
    assert lock(camera, {"exposure": 80, "auto_exposure": 1}) == []
    automatic = cv2.CAP_PROP_AUTO_EXPOSURE
    assert camera.asked == [(automatic, 3.0), (automatic, 1), (cv2.CAP_PROP_EXPOSURE, 80)]


def test_a_control_that_stays_as_it_is_is_told() -> None:
    assert lock(Handle(EXPOSURE=157), {"exposure": 80, "shutter": 2}) == [
        "it has no control 'shutter'",
        "its exposure stays at 157 instead of 80",
    ]
