"""Reads the rank and suit of an index: a straightened patch in, probabilities out."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from .locator import Run, Spot
from .picture import Array, Picture
from .sight import NO_RANK, NO_SUIT

PATCH = (48, 40)  # px high and wide
_INDEX = 30.0  # px of an index's height in a patch; the rest is what stands around it
_WHITE = 95  # percentile of a patch that counts as paper

Chances = tuple[Array, Array]  # n x ranks and none, n x suits and none


def patch(picture: Picture, spot: Spot) -> Picture:
    """The surroundings of a spot, upright and of one size."""
    scale = spot.height / _INDEX
    sine, cosine = np.sin(spot.angle) * scale, np.cos(spot.angle) * scale
    high, wide = PATCH
    back = np.array([(cosine, -sine, 0), (sine, cosine, 0)], np.float64)  # patch to picture
    back[:, 2] = np.array(spot.at) - back[:, :2] @ ((wide - 1) / 2, (high - 1) / 2)
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    if scale > 2:  # warping alone would skip most of the print
        return _shrunk(picture, spot, scale)
    return cv2.warpAffine(picture, back, (wide, high), flags=how, borderMode=cv2.BORDER_REPLICATE)


def _shrunk(picture: Picture, spot: Spot, scale: float) -> Picture:
    reach = int(spot.height * 1.6) + 2
    x, y = (round(v) for v in spot.at)
    left, top = max(0, x - reach), max(0, y - reach)
    part = picture[top : max(top + 1, y + reach), left : max(left + 1, x + reach)]
    factor = 1.5 / scale
    small = cv2.resize(part, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    at = ((spot.at[0] - left + 0.5) * factor - 0.5, (spot.at[1] - top + 0.5) * factor - 0.5)
    return patch(small, Spot(at, spot.height * factor, spot.angle, at, spot.score))


def whitened(patches: Array) -> Array:
    """n x high x wide x 3 -> n x 3 x high x wide, each channel divided by its paper white."""
    light = patches.astype(np.float32).transpose(0, 3, 1, 2)
    flat = np.ascontiguousarray(light).reshape(*light.shape[:2], -1)
    at = int(flat.shape[2] * _WHITE / 100)
    white = np.partition(flat, at, axis=2)[..., at]
    return light / np.maximum(white, 8)[..., None, None]


def recognised(run: Run, picture: Picture, spots: Sequence[Spot]) -> Chances:
    """The probabilities at each spot, from a network whose logits are as sure as they are right."""
    if not spots:
        return np.zeros((0, NO_RANK + 1), np.float32), np.zeros((0, NO_SUIT + 1), np.float32)
    return chances(run(whitened(np.stack([patch(picture, spot) for spot in spots]))))


def chances(logits: Array) -> Chances:
    """n x logits of ranks, none, suits, none -> their probabilities."""
    return _raised(logits[:, : NO_RANK + 1]), _raised(logits[:, NO_RANK + 1 :])


def _raised(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(raised / raised.sum(1, keepdims=True), np.float32)
