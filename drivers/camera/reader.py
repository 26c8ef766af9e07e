"""The reader of a camera: `camera:SOURCE`, or `camera@FOLDER:SOURCE` with a calibration.

SOURCE is a number or path of a camera here, a film, or the URL of one on the network. Everything
that has to do with pictures runs in a process of its own, which is watched and started again.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import astuple, replace
from pathlib import Path

from server.baccarat.events import CardRead, Observation, ReaderFound, ReaderLost

from .. import BadReader, Health, Picture, Reader, Settings, Sink, State
from ..counting import Pictures
from ..supervisor import BACKOFF_S
from . import NAME, RECORDED
from .address import Kind, address
from .child import Child, Gone
from .messages import Beat, Failed, Over, Plan, Saw, Shot, Status
from .mount import mount_in_use

VISION = "drivers.camera.looking:make"
_WAIT_S = 0.05  # between two looks whether to stop
_ASK_S, _WANTED_S = 0.5, 3.0  # between two live pictures; nobody asked for so long: none
_SAY = logging.getLogger("shoeboard")
_IN_FLIGHT = "the camera was lost while it was being read"


class CameraReader:
    """A camera at a table; see drivers.Reader and drivers.Sees."""

    def __init__(self, url: str, plan: Plan) -> None:
        self.url = url
        self.simulated = plan.address.kind is Kind.FILM
        self.name = RECORDED if self.simulated else NAME
        self._plan = plan
        self._child: Child | None = None
        self._told: tuple[State, str] = State.SEARCHING, ""
        self._retry_at: float | None = None
        self._beat, self._beat_at = Beat(Pictures(), None, 0), time.monotonic()
        self._before = Pictures()  # what the processes before this one counted
        self._in_flight = 0
        self._is_found = self._has_begun = False
        self._logged = ""
        self._shot: bytes | None = None
        self._shot_at = self._asked_at = 0.0
        self._wanted_at: float | None = None

    @property
    def pid(self) -> int | None:
        """That of the process that runs."""
        return self._child.pid if self._child else None

    def run(self, sink: Sink, stop: threading.Event) -> None:
        """Reads until `stop` is set, or a film is over; what is lost is tried for ever."""
        wait = BACKOFF_S[0]
        while not stop.is_set():
            began_at = time.monotonic()
            try:
                self._child = child = Child(self._plan)
                try:
                    if self._follow(child, sink, stop):
                        return
                finally:
                    self._child = None
                    for event in (each.event for each in child.end() if isinstance(each, Saw)):
                        self._note(event)
                        sink.emit(event)
                continue  # it was told to stop
            except Gone as gone:
                why = str(gone)
            except OSError as error:
                why = f"the vision program could not be started: {error.strerror or error}"
            if time.monotonic() - began_at > BACKOFF_S[1]:
                wait = BACKOFF_S[0]
            self._lost(why, sink)
            if self.simulated and self._has_begun:
                again = "Reopen the reader to play the film from its beginning."
                self._tell(sink, State.LOST, f"{self._plan.address.where}: {why}. {again}")
                return  # begun anew, it would deal its cards twice
            self._retry_at = time.monotonic() + wait
            where = self._plan.address.where
            self._tell(sink, State.RETRYING, f"{where}: {why}; trying again in {wait:g} s.")
            stop.wait(wait)
            self._retry_at = None
            wait = min(wait * 2, BACKOFF_S[1])

    def close(self) -> None:
        """`run` looks at its stop event twenty times a second."""

    def health(self) -> Health:
        now, retry = time.monotonic(), self._retry_at
        beat, state = self._beat, self._told
        age = None if beat.age_s is None else beat.age_s + now - self._beat_at
        return Health(
            state[0],
            state[1],
            retry_s=None if retry is None else max(0.0, retry - now),
            age_s=age,
            counters=self._counted(beat.counters),
        )

    def picture(self) -> Picture:
        """What the camera sees; from now on for some seconds there is a new one twice a second."""
        self._wanted_at = time.monotonic()
        shot = self._shot
        return Picture(shot, None if shot is None else time.monotonic() - self._shot_at)

    def _follow(self, child: Child, sink: Sink, stop: threading.Event) -> bool:
        """Carry what the process tells into the sink; whether it was the end of a film.

        Returns where `stop` is set. Raises Gone.
        """
        while not stop.is_set():
            self._maybe_ask(child)
            match child.hear(_WAIT_S):
                case Saw(event):
                    self._note(event)
                    sink.emit(event)
                    child.waited()
                case Status(state, detail, retry_s):
                    self._retry_at = None if retry_s is None else time.monotonic() + retry_s
                    self._tell(sink, state, detail)
                case Beat() as beat:
                    self._beat, self._beat_at = beat, time.monotonic()
                    self._in_flight = beat.in_flight
                case Shot(jpeg):
                    self._shot, self._shot_at = jpeg, time.monotonic()
                case Over(detail):
                    self._tell(sink, State.SILENT, detail)
                    return True
                case Failed(why, trace):
                    if trace and why != self._logged:
                        self._logged = why  # once, and not with each of its tries
                        _SAY.error("The reader of %s: %s\n%s", self._plan.address.where, why, trace)
                    raise Gone(why)
        return False

    def _maybe_ask(self, child: Child) -> None:
        wanted, now = self._wanted_at, time.monotonic()
        if wanted is not None and now - wanted < _WANTED_S and now - self._asked_at >= _ASK_S:
            self._asked_at = now
            child.look()

    def _note(self, event: Observation) -> None:
        if isinstance(event, ReaderFound | ReaderLost):
            self._is_found = isinstance(event, ReaderFound)
            self._has_begun |= self._is_found

    def _lost(self, why: str, sink: Sink) -> None:
        """The process is gone: what it had half seen is a card that nobody can read any more."""
        self._tell(sink, State.LOST, f"{self._plan.address.where}: {why}.")
        for _ in range(self._in_flight):
            sink.emit(CardRead(reader=self.name, card=None, why=_IN_FLIGHT))
        counted = self._counted(self._beat.counters)
        self._before = replace(
            counted,
            reconnects=counted.reconnects + self._is_found,
            unreadable=counted.unreadable + self._in_flight,
        )
        self._beat, self._in_flight = Beat(Pictures(), None, 0), 0
        if self._is_found:
            self._is_found = False
            sink.emit(ReaderLost(reader=self.name, why=why))

    def _counted(self, now: Pictures) -> Pictures:
        both = zip(astuple(self._before), astuple(now), strict=True)
        return Pictures(*(before + since for before, since in both))

    def _tell(self, sink: Sink, state: State, detail: str) -> None:
        if self._told != (state, detail):
            self._told = state, detail
            sink.report(state, detail)


def open_url(url: str, kind: str, rest: str, settings: Settings) -> Reader:
    """The reader of a URL, `camera:SOURCE` or `camera@FOLDER:SOURCE`; raises BadReader."""
    to = address(rest)
    _, at, folder = kind.partition("@")
    if at and folder in ("", "shoe", "table"):
        raise BadReader(
            f"Reader {f'{kind}:...'!r}: a camera is calibrated first: `shoeboard calibrate "
            "camera:SOURCE --mode shoe -o FOLDER`, then camera@FOLDER:SOURCE."
        )
    mount = Path(folder) if at else None
    if mount is not None:
        mount_in_use(mount)  # a mistake in it is named at the start
    return CameraReader(url, Plan(to, mount, settings.pictures, VISION))
