"""A table whose cards are marks that survive any camera, and a vision that reads them.

The eye that reads real cards is tested by itself; here it is what brings its pictures, and what
becomes of what it saw. A mark is a row of black and white blocks in the upper left corner.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.frame import Frame
from drivers.camera.mount import Mount
from drivers.camera.picture import Picture
from drivers.camera.vision import CARD, CUT_CARD, UNREADABLE, Label, Witness
from server.baccarat.cards import CARDS

from .http_camera import noise

BLOCK, BITS = 16, 7
BOX = (0.0, 0.0, float(BLOCK * BITS), float(BLOCK))
ENOUGH = 3  # pictures of a card until it is sure
CODES = {card: number for number, card in enumerate(CARDS, start=1)} | {
    "joker": 60, "cut": 61, "dies": 62, "hangs": 63,
}  # fmt: skip
NAMES = {code: name for name, code in CODES.items()}
VISION = "tests.camera.marks:make"


def table(number: int, shows: str = "", size: tuple[int, int] = (320, 184)) -> Picture:
    """A picture of the table with a mark on it, or without."""
    picture = noise(number, size)
    code = CODES[shows] | 1 << (BITS - 1) if shows else 0
    for bit in range(BITS if shows else 0):
        level = 250 if code >> bit & 1 else 5
        picture[:BLOCK, bit * BLOCK : (bit + 1) * BLOCK] = level
    return picture


def film(path: Path, shows: Sequence[str], fps: float = 50) -> Path:
    """A film of what the table shows, picture by picture."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, (320, 184))
    for number, each in enumerate(shows):
        writer.write(table(number, each))
    writer.release()
    return path


def dealt(cards: str, pictures: int = 5, between: int = 4) -> list[str]:
    """What a table shows while some cards are dealt, one after the other."""
    empty = [""] * between
    return [*empty, *(shown for card in cards.split() for shown in [card] * pictures + empty)]


class Marks:
    """Reads the marks; see drivers.camera.vision.Vision."""

    model, note = "marks", ""

    def __init__(self, mount: Mount | None) -> None:
        self._mount = mount
        self._now, self._seen = "", 0
        self._frame: Frame | None = None

    def look(self, frame: Frame) -> list[Witness]:
        self._frame = frame
        shows = read(frame.picture)
        if shows == "dies":
            os.kill(os.getpid(), signal.SIGKILL)
        while shows == "hangs":
            time.sleep(1)
        self._seen = self._seen + 1 if shows == self._now else 1
        self._now = shows
        return [self._witness(shows)] if shows and self._seen == ENOUGH else []

    def lost(self) -> list[Witness]:
        was_sure = self.in_flight == 0
        self._now, self._seen = "", 0
        return [] if was_sure else [Witness(UNREADABLE, why="the camera was lost")]

    @property
    def in_flight(self) -> int:
        return int(bool(self._now) and self._seen < ENOUGH)

    def labels(self) -> list[Label]:
        return [Label(BOX, self._now)] if self._now else []

    def _witness(self, shows: str) -> Witness:
        assert self._frame
        if shows == "cut":
            return Witness(CUT_CARD)
        kind, card = (UNREADABLE, "") if shows == "joker" else (CARD, shows)
        crop = self._frame.picture[:BLOCK, : BLOCK * BITS]
        why = "a joker" if shows == "joker" else ""
        return Witness(kind, card, 0.99, "", crop, self._frame.taken, why)


def read(picture: Picture) -> str:
    """The mark on a picture, empty where there is none."""
    blocks = picture[:BLOCK, : BLOCK * BITS].reshape(BLOCK, BITS, BLOCK, 3)
    levels = np.median(blocks, axis=(0, 2, 3))
    if not all(level < 40 or level > 200 for level in levels):
        return ""
    code = sum(int(level > 128) << bit for bit, level in enumerate(levels))
    return NAMES.get(code & ~(1 << (BITS - 1)), "")


def make(mount: Mount | None) -> Marks:
    """See drivers.camera.vision.Make."""
    return Marks(mount)
