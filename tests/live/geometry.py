"""Where everything on a display's page stands, measured by its own boxes in Chromium."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page

_MEASURE = """() => {
  const unit = parseFloat(getComputedStyle(document.documentElement).fontSize) / 100;
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true });
  const name = (e) => {
    const id = e.closest('[id]')?.id ?? '';
    const kind = e.id ? '' : e.className.baseVal ?? e.className;
    return `${id} ${kind} ${e.textContent.trim().slice(0, 40)}`.replace(/\\s+/g, ' ').trim();
  };
  const things = [];
  const add = (e, box, kind, more) => things.push({ name: name(e), kind, ...more,
    left: box.left, top: box.top, right: box.right, bottom: box.bottom });
  for (const block of document.querySelectorAll('.block')) {
    if (isSeen(block)) add(block, block.getBoundingClientRect(), 'block', {});
  }
  const boxes = 'svg.card, svg.slot, [data-road] svg, .ask svg, img, i';
  for (const box of document.querySelectorAll(boxes)) {
    if (isSeen(box)) add(box, box.getBoundingClientRect(), 'box', {});
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || !isSeen(parent) || parent.closest('svg, script, noscript')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    const style = getComputedStyle(parent);
    const size = parseFloat(style.fontSize);
    const block = parent.closest('.block, #cover').getBoundingClientRect();
    const isSmall = Boolean(parent.closest('h3, .legend, .if, dt, .limits b, .tag'));
    const { left, top, right, bottom } = block;
    add(parent, box, 'text', { size: size / unit, isSmall, within: { left, top, right, bottom } });
  }
  const cut = [...document.querySelectorAll('[data-fit]')].filter((e) => isSeen(e) && e.clientWidth
    && e.scrollWidth > e.clientWidth + 1).map(name);
  const root = document.documentElement;
  const scrolls = root.scrollWidth > innerWidth || root.scrollHeight > innerHeight;
  return JSON.stringify({ things, cut, scrolls, width: innerWidth, height: innerHeight });
}"""
_SLACK = 1.0  # pixels that rounding may take
# A line of text is measured from its font's ascent to its descent; ink does not reach so far.
_AIR = 0.2


def faults(page: Page, *, floor: float, small: float) -> list[str]:
    """What overlaps, sticks out, is cut, scrolls or is set too small, each as a sentence.

    `floor` and `small`: the least size of what must be read and of labels, in the layout's pixels.
    """
    seen: dict[str, Any] = json.loads(page.evaluate(_MEASURE))
    things = [_inked(thing) for thing in seen["things"]]
    screen = {"left": 0, "top": 0, "right": seen["width"], "bottom": seen["height"]}
    found = [f"{name!r} is cut" for name in seen["cut"]]
    if seen["scrolls"]:
        found.append("the page scrolls")
    for thing in things:
        if not _holds(screen, thing):
            found.append(f"{thing['name']!r} sticks out of the screen")
        if "within" in thing and not _holds(thing["within"], thing):
            found.append(f"{thing['name']!r} sticks out of its block")
        least = small if thing.get("isSmall") else floor
        if thing["kind"] == "text" and thing["size"] < least - 0.05:
            found.append(f"{thing['name']!r} is {thing['size']:.1f} high, not {least}")
    blocks = [thing for thing in things if thing["kind"] == "block"]
    inside = [thing for thing in things if thing["kind"] != "block"]
    for group in (blocks, inside):
        for n, one in enumerate(group):
            found += [
                f"{one['name']!r} and {other['name']!r} overlap"
                for other in group[n + 1 :]
                if _overlap(one, other)
            ]
    return found


def _inked(thing: dict[str, Any]) -> dict[str, Any]:
    if thing["kind"] != "text":
        return thing
    air = (thing["bottom"] - thing["top"]) * _AIR
    return {**thing, "top": thing["top"] + air, "bottom": thing["bottom"] - air}


def _holds(outer: dict[str, Any], inner: dict[str, Any]) -> bool:
    return bool(
        inner["left"] >= outer["left"] - _SLACK
        and inner["top"] >= outer["top"] - _SLACK
        and inner["right"] <= outer["right"] + _SLACK
        and inner["bottom"] <= outer["bottom"] + _SLACK
    )


def _overlap(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return bool(
        one["left"] < other["right"] - _SLACK
        and other["left"] < one["right"] - _SLACK
        and one["top"] < other["bottom"] - _SLACK
        and other["top"] < one["bottom"] - _SLACK
    )
