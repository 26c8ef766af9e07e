"""The thread that takes pictures from an open source: the one place that may block on a camera.

It keeps only the newest picture, so that nobody looks at an old one. Of a film it keeps each until
it is looked at, and gives them at the film's own pace.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing

import numpy as np

from .frame import BadPicture, Capture, Frame, Source
from .picture import Picture

_PLAIN = 24  # levels of a colour between which a picture shows nothing; the darkest real had 49
_SIEVE = 8  # every how-manieth pixel is looked at first


class Taker:
    """One opening of a source."""

    def __init__(
        self, source: Source, first: int, *, clock: Callable[[], float], is_paced: bool
    ) -> None:
        """Begins at once; `first` is the number of its first picture."""
        self._source, self._number, self._clock = source, first, clock
        self._is_paced = is_paced
        self._stop = threading.Event()
        self._changed = threading.Condition()
        self._newest: Frame | None = None
        self._before: Picture | None = None
        self.began_at = clock()
        self.opened_at: float | None = None
        self.came_at: float | None = None  # the last picture that shows something
        self.changed_at: float | None = None  # the last one that was not like the one before
        self.is_plain = False  # the last picture shows nothing
        self.is_over = False
        self.error = ""
        self.note = ""
        self.locked: dict[str, float] = {}  # what keeps the camera as it is now
        self.dropped = self.bad = 0
        self._thread = threading.Thread(target=self._run, name=f"taker {first}", daemon=True)
        self._thread.start()

    @property
    def number(self) -> int:
        """That of the next picture."""
        return self._number

    @property
    def is_alive(self) -> bool:
        """Whether it has not let go of its source."""
        return self._thread.is_alive()

    def next(self, wait_s: float) -> Frame | None:
        """The newest picture, once; None where none comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._newest or self.error or self.is_over, wait_s)
            frame, self._newest = self._newest, None
            self._changed.notify_all()
            return frame

    def give_up(self) -> None:
        """Let go of the source as soon as it lets go of us; returns at once."""
        self._stop.set()
        with self._changed:
            self._newest = None
            self._changed.notify_all()

    def join(self, wait_s: float) -> None:
        self._thread.join(wait_s)

    def _run(self) -> None:
        try:
            with closing(self._source.open()) as capture:
                self.note, self.opened_at = capture.note, self._clock()
                self.locked = dict(getattr(capture, "locked", {}))
                take = self._film if self._source.is_film else self._camera
                take(capture)
        except OSError as error:
            self._end(str(error).rstrip(".") or type(error).__name__)
        except Exception as error:  # OpenCV has its own, for whatever a camera may send
            self._end(f"its pictures could not be taken ({error!r})")

    def _end(self, error: str) -> None:
        with self._changed:
            self.error, self.is_over = error, not error
            self._changed.notify_all()

    def _film(self, capture: Capture) -> None:
        began, taken, count = self._clock(), time.time(), 0
        while not self._stop.is_set():
            picture = capture.read()
            if picture is None:
                self._end("")
                return
            at = count / capture.fps
            if self._is_paced and self._stop.wait(max(0.0, began + at - self._clock())):
                return
            frame = Frame(self._number, at, taken + at, picture)
            with self._changed:
                self._changed.wait_for(lambda: not self._newest or self._stop.is_set())
                self._newest = frame
                self._changed.notify_all()
            self._number, count = self._number + 1, count + 1
            self.came_at = self._clock()

    def _camera(self, capture: Capture) -> None:
        while not self._stop.is_set():
            try:
                picture = capture.read()
            except BadPicture:
                self.bad += 1
                continue
            now = self._clock()
            if picture is None:
                self._end("it ended")
                return
            self.is_plain = shows_nothing(picture)
            if self.is_plain:
                self.bad += 1
                continue
            if self._before is None or not are_alike(picture, self._before):
                self.changed_at = now
            self._before, self.came_at = picture, now
            with self._changed:
                self.dropped += self._newest is not None
                self._newest = Frame(self._number, now, time.time(), picture)
                self._changed.notify_all()
            self._number += 1


def shows_nothing(picture: Picture) -> bool:
    """Whether a picture is of one plain colour: a lens cap, no light, or a decoder's grey."""
    few = picture[::_SIEVE, ::_SIEVE].reshape(-1, picture.shape[-1])
    return int(np.ptp(few, axis=0).max()) < _PLAIN


def are_alike(one: Picture, other: Picture) -> bool:
    """Whether two pictures are the same in every pixel, which no sensor gives twice."""
    few = np.array_equal(one[::_SIEVE, ::_SIEVE], other[::_SIEVE, ::_SIEVE])
    return few and np.array_equal(one, other)
