"""A grabber at work, and what it said."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from drivers import State
from drivers.camera.address import address
from drivers.camera.frame import Frame, Source
from drivers.camera.grabber import Found, Grabber, Lost, Over
from drivers.camera.sources import source

from .http_camera import HttpCamera
from .rtsp_camera import RtspCamera

Camera = HttpCamera | RtspCamera


class Looking:
    """A grabber and what it said."""

    def __init__(self, of: Source, **more: Any) -> None:
        self.states: list[tuple[State, str]] = []
        self.grabber = Grabber(of, self._note, **more)
        self.frames: list[Frame] = []

    def _note(self, state: State, detail: str, retry_s: float | None) -> None:
        self.states.append((state, detail))

    def until(self, kind: type, *, deadline_s: float = 30) -> Found | Lost | Over | Frame:
        """Look on until something of a kind comes; returns it."""
        ends_at = time.monotonic() + deadline_s
        while time.monotonic() < ends_at:
            got = self.grabber.next(0.05)
            if isinstance(got, Frame):
                self.frames.append(got)
            if isinstance(got, kind):
                return got
        raise AssertionError(f"waited in vain for {kind.__name__}: {self.states}")

    def until_told(self, words: str) -> None:
        """Look on until a state's sentence has these words."""
        ends_at = time.monotonic() + 30
        while not any(words in detail for _, detail in self.states):
            assert time.monotonic() < ends_at, self.states
            self.grabber.next(0.05)


@contextmanager
def looking_at(camera: Camera) -> Iterator[Looking]:
    looking = Looking(source(address(camera.url)))
    yield looking
    looking.grabber.close()
    camera.close()
