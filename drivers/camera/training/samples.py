"""Patches for the recogniser from a scene: its indexes a little off, and what is no index."""

from __future__ import annotations

import numpy as np

from ..locator import Spot
from ..picture import Array, Picture
from ..recogniser import patch
from ..sight import NO_RANK, NO_SUIT
from .backgrounds import Rng
from .scenes import SIZE, Labels

Sample = tuple[Picture, int, int]  # patch, rank, suit


def samples(scene: Picture, labels: Labels, found: list[Spot], draw: Rng) -> list[Sample]:
    """Patches with their rank and suit; `found` are the locator's own finds, right or not."""
    made: list[Sample] = []
    for row in labels:
        if row[8] == 0 or row[2] < 5:
            continue
        spot = _off(row, draw, 0.07, 0.13, 0.17)
        made.append((patch(scene, spot), int(row[6]), int(row[7])))
        if draw.random() < 0.35:
            made.append((patch(scene, _wrong(row, draw)), NO_RANK, NO_SUIT))
    for _ in range(3):
        made += _none(scene, labels, _anywhere(draw))
    for spot in found:
        made += _found(scene, labels, spot) or _none(scene, labels, spot)
    return made


def _spot(row: Array) -> Spot:
    x, y, height, angle, mx, my = map(float, row[:6])
    return Spot((x, y), height, angle, (mx, my), 1.0)


def _off(row: Array, draw: Rng, away: float, turn: float, size: float) -> Spot:
    spot = _spot(row)
    dx, dy = draw.normal(0, away * spot.height, 2)
    return Spot(
        (spot.at[0] + dx, spot.at[1] + dy),
        spot.height * float(np.exp(draw.normal(0, size * 0.6))),
        spot.angle + float(draw.normal(0, turn)),
        spot.centre,
        1.0,
    )


def _wrong(row: Array, draw: Rng) -> Spot:
    """An index upside down, on its side, half outside, or at the wrong size."""
    spot, pick = _off(row, draw, 0.05, 0.1, 0.1), draw.random()
    x, y = spot.at
    if pick < 0.45:
        return Spot(
            (x, y), spot.height, spot.angle + np.pi * draw.choice([1, 1, 0.5, -0.5]), spot.at, 1
        )
    if pick < 0.75:
        turn = draw.uniform(0, 2 * np.pi)
        far = spot.height * draw.uniform(0.5, 0.8)
        return Spot(
            (x + far * np.cos(turn), y + far * np.sin(turn)), spot.height, spot.angle, spot.at, 1
        )
    return Spot((x, y), spot.height * float(draw.choice([0.45, 2.1])), spot.angle, spot.at, 1)


def _anywhere(draw: Rng) -> Spot:
    x, y = draw.uniform(0, SIZE, 2)
    height = float(np.exp(draw.uniform(np.log(8), np.log(50))))
    return Spot((x, y), height, float(draw.uniform(-np.pi, np.pi)), (x, y), 1)


def _found(scene: Picture, labels: Labels, spot: Spot) -> list[Sample]:
    """A find of the locator that is right, as it lies."""
    for row in labels:
        near = np.hypot(row[0] - spot.at[0], row[1] - spot.at[1]) < 0.3 * row[2]
        turned = abs((spot.angle - row[3] + np.pi) % (2 * np.pi) - np.pi)
        sized = 0.6 < spot.height / max(row[2], 1) < 1.6
        if near and sized and row[8] and turned < 0.6:
            return [(patch(scene, spot), int(row[6]), int(row[7]))]
    return []


def _none(scene: Picture, labels: Labels, spot: Spot) -> list[Sample]:
    """The spot as none, where no index is near."""
    if len(labels):
        away = np.hypot(labels[:, 0] - spot.at[0], labels[:, 1] - spot.at[1])
        if (away < 0.55 * np.maximum(labels[:, 2], spot.height)).any():
            return []
    return [(patch(scene, spot), NO_RANK, NO_SUIT)]
