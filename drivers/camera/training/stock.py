"""What scenes are made of, collected once, and the processes that make scenes of it."""

from __future__ import annotations

import json
import multiprocessing
import multiprocessing.queues
from pathlib import Path

import cv2
import numpy as np

from ..photo import photo
from ..picture import Picture
from .decks import cc0_deck, courts_of, fetched, fonts, others, own_deck
from .glyphs import lettered
from .scenes import Labels, Stock, scene

_PATCH = 140  # px of a piece of a photograph without a card


def stock(cache: Path, photos: Path | None, seed: int, decks: int) -> Stock:
    """Decks, letters and backgrounds; the photographs' own backgrounds where there are any."""
    fetched(cache)
    printed = cc0_deck(cache)
    courts = courts_of(printed)
    letters = [
        lettered(letter, font)
        for font in fonts(cache)[::3]
        for letter in "0123456789AKQJBCDEFGHRST"
    ]
    return Stock(
        decks=[printed, printed, *(own_deck(seed + at, cache, courts) for at in range(decks))],
        others=others(seed, cache),
        patches=patches(photos) if photos else [],
        letters=letters,
    )


def patches(photos: Path) -> list[Picture]:
    """Pieces of photographs that no box of boxes.json touches."""
    boxes = json.loads((photos / "boxes.json").read_text())
    draw = np.random.default_rng(5)
    found: list[Picture] = []
    for name in sorted(boxes)[::2]:
        picture = photo(photos / name)
        high, wide = picture.shape[:2]
        for _ in range(6):
            x, y = int(draw.integers(wide - _PATCH)), int(draw.integers(high - _PATCH))
            if all(
                abs(x + _PATCH / 2 - cx * wide) > (_PATCH + w * wide) / 2 + 12
                or abs(y + _PATCH / 2 - cy * high) > (_PATCH + h * high) / 2 + 12
                for _, cx, cy, w, h in boxes[name]
            ):
                found.append(picture[y : y + _PATCH, x : x + _PATCH].copy())
                break
    return found


class Makers:
    """Processes that make scenes without end; `get` gives the next one."""

    def __init__(self, made_of: Stock, seed: int, count: int) -> None:
        context = multiprocessing.get_context("fork")  # the stock is shared, not copied
        self._queue = context.Queue(60)
        self._all = [
            context.Process(
                target=_make, args=(made_of, seed * 1000 + at, self._queue), daemon=True
            )
            for at in range(count)
        ]
        for process in self._all:
            process.start()

    def ready(self) -> int:
        """How many scenes wait."""
        return self._queue.qsize()

    def get(self) -> tuple[Picture, Labels]:
        """The next scene; waits for it."""
        made: tuple[Picture, Labels] = self._queue.get()
        return made

    def stop(self) -> None:
        for process in self._all:
            process.terminate()


def _make(
    made_of: Stock, seed: int, queue: multiprocessing.queues.Queue[tuple[Picture, Labels]]
) -> None:
    cv2.setNumThreads(1)
    draw = np.random.default_rng(seed)
    while True:
        queue.put(scene(made_of, draw))
