"""A reader on trial: what it hears and what it makes of it, printed as it comes, kept nowhere."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

import click

from drivers import BadReader, Position, Reader, Settings, State, open_reader
from drivers.counting import Pictures

from .baccarat.coup import Side
from .baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderFault,
    ReaderFound,
    ReaderGap,
    ReaderLost,
    ResultReported,
    ShoeStarted,
)
from .baccarat.rules import HOUSES

_LOOK_S = 0.02  # between two looks whether it is time to end
_BURST_S = 0.02  # bytes with less between them are shown together: a socket brings one at a time
_PATIENCE_S = 2.0  # for a reader that is in the middle of opening
_ROW = 16  # bytes


def try_reader(url: str, seconds: float | None, *, as_json: bool) -> None:
    """Run a reader until Ctrl-C or for some seconds; raises what click tells the user."""
    trial = Trial(as_json=as_json)
    try:
        reader = open_reader(url, Settings(tap=trial.hear))
    except BadReader as error:
        raise click.UsageError(str(error)) from None
    asked: list[int] = []  # no Event: a handler that sets one can stop for ever in its lock
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, frame: asked.append(number))
    thread = threading.Thread(target=trial.run, args=(reader,), daemon=True)
    thread.start()
    ends_at = None if seconds is None else time.monotonic() + seconds
    while thread.is_alive() and not asked and (ends_at is None or time.monotonic() < ends_at):
        thread.join(_LOOK_S)
        trial.look()
    trial.stop.set()
    reader.close()
    thread.join(_PATIENCE_S)
    trial.end(reader)


class Trial:
    """The sink of a reader on trial."""

    def __init__(self, *, as_json: bool) -> None:
        self.stop = threading.Event()
        self._as_json = as_json
        self._lock = threading.Lock()
        self._burst, self._burst_at, self._last_at = bytearray(), datetime.now(UTC), 0.0
        self._said: tuple[State, str] | None = None
        self._heard = self._events = 0
        self._was_online = False
        self._failed: Exception | None = None

    def run(self, reader: Reader) -> None:
        """Run the reader until `stop`; what goes wrong is told by `end`."""
        try:
            reader.run(self, self.stop)
        except Exception as error:
            self._failed = error

    def hear(self, data: bytes) -> None:
        """Bytes as they came."""
        self.look()
        with self._lock:
            if not self._burst:
                self._burst_at = datetime.now(UTC)
            self._burst += data
            self._heard += len(data)
            self._last_at = time.monotonic()

    def look(self) -> None:
        """Show the bytes that came, where no more follow."""
        with self._lock:
            if time.monotonic() - self._last_at > _BURST_S:
                self._show_bytes()

    def emit(self, event: Observation) -> None:
        self._events += not isinstance(event, ReaderFound | ReaderLost)
        said = told(event)
        self._put("event", [said], event=type(event).__name__, words=said)

    def report(self, state: State, detail: str = "") -> None:
        if self._said != (state, detail):
            self._said = state, detail
            self._was_online |= state is State.ONLINE
            self._put("state", [f"{state:<9} {detail}"], state=str(state), words=detail)

    def position(self) -> Position:
        return Position(HOUSES["punto_banco"], 1, True, False, self._events)

    def end(self, reader: Reader) -> None:
        """The counters, and what to look at; raises what click tells the user."""
        counters = asdict(reader.health().counters)
        counted = ", ".join(f"{name} {count}" for name, count in counters.items())
        advice = self._advice(reader)
        self._put("end", [counted, *filter(None, [advice])], counters=counters, words=advice)
        if isinstance(self._failed, BrokenPipeError):
            raise self._failed
        if self._failed:
            raise click.ClickException(f"The trial of {reader.url} failed: {self._failed!r}.")
        if not self._was_online:
            raise click.ClickException(
                f"The reader {reader.url} could not be opened: `shoeboard devices` says what is "
                "plugged in, who has it and how to allow it."
            )

    def _advice(self, reader: Reader) -> str:
        if self._events or not self._was_online:
            return ""
        if isinstance(reader.health().counters, Pictures):
            return (
                "No card was read: lay one before the camera, and look at its picture on the "
                "console, at its focus and the light."
            )
        if self._heard:
            return (
                "Bytes came, but no report was in them: look whether this is the right reader, and "
                f"its line speed (for example {reader.name}@9600:...)."
            )
        return "Nothing came: draw a card, and look at the cable and whether the shoe is on."

    def _put(self, kind: str, lines: list[str], **fields: Any) -> None:
        with self._lock:
            self._show_bytes()
            self._print(datetime.now(UTC), kind, lines, fields)

    def _show_bytes(self) -> None:
        data = bytes(self._burst)
        self._burst.clear()
        if data:
            rows = [_dump(data[at : at + _ROW]) for at in range(0, len(data), _ROW)]
            self._print(self._burst_at, "bytes", rows, {"hex": data.hex(" ")})

    def _print(self, at: datetime, kind: str, lines: list[str], fields: dict[str, Any]) -> None:
        if self._as_json:
            text = json.dumps({"time": at.isoformat(timespec="microseconds"), **fields})
        else:
            clock = at.astimezone().isoformat(timespec="milliseconds")[11:23]
            text = "\n".join(f"{clock}  {kind:<5}  {line}".rstrip() for line in lines)
        try:
            click.echo(text)
        except OSError as error:  # to the reader it would be its line that was lost
            self._failed = error
            self.stop.set()


def told(event: Observation) -> str:
    """What a reader saw, in words."""
    late = " (it was on the line before the reader was opened)" if event.late else ""
    return _WORDS[type(event)](event) + late


def _card(event: CardRead) -> str:
    why = f" ({event.why})" if event.why else ""
    card = f"card {event.card}" if event.card else f"a card that was not read{why}"
    sure = "" if event.confidence is None else f", {event.confidence:.0%} sure"
    if event.side is Side.BURN:
        return f"{card}, burned{sure}"
    place = f" {event.place}" if event.place else ""
    return card + (f" to {event.side}{place}" if event.side else "") + sure


def _result(event: ResultReported) -> str:
    pairs = [", player pair" * event.player_pair, ", banker pair" * event.banker_pair]
    return f"result {event.outcome}" + "".join(pairs)


_WORDS: dict[type[Observation], Callable[[Any], str]] = {
    CardRead: _card,
    ResultReported: _result,
    CutCardShown: lambda event: "cut card",
    ShoeStarted: lambda event: "the shoe started up",
    ReaderFound: lambda event: "the reader answers",
    ReaderLost: lambda event: f"the reader was lost: {event.why}",
    ReaderGap: lambda event: f"gap: {event.why}",
    ReaderFault: lambda event: f"fault: {event.why}",
}


def _dump(row: bytes) -> str:
    shown = "".join(chr(byte) if 0x20 <= byte < 0x7F else "." for byte in row)
    return f"{row.hex(' '):<{3 * _ROW}} {shown}"
