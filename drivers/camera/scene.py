"""The scene around the cards: where the empty table is seen, what moves, what else lies there.

Pictures in, values out; it works on a small picture, and learns the empty table from where nothing
lies unless it is given one.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from .faces import face
from .glance import Facts, Mask, Thing
from .knock import Knock
from .light import (
    Colour,
    Small,
    gain,
    in_light,
    is_felt,
    is_other,
    is_paper,
    local_gain,
    planes,
    share,
)
from .picture import Picture
from .shape import Outline, Quad
from .sight import Point
from .sized import sized
from .things import things

WIDTH = 320  # px of the small picture
_MOVED = 14.0, 0.10  # a change of so much, plus a share of the brightness, is motion
_SOME = 0.005  # of the picture moved: a hand, a card, or the camera
_ALL = 0.5  # of the picture moved: the light or the camera, no hand
_LEARNED = 0.08  # of the difference is learned with each picture where felt is seen
_QUIET = 3  # pictures without a change before the light is learned anew
_FORGOTTEN = 200  # pictures that something lies still before it is part of the table
_PAPER = (175.0, 175.0, 175.0)  # a card's white before one was seen
_COLOURED = 0.4  # so much between its channels, and it is a cut card that lies there
_ONE_TABLE = 0.6  # of the table has one colour: what has that colour is table, too


class Scene:
    """What one camera sees around the cards. `empty` is its table without anything, where known."""

    def __init__(self, empty: Picture | None = None) -> None:
        self._scale = 0.0
        self._calibrated = empty
        self._empty: Small | None = None
        self._before: Small | None = None
        self._gain: Colour = np.ones(3, np.float32)
        self._paper: Colour = np.array(_PAPER, np.float32)  # in the light of the empty scene
        self._still = np.zeros((0, 0), np.uint8)  # pictures that each pixel has not moved
        self._felt: Mask = np.zeros((0, 0), np.bool_)
        self._knock = Knock()
        self._quiet = 0
        self._is_light_new = False
        self._common: Colour | None = None  # the table's colour, where it has one

    def look(self, picture: Picture, lying: Sequence[Outline], card_height: float) -> Facts:
        """What a picture, height x width x 3, tells.

        `lying` are the cards that are known to lie there, `card_height` is a card's height in
        pixels, 0 where it is not known.
        """
        now = self._small(picture)
        cards = self._drawn([one.grown(1.08).corners for one in lying], now)
        if self._empty is None or self._empty.shape != now.shape:
            self._begin(now, cards)
        assert self._empty is not None
        self._gain = self._light_of(now, cards)
        felt = self._is_felt(now)
        moving = self._moving(now)
        knock = self._knock.look(
            now,
            in_light(self._empty, self._gain),
            felt & ~cards,
            is_moving=share(moving) > _SOME,
        )
        changed = knock.is_shaking or share(moving) > _ALL
        if knock.shift is not None:
            self._shifted(knock.shift)
            felt = self._is_felt(now)
        self._quiet = 0 if changed or share(moving) > 0.02 else self._quiet + 1
        self._is_light_new |= changed
        self._learn_paper(now, lying)
        white = self._paper * self._gain
        paper = is_paper(now, white)
        shapes: list[Thing] = []
        if not changed:
            self._learn(now, felt, moving, cards)
            solid = ~felt & ~moving
            near = [one.grown(1.04).corners for one in lying]
            shapes = [
                Thing(one, face(picture, one, white))
                for one in things(solid, near, self._scale, card_height)
            ]
        self._before, self._felt = now, felt
        shift = knock.shift
        return Facts(
            scale=self._scale,
            felt=felt,
            moving=moving,
            paper=paper,
            things=tuple(shapes),
            changed=changed,
            shift=None if shift is None else (shift[0] / self._scale, shift[1] / self._scale),
            drift=knock.drift,
        )

    def _small(self, picture: Picture) -> Small:
        height, width = picture.shape[:2]
        self._scale = min(1.0, WIDTH / width)
        size = (max(8, round(width * self._scale)), max(8, round(height * self._scale)))
        return planes(sized(picture, size))

    def _begin(self, now: Small, cards: Mask) -> None:
        rows, columns = now.shape[1:]
        given = self._calibrated
        self._empty = now.copy()
        if given is not None:
            shown = cv2.resize(given, (columns, rows), interpolation=cv2.INTER_AREA)
            self._empty = planes(shown.astype(np.uint8))
        elif cards.any():
            shown = np.ascontiguousarray(now.transpose(1, 2, 0).astype(np.uint8))
            bare = cv2.inpaint(shown, cards.astype(np.uint8), 3, cv2.INPAINT_TELEA)
            self._empty = planes(bare.astype(np.uint8))
        self._find_common()
        self._before = None
        self._still = np.zeros((rows, columns), np.uint8)
        self._felt = np.ones((rows, columns), np.bool_)

    def _find_common(self) -> None:
        assert self._empty is not None
        colour = np.median(self._empty, axis=(1, 2)).astype(np.float32)
        alike = is_felt(self._empty, colour.reshape(3, 1, 1))
        self._common = colour if share(alike) > _ONE_TABLE else None

    def _light_of(self, now: Small, cards: Mask) -> Small:
        assert self._empty is not None
        found = gain(now, self._empty, self._felt & ~cards)
        return self._gain if found is None else found

    def _is_felt(self, now: Small) -> Mask:
        assert self._empty is not None
        felt = is_felt(now, in_light(self._empty, self._gain))
        if self._common is not None:
            felt |= is_felt(now, (self._common * self._gain).reshape(3, 1, 1))
        return felt

    def _moving(self, now: Small) -> Mask:
        """Where it is another picture than the one before, but for the light of all of it."""
        if self._before is None or self._before.shape != now.shape:
            return np.zeros(now.shape[1:], np.bool_)
        light = gain(now, self._before, self._felt)
        before = self._before if light is None else in_light(self._before, light)
        moved = is_other(now, before, *_MOVED).astype(np.uint8)
        return np.asarray(cv2.dilate(moved, np.ones((3, 3), np.uint8)) > 0, dtype=np.bool_)

    def _drawn(self, quads: Sequence[Quad], now: Small) -> Mask:
        """The small picture's pixels that quadrilaterals cover."""
        mask = np.zeros(now.shape[1:], np.uint8)
        for quad in quads:
            at = np.rint(np.asarray(quad, np.float32) * self._scale).astype(np.int32)
            cv2.fillConvexPoly(mask, at, 1)
        return mask > 0

    def _shifted(self, shift: Point) -> None:
        """The camera was knocked: the empty table is seen so far away."""
        assert self._empty is not None
        rows, columns = self._empty.shape[1:]
        warp = np.array([(1, 0, shift[0]), (0, 1, shift[1])], np.float32)
        self._empty = np.stack(
            [
                cv2.warpAffine(plane, warp, (columns, rows), borderMode=cv2.BORDER_REPLICATE)
                for plane in self._empty
            ]
        ).astype(np.float32)
        self._is_light_new = True

    def _learn_paper(self, now: Small, lying: Sequence[Outline]) -> None:
        """The white of the cards that lie there, in the light of the empty scene."""
        for one in lying[:2]:
            x, y = (int(v * self._scale) for v in one.centre)
            reach = max(2, int(one.height * self._scale * 0.25))
            part = now[:, max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
            if part[0].size < 9:
                continue
            bright = part.sum(axis=0)
            white = np.median(part[:, bright >= np.quantile(bright, 0.6)], axis=1) / self._gain
            if white.max() - white.min() < _COLOURED * white.max():
                self._paper = (self._paper + 0.1 * (white - self._paper)).astype(np.float32)

    def _learn(self, now: Small, felt: Mask, moving: Mask, cards: Mask) -> None:
        """Slow changes where the table is seen; new light at once, where nothing lies."""
        assert self._empty is not None
        self._still = np.minimum(self._still, 254) + np.uint8(1)
        self._still[moving] = 0
        free = ~(cards | moving)
        if self._is_light_new and self._quiet >= _QUIET:
            self._is_light_new = False
            shown = free & self._could_be_table(now)
            if share(shown) > 0.2:
                seen = in_light(now, (1 / self._gain).astype(np.float32))
                self._empty = self._empty * local_gain(seen, self._empty, shown)
                self._find_common()
                felt |= self._is_felt(now) & free
        old = self._still >= _FORGOTTEN
        part = (free & (felt | old)).astype(np.uint8)
        for plane, now_plane, light in zip(self._empty, now, self._gain, strict=True):
            cv2.accumulateWeighted(now_plane / light, plane, _LEARNED, part)

    def _could_be_table(self, now: Small) -> Mask:
        """Where the table's own pattern is seen, in any light: not much brighter than around it."""
        assert self._empty is not None
        should = self._empty.sum(axis=0) * float(self._gain.mean()) + 12
        ratio = (now.sum(axis=0) + 12) / should
        middle = float(np.median(ratio))
        return np.asarray((ratio > middle / 2.5) & (ratio < middle * 2.5), dtype=np.bool_)
