"""The grabber: opens a source, watches that its pictures are new, and opens it again for ever.

It never waits for a camera: a taker does, on a thread of its own, and one that does not come back
is left behind. States, waits and words are those of drivers/supervisor.py.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from .. import State
from ..supervisor import BACKOFF_S
from .frame import Frame, Source
from .taker import Taker

_AGE_S = 1.0  # without a new picture the camera is lost
_FROZEN_S = 2.0  # with the same picture, too
_FIRST_S = 5.0  # for the first picture of an open camera
_GONE_S = 0.2  # between two looks whether the device is still plugged in
_LOOK_S = 0.02  # between two looks whether it is back
_MOST_STUCK = 3  # takers that do not come back, before only another process helps
_WORKED_S = 5.0  # with pictures for so long the next wait is the shortest again
_STUCK_S = 5.0  # for a taker to come back where the camera can be open only once


class Stuck(Exception):
    """Takers hang in the camera and only the end of the process frees it; the message says so."""


@dataclass(frozen=True, slots=True)
class Found:
    """Pictures come (again)."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Pictures came and do not any more."""

    why: str


@dataclass(frozen=True, slots=True)
class Over:
    """The film is at its end."""


Tell = Callable[[State, str, float | None], None]


class Grabber:
    """Pictures of one source, and what becomes of it; used by one thread."""

    def __init__(
        self,
        source: Source,
        tell: Tell,
        *,
        is_paced: bool = True,
        size: tuple[int, int] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`tell` is told each state, its sentence and the seconds until the next try.

        `is_paced`: a film runs at its own pace, else as fast as it is looked at. `size`: pictures
        of another are refused.
        """
        self._source, self._tell, self._clock = source, tell, clock
        self._is_paced, self._size = is_paced, size
        self._taker: Taker | None = None
        self._left: list[Taker] = []  # behind
        self._is_counted = False  # the last of them
        self._told: tuple[State, str] | None = None
        self._there: object = None
        self._is_found = False
        self._kept: Frame | None = None  # until it is told that it was found
        self._wait, self._retry_at = BACKOFF_S[0], 0.0
        self._looked_at = self._found_at = 0.0
        self._number = 0
        self._seen_size: tuple[int, int] | None = None
        self._dropped = self._bad = 0
        self.reconnects = self.stuck = 0

    @property
    def dropped(self) -> int:
        """How many pictures came while another was looked at."""
        return self._dropped + (self._taker.dropped if self._taker else 0)

    @property
    def bad(self) -> int:
        """How many pictures came damaged, or show nothing."""
        return self._bad + (self._taker.bad if self._taker else 0)

    @property
    def age_s(self) -> float | None:
        """How old the newest picture is, None before the first of this opening."""
        at = self._taker.came_at if self._taker else None
        return None if at is None else self._clock() - at

    def next(self, wait_s: float) -> Frame | Found | Lost | Over | None:
        """What comes next, None where nothing does in time. Raises Stuck."""
        if self._kept:
            kept, self._kept = self._kept, None
            return kept
        if self._taker is None:
            self._open(wait_s)
            return None
        frame = self._taker.next(wait_s)
        why = self._trouble(self._taker, frame)
        if why:
            return self._lose(why)
        if frame is None:
            return Over() if self._taker.is_over else None
        if self._is_found:
            return frame
        self._is_found, self._found_at = True, self._clock()
        self._kept, note = frame, self._taker.note
        self._say(State.ONLINE, self._source.where + (f": {note}" if note else ""))
        return Found()

    def close(self) -> None:
        """Let go of the source, if it lets go of us soon."""
        if self._taker:
            self._taker.give_up()
            self._taker.join(0.3)

    def _open(self, wait_s: float) -> None:
        now = self._clock()
        there = self._source.find()
        if there is None:
            self._retry_at = 0.0  # at once when it is back
            self._say(
                State.SEARCHING,
                f"{self._source.where} is not there. {self._source.missing}".strip(),
            )
            time.sleep(min(wait_s, _LOOK_S))
            return
        is_new = there != self._there
        if (now < self._retry_at and not is_new) or self._must_wait(now):
            time.sleep(min(wait_s, _LOOK_S))
            return
        self._there = there
        self._say(State.OPENING, f"Opening {self._source.where}.")
        self._taker = Taker(self._source, self._number, clock=self._clock, is_paced=self._is_paced)

    def _must_wait(self, now: float) -> bool:
        """Whether a taker that was left behind is in the way. Raises Stuck."""
        self._left = [taker for taker in self._left if taker.is_alive]
        if not self._left:
            return False
        if not self._is_counted:
            self._is_counted = True
            self.stuck += 1
        where = self._source.where
        if len(self._left) > _MOST_STUCK:
            raise Stuck(f"{where} blocks whoever reads it")
        if self._source.is_exclusive and now > self._retry_at + _STUCK_S:
            raise Stuck(f"{where} blocks who reads it and cannot be opened again")
        return self._source.is_exclusive

    def _trouble(self, taker: Taker, frame: Frame | None) -> str:
        """Why the source counts as lost, or nothing."""
        if frame is None and taker.error:
            return taker.error
        if frame is not None and (why := self._wrong_size(frame)):
            return why
        if self._source.is_film:
            return ""
        now = self._clock()
        if taker.opened_at is None:
            is_late = now - taker.began_at > self._source.patience_s
            return f"it did not open within {self._source.patience_s:g} s" if is_late else ""
        came = taker.came_at
        since, most = (taker.opened_at, _FIRST_S) if came is None else (came, _AGE_S)
        if now - since > most:
            if taker.is_plain:
                return "its picture shows nothing: look at its lens, the light and its exposure"
            damaged = " whole" if taker.bad else ""
            return f"no{damaged} picture came for {most:g} s"
        if came is not None and came - (taker.changed_at or came) > _FROZEN_S:
            return f"the same picture came for {_FROZEN_S:g} s: it hangs"
        if now - self._looked_at > _GONE_S:
            self._looked_at = now
            if self._source.find() != self._there:
                return "it was unplugged"
        return ""

    def _wrong_size(self, frame: Frame) -> str:
        height, width = frame.picture.shape[:2]
        got = (width, height)
        if self._size and got != self._size:
            return (
                f"its pictures are {width}x{height}, and it was calibrated at "
                f"{self._size[0]}x{self._size[1]}: set it back, or calibrate it again"
            )
        before, self._seen_size = self._seen_size, got
        if before is None or before == got:
            return ""
        return f"its pictures changed from {before[0]}x{before[1]} to {width}x{height}"

    def _lose(self, why: str) -> Lost | None:
        assert self._taker
        taker, self._taker = self._taker, None
        taker.give_up()
        self._left.append(taker)
        self._is_counted = False
        self._dropped, self._bad = self._dropped + taker.dropped, self._bad + taker.bad
        self._number = taker.number
        where = self._source.where
        was_found, self._is_found = self._is_found, False
        if was_found:
            if self._clock() - self._found_at > _WORKED_S:
                self._wait = BACKOFF_S[0]
            self.reconnects += 1
            self._say(State.LOST, f"{where}: {why}.")
        wait, self._wait = self._wait, min(self._wait * 2, BACKOFF_S[1])
        self._retry_at = self._clock() + wait
        self._say(State.RETRYING, f"{where}: {why}; trying again in {wait:g} s.", wait)
        return Lost(why) if was_found else None

    def _say(self, state: State, detail: str, retry_s: float | None = None) -> None:
        if self._told != (state, detail):
            self._told = state, detail
            self._tell(state, detail, retry_s)
