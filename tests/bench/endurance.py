"""A day at the wall: play at many times its speed, two displays, their memory and their seq.

`python -m tests.bench.endurance --hours 24 --speed 20` takes 72 minutes. A table deals some 70
coups an hour: 5.8 s a card and four times that for the result, as the simulated shoe paces itself.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from tests.live.server import Server

from .wall import Memory, Wall, address, apart, chromium, slope

CARD_S = 5.8
_COLUMNS = "  hours   coups     seq apart ms     nodes  listeners   heap KB"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--hours", type=float, default=24, help="of play")
    asked.add_argument("--speed", type=float, default=20)
    asked.add_argument("--samples", type=int, default=48)
    asked.add_argument("--look", default="", help="such as layout=portrait&sound=chime")
    told = asked.parse_args()
    pace = CARD_S / told.speed
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder) / "data", reader=f"simulated:?seed=6&pace={pace}")
        try:
            server.start()
            walls = [Wall(browser, address(server.url, told.look)) for _ in range(2)]
            _watch(server, walls, told.hours, told.speed, told.samples)
        finally:
            server.close()


def _watch(server: Server, walls: list[Wall], hours: float, speed: float, samples: int) -> None:
    print(f"{hours:g} hours of play at {speed:g} times its speed, load {os.getloadavg()[0]:.1f}")
    print(_COLUMNS, flush=True)
    started, coups, shoe = time.monotonic(), 0, (0, 0)
    at: list[float] = []
    kept: list[Memory] = []
    worst = 0.0
    for wall in walls:
        wall.painted()  # one was opened before the other
    for n in range(samples + 1):
        due = started + n * hours * 3600 / speed / samples
        while (left := due - time.monotonic()) > 0:
            walls[0].page.wait_for_timeout(1000 * min(left, 1))
        now = server.snapshot()["shoe"]
        if now["number"] != shoe[0]:
            coups += shoe[1]
        shoe = (now["number"], now["coups"])
        lags = apart(*(wall.painted() for wall in walls)) or [0.0]
        worst = max(worst, *lags)
        memory = walls[0].memory()
        at.append((time.monotonic() - started) * speed / 3600)
        kept.append(memory)
        print(
            f"  {at[-1]:5.2f}  {coups + shoe[1]:6}  {walls[0].seq:6}"
            f"  {max(lags):8.0f}  {memory.nodes:8.0f}"
            f"  {memory.listeners:9.0f}  {memory.heap / 1024:8.0f}",
            flush=True,
        )
    warm = len(kept) // 6  # the first shoe fills the board
    for name, unit in (("nodes", 1), ("listeners", 1), ("heap", 1024)):
        values = [getattr(memory, name) / unit for memory in kept]
        grows = slope(at[warm:], values[warm:])
        print(
            f"  {name:<10} {grows:+8.1f} an hour of play; "
            f"least {min(values[warm:]):.0f}, most {max(values[warm:]):.0f}"
        )
    errors = [error for wall in walls for error in wall.errors]
    print(f"  one display was ahead of the other for {worst:.0f} ms at most")
    print(f"  errors: {errors or 'none'}")


if __name__ == "__main__":
    main()
