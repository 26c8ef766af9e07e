"""Timing that says how sure it is: medians of several rounds, two subjects turn by turn."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def rounds(
    subjects: dict[str, Callable[[], int]],
    *,
    count: int = 7,
    clock: Callable[[], float] = time.perf_counter,
) -> dict[str, list[float]]:
    """Seconds per item of each subject, turn by turn so that a slow machine slows all alike.

    A subject does its work and returns how many items it did; the first round is a warm-up.
    """
    seconds: dict[str, list[float]] = {name: [] for name in subjects}
    for turn in range(count + 1):
        for name, work in subjects.items():
            started = clock()
            items = work()
            if turn:
                seconds[name].append((clock() - started) / items)
    return seconds


def spread(values: list[float], scale: float, unit: str) -> str:
    """Median, and the least and most, in a unit."""
    ordered = sorted(value * scale for value in values)
    middle = statistics.median(ordered)
    return f"{middle:,.2f} {unit} (least {ordered[0]:,.2f}, most {ordered[-1]:,.2f})"


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
