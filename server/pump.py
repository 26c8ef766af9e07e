"""The pump: carries what a reader sees into its table, on a thread of its own.

A card that was read is never dropped: while the log cannot be written the pump waits and tries
again, and the table says so.
"""

from __future__ import annotations

import logging
import threading
from dataclasses import replace

from drivers import Position, Reader, State

from .baccarat.events import Event, Observation, Refused, ShoeClosed, ShoeOpened, ShoeStarted
from .baccarat.shoe import Phase
from .log import LogError
from .table import ReaderStatus, Table

_SAY = logging.getLogger("shoeboard")
_RETRY_S = 1.0  # between two tries to write a log that cannot be written


class Pump:
    """One reader's thread at one table."""

    def __init__(self, table: Table, reader: Reader) -> None:
        self._table, self._reader = table, reader
        self._stop = threading.Event()
        self._status = ReaderStatus("searching", "", reader.url, reader.simulated)
        self._thread = threading.Thread(target=self._run, name=f"reader of {table.name}")

    def start(self) -> None:
        self._table.report(self._status)
        self._thread.start()

    def stop(self) -> None:
        """Close the reader and wait until its last event is in the table."""
        self._stop.set()
        self._reader.close()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._reader.run(self, self._stop)
        except Exception as error:
            # A fault of ours must not look like a quiet shoe.
            _SAY.exception("The reader of table %s failed", self._table.name)
            self.report(State.LOST, f"The reader program failed: {error!r}. Restart Shoeboard.")

    # What the reader sees of us: drivers.Sink.

    def emit(self, event: Observation) -> None:
        """Keep what the reader saw; returns when it is in the log (or the pump is stopped)."""
        self._keep(event)
        if isinstance(event, ShoeStarted):
            self._open_next_shoe(event)

    def report(self, state: State, detail: str = "") -> None:
        self._status = replace(self._status, state=str(state), detail=detail)
        self._table.report(self._status)

    def position(self) -> Position:
        shoe, entries = self._table.standing()
        return Position(
            house=shoe.house or self._table.house,
            number=shoe.number,
            is_open=shoe.stage not in (Phase.CLOSED, Phase.OVER),
            on_hold=shoe.hold is not None,
            observed=sum(
                isinstance(entry.event, Observation) and entry.event.reader == self._reader.name
                for entry in entries
            ),
        )

    def _keep(self, event: Event) -> None:
        while True:
            try:
                self._table.record(event)
                return
            except LogError as error:
                if self._stop.wait(_RETRY_S):
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
