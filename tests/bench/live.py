"""From a card on the serial line to the snapshot at a client, and to the paint in Chromium.

A real server reads a real pty; its log is on this disk, each card synced before it is told.
"""

from __future__ import annotations

import os
import queue
import tempfile
import time
import tty
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import socketio
from playwright.sync_api import Page, sync_playwright

from drivers.simulated import shoe_cards
from server.baccarat.coup import Coup
from server.baccarat.events import Released, ShoeOpened
from server.baccarat.rules import HOUSES
from server.log import EventLog
from server.pump import Pump
from server.table import Table
from tests.live.conftest import CHROMIUM, FLAGS
from tests.live.server import TABLE, Server
from tests.wire import drawn, frame

from .measure import percentile

CARDS, PINGS = 400, 200
_BETWEEN_CARDS_MS = 25  # so that each snapshot is painted by itself
_HOUSE = "paramount"

_WATCH = """() => {
  window.painted = {};
  new MutationObserver(() => {
    const seq = document.documentElement.dataset.painted;
    window.painted[seq] ??= performance.timeOrigin + performance.now();
  }).observe(document.documentElement, { attributeFilter: ['data-painted'] });
}"""
_PING = """async ([table, pings]) => {
  const { io } = await import('/static/vendor/socket.io.esm.min.js');
  const socket = io({ auth: { table }, transports: ['websocket'], forceNew: true });
  await new Promise((resolve) => socket.on('connect', resolve));
  const times = [];
  for (let n = 0; n < pings; n += 1) {
    const started = performance.now();
    await new Promise((resolve) => socket.emit('painted', 0, resolve));
    times.push(performance.now() - started);
  }
  socket.disconnect();
  return times;
}"""


def main() -> None:
    print(f"{CARDS} cards of a shoe as Angel Eye frames into a pty, log synced to this disk:")
    master, slave = os.openpty()
    tty.setraw(slave)
    _emitted(master, os.ttyname(slave))
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder, sync_playwright() as playwright:
        server = Server(Path(folder), reader=f"angel_eye:{os.ttyname(slave)}", house=_HOUSE)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            server.start()
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            page.goto(f"{server.url}/display/{TABLE}")
            _measure(server, page, master)
        finally:
            browser.close()
            server.close()
            os.close(master)
            os.close(slave)


def _measure(server: Server, page: Page, line: int) -> None:
    told: queue.Queue[tuple[int, float]] = queue.Queue()
    client = socketio.Client()
    client.on("snapshot", lambda snapshot: told.put((snapshot["seq"], time.time())))
    client.connect(server.url, auth={"table": TABLE}, transports=["websocket"])
    assert server.command("open_shoe")[0] == 200
    opened = server.snapshot()["seq"]
    while told.get()[0] < opened:
        pass
    page.evaluate(_WATCH)

    sent: dict[int, float] = {}
    arrived: dict[int, float] = {}
    for seq, frames in enumerate(shoe_frames(), start=opened + 1):
        sent[seq] = time.time()
        os.write(line, frames)
        while (answer := told.get(timeout=5))[0] < seq:
            pass
        arrived[seq] = answer[1]
        page.wait_for_timeout(_BETWEEN_CARDS_MS)
    page.wait_for_timeout(300)
    painted = {int(seq): at / 1000 for seq, at in page.evaluate("window.painted").items()}
    bare = []
    for _ in range(PINGS):
        started = time.time()
        client.call("painted", 0)
        bare.append(time.time() - started)
    bare_page = [ms / 1000 for ms in page.evaluate(_PING, [TABLE, PINGS])]
    client.disconnect()

    to_client = [arrived[seq] - sent[seq] for seq in sent]
    to_paint = [painted[seq] - sent[seq] for seq in sent if seq in painted]
    _row("card to snapshot at a client", to_client)
    _row("baseline: bare round trip, same client", bare)
    _row(f"card to painted in Chromium ({len(to_paint)} seen)", to_paint)
    _row("baseline: bare round trip in Chromium", bare_page)
    print(f"  card to snapshot / bare round trip      {_ratio(to_client, bare):.1f}x")
    print(f"  card to painted / bare in Chromium      {_ratio(to_paint, bare_page):.1f}x")


def _emitted(line: int, port: str) -> None:
    """Reader, table and log in this process: from the bytes to the snapshot handed on."""
    told: queue.Queue[float] = queue.Queue()
    waits = []
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        log = EventLog.open(Path(folder))
        table = Table(
            TABLE,
            title=TABLE,
            house=HOUSES[_HOUSE],
            log=log,
            clock=lambda: datetime.now(UTC),
            boot_id="bench",
        )
        table.record(ShoeOpened(by="bench", number=1, house=HOUSES[_HOUSE]))
        pump = Pump(table, f"angel_eye:{port}")
        pump.start()
        while table.snapshot()["reader"]["state"] != "online":
            time.sleep(0.01)
        table.record(Released(by="bench"))  # the shoe was open before the reader was there
        table.subscribe(lambda snapshot: told.put(time.perf_counter()))
        for frames in shoe_frames():
            started = time.perf_counter()
            os.write(line, frames)
            waits.append(told.get(timeout=10) - started)
            time.sleep(_BETWEEN_CARDS_MS / 1000)
        pump.stop()
        log.close()
    _row("card to snapshot emitted", waits)


def shoe_frames() -> Iterator[bytes]:
    """Each card of a shoe as its report, three times over."""
    coup = Coup()
    for n, card in enumerate(shoe_cards(8, seed=7)[:CARDS]):
        seat = coup.next_seat
        assert seat
        yield 3 * frame(n % 9 + 1, drawn(card, seat))
        coup = coup.add(card)
        coup = Coup() if coup.is_complete else coup


def _row(name: str, seconds: list[float]) -> None:
    ms = [value * 1000 for value in seconds]
    print(f"  {name:<40} median {percentile(ms, 0.5):6.2f} ms, p99 {percentile(ms, 0.99):6.2f} ms")


def _ratio(subject: list[float], baseline: list[float]) -> float:
    return percentile(subject, 0.5) / percentile(baseline, 0.5)
