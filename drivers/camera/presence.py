"""Whether a card is in the window: how far what shows is from the empty scene.

Two signs, and the stronger one counts. Ink: the local contrast is another one, in any light. Tone:
it is as much brighter (or darker) as a card makes it; used only where cards agree in that, which
they do over a dark mouth and do not over white plastic. A plain cut card shows by its tone.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from .contrast import Grid, cells_of, coarse, contrast, shifts
from .picture import Picture

_CELLS = 16  # a side of the picture in which tones are measured
_DARKEST = 8.0  # grey levels: less is noise
_REACH = 3  # cells: the camera was knocked a little
_USUAL_INK, _USUAL_STEP = 0.05, 1.2  # of a card, before any was shown; a step is log brightness
_LEAST_STEP, _AGREED = 0.4, 0.35  # a card is so much brighter, and cards differ by less of it

Tones = NDArray[np.float32]


class Presence:
    """What the window shows empty, and with cards; all pictures are of one size."""

    def __init__(self, empty: Picture, cards: Sequence[Picture]) -> None:
        height, width = empty.shape[:2]
        self._cells = cells_of(width, height)
        self._empty = coarse(contrast(empty, self._cells))
        shown = shifts(np.ones_like(self._empty), _REACH, _REACH)
        self._sizes = shown.sum(axis=1)
        self._powers = shown @ np.square(self._empty.ravel())
        inks = [self._change(contrast(card, self._cells)) for card in cards]
        self._usual = max(_USUAL_INK / 4, float(np.median(inks))) if inks else _USUAL_INK
        self._tones = _tones(empty)
        self._step, self._power = np.full_like(self._tones, _USUAL_STEP), 0.0
        self._is_tone_used = not cards
        if cards:
            self._use_tones([_tones(card) - self._tones for card in cards])
        self._power = float(np.vdot(self._step, self._step))

    def _use_tones(self, steps: list[Tones]) -> None:
        self._step = np.mean(steps, axis=0, dtype=np.float32)
        power = float(np.vdot(self._step, self._step)) + 1e-6
        spread = float(np.std([np.vdot(step, self._step) / power for step in steps]))
        is_large = np.sqrt(power / self._step.size) > _LEAST_STEP
        self._is_tone_used = bool(is_large and spread < _AGREED)

    def of(self, picture: Picture, ink: Grid | None = None) -> float:
        """0: the empty scene; about 1: a card. `ink` is its contrast where that is known."""
        ink = contrast(picture, self._cells) if ink is None else ink
        change = self._change(ink) / self._usual
        if not self._is_tone_used:
            return change
        step = _tones(picture) - self._tones
        return max(change, float(np.vdot(step, self._step)) / self._power)

    def _change(self, ink: Grid) -> float:
        moved = shifts(coarse(ink), _REACH, _REACH)
        # The sum of squared differences, where what was moved in is 0.
        apart = np.einsum("ij,ij->i", moved, moved - 2 * self._empty.ravel())
        return max(0.0, float(((apart + self._powers) / self._sizes).min()))


def _tones(picture: Picture) -> Tones:
    """A small picture's brightness as the eye measures it."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA)
    tones: Tones = np.log(small.astype(np.float32) + _DARKEST)
    return tones
