"""A reader at work on a thread, and a desk that notes what it says."""

from __future__ import annotations

import threading

from drivers import Position, Reader, State
from server.baccarat.events import Observation
from server.baccarat.rules import HOUSES
from tests.wire import until


class Desk:
    """Where a reader under test puts what it saw."""

    def __init__(self, reader: Reader) -> None:
        self.events: list[Observation] = []
        self.states: list[tuple[State, str]] = []
        self.slow_s = 0.0  # how long keeping an event takes
        self._stop = threading.Event()
        self.reader = self._reader = reader
        self._thread = threading.Thread(target=reader.run, args=(self, self._stop))
        self._thread.start()

    def emit(self, event: Observation) -> None:
        self.events.append(event)
        self._stop.wait(self.slow_s)

    def report(self, state: State, detail: str = "") -> None:
        self.states.append((state, detail))

    def position(self) -> Position:
        return Position(HOUSES["paramount"], 1, True, False, len(self.events))

    def waits_for(self, kind: type[Observation], count: int = 1) -> None:
        """Wait until so many events of a kind have come."""
        until(lambda: sum(isinstance(event, kind) for event in self.events) >= count)

    def waits_until(self, state: State) -> str:
        """Wait until the reader is in a state; returns what it says of it."""
        until(lambda: self.states and self.states[-1][0] is state)
        return self.states[-1][1]

    def close(self) -> None:
        self._stop.set()
        self._reader.close()
        self._thread.join()
