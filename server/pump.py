"""The pump: carries what a reader sees into its table, on a thread of its own.

One thread for a table's life: after a change of reader it runs the next one, so that what the one
before saw is in the log first. A card that was read is never dropped: while the log cannot be
written the pump waits and tries again, and the table says so.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace

from drivers import BadReader, Health, Picture, Position, Reader, Sees, State, open_reader

from .baccarat.events import (
    Event,
    Observation,
    ReaderFound,
    ReaderLost,
    Refused,
    ShoeClosed,
    ShoeOpened,
    ShoeStarted,
)
from .baccarat.shoe import Phase
from .log import LogError
from .table import ReaderStatus, Table

_SAY = logging.getLogger("shoeboard")
_RETRY_S = 1.0  # between two tries to write a log that cannot be written


class Pump:
    """One table's thread, and the reader that it runs; see table.ReaderPump."""

    def __init__(
        self, table: Table, url: str, opened: Callable[[str], Reader] = open_reader
    ) -> None:
        """`url` is the first reader's, empty for none; `opened` makes a reader of a URL."""
        self._table, self._opened = table, opened
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._wanted = url
        self._turn = _Turn(table, url, opened, self._over)
        self._thread = threading.Thread(target=self._run, name=f"reader of {table.name}")
        table.read_by(self)

    def start(self) -> None:
        self._turn.announce()
        self._thread.start()

    def change(self, url: str) -> None:
        """Let the reader that runs come to its end, and then the one of a URL begin.

        Returns at once, and may be called under the table's lock.
        """
        with self._lock:
            self._wanted = url
            self._turn.end()

    def health(self) -> Health:
        """How the reader that runs is."""
        return self._turn.health()

    def picture(self) -> Picture | None:
        """What the reader that runs sees, None where it has no eyes."""
        return self._turn.picture()

    def stop(self) -> None:
        """Close the reader and wait until its last event is in the table."""
        with self._lock:
            self._over.set()
            self._turn.end()
        if self._thread.ident is not None:  # it was started
            self._thread.join()

    def _run(self) -> None:
        while True:
            self._turn.run()
            with self._lock:
                if self._over.is_set():
                    return
                self._turn = _Turn(self._table, self._wanted, self._opened, self._over)
            self._turn.announce()


class _Turn:
    """One reader's time at a table; what the reader sees of us is a drivers.Sink."""

    def __init__(
        self, table: Table, url: str, opened: Callable[[str], Reader], over: threading.Event
    ) -> None:
        self._table, self._url, self._over = table, url, over
        self._ended = threading.Event()
        self._reader: Reader | None = None
        self._status = ReaderStatus()
        if not url:
            return
        try:
            self._reader = reader = opened(url)
            self._status = ReaderStatus(State.SEARCHING, "", url, reader.simulated)
        except (BadReader, OSError) as error:
            self._status = ReaderStatus(State.LOST, f"{str(error).rstrip('.')}.", url)

    def announce(self) -> None:
        self._table.report(self._status)

    def run(self) -> None:
        """Run the reader; returns when the turn was ended."""
        if self._reader is not None:
            try:
                self._reader.run(self, self._ended)
            except Exception as error:
                # A fault of ours must not look like a quiet shoe.
                _SAY.exception("The reader of table %s failed", self._table.name)
                advice = "Reopen or change the reader on the console, or restart Shoeboard."
                self.report(State.LOST, f"The reader program failed: {error!r}. {advice}")
        self._ended.wait()

    def end(self) -> None:
        self._ended.set()
        if self._reader is not None:
            self._reader.close()

    def health(self) -> Health:
        return Health(State.SEARCHING) if self._reader is None else self._reader.health()

    def picture(self) -> Picture | None:
        return self._reader.picture() if isinstance(self._reader, Sees) else None

    def emit(self, event: Observation) -> None:
        """Keep what the reader saw; returns when it is in the log (or the pump is stopped)."""
        if self._ended.is_set() and isinstance(event, ReaderFound | ReaderLost):
            return  # how a reader is that the table has no more is no news of the one it has
        self._keep(event)
        if isinstance(event, ShoeStarted):
            self._open_next_shoe(event)

    def report(self, state: State, detail: str = "") -> None:
        if not self._ended.is_set():
            self._status = replace(self._status, state=state, detail=detail)
            self._table.report(self._status)

    def position(self) -> Position:
        shoe, entries = self._table.standing()
        name = self._reader.name if self._reader else ""
        return Position(
            house=shoe.house or self._table.house,
            number=shoe.number,
            is_open=shoe.stage not in (Phase.CLOSED, Phase.OVER),
            on_hold=shoe.hold is not None,
            observed=sum(
                isinstance(entry.event, Observation) and entry.event.reader == name
                for entry in entries
            ),
        )

    def _keep(self, event: Event) -> None:
        while True:
            try:
                self._table.record(event)
                return
            except LogError as error:
                if self._over.wait(_RETRY_S):
                    _SAY.error("Stopped before %s could be kept: %s", event, error)
                    return

    def _open_next_shoe(self, event: ShoeStarted) -> None:
        """A shoe that starts up after the cut card came out is the next one; else it came back."""
        shoe = self._table.shoe
        is_between = shoe.phase is Phase.READY and not shoe.carried
        is_ending = is_between and shoe.coups_to_go is not None
        if event.late:
            return  # who knows of which day
        try:
            if is_ending or shoe.phase is Phase.OVER:
                self._keep(ShoeClosed(by=event.reader, why="The next shoe started."))
            shoe = self._table.shoe
            if shoe.phase is Phase.CLOSED:
                number, house = shoe.number + 1, self._table.house
                self._keep(ShoeOpened(by=event.reader, number=number, house=house))
        except Refused:
            pass  # the crew did it in the same moment
