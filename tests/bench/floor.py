"""The floor with sixty tables in Chromium: how smooth it stays, against the same page at rest.

A real server has sixty simulated shoes, each in the middle of its road. Frame times are those
between two animation frames; the main thread's are Chromium's own counters (CDP
`Performance.getMetrics`).
"""

from __future__ import annotations

import contextlib
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.live.conftest import CHROMIUM, FLAGS
from tests.live.floors import fill, many
from tests.live.server import Server

from .measure import percentile

TABLES, SECONDS = 60, 15
PACES = {"a coup each 27 s": 3.0, "a coup each 9 s": 1.0}  # seconds between two cards of a table
_FRAMES = """(seconds) => new Promise((done) => {
  const times = [];
  const from = performance.now();
  let last = from;
  const frame = (now) => {
    times.push(now - last);
    last = now;
    if (now - from < 1000 * seconds) requestAnimationFrame(frame);
    else done(times.slice(2));
  };
  requestAnimationFrame(frame);
})"""
_TOLD = """() => {
  window.told = 0;
  new MutationObserver((changes) => {
    window.told += changes.filter(({ attributeName }) => attributeName === 'data-seq').length;
  }).observe(document.getElementById('tiles'), { subtree: true, attributeFilter: ['data-seq'] });
}"""
_COUNTERS = {"TaskDuration": "main thread", "ScriptDuration": "scripts", "LayoutDuration": "layout"}


def main() -> None:
    print(f"The floor: {TABLES} tables at 1920x1080, {SECONDS} s each:")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with contextlib.closing(browser):
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            rest = _row("baseline: an empty page", page, _measured(page))
            page.close()
            with _floor(browser, reader="") as page:
                _row("baseline: the floor at rest", page, _measured(page))
            for name, pace in PACES.items():
                with _floor(browser, reader=f"simulated:?seed={{}}&pace={pace}") as page:
                    busy = _row(name, page, _measured(page))
                    print(f"  {name} / an empty page, 99th in a hundred: {busy / rest:.2f}x")


@contextlib.contextmanager
def _floor(browser: Browser, *, reader: str) -> Iterator[Page]:
    """A page with the floor of a server, a while after both began."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        data, shoes = Path(folder), many(TABLES, ends=[""])
        fill(data, shoes)
        settings = "".join(_settings(n, name, reader) for n, name in enumerate(shoes))
        server = Server(data, tables=[*shoes], threads=2 * TABLES, toml=settings)
        try:
            server.start()
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            page.goto(f"{server.url}/floor")
            page.wait_for_selector("body[data-link='live']")
            page.evaluate(_TOLD)
            time.sleep(3)
            yield page
            page.close()
        finally:
            server.close()


def _settings(n: int, name: str, reader: str) -> str:
    table = f'[[tables]]\nname = "{name}"\n'
    return table + (f'reader = "{reader.format(n)}"\n' if reader else "")


def _measured(page: Page) -> dict[str, Any]:
    """Frame times in ms, and what share of the time the main thread spent on what."""
    chromium = page.context.new_cdp_session(page)
    chromium.send("Performance.enable")
    told, before, since = page.evaluate("window.told ?? 0"), _counters(chromium), time.monotonic()
    frames = page.evaluate(_FRAMES, SECONDS)
    after, passed = _counters(chromium), time.monotonic() - since
    return {
        "frames": frames,
        "told": (page.evaluate("window.told ?? 0") - told) / passed,
        **{key: (after[key] - before[key]) / passed for key in _COUNTERS},
    }


def _counters(chromium: CDPSession) -> dict[str, float]:
    metrics = chromium.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


def _row(name: str, page: Page, measured: dict[str, Any]) -> float:
    """Prints a line; returns the frame time that one frame in a hundred is longer than."""
    frames = measured["frames"]
    late = percentile(frames, 0.99)
    shares = ", ".join(f"{what} {measured[key]:.1%}" for key, what in _COUNTERS.items())
    nodes = page.evaluate("document.querySelectorAll('*').length")
    print(
        f"  {name:<30} {measured['told']:6.1f} tiles/s, {nodes:,} elements; frame median "
        f"{statistics.median(frames):.1f} ms, p99 {late:.1f} ms, most {max(frames):.1f} ms, "
        f"{sum(frame > 34 for frame in frames)} of {len(frames)} over 34 ms; {shares}"
    )
    return late


if __name__ == "__main__":
    main()
