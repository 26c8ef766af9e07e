"""What a browser really shows, read from the page's own elements."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.wire import until

ROADS = ("bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig")

_READ = """() => Object.fromEntries([...document.querySelectorAll('[data-road]')].map((road) => [
  road.dataset.road,
  [...road.querySelectorAll('[data-cell]')].map((mark) => {
    const [column, row] = mark.dataset.cell.split(',').map(Number);
    const shown = mark.dataset.mark === 'none' ? null : mark.dataset.mark;
    const count = mark.querySelector('.tie-count')?.textContent;
    const ties = count ? Number(count) : mark.querySelector('.tie-slash') ? 1 : 0;
    return { column, row, mark: shown, ties };
  }),
]))"""


def drawn(page: Page) -> dict[str, list[dict[str, Any]]]:
    """The marks that each road of a display shows, by column and row."""
    roads: dict[str, list[dict[str, Any]]] = page.evaluate(_READ)
    for name, marks in roads.items():
        marks.sort(key=lambda mark: (mark["column"], mark["row"]))
        if name != "big_road":
            for mark in marks:
                del mark["ties"]
    return roads


def expected(snapshot: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The marks that a snapshot's roads hold, in the order of `drawn`."""
    return {
        name: sorted(snapshot["roads"][name], key=lambda cell: (cell["column"], cell["row"]))
        for name in ROADS
    }


def within(columns: dict[str, int], roads: dict[str, Any]) -> dict[str, Any]:
    """The marks of the newest columns, as many as each window has."""
    shown = {}
    for name, marks in roads.items():
        last = max((mark["column"] for mark in marks), default=0)
        first = max(0, last + 1 - columns[name])
        shown[name] = [mark for mark in marks if mark["column"] >= first]
    return shown


LANDSCAPE = dict(zip(ROADS, (13, 42, 21, 21, 21), strict=True))
PORTRAIT = dict(zip(ROADS, (14, 28, 21, 21, 21), strict=True))


def painted(page: Page, seq: int) -> None:
    """Wait until the page has painted entry `seq` or a later one."""
    until(lambda: int(page.evaluate("document.documentElement.dataset.painted ?? 0")) >= seq)
