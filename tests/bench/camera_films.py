"""What is told of the films in ../shared/data/cards/dev/video, beside what happened in them."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from drivers.camera.glance import Witnessed
from drivers.camera.video import events_of
from tests.bench.measure import percentile


def told(folder: Path) -> Iterator[str]:
    """A line a film, and one for all: cards told in the right order, what was told beside them."""
    right = there = beside = wrong = 0
    rests: list[float] = []
    for path in sorted(folder.glob("*.json")):
        truth = json.loads(path.read_text())
        events = sorted(truth["events"], key=lambda event: event["first_frame"])
        started = time.perf_counter()
        said = list(events_of(folder / truth["file"], None, print))
        ms = (time.perf_counter() - started) * 1000 / truth["frames"]
        cards, names = [event["card"] for event in events], [each.card for each in said]
        good = _in_order(cards, names)
        mine = [name for name in names if name and name not in cards]
        right, there, beside = right + good, there + len(cards), beside + len(said) - good
        wrong += len(mine)
        rests += _rests(events, said, truth["fps"])
        extra = len(said) - good
        yield f"{path.stem}: {good} of {len(cards)} cards, {extra} beside, {ms:.1f} ms a frame"
    yield (
        f"all films: {right} of {there} cards, {beside} beside them, {wrong} wrong; rest to told "
        f"{percentile(rests, 0.5) * 1000:.0f} ms in the middle, {max(rests) * 1000:.0f} ms at most"
    )


def _in_order(there: list[str], said: list[str]) -> int:
    """How many of the cards were told, in their order (longest common subsequence)."""
    row = [0] * (len(said) + 1)
    for card in there:
        above = row[:]
        for at, name in enumerate(said, start=1):
            row[at] = above[at - 1] + 1 if card == name else max(above[at], row[at - 1])
    return row[-1]


def _rests(events: list[dict[str, Any]], said: list[Witnessed], fps: float) -> list[float]:
    """Seconds from each card's first whole picture to when it was told."""
    rest = list(said)
    waits = []
    for event in events:
        for each in rest:
            if each.card == event["card"] and each.frame >= event["first_frame"]:
                waits.append((each.frame - event["full_first"]) / fps)
                rest.remove(each)
                break
    return waits
