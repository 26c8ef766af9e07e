"""1,000 reconnects: the line is cut, each 50th time the server is killed; then memory and seq.

`python -m tests.bench.reconnects --times 1000`
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from pathlib import Path

from drivers.simulated import shoe_cards
from tests.live.server import Server
from tests.wire import until

from .measure import percentile
from .wall import Line, Memory, Wall, address, chromium, slope

_FULL = 300  # cards: the board is full before, so that what grows is not the board
_SAMPLES = 10


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=1000)
    asked.add_argument("--kill-each", type=int, default=50)
    asked.add_argument("--look", default="")
    told = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder) / "data", house="paramount").start()
        line = Line(server.port)
        try:
            server.command("open_shoe")
            for card in shoe_cards(8, seed=3)[:_FULL]:
                server.command("enter_card", card=str(card))
            wall = Wall(browser, address(f"http://127.0.0.1:{line.port}", told.look))
            _reconnect(server, line, wall, told.times, told.kill_each)
        finally:
            line.close()
            server.close()


def _reconnect(server: Server, line: Line, wall: Wall, times: int, kill_each: int) -> None:
    print(f"{times} reconnects, load {os.getloadavg()[0]:.1f}")
    back: dict[str, list[float]] = {"line": [], "server": []}
    at: list[float] = []
    kept: list[Memory] = []
    each = max(1, times // _SAMPLES)
    for n in range(times + 1):
        if n % each == 0:
            at.append(n)
            kept.append(wall.memory())
            memory = kept[-1]
            print(
                f"  {n:5}  nodes {memory.nodes:6.0f}  listeners {memory.listeners:5.0f}  "
                f"heap {memory.heap / 1024:6.0f} KB",
                flush=True,
            )
        if n == times:
            break
        is_kill = n % kill_each == kill_each - 1
        before = wall.returns
        if is_kill:
            server.kill()
        else:
            line.cut()
        if is_kill:
            server.start()
        if n % 7 == 0:  # something happened while it was away
            assert server.command("release" if n // 7 % 2 else "hold")[0] == 200
        started = time.monotonic()
        until(lambda returns=before: wall.returns > returns)
        wall.wait_painted(server.snapshot()["seq"])
        back["server" if is_kill else "line"].append(1000 * (time.monotonic() - started))
    for what, ms in back.items():
        if ms:
            median, most = percentile(ms, 0.5), max(ms)
            print(f"  back after the {what} is: median {median:.0f} ms, most {most:.0f} ms")
    warm = len(kept) // 3
    for name, unit in (("nodes", 1), ("listeners", 1), ("heap", 1024)):
        values = [getattr(memory, name) / unit for memory in kept]
        print(f"  {name:<10} {1000 * slope(at[warm:], values[warm:]):+8.1f} a thousand reconnects")
    same = wall.seq == server.snapshot()["seq"]
    print(f"  the same seq: {'yes' if same else 'NO'}; errors: {wall.errors or 'none'}")


if __name__ == "__main__":
    main()
