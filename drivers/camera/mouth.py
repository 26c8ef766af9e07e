"""The window of a shoe's mouth over time: whether something is in it, moves, or is another thing.

Pictures in, values out. It works on a small grey picture of the window.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .glance import Window
from .light import Mask, Small, in_light, is_other, is_paper, planes, share
from .picture import Picture

Grey = NDArray[np.float32]

_SIDE = 48  # px of the small picture's longer side
_REACH = 4  # px of it that a card may be pushed and is still the same picture
_MOVED = 10.0, 0.10  # a change of so much, plus a share of the brightness, is motion
_APART = 14.0, 0.12  # from the empty window: something is in it
_STILL = 0.08  # of it moves: what is seen now lies still
_ONE_COLOUR = 10.0, 0.06  # the spread of one colour
_PAPER = 165.0


class Mouth:
    """One shoe's window; `empty` shows it without a card, of the same size as the pictures."""

    def __init__(self, empty: Picture | None = None) -> None:
        self._empty = None if empty is None else _small(empty)
        self._before: Small | None = None
        self._rested: Grey | None = None
        self._paper = np.full(3, _PAPER, np.float32)

    def look(self, shown: Picture, presence: float | None = None) -> Window:
        """What a picture of the window tells; `presence` where the mount measured it better."""
        now = _small(shown)
        if self._empty is None:
            self._empty = now
        moving = self._moving(now)
        apart = is_other(now, in_light(self._empty, _light(now, self._empty)), *_APART)
        there = share(apart) if presence is None else presence
        paper = share(is_paper(now, self._paper) & apart)
        window = Window(there, moving, self._likeness(now), paper, there > 0.5 and _is_plain(now))
        if moving < _STILL:
            self._rested = _grey(now) if there > 0.2 else None
        self._before = now
        return window

    def learn_paper(self, shown: Picture) -> None:
        """A card that was read shows what white is here."""
        now = _small(shown)
        bright = now.sum(axis=0)
        white = np.median(now[:, bright >= np.quantile(bright, 0.6)], axis=1)
        self._paper = (self._paper + 0.2 * (white - self._paper)).astype(np.float32)

    def _moving(self, now: Small) -> float:
        if self._before is None or self._before.shape != now.shape:
            return 0.0
        return share(is_other(now, in_light(self._before, _light(now, self._before)), *_MOVED))

    def _likeness(self, now: Small) -> float:
        """How like what lay still last, pushed a little or not."""
        grey = _grey(now)
        if self._rested is None or self._rested.shape != grey.shape:
            return 1.0
        part = grey[_REACH:-_REACH, _REACH:-_REACH]
        if float(part.std()) < 2:
            return 0.0
        return float(cv2.matchTemplate(self._rested, part, cv2.TM_CCOEFF_NORMED).max())


def _small(picture: Picture) -> Small:
    height, width = picture.shape[:2]
    scale = _SIDE / max(height, width)
    size = (max(12, round(width * scale)), max(12, round(height * scale)))
    return planes(cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(np.uint8))


def _grey(picture: Small) -> Grey:
    return np.asarray(picture.mean(axis=0), dtype=np.float32)


def _light(now: Small, before: Small) -> NDArray[np.float32]:
    """The light of all of it, where the change is one of light: a card makes larger ones."""
    ratio = np.median((now + 4) / (before + 4), axis=(1, 2))
    return np.asarray(np.clip(ratio, 0.8, 1.25), dtype=np.float32)


def _is_plain(now: Small) -> bool:
    """Whether one colour fills the window, and it is not white."""
    middle = np.median(now, axis=(1, 2))
    if middle.max() - middle.min() < 0.25 * middle.max():
        return False
    noise, part = _ONE_COLOUR
    apart: NDArray[np.float32] = np.abs(now - middle[:, None, None]).max(axis=0)
    mask: Mask = apart < 2 * (noise + part * float(middle.max()))
    return share(mask) > 0.93
