"""A shoe on a serial line: opens the port, reads it, and opens it again whenever it is lost.

Read-only: nothing is ever sent to the shoe. Any port or URL that pyserial knows will do. The line
runs at the protocol's own speed, or at the one in the URL: `angel_eye@9600:/dev/ttyUSB0`.
"""

from __future__ import annotations

import termios
import threading
import time
from collections.abc import Callable
from typing import Protocol

import serial

from server.baccarat.events import Observation, ReaderFound, ReaderLost

from . import BadReader, Reader, Sink, State, angel_eye, line
from .counting import Counters

_POLL_S = 0.1  # how long a read waits, and so how soon a stop is noticed
_BACKOFF_S = (0.5, 10.0)  # the first wait between two tries to open, and the longest
_LOSSES = (OSError, termios.error)  # pyserial raises both; its SerialException is an OSError


class Decoder(Protocol):
    """Bytes in, events out; knows no port."""

    name: str
    counters: Counters

    def feed(self, data: bytes, now: float) -> list[Observation]:
        """The events that end in these bytes."""

    def reset(self) -> None:
        """The line was lost."""


class SerialShoe:
    """One shoe on one port."""

    simulated = False

    def __init__(self, url: str, port: str, baud: int, decoder: Decoder) -> None:
        self.url, self.name = url, decoder.name
        self._port, self._baud, self._decoder = port, baud, decoder
        self._busy_s = 0.0  # what came while we wrote the log came in time: its clock stood still

    def run(self, sink: Sink, stop: threading.Event) -> None:
        """Reads until `stop` is set; a port that is lost or not there is tried for ever."""
        wait, longest = _BACKOFF_S
        sink.report(State.SEARCHING, f"Opening {self._port}.")
        while not stop.is_set():
            try:
                with self._open() as port:
                    wait = _BACKOFF_S[0]
                    sink.emit(ReaderFound(reader=self.name))
                    sink.report(State.ONLINE, self._port)
                    self._read(port, sink, stop)
                    return
            except _LOSSES as error:
                was_open = not isinstance(error, _NotOpened)
                if was_open:
                    self._decoder.reset()
                    sink.emit(ReaderLost(reader=self.name, why=_in_words(error)))
                sink.report(
                    State.LOST,
                    f"{self._port}: {_in_words(error)}. Look at the cable and that no other "
                    f"program has the port; trying again in {wait:g} s.",
                )
                stop.wait(wait)
                wait = min(wait * 2, longest)

    def close(self) -> None:
        """`run` looks at its stop event ten times a second."""

    def _open(self) -> serial.Serial:
        try:
            return serial.serial_for_url(
                self._port, baudrate=self._baud, timeout=_POLL_S, exclusive=True
            )
        except Exception as error:  # each of pyserial's URL handlers raises what it likes
            raise _NotOpened(_in_words(error)) from None

    def _read(self, port: serial.Serial, sink: Sink, stop: threading.Event) -> None:
        damaged = self._decoder.counters.bad
        while not stop.is_set():
            data = port.read(port.in_waiting or 1)
            read_at = time.monotonic()
            for event in self._decoder.feed(data, read_at - self._busy_s) if data else ():
                sink.emit(event)
            if self._decoder.counters.bad > damaged:
                damaged = self._decoder.counters.bad
                frames = "1 damaged frame" if damaged == 1 else f"{damaged} damaged frames"
                detail = f"{self._port}; {frames} since the start: look at the cable"
                sink.report(State.ONLINE, detail)
            self._busy_s += time.monotonic() - read_at


class _NotOpened(OSError):
    """The port could not be opened, so nothing was lost."""


_PLAINER = {
    "Resource temporarily unavailable": "another program has it",
    "Inappropriate ioctl for device": "it is no serial port",
}


def _in_words(error: BaseException) -> str:
    """What pyserial means, without its numbers."""
    if isinstance(error, termios.error):
        return "it is no serial port"
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    words = text.split("] ")[-1].strip().rstrip(".")
    return _PLAINER.get(words, words)


_PROTOCOLS: dict[str, tuple[Callable[[], Decoder], int]] = {
    angel_eye.NAME: (angel_eye.AngelEye, angel_eye.BAUD),
    line.NAME: (line.Line, line.BAUD),
}


def open_url(url: str, kind: str, rest: str) -> Reader:
    """`angel_eye:PORT` or `line:PORT`, with `@BAUD` after the name if need be; raises BadReader."""
    name, at, baud_text = kind.partition("@")
    decoder, baud = _PROTOCOLS[name]
    if at:
        if not baud_text.isdecimal() or int(baud_text) == 0:
            raise BadReader(f"Reader {url!r}: {baud_text!r} is no line speed; try {baud}.")
        baud = int(baud_text)
    if not rest:
        raise BadReader(f"Reader {url!r}: the port is missing, for example {name}:/dev/ttyUSB0")
    return SerialShoe(url, rest, baud, decoder())
