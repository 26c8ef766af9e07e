"""The light of a scene: how much brighter or redder a picture is than the empty table was.

Pictures here are small, rows x columns x 3 of float32: blue, green, red, 0 to 255.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.float32]
Mask = NDArray[np.bool_]

_STEP = 3  # every so many-th pixel tells enough of the light
_FEWEST = 60  # pixels of empty table that tell the light
_DARK = 4.0  # added to both sides, so that noise in the dark is no light
_SHADE = (0.45, 1.3)  # empty felt may be so much darker (a hand's shadow) or brighter
_NOISE, _SHARE = 9.0, 0.07  # two colours are one within so much, plus a share of their brightness
_COARSE = 8  # px of the small picture that share their light


def gain(now: Small, empty: Small, felt: Mask) -> Small | None:
    """The three factors from the empty scene to this picture, from where the felt is seen.

    None where too little of it is.
    """
    at = felt[::_STEP, ::_STEP]
    if int(at.sum()) < _FEWEST:
        return None
    ratio = (now[::_STEP, ::_STEP][at] + _DARK) / (empty[::_STEP, ::_STEP][at] + _DARK)
    return np.median(ratio, axis=0).astype(np.float32)


def is_felt(now: Small, expected: Small) -> Mask:
    """Where a picture shows the expected colours, in more or less light."""
    bright = now.sum(axis=2)
    should = expected.sum(axis=2)
    shade = (bright + 3 * _DARK) / (should + 3 * _DARK)
    apart = np.abs(now - expected * shade[..., None]).max(axis=2)
    near = np.abs(bright - should) < 3 * _NOISE
    mask = (apart < _NOISE + _SHARE * bright / 3) & (
        near | ((shade > _SHADE[0]) & (shade < _SHADE[1]))
    )
    return np.asarray(mask, dtype=np.bool_)


def local_gain(now: Small, empty: Small, known: Mask) -> Small:
    """The factors for each pixel, smooth over the picture, from where `known` holds."""
    rows, columns = known.shape
    size = (max(1, columns // _COARSE), max(1, rows // _COARSE))
    weight = known.astype(np.float32)[..., None]
    light = _smooth(now * weight, size)
    base = _smooth(empty * weight, size)
    amount = _smooth(np.repeat(weight, 3, axis=2), size)
    dark = _DARK * amount + 1e-3
    factors = cv2.resize((light + dark) / (base + dark), (columns, rows))
    return np.asarray(np.clip(factors, 0.02, 50), dtype=np.float32)


def _smooth(picture: Small, size: tuple[int, int]) -> Small:
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    wide = max(3, size[0] // 4 | 1)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), wide / 3), dtype=np.float32)
