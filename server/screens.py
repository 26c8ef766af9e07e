"""The displays that are open, and how far each has painted."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Screen:
    """One open display; `painted` is the newest entry that it has drawn."""

    sid: str
    table: str
    painted: int = 0


class Screens:
    """All open displays. Safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._screens: dict[str, Screen] = {}

    def add(self, sid: str, table: str) -> bool:
        """Take a display in; False where the server has no thread left for it."""
        with self._lock:
            if len(self._screens) >= self._most:
                return False
            self._screens[sid] = Screen(sid, table)
            return True

    def remove(self, sid: str) -> None:
        with self._lock:
            self._screens.pop(sid, None)

    def painted(self, sid: str, seq: int) -> None:
        with self._lock:
            if sid in self._screens:
                self._screens[sid] = replace(self._screens[sid], painted=seq)

    def of(self, table: str) -> list[Screen]:
        """A table's displays, in the order in which they came."""
        with self._lock:
            return [screen for screen in self._screens.values() if screen.table == table]
