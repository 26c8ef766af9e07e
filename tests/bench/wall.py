"""A display in Chromium, looked at from outside: its memory by CDP, and a line that can be cut."""

from __future__ import annotations

import socket
import statistics
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.live.conftest import CHROMIUM, FLAGS
from tests.live.server import TABLE
from tests.wire import until

LIVE = "document.body?.dataset.link === 'live'"
_SEQ = "Number(document.documentElement.dataset.painted ?? 0)"
_COUNT = """() => {
  window.painted = [];
  new MutationObserver(() => window.painted.push([Number(document.documentElement.dataset.painted),
    performance.timeOrigin + performance.now()]))
    .observe(document.documentElement, { attributeFilter: ['data-painted'] });
  window.returns = 0;
  new MutationObserver((changes) => changes.forEach(({ target, oldValue }) => {
    if (target.dataset.link === 'live' && oldValue !== 'live') window.returns += 1;
  })).observe(document.body, { attributeFilter: ['data-link'], attributeOldValue: true });
}"""
_READ = {"nodes": "Nodes", "listeners": "JSEventListeners", "heap": "JSHeapUsedSize"}


@dataclass(frozen=True, slots=True)
class Memory:
    """What a page holds after its garbage is collected: DOM nodes, listeners, heap in bytes."""

    nodes: float
    listeners: float
    heap: float


class Wall:
    """One display on a full-HD screen, live when it is made."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.page: Page = browser.new_page(viewport={"width": 1920, "height": 1080})
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self._cdp: CDPSession = self.page.context.new_cdp_session(self.page)
        self._cdp.send("Performance.enable")
        self.page.goto(address)
        self.wait_live()
        self.page.evaluate(_COUNT)

    @property
    def returns(self) -> int:
        """How often it was live again since it was opened."""
        return int(self.page.evaluate("returns"))

    @property
    def seq(self) -> int:
        """The newest entry that it has painted."""
        return int(self.page.evaluate(_SEQ))

    def painted(self) -> list[tuple[int, float]]:
        """Each entry that was painted since the last call, with when, in ms."""
        return [(seq, at) for seq, at in self.page.evaluate("painted.splice(0)")]

    def wait_live(self) -> None:
        until(lambda: self.page.evaluate(LIVE))

    def wait_painted(self, seq: int) -> None:
        until(lambda: self.seq >= seq)

    def memory(self) -> Memory:
        for _ in range(2):  # what a first round lets go, a second collects
            self._cdp.send("HeapProfiler.collectGarbage")
        told = {m["name"]: m["value"] for m in self._cdp.send("Performance.getMetrics")["metrics"]}
        return Memory(**{name: told[metric] for name, metric in _READ.items()})


class Line:
    """A TCP line to a server's port, at a port of its own: `cut` breaks all that goes over it."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        ends, self._open = self._open, []
        for end in ends:
            hang_up(end)

    def close(self) -> None:
        hang_up(self._listening)
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def hang_up(end: socket.socket) -> None:
    """End a socket under whoever waits for it."""
    with suppress(OSError):  # it may have ended already
        end.shutdown(socket.SHUT_RDWR)
    end.close()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):  # cut
        while data := one.recv(65536):
            other.sendall(data)
    for end in (one, other):
        hang_up(end)


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def address(url: str, query: str) -> str:
    """A display's address on a server, with what its look is asked to be."""
    return f"{url}/display/{TABLE}" + (f"?{query}" if query else "")


def apart(one: list[tuple[int, float]], other: list[tuple[int, float]]) -> list[float]:
    """How many ms each entry stood on one display before the other showed it or a later one."""
    found = []
    for first, second in ((one, other), (other, one)):
        for seq, at in first:
            reached = next((then for later, then in second if later >= seq), None)
            if reached is not None:
                found.append(max(0.0, reached - at))
    return found


def slope(at: Sequence[float], values: Sequence[float]) -> float:
    """How much a value grows for each unit of `at`, as a straight line fits it best."""
    return statistics.linear_regression(at, values).slope if len({*at}) > 1 else 0.0
