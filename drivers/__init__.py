"""Readers: every source of cards. They say what they saw; none decides what a card means.

A reader is opened by a URL, whose first part names the kind: `simulated:?seed=4&pace=0.5`,
`angel_eye:/dev/ttyUSB0`, `angel_eye:socket://127.0.0.1:4001`, `line:rfc2217://...`,
`pattern@FILE:/dev/ttyUSB0`. What follows the first `:` goes to the port as it stands.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Protocol, runtime_checkable

from server.baccarat.events import Entry, Observation
from server.baccarat.rules import House

from .counting import Counters, Pictures

SIMULATED = "simulated"  # the reader's name; what it saw is marked with it wherever it is shown
RECORDED = "recording"  # that of a film: its cards left no shoe now, and are marked the same


def is_simulated(entries: Iterable[Entry]) -> bool:
    """Whether anything in a shoe came from no real shoe: then nothing of it counts."""
    return any(
        isinstance(entry.event, Observation) and entry.event.reader in (SIMULATED, RECORDED)
        for entry in entries
    )


class BadReader(ValueError):
    """A reader URL that names nothing; the message says what is possible."""


class State(StrEnum):
    """How a reader is."""

    SEARCHING = "searching"  # what it reads from is not there
    OPENING = "opening"
    ONLINE = "online"
    SILENT = "silent"  # open, but nothing came for long: the table rests, or the line is dead
    LOST = "lost"  # it was open and went away
    RETRYING = "retrying"  # waits before it tries again


@dataclass(frozen=True, slots=True)
class Health:
    """How a reader is, for the people who look after it; times in seconds."""

    state: State
    detail: str = ""
    retry_s: float | None = None  # until the next try, where it waits for one
    age_s: float | None = None  # since the last sound frame, None before the first
    counters: Counters | Pictures = field(default_factory=Counters)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a reader is told beside its URL."""

    silent_s: float = 60.0  # without a frame for so long it is told as silent
    fastest_s: float = 0.5  # between two reports at a table: nobody deals faster
    spy: Path | None = None  # where every byte that it hears is noted, see tape.py
    tap: Callable[[bytes], None] | None = None  # is given every byte that it hears, as it comes
    pictures: Path | None = None  # the folder where it keeps what it read cards from, as SHA256.jpg


@dataclass(frozen=True, slots=True)
class Position:
    """Where the table stands, for a reader that must go on from there.

    `observed` counts what the reader has reported since the shoe was opened.
    """

    house: House
    number: int
    is_open: bool
    on_hold: bool
    observed: int


class Sink(Protocol):
    """Where a reader puts what it saw."""

    def emit(self, event: Observation) -> None:
        """Returns when the event is kept."""

    def report(self, state: State, detail: str = "") -> None:
        """The reader's state is another now; the detail is a sentence."""

    def position(self) -> Position:
        """Where the table stands."""


@dataclass(frozen=True, slots=True)
class Picture:
    """What a camera sees and what it reads in it; `jpeg` is None before the first one."""

    jpeg: bytes | None
    age_s: float | None  # since it came, None before the first


class Reader(Protocol):
    """A source of cards."""

    url: str
    name: str  # as it stands in the log
    simulated: bool

    def run(self, sink: Sink, stop: threading.Event) -> None:
        """Put everything seen into the sink, until `stop` is set; survives every loss."""

    def close(self) -> None:
        """Make `run` return soon, wherever it waits."""

    def health(self) -> Health:
        """How the reader is now; may be asked from any thread."""


@runtime_checkable
class Sees(Protocol):
    """What a reader can do beside, where it has eyes."""

    def picture(self) -> Picture:
        """What it sees, at once; whoever goes on asking has a new one twice a second."""


# The kind in the URL, and where its `open_url(url, rest)` lives: loaded only when it is used.
_KINDS = {
    SIMULATED: "drivers.simulated",
    "angel_eye": "drivers.byte_readers",
    "line": "drivers.byte_readers",
    "pattern": "drivers.byte_readers",
    "keyboard": "drivers.keyboard",
    "camera": "drivers.camera.reader",
}
_WRITTEN = {"pattern": "pattern@FILE", "keyboard": "keyboard@FILE"}  # kinds that need a file


_NOTHING_SAID = Settings()


def open_reader(url: str, settings: Settings = _NOTHING_SAID) -> Reader:
    """The reader that a URL names. Nothing is opened yet: `run` does that. Raises BadReader."""
    kind, colon, rest = url.partition(":")
    module = _KINDS.get(kind.partition("@")[0])
    if not colon or module is None:
        kinds = ", ".join(f"{_WRITTEN.get(kind, kind)}:" for kind in _KINDS)
        raise BadReader(f"There is no reader {url!r}: it must begin with one of {kinds}")
    open_url: Callable[[str, str, str, Settings], Reader] = import_module(module).open_url
    return open_url(url, kind, rest, settings)
