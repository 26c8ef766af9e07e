"""An eye that knows the truth and sees it as badly as a real one: blur, covered ends, slips."""

from __future__ import annotations

import math
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.shape import Outline
from drivers.camera.sight import Seen
from server.baccarat.cards import RANKS

from .cards_seen import ends, seen
from .sprites import CARD_MM, DOT
from .world import Actor, Point, World

_ALIKE = {"6": "8", "8": "6", "9": "8", "3": "8", "J": "7", "Q": "T", "T": "Q", "5": "6", "K": "A"}
_BLURRED, _GONE = 0.12, 0.55  # of an index's height that it moves while the shutter is open


class DimEye:
    """Sees a world's cards; of the blurred ones some wrongly."""

    def __init__(self, world: World, seed: int = 0, slips: float = 0.02) -> None:
        self._world, self._slips = world, slips
        self._draw = Random(seed)

    def look(self, time: float) -> tuple[Seen, ...]:
        """The cards that are seen in the picture of that time."""
        top = self._top(time)
        found = []
        for number, actor in enumerate(self._world.by_level(), 1):
            if actor.card and (one := self._see(actor, number, top, time)):
                found.append(one)
        return tuple(found)

    def _see(self, actor: Actor, number: int, top: NDArray[np.int32], time: float) -> Seen | None:
        draw, shape = self._draw, self.outline(actor, time)
        if shape is None:
            return None
        before = self.outline(actor, time - self._world.shutter) or shape
        index = shape.height * 18 / 88
        blur = max(map(math.dist, ends(shape), ends(before))) / index
        if draw.random() < 0.02 or blur > _GONE or draw.random() < (blur - _BLURRED) * 2:
            return None
        shown = [end for end, at in enumerate(ends(shape)) if _is_free(top, at, number, index)]
        if not shown:
            return None
        card, sure = actor.card, min(0.995, max(0.5, draw.gauss(0.96 - blur, 0.03)))
        if blur > _BLURRED and draw.random() < self._slips:
            card = (_ALIKE.get(card[0]) or draw.choice(RANKS)) + card[1]
        elif draw.random() < 0.003:
            card, sure = draw.choice(RANKS) + card[1], 0.7
        off = (draw.gauss(0, 0.02 * index), draw.gauss(0, 0.02 * index))
        return seen(card, shape, sure=sure, suit_sure=min(0.99, sure + 0.02), shown=shown, at=off)

    def outline(self, actor: Actor, time: float) -> Outline | None:
        """Where a card is seen, None while it is not there or edge on."""
        pose = actor.at(time)
        if pose is None or pose.wide < 0.7:
            return None
        stand = self._world.stand(time)
        x, y = pose.x * self._world.scale + stand[0], pose.y * self._world.scale + stand[1]
        return Outline((x, y), pose.angle, CARD_MM[1] * self._world.scale)

    def _top(self, time: float) -> NDArray[np.int32]:
        """The number of what lies on top, for each pixel."""
        world = self._world
        width, height = world.size
        top = np.zeros((height, width), np.int32)
        stand: Point = world.stand(time)
        for number, actor in enumerate(world.by_level(), 1):
            pose = actor.at(time)
            if pose is None or pose.wide < 0.02:
                continue
            shape = cv2.resize(actor.sprite[..., 3], None, fx=1 / DOT, fy=1 / DOT)
            matrix = world.matrix(actor, pose, stand)
            matrix[:, :2] *= DOT
            cut = cv2.warpAffine(shape, matrix, (width, height))
            top[cut > 120] = number
        return top


def _is_free(top: NDArray[np.int32], at: Point, number: int, index: float) -> bool:
    """Whether nearly all of an index lies open, within the picture."""
    x, y, reach = round(at[0]), round(at[1]), round(index * 0.32)
    if x - reach < 0 or y - reach < 0 or x + reach >= top.shape[1] or y + reach >= top.shape[0]:
        return False
    part = top[y - reach : y + reach + 1, x - reach : x + reach + 1]
    return bool((part == number).mean() > 0.95)
