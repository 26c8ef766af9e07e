"""The follower: a thread that keeps the ledger up with the log, a little at a time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable

from ..log import LogError
from .ledger import Ledger

_WORK_S, _REST_S = 0.2, 1.0  # at most so long at a stretch: cards must not wait for it
_IDLE_S = 10.0


class Follower:
    """Takes up what some tables' logs come to, until it is stopped."""

    def __init__(self, ledger: Ledger, tables: Iterable[str]) -> None:
        self._ledger, self._tables = ledger, tuple(tables)
        self._others: tuple[str, ...] = ()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ledger", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Returns when nothing is read or written any more."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(_REST_S if self._work() else _IDLE_S):
            pass

    def _work(self) -> bool:
        """One stretch; returns whether there is more to do."""
        until = time.monotonic() + _WORK_S
        try:
            if not self._others:  # tables of earlier settings, and imported ones
                self._others = tuple(self._ledger.log.tables())
            return not all(
                self._ledger.follow(table, pause=lambda: self._is_over(until))
                for table in dict.fromkeys((*self._tables, *self._others))
            )
        except LogError as error:
            logging.getLogger("shoeboard").warning("%s", error)
            return False

    def _is_over(self, until: float) -> bool:
        return self._stop.is_set() or time.monotonic() > until
