"""Readers: how many frames a second one thread takes, and how soon it is back after a replug."""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from pathlib import Path

from drivers import Position, Settings, State, open_reader
from drivers.angel_eye import AngelEye
from drivers.simulated import shoe_cards
from drivers.virtual.ends import Pty
from server.baccarat.events import CardRead, Observation
from server.baccarat.rules import HOUSES
from tests.wire import counted, shoe_reports

_LINE_FRAMES = 60  # card frames a second that 4800 baud can carry
_SHOES, _REPLUGS = 12, 30


class _Sink:
    """Takes events and keeps nothing."""

    def __init__(self) -> None:
        self.cards = 0
        self.state, self.since = State.SEARCHING, 0.0

    def emit(self, event: Observation) -> None:
        self.cards += isinstance(event, CardRead)

    def report(self, state: State, detail: str = "") -> None:
        self.state, self.since = state, time.perf_counter()

    def position(self) -> Position:
        return Position(HOUSES["paramount"], 1, True, False, 0)


def main() -> None:
    cards = [card for n in range(_SHOES) for card in shoe_cards(8, seed=n)]
    frames = counted(shoe_reports(cards))
    wire = b"".join(3 * frame for frame in frames)
    started = time.perf_counter()
    AngelEye().feed(wire, 0)
    alone = len(frames) * 3 / (time.perf_counter() - started)
    with tempfile.TemporaryDirectory() as folder:
        through, read = _through(Path(folder) / "shoe", wire, len(frames) * 3)
        back = _back(Path(folder) / "shoe2")
    print(f"one reader thread, {len(frames) * 3} frames of an Angel Eye shoe through a pty:")
    print(f"  {through:,.0f} frames/s, {through / _LINE_FRAMES:.0f}x what 4800 baud can carry; "
          f"{read} cards, none lost")  # fmt: skip
    print(f"  baseline: the decoder alone      {alone:,.0f} frames/s ({through / alone:.2f} of it)")
    print(f"plugged in again to online: median {statistics.median(back) * 1000:.0f} ms, "
          f"most {max(back) * 1000:.0f} ms of {len(back)}")  # fmt: skip


def _through(link: Path, wire: bytes, frames: int) -> tuple[float, int]:
    end, sink, stop = Pty(link), _Sink(), threading.Event()
    reader = open_reader(f"angel_eye:{link}")
    thread = threading.Thread(target=reader.run, args=(sink, stop))
    thread.start()
    while sink.state is not State.ONLINE:
        time.sleep(0.001)
    started = time.perf_counter()
    end.send(wire)
    while reader.health().counters.frames + reader.health().counters.repeats < frames:
        time.sleep(0.0005)
    took = time.perf_counter() - started
    stop.set()
    thread.join()
    end.close()
    return frames / took, sink.cards


def _back(link: Path) -> list[float]:
    end, sink, stop = Pty(link), _Sink(), threading.Event()
    reader = open_reader(f"angel_eye:{link}", Settings())
    thread = threading.Thread(target=reader.run, args=(sink, stop))
    thread.start()
    waits = []
    for n in range(_REPLUGS):
        while sink.state is not State.ONLINE:
            time.sleep(0.001)
        end.send(3 * counted(iter([b"P"]))[0])
        time.sleep(0.1)
        end.drop()
        while sink.state is State.ONLINE:
            time.sleep(0.001)
        time.sleep(0.2 + n * 0.0013)  # not in step with how often the reader looks
        plugged = time.perf_counter()
        end.restore()
        while sink.state is not State.ONLINE:
            time.sleep(0.0005)
        waits.append(sink.since - plugged)
    stop.set()
    thread.join()
    end.close()
    return waits
