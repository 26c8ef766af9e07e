"""Seen cards as an eye would give them, made from the truth."""

from __future__ import annotations

import math
from collections.abc import Sequence

from drivers.camera.shape import Outline
from drivers.camera.sight import Index, Seen
from server.baccarat.cards import RANKS, SUITS

_ACROSS, _DOWN, _TALL = 25 / 88, 31 / 88, 18 / 88  # of a card's height: where its index is


def chances(names: str, name: str, sure: float, other: str = "") -> tuple[float, ...]:
    """The probabilities of names and of none; what is left goes to `other`, or to all."""
    rest = (1 - sure) / len(names)
    found = [rest] * (len(names) + 1)
    at = names.index(name) if name else len(names)
    if other:
        found = [0.0] * (len(names) + 1)
        found[names.index(other)] = 1 - sure
    found[at] = sure
    return tuple(found)


def ends(shape: Outline) -> tuple[tuple[float, float], tuple[float, float]]:
    """Where the two indexes of a card are: the upper left one, the lower right one."""
    cos, sin = math.cos(shape.angle), math.sin(shape.angle)
    dx, dy = shape.height * _ACROSS, shape.height * _DOWN
    away = (cos * dx - sin * dy, sin * dx + cos * dy)
    x, y = shape.centre
    return (x - away[0], y - away[1]), (x + away[0], y + away[1])


def seen(
    card: str,
    shape: Outline,
    *,
    sure: float = 0.97,
    suit_sure: float | None = None,
    shown: Sequence[int] = (0, 1),
    at: tuple[float, float] = (0.0, 0.0),
) -> Seen:
    """A card as it is seen by the ends that show; `at` is by how much the eye is off, in px."""
    rank, suit = card[0], card[1].strip("?")
    ranks = chances(RANKS, rank, sure)
    suits = chances(SUITS, suit, sure if suit_sure is None else suit_sure)
    places = [ends(shape)[end] for end in shown]
    indexes = tuple(
        Index(
            (x + at[0], y + at[1]),
            shape.height * _TALL,
            math.remainder(shape.angle + math.pi * end, math.tau),
            (shape.centre[0] + at[0], shape.centre[1] + at[1]),
            ranks,
            suits,
        )
        for end, (x, y) in zip(shown, places, strict=True)
    )
    xs = [index.at[0] for index in indexes] + [shape.centre[0]]
    ys = [index.at[1] for index in indexes] + [shape.centre[1]]
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    return Seen(indexes[0].centre, box, shape.height * _TALL, ranks, suits, indexes)
