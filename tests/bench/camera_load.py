"""Whether 20 displays get their cards as soon while a camera is looked through beside them."""

from __future__ import annotations

import json
import os
import tempfile
import threading
import time
import tty
from collections import defaultdict
from itertools import islice
from pathlib import Path

import socketio

from tests.camera.films import dealt
from tests.live.server import TABLE, Server

from .live import shoe_frames
from .measure import percentile

DISPLAYS, CARDS = 20, 200
_BETWEEN_S = 0.06
_FILM_S = 60.0


class _Tables(Server):
    """A table with a shoe, and one with a camera where there is a film."""

    def __init__(self, data: Path, port: str, film: Path | None) -> None:
        super().__init__(data)
        self._file = data.with_suffix(".toml")
        readers = {TABLE: f"angel_eye:{port}"} | ({"camera": f"camera:{film}"} if film else {})
        self._file.write_text(
            "".join(
                f"[[tables]]\nname = {json.dumps(name)}\nhouse = 'paramount'\n"
                f"reader = {json.dumps(reader)}\n"
                for name, reader in readers.items()
            )
        )

    def _what(self) -> list[str]:
        return ["--config", str(self._file)]


def lines() -> list[str]:
    """The figures, without and with the camera, each twice in turn."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        film = dealt(Path(folder) / "film.mp4", ["9H", "KD"], lead_s=5, each_s=5, after_s=_FILM_S)
        waits: dict[str, list[float]] = defaultdict(list)
        for turn in range(2):
            for name, seen in (("alone", None), ("beside a camera", film)):
                waits[name] += _waits(Path(folder) / f"{turn}{seen is None}", seen)
    made = [
        f"{DISPLAYS} displays, card to snapshot, {name}: median {percentile(each, 0.5) * 1000:.1f}"
        f" ms, p99 {percentile(each, 0.99) * 1000:.1f} ms"
        for name, each in waits.items()
    ]
    ratio = percentile(waits["beside a camera"], 0.99) / percentile(waits["alone"], 0.99)
    return [*made, f"p99 beside a camera / alone: {ratio:.2f}"]


def _waits(data: Path, film: Path | None) -> list[float]:
    master, slave = os.openpty()
    tty.setraw(slave)
    server = _Tables(data, os.ttyname(slave), film)
    told: dict[int, list[float]] = defaultdict(list)
    lock = threading.Lock()

    def hear(snapshot: dict[str, int]) -> None:
        with lock:
            told[snapshot["seq"]].append(time.perf_counter())

    clients = [socketio.Client() for _ in range(DISPLAYS)]
    try:
        server.start()
        while server.snapshot()["reader"]["state"] != "online":
            time.sleep(0.05)
        for client in clients:
            client.on("snapshot", hear)
            client.connect(server.url, auth={"table": TABLE}, transports=["websocket"])
        assert server.command("open_shoe")[0] == 200
        time.sleep(2)  # the camera has begun
        first = server.snapshot()["seq"] + 1
        sent = []
        for frames in islice(shoe_frames(), CARDS):
            sent.append(time.perf_counter())
            os.write(master, frames)
            time.sleep(_BETWEEN_S)
        time.sleep(1)
    finally:
        for client in clients:
            client.disconnect()
        server.close()
        os.close(master)
        os.close(slave)
    return [at - sent[seq - first] for seq, ats in told.items() if seq >= first for at in ats]


if __name__ == "__main__":
    print("\n".join(lines()))
