"""The displays and consoles that are open, and how far each has painted."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Screen:
    """One open display or console; `painted` is the newest entry that it has drawn, and when.

    `number` tells the screens of a table apart for the crew, from 1; a free one is used again.
    """

    sid: str
    table: str
    number: int
    is_console: bool
    painted_at: datetime
    painted: int = 0
    is_stream: bool = False  # no screen, but another system that holds a thread like one


class Screens:
    """All open screens. Safe to use from several threads."""

    def __init__(self, most: int, clock: Callable[[], datetime]) -> None:
        self._most, self._clock = most, clock
        self._lock = threading.Lock()
        self._screens: dict[str, Screen] = {}

    def add(
        self, sid: str, table: str, *, is_console: bool = False, is_stream: bool = False
    ) -> bool:
        """Take a screen in; False where the server has no thread left for it."""
        with self._lock:
            if len(self._screens) >= self._most:
                return False
            taken = {
                s.number for s in self._screens.values()
                if s.table == table and s.is_stream == is_stream
            }  # fmt: skip
            number = next(n for n in range(1, self._most + 1) if n not in taken)
            self._screens[sid] = Screen(
                sid, table, number, is_console, self._clock(), is_stream=is_stream
            )
            return True

    def remove(self, sid: str) -> None:
        with self._lock:
            self._screens.pop(sid, None)

    def painted(self, sid: str, seq: int) -> None:
        with self._lock:
            if sid in self._screens:
                at = self._clock()
                self._screens[sid] = replace(self._screens[sid], painted=seq, painted_at=at)

    def of(self, table: str) -> list[Screen]:
        """A table's screens, in the order in which they came; no streams."""
        with self._lock:
            screens = [*self._screens.values()]
        return [screen for screen in screens if screen.table == table and not screen.is_stream]
