"""The supervisor of every reader of bytes: opens its source, reads it, and opens it again for ever.

There is one path for every kind of loss: the decoder forgets its half frame, the table is told, and
the next try comes after 0.5 s, then 1, 2, ... at most 10 s; at once where the source is plugged in
again. Silence is told, not guessed at: a shoe only speaks when a card moves.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from typing import Protocol

from server.baccarat.events import Observation, ReaderFound, ReaderLost

from . import Health, Settings, Sink, State
from .counting import Counters
from .tape import Spy

BACKOFF_S = (0.5, 10.0)  # the first wait between two tries to open, and the longest
_LOOK_S = 0.02  # between two looks whether the source was plugged in again
_BACKLOG_S = (0.05, 0.5)  # so long quiet, or at most so long, after the opening: it was old
_NO_BEAT_S = 15.0  # a sender that beats and does not for so long is gone


class Decoder(Protocol):
    """Bytes in, events out; knows no port."""

    name: str
    counters: Counters
    remembers: int  # reports that may be lost in a row before its count shows nothing; 0: no count
    beats: bool  # the sender promised to be heard

    def feed(self, data: bytes, now: float) -> list[Observation]:
        """The events that end in these bytes; `now` is in seconds of any steady clock."""

    def reset(self) -> None:
        """The line was lost."""


class Line(Protocol):
    """An open source."""

    def read(self) -> bytes:
        """What came since; waits a little where nothing did. Raises OSError where it is lost."""

    def close(self) -> None:
        """Let it go."""


class Source(Protocol):
    """Where a reader's bytes come from."""

    where: str  # for the crew

    def find(self) -> object:
        """What is there now, another value after it was plugged in anew; None: it is not there."""

    def open(self) -> Line:
        """Raises OSError, in words for the crew, where it cannot be opened."""


class Supervised:
    """A reader of bytes: a source and a decoder."""

    simulated = False

    def __init__(self, url: str, source: Source, decoder: Decoder, settings: Settings) -> None:
        self.url, self.name = url, decoder.name
        self._source, self._decoder, self._settings = source, decoder, settings
        self._health = Health(State.SEARCHING)
        self._heard_at: float | None = None  # the last sound frame
        self._retry_at: float | None = None
        self._lost_at: float | None = None
        self._busy_s = 0.0  # what came while we wrote the log came in time: its clock stood still
        self._spy = Spy(settings.spy) if settings.spy else None

    def run(self, sink: Sink, stop: threading.Event) -> None:
        """Reads until `stop` is set; a source that is lost or not there is tried for ever."""
        try:
            self._supervise(sink, stop)
        finally:
            if self._spy:
                self._spy.close()

    def _supervise(self, sink: Sink, stop: threading.Event) -> None:
        wait = BACKOFF_S[0]
        while not stop.is_set():
            there = self._source.find()
            if there is None:
                self._tell(sink, State.SEARCHING, f"{self._source.where} is not there: plug it in.")
                stop.wait(_LOOK_S)
                continue
            self._tell(sink, State.OPENING, f"Opening {self._source.where}.")
            opened_at = None
            try:
                with closing(self._source.open()) as line:
                    opened_at = time.monotonic()
                    sink.emit(ReaderFound(reader=self.name, is_sure=self._is_sure(opened_at)))
                    self._read(line, sink, stop)
                return
            except OSError as error:
                why = str(error).rstrip(".")
                if opened_at is not None:
                    self._lost(sink, why)
                    if (self._heard_at or 0.0) > opened_at:
                        wait = BACKOFF_S[0]  # it worked: a line that opens and says nothing waits
                self._wait(sink, stop, there, wait, why)
                wait = min(wait * 2, BACKOFF_S[1])

    def close(self) -> None:
        """`run` looks at its stop event ten times a second."""

    def health(self) -> Health:
        now, heard, retry = time.monotonic(), self._heard_at, self._retry_at
        return replace(
            self._health,
            retry_s=None if retry is None else max(0.0, retry - now),
            age_s=None if heard is None else now - heard,
            counters=replace(self._decoder.counters),
        )

    def _is_sure(self, now: float) -> bool:
        """Whether the decoder's count will show what was reported while the line was lost."""
        if self._lost_at is None:
            return False  # it counts from here on
        return now - self._lost_at <= self._decoder.remembers * self._settings.fastest_s

    def _lost(self, sink: Sink, why: str) -> None:
        self._decoder.reset()
        self._lost_at = time.monotonic()
        self._decoder.counters.reconnects += 1
        self._note(f"lost: {why}")
        self._tell(sink, State.LOST, f"{self._source.where}: {why}.")
        sink.emit(ReaderLost(reader=self.name, why=why))

    def _wait(
        self, sink: Sink, stop: threading.Event, there: object, wait: float, why: str
    ) -> None:
        """Wait for the next try; less where the source was plugged in anew meanwhile."""
        self._retry_at = time.monotonic() + wait
        self._tell(
            sink,
            State.RETRYING,
            f"{self._source.where}: {why}. Look at the cable and that no other program has the "
            f"port; trying again in {wait:g} s.",
        )
        while not stop.is_set() and time.monotonic() < self._retry_at:
            if self._source.find() not in (there, None):
                break
            stop.wait(_LOOK_S)
        self._retry_at = None

    def _read(self, line: Line, sink: Sink, stop: threading.Event) -> None:
        """Carry what the line brings into the sink until `stop`; raises OSError at its loss."""
        self._note(f"opened {self._source.where}")
        if self._heard_at is None or not self._decoder.remembers:
            for data in _backlog(line, stop):
                self._take(data, sink, is_late=True)
        where = self._source.where
        self._tell(sink, State.ONLINE, where)
        opened, told = time.monotonic(), self._decoder.counters.bad
        while not stop.is_set():
            data = line.read()
            if data:
                self._take(data, sink)
            counters = self._decoder.counters
            quiet = time.monotonic() - max(opened, self._heard_at or opened)
            if self._decoder.beats and quiet > _NO_BEAT_S:
                raise OSError(f"it beat, and has not been heard for {_NO_BEAT_S:g} s")
            if quiet > self._settings.silent_s:
                detail = f"{where}: nothing for a while. The table rests, or look at the cable."
                self._tell(sink, State.SILENT, detail)
            elif counters.bad > told or self._health.state is State.SILENT:
                told = counters.bad
                frames = "1 damaged frame" if told == 1 else f"{told} damaged frames"
                damage = f"; {frames} since the start: look at the cable" if told else ""
                self._tell(sink, State.ONLINE, where + damage)

    def _take(self, data: bytes, sink: Sink, *, is_late: bool = False) -> None:
        """What the decoder makes of bytes, kept. A line's backlog may be from an old day."""
        read_at = time.monotonic()
        if self._spy:
            self._spy.bytes(data)
        if self._settings.tap:
            self._settings.tap(data)
        sound = self._decoder.counters.frames + self._decoder.counters.repeats
        for event in self._decoder.feed(data, read_at - self._busy_s):
            sink.emit(replace(event, late=True) if is_late else event)
        if self._decoder.counters.frames + self._decoder.counters.repeats > sound:
            self._heard_at = read_at
        self._busy_s += time.monotonic() - read_at

    def _note(self, text: str) -> None:
        if self._spy:
            self._spy.note(text)

    def _tell(self, sink: Sink, state: State, detail: str) -> None:
        if (self._health.state, self._health.detail) != (state, detail):
            self._health = Health(state, detail)
            sink.report(state, detail)


def _backlog(line: Line, stop: threading.Event) -> Iterator[bytes]:
    """What a line brings at once, before it falls quiet: it was on its way before we came."""
    quiet, most = _BACKLOG_S
    began = heard = time.monotonic()
    while not stop.is_set():
        now = time.monotonic()
        if now - heard > quiet or now - began > most:
            return
        if data := line.read():
            heard = time.monotonic()
            yield data
