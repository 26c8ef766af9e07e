"""A rendered table: things move over it in millimetres and seconds, a camera takes pictures of it.

What moves while the shutter is open is blurred by that: several instants are taken together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from drivers.camera.picture import Picture

from .sprites import DOT, Sprite

Point = tuple[float, float]
_INSTANTS = 6  # of an exposure


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the middle of a thing is, in mm, how it is turned, how wide it looks."""

    x: float
    y: float
    angle: float = 0.0
    wide: float = 1.0


@dataclass(eq=False)
class Actor:
    """A thing and its ways. `card` is what can be read on it, empty: nothing."""

    sprite: Sprite
    start: float
    pose: Pose
    card: str = ""
    level: float = 0.0  # what lies over what
    end: float = math.inf
    ways: list[tuple[float, float, Pose, bool]] = field(default_factory=list)

    def go(self, at: float, seconds: float, to: Pose, *, brakes: bool = True) -> float:
        """From a time on it moves there; the time when it has arrived."""
        self.ways.append((at, at + seconds, to, brakes))
        return at + seconds

    def at(self, time: float) -> Pose | None:
        """Its pose, None while it is not there."""
        if not self.start <= time < self.end:
            return None
        pose = self.pose
        for begin, end, to, brakes in self.ways:
            if time >= end:
                pose = to
            elif time > begin:
                part = (time - begin) / (end - begin)
                part = 1 - (1 - part) ** 2 if brakes else part
                return Pose(
                    pose.x + (to.x - pose.x) * part,
                    pose.y + (to.y - pose.y) * part,
                    pose.angle + (to.angle - pose.angle) * part,
                    pose.wide + (to.wide - pose.wide) * part,
                )
        return pose


@dataclass
class World:
    """A table of so many px, and what the camera does to it."""

    size: tuple[int, int] = (960, 540)
    scale: float = 1.6  # px a mm
    fps: float = 25.0
    shutter: float = 1 / 120
    felt: tuple[int, int, int] = (58, 98, 30)
    actors: list[Actor] = field(default_factory=list)
    light: Callable[[float], float] = lambda _: 1.0
    stand: Callable[[float], Point] = lambda _: (0.0, 0.0)  # px by which the camera is off
    noise: float = 2.0
    seed: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self._draw = np.random.default_rng(self.seed)
        self._base = self._table()

    def add(self, actor: Actor) -> Actor:
        self.actors.append(actor)
        return actor

    def pictures(self) -> Iterator[tuple[int, Picture]]:
        """Every picture with its number."""
        for number in range(round(self.seconds * self.fps)):
            yield number, self.picture(number / self.fps)

    def picture(self, time: float) -> Picture:
        """What the camera takes at a time."""
        instants = [time - self.shutter * i / (_INSTANTS - 1) for i in range(_INSTANTS)]
        if not self._moves(instants):
            instants = instants[:1]
        light = np.zeros(self._base.shape, np.float32)
        for instant in instants:
            light += self.bare(instant)
        light *= self.light(time) / len(instants)
        if self.noise:
            light += self._draw.normal(0, self.noise, light.shape[:2]).astype(np.float32)[..., None]
        return np.clip(light, 0, 255).astype(np.uint8)

    def bare(self, time: float) -> Picture:
        """The instant, without light and noise."""
        shown = self._base.copy()
        for actor in self.by_level():
            pose = actor.at(time)
            if pose is not None and pose.wide > 0.02:
                _paste(shown, actor.sprite, self.matrix(actor, pose, (0.0, 0.0)))
        x, y = self.stand(time)
        if (x, y) == (0.0, 0.0):
            return shown
        warp = np.array([(1, 0, x), (0, 1, y)], np.float32)
        size = (shown.shape[1], shown.shape[0])
        return cv2.warpAffine(shown, warp, size, borderMode=cv2.BORDER_REFLECT).astype(np.uint8)

    def by_level(self) -> list[Actor]:
        """What lies below goes first."""
        return sorted(self.actors, key=lambda actor: actor.level)

    def matrix(self, actor: Actor, pose: Pose, stand: Point) -> NDArray[np.float64]:
        """From a sprite's pixels to the picture's."""
        rows, columns = actor.sprite.shape[:2]
        size = self.scale / DOT
        cos, sin = math.cos(pose.angle) * size, math.sin(pose.angle) * size
        x, y = pose.x * self.scale + stand[0], pose.y * self.scale + stand[1]
        across, down = columns / 2 * pose.wide, rows / 2
        return np.array(
            [
                (cos * pose.wide, -sin, x - cos * across + sin * down),
                (sin * pose.wide, cos, y - sin * across - cos * down),
            ]
        )

    def _moves(self, instants: list[float]) -> bool:
        first, last = instants[0], instants[-1]
        if self.stand(first) != self.stand(last):
            return True
        return any(actor.at(first) != actor.at(last) for actor in self.actors)

    def _table(self) -> NDArray[np.uint8]:
        """Felt with its grain and a printed line."""
        width, height = self.size
        fine = self._draw.normal(0, 7, (height // 2, width // 2)).astype(np.float32)
        grain = cv2.resize(cv2.GaussianBlur(fine, (0, 0), 1.2) * 2.5, (width, height))
        table = np.array(self.felt, np.float32) + grain[..., None]
        slope = np.linspace(0.9, 1.1, width, dtype=np.float32)[None, :, None]
        shown = np.clip(table * slope, 0, 255).astype(np.uint8)
        cv2.ellipse(
            shown, (width // 2, -height), (width, 2 * height - 24), 0, 30, 150, (90, 190, 210), 3
        )
        return shown


def _paste(shown: NDArray[np.uint8], sprite: Sprite, matrix: NDArray[np.float64]) -> None:
    rows, columns = sprite.shape[:2]
    corners = np.array([(0, 0, 1), (columns, 0, 1), (columns, rows, 1), (0, rows, 1)], np.float64)
    at = corners @ matrix.T
    left, top = np.maximum(np.floor(at.min(axis=0)) - 1, 0).astype(int)
    right = min(int(at[:, 0].max()) + 2, shown.shape[1])
    bottom = min(int(at[:, 1].max()) + 2, shown.shape[0])
    if right <= left or bottom <= top:
        return
    moved = matrix.copy()
    moved[:, 2] -= (left, top)
    small = abs(np.linalg.det(matrix[:, :2])) ** 0.5
    if small < 0.6:  # warping alone would skip what is fine
        factor = max(small, 0.05)
        sprite = _reduced(sprite, factor)
        moved[:, 0] *= columns / sprite.shape[1]
        moved[:, 1] *= rows / sprite.shape[0]
    cut = cv2.warpAffine(sprite, moved, (right - left, bottom - top), flags=cv2.INTER_LINEAR)
    alpha = cut[..., 3:].astype(np.float32) / 255
    part = shown[top:bottom, left:right]
    part[:] = (part * (1 - alpha) + cut[..., :3] * alpha).astype(np.uint8)


_small: dict[tuple[int, float], tuple[Sprite, Sprite]] = {}


def _reduced(sprite: Sprite, factor: float) -> Sprite:
    key = (id(sprite), round(factor, 2))
    if key not in _small or _small[key][0] is not sprite:
        size = (round(sprite.shape[1] * key[1]), round(sprite.shape[0] * key[1]))
        small = cv2.resize(sprite, size, interpolation=cv2.INTER_AREA)
        _small[key] = (sprite, small.astype(np.uint8))
    return _small[key][1]
