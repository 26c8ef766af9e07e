"""What a display costs: a painted snapshot on the main thread, the first paint, its weight.

`python -m tests.bench.paint`: the median over a whole shoe from Chromium's own trace.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from bisect import bisect_right
from collections import defaultdict
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from drivers.simulated import shoe_cards
from tests.live.server import Server
from tests.live.weight import weight, without_fonts

from .measure import percentile
from .wall import Wall, address, chromium

_BETWEEN_CARDS_MS = 120  # a snapshot, its two frames, and rest
_REST_MS = 3_000  # nothing is told but heartbeats
_CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"]  # more would cost more
# Script (which holds what it makes the browser lay out), and what follows it in a frame.
_PARTS = ("FunctionCall", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit")
_MARK = "mark_painted"
_WATCH = f"""() => new MutationObserver(() => performance.mark('{_MARK}'))
  .observe(document.documentElement, {{ attributeFilter: ['data-painted'] }})"""
_FIRST = """() => new Promise((resolve) => {
  const painted = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
  const look = () => (painted() && document.documentElement.dataset.painted
    ? resolve([painted(), performance.now()]) : setTimeout(look, 2));
  look();
})"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cards", type=int, default=400)
    asked.add_argument("--look", default="")
    told = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder) / "data", house="paramount").start()
        try:
            _measure(server, browser, address(server.url, told.look), told.cards, Path(folder))
        finally:
            server.close()


def _measure(server: Server, browser: Browser, where: str, cards: int, folder: Path) -> None:
    print(f"{where.partition('?')[2] or 'as the table has it'}, load {os.getloadavg()[0]:.1f}")
    server.command("open_shoe")
    wall = Wall(browser, where)
    wall.page.evaluate(_WATCH)
    file = folder / "trace.json"
    browser.start_tracing(page=wall.page, path=file, categories=_CATEGORIES)
    for card in shoe_cards(8, seed=3)[:cards]:
        status, answer = server.command("enter_card", card=str(card))
        assert status == 200, answer
        wall.page.wait_for_timeout(_BETWEEN_CARDS_MS)  # looking in would cost the page, too
    wall.page.wait_for_timeout(_REST_MS)
    browser.stop_tracing()
    wall.wait_painted(answer["seq"])
    events = json.loads(file.read_text())["traceEvents"]
    for what, ms in costs(events).items():
        median, worst = percentile(ms, 0.5), percentile(ms, 0.99)
        print(f"  {what:<44} median {median:5.2f} ms, p99 {worst:5.2f} ms ({len(ms)})")
    firsts = []
    for _ in range(9):
        fresh = browser.new_context(viewport={"width": 1920, "height": 1080})
        page = fresh.new_page()
        page.goto(where, wait_until="commit")
        firsts.append(page.evaluate(_FIRST))
        fresh.close()
    for n, name in enumerate(("first paint", "first snapshot painted")):
        times = [first[n] for first in firsts]
        print(f"  {name:<44} median {percentile(times, 0.5):5.0f} ms, most {max(times):.0f} ms")
    sizes = weight(browser, where, "body[data-link='live']")
    plain = without_fonts(sizes)
    fonts = sum(sizes.values()) - plain
    print(
        f"  weight without fonts {plain / 1000:.0f} KB, {len(sizes)} files; "
        f"fonts {fonts / 1000:.0f} KB"
    )


def costs(events: list[dict[str, Any]]) -> dict[str, list[float]]:
    """Milliseconds of the main thread from one painted snapshot to the next, by a trace's events.

    Wall time, and time on a processor: other programs take nothing from the second. What the page
    does at rest (a heartbeat, an animation) is in both, and told for itself for as long a time.
    """
    marks = [event for event in events if event["name"] == _MARK]
    at = sorted(mark["ts"] for mark in marks)
    usual = percentile([after - before for before, after in pairwise(at)], 0.5)
    at += [at[-1] + usual * n for n in range(3, int(_REST_MS * 1000 / usual) - 1)]
    thread = (marks[0]["pid"], marks[0]["tid"])
    names = {event["name"] for event in events}
    task = next(name for name in ("RunTask", "ThreadControllerImpl::RunTask") if name in names)
    spent: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    parts: dict[str, dict[int, float]] = {part: defaultdict(float) for part in _PARTS}
    for event in events:
        is_ours = (event["pid"], event["tid"]) == thread
        if is_ours and event["name"] == task and "dur" in event:
            window = spent[bisect_right(at, event["ts"])]
            window[0] += event["dur"] / 1000
            window[1] += event.get("tdur", 0) / 1000
        elif is_ours and event["name"] in _PARTS:
            parts[event["name"]][bisect_right(at, event["ts"])] += event.get("tdur", 0) / 1000
    inside = [spent[n] for n in range(1, len(marks))]
    rest = [spent[n] for n in range(len(marks) + 1, len(at))]
    return {
        "a painted snapshot, main thread": [wall for wall, _ in inside],
        "... of it on a processor": [processor for _, processor in inside],
        **{f"    {part}": [of[n] for n in range(1, len(marks))] for part, of in parts.items()},
        "as long at rest, on a processor": [processor for _, processor in rest],
    }


if __name__ == "__main__":
    main()
