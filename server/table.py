"""A table: the one mutable object. It takes events, keeps them, and tells what is now true.

    record(event): lock, work the event out on the shoe, append it to the log, then tell.

An event that is refused, or that the log cannot keep, changes nothing: what is shown is what is
kept.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Protocol

from drivers import Health, Picture, is_simulated

from .baccarat.allowed import authorize
from .baccarat.events import Decision, Entry, Event, ReaderChanged, Refused, Ruling, ShoeOpened
from .baccarat.play import advance, replay
from .baccarat.rules import House
from .baccarat.shoe import Shoe
from .baccarat.snapshot import snapshot
from .heads import BadHead
from .history import history
from .log import EventLog, LogError, decoded
from .readers import Readers
from .row import GENESIS, first_bad, new_row

Snapshot = dict[str, Any]
_NO_READERS = Readers()


@dataclass(frozen=True, slots=True)
class ReaderStatus:
    """What is known of a table's reader: its state in a word, and more in `detail`."""

    state: str = "none"  # or one of drivers.State
    detail: str = ""
    url: str = ""
    simulated: bool = False


class ReaderPump(Protocol):
    """What runs a table's reader: see pump.py."""

    def change(self, url: str) -> None:
        """Have another reader; returns at once, for the table's lock is held."""

    def health(self) -> Health:
        """How the reader is."""

    def picture(self) -> Picture | None:
        """What the reader sees, None where it has no eyes."""


class Table:
    """One table of the house. All its methods may be called from any thread."""

    def __init__(
        self,
        name: str,
        *,
        title: str,
        house: House,
        log: EventLog,
        clock: Callable[[], datetime],
        boot_id: str,
        readers: Readers = _NO_READERS,
    ) -> None:
        """Takes up the shoe where the log left it; raises LogError where that is damaged."""
        self.name, self.title, self.house = name, title, house
        self.readers = readers
        self._log, self._clock, self._boot_id = log, clock, boot_id
        self._lock = threading.RLock()
        self._told: list[Callable[[Snapshot], None]] = []
        self._reader = ReaderStatus()
        self._pump: ReaderPump | None = None
        self._trouble: str | None = None
        before, rows = log.current_shoe(name)
        self._digest = before.digest if before else GENESIS
        self._seq = before.seq if before else max(0, rows[0].seq - 2) if rows else 0
        if bad := first_bad(rows, previous=self._digest, seq=self._seq + 1):
            raise LogError(
                f"The log of table {name} is damaged: {bad}. Keep a copy of {log.where} and run "
                "`shoeboard verify`."
            )
        self._check_end(log)
        self._entries: tuple[Entry, ...] = tuple(decoded(rows))
        try:
            self._shoe = replay(self._entries)
        except Refused as refused:
            raise LogError(
                f"The log of table {name} does not replay: {refused} Run `shoeboard verify`."
            ) from None
        if rows:
            self._digest, self._seq = rows[-1].digest, rows[-1].seq
        self._commands: dict[str, int] = {}  # the console's ids in this shoe, and their entries
        for entry in self._entries:
            self._remember(entry)

    def _check_end(self, log: EventLog) -> None:
        """Raises LogError where the log was cut at its end."""
        try:
            cut = log.cut(self.name)
        except BadHead as bad:  # a power cut may leave one: it is no reason not to deal
            logging.getLogger("shoeboard").warning("Table %s: %s.", self.name, bad)
            return
        if cut:
            raise LogError(
                f"The log of table {self.name} was cut: {cut}. Restore {log.where} from a backup; "
                f"to go on without what is missing, move {log.heads.path(self.name)} away."
            )

    def record(self, event: Event, *, expected_seq: int | None = None) -> int:
        """Keep an event and tell everybody; returns its number in the log.

        A decision whose `command` was carried out already is not carried out again: the number is
        then that of the first. Raises Refused where the table does not allow it, or where
        `expected_seq`, the number that the crew decided on, is not the newest any more; LogError
        where it cannot be kept.
        """
        with self._lock:
            if isinstance(event, Decision) and event.command in self._commands:
                return self._commands[event.command]
            if expected_seq is not None and expected_seq != self._seq:
                raise Refused("The table has moved on since: look again, then decide.")
            entry = Entry(self._seq + 1, self._clock(), event)
            if isinstance(event, ShoeOpened) and event.number <= self._shoe.number:
                raise Refused(f"Shoe {event.number} was dealt already: number it higher.")
            if isinstance(event, Decision):
                authorize(self._shoe, self._entries, event)
            if isinstance(event, Ruling) and event.shoe:
                self._check_earlier_shoe(entry, event)
            shoe = advance(self._shoe, self._entries, entry)  # or Refused: nothing changes
            entries = (entry,) if isinstance(event, ShoeOpened) else (*self._entries, entry)
            row = new_row(self.name, entry.seq, entry.time, event, self._digest)
            try:
                self._log.append(row)
            except LogError as error:
                self._trouble = str(error)
                self._tell()
                raise
            self._entries, self._shoe, self._trouble = entries, shoe, None
            self._seq, self._digest = entry.seq, row.digest
            self._remember(entry)
            if isinstance(event, ReaderChanged) and self._pump is not None:
                self._pump.change(event.reader)  # under the lock: in the order of the log
            self._tell()
            return entry.seq

    def _check_earlier_shoe(self, entry: Entry, event: Ruling) -> None:
        """Raises Refused where a ruling on an earlier shoe would not do."""
        if event.shoe == self._shoe.number:
            raise Refused(f"Shoe {event.shoe} is this shoe, not an earlier one.")
        shoe = next(history(self._log, self.name, event.shoe), None)
        if shoe is None:
            raise Refused(f"There is no shoe {event.shoe} at this table.")
        replay([*shoe.entries(), replace(entry, event=replace(event, shoe=0))])

    def _remember(self, entry: Entry) -> None:
        if isinstance(entry.event, Decision) and entry.event.command:
            self._commands[entry.event.command] = entry.seq

    def read_by(self, pump: ReaderPump) -> None:
        """Have this pump told when the reader is changed, and asked how it is."""
        self._pump = pump

    def health(self) -> Health | None:
        """How the reader is, None where nothing reads here."""
        return self._pump.health() if self._pump and self._reader.url else None

    def picture(self) -> Picture | None:
        """What the reader sees, None where it has no eyes; for those alone who may see all."""
        return self._pump.picture() if self._pump else None

    def report(self, status: ReaderStatus) -> None:
        """Take note of how the reader is; it is told, not logged."""
        with self._lock:
            self._reader = status
            self._tell()

    def snapshot(self) -> Snapshot:
        """What is now true, as the displays are told it."""
        with self._lock:
            return {
                "table": self.name,
                "title": self.title,
                "boot_id": self._boot_id,
                "seq": self._seq,
                **snapshot(self._shoe, house=self.house),
                "reader": {"state": self._reader.state},
                "simulated": self._reader.simulated or is_simulated(self._entries),
                "trouble": self._trouble and "The log cannot be written.",
            }

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return self._seq

    @property
    def shoe(self) -> Shoe:
        """The shoe as it stands."""
        return self._shoe

    def standing(self) -> tuple[Shoe, tuple[Entry, ...]]:
        """The shoe, and the log's entries since it was opened that make it."""
        with self._lock:
            return self._shoe, self._entries

    @property
    def reader(self) -> ReaderStatus:
        """How the reader is; its addresses and ports are for the crew alone."""
        return self._reader

    @property
    def trouble(self) -> str | None:
        """Why the log cannot be written, for the crew; None while it can."""
        return self._trouble

    def subscribe(self, tell: Callable[[Snapshot], None]) -> None:
        """Have `tell` called with each new snapshot, in order."""
        with self._lock:
            self._told.append(tell)

    def _tell(self) -> None:
        if not self._told:
            return
        now = self.snapshot()
        for tell in self._told:
            try:
                tell(now)
            except Exception:  # the event is kept; who could not be told asks again by itself
                logging.getLogger("shoeboard").exception("Table %s could not tell", self.name)
