"""Cameras of this machine, through V4L2. Written from OpenCV's issues; not yet tried on a camera.

MJPG is asked for before size and rate: without it 720p comes at 10 pictures a second. What is set
is read back, for `set` may say yes and do nothing. The controls have the driver's own numbers.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import cv2

from ..found import how_to_allow
from .frame import identity
from .picture import Picture

SIZE, FPS = (1280, 720), 30.0
_AUTO, _MANUAL = 3.0, 1.0  # V4L2_EXPOSURE_APERTURE_PRIORITY and _MANUAL

# The controls that a mount may lock, in the order in which they are set: each by what frees it.
CONTROLS = {
    "auto_exposure": cv2.CAP_PROP_AUTO_EXPOSURE,
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "auto_white_balance": cv2.CAP_PROP_AUTO_WB,
    "white_balance": cv2.CAP_PROP_WB_TEMPERATURE,
    "autofocus": cv2.CAP_PROP_AUTOFOCUS,
    "focus": cv2.CAP_PROP_FOCUS,
    "brightness": cv2.CAP_PROP_BRIGHTNESS,
    "contrast": cv2.CAP_PROP_CONTRAST,
}
_BY_HAND = {"auto_exposure": _MANUAL, "auto_white_balance": 0.0, "autofocus": 0.0}


class Handle(Protocol):
    """What of cv2.VideoCapture is used here."""

    def set(self, prop: int, value: float, /) -> bool: ...
    def get(self, prop: int, /) -> float: ...


class Device:
    """One camera by its path, best of /dev/v4l/by-id/; see frame.Source."""

    missing = "Plug it in."
    is_film, is_exclusive = False, True
    patience_s = 12.0  # OpenCV's own is 10

    def __init__(
        self, path: str, size: tuple[int, int] = SIZE, exposure: Mapping[str, float] | None = None
    ) -> None:
        self.where, self._size, self._exposure = path, size, exposure or {}

    def find(self) -> object:
        """The device file with its identity, so that one plugged in anew is another."""
        return identity(self.where)

    def open(self) -> OpenDevice:
        """Raises OSError, in words."""
        path = os.path.realpath(self.where)
        if not os.access(path, os.R_OK | os.W_OK):
            raise OSError(f"this user may not open it: {how_to_allow(Path(path), 6, 'video')}")
        return OpenDevice(path, self._size, self._exposure)


class OpenDevice:
    """An open camera; see frame.Capture."""

    fps = 0.0

    def __init__(self, path: str, size: tuple[int, int], exposure: Mapping[str, float]) -> None:
        """Raises OSError, in words."""
        self._path = path
        self._capture = cv2.VideoCapture(path, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise OSError(
                "it gives no pictures: another program may have it, or it is the second node of a "
                "camera (`shoeboard devices` says)"
            )
        self.note = "; ".join([*set_up(self._capture, size), *lock(self._capture, exposure)])
        self.locked = as_it_is(self._capture)

    def read(self) -> Picture:
        """The next picture; raises OSError, in words, where none comes."""
        is_there, picture = self._capture.read()
        # After it was unplugged `read` may say yes for ever.
        if not is_there or not os.path.exists(self._path):
            raise OSError("it gives no more pictures, or was unplugged")
        return picture

    def close(self) -> None:
        self._capture.release()


def set_up(camera: Handle, size: tuple[int, int]) -> list[str]:
    """Ask for MJPG of a size; returns what it would not do, in words."""
    camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    camera.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
    camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
    camera.set(cv2.CAP_PROP_FPS, FPS)
    camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # where it can: the thread that reads does it anyway
    got = int(camera.get(cv2.CAP_PROP_FRAME_WIDTH)), int(camera.get(cv2.CAP_PROP_FRAME_HEIGHT))
    fps = camera.get(cv2.CAP_PROP_FPS)
    said = []
    if got != size:
        said.append(f"its pictures are {got[0]}x{got[1]}, not {size[0]}x{size[1]}")
    if 0 < fps < FPS / 2:
        said.append(f"it gives {fps:g} pictures a second, and a dealt card needs {FPS / 2:g}")
    return said


def lock(camera: Handle, exposure: Mapping[str, float]) -> list[str]:
    """Set the controls of a mount; returns what the camera would not do, in words."""
    said = [f"it has no control {name!r}" for name in exposure if name not in CONTROLS]
    for name, prop in CONTROLS.items():
        if name not in exposure:
            continue
        value = exposure[name]
        if name == "auto_exposure" and value == _MANUAL:
            camera.set(prop, _AUTO)  # some take manual only from there
        done, now = camera.set(prop, value), camera.get(prop)
        if not done or abs(now - value) > 0.5:
            said.append(f"its {name.replace('_', ' ')} stays at {now:g} instead of {value:g}")
    return said


def as_it_is(camera: Handle) -> dict[str, float]:
    """What to lock a camera to, so that it stays as it is now; see mount.Mount.exposure."""
    now = {name: camera.get(prop) for name, prop in CONTROLS.items()}
    kept = {name: value for name, value in now.items() if value > 0}
    return kept | {name: value for name, value in _BY_HAND.items() if name in kept}
