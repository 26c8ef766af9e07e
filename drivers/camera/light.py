"""The light of a scene: how much brighter or redder a picture is than the empty table was.

Pictures here are small and in planes, 3 x rows x columns of float32: blue, green, red, 0 to 255.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .picture import Picture

Small = NDArray[np.float32]
Colour = NDArray[np.float32]  # three factors or values: blue, green, red
Mask = NDArray[np.bool_]

_STEP = 4  # every so many-th pixel tells enough of the light
_FEWEST = 35  # pixels of empty table that tell the light
_DARK = 4.0  # added to both sides, so that noise in the dark is no light
_SHADE = (0.45, 1.3)  # empty felt may be so much darker (a hand's shadow) or brighter
_NOISE, _SHARE = 9.0, 0.07  # two colours are one within so much, plus a share of their brightness
_PAPER = 0.62  # as bright as paper, at least
_TINT = 0.065  # a channel's share may differ so much from that of paper
_COARSE = 8  # px of the small picture that share their light


def planes(picture: Picture) -> Small:
    """A picture, rows x columns x 3 of bytes, in planes."""
    return np.array(cv2.split(picture), np.float32)


def in_light(colours: Small, light: Colour) -> Small:
    """A picture, or one colour, in so much more light."""
    return np.asarray(colours * light.reshape(3, *[1] * (colours.ndim - 1)), dtype=np.float32)


def share(mask: Mask) -> float:
    """The share of a mask that holds."""
    return np.count_nonzero(mask) / max(1, mask.size)


def gain(now: Small, empty: Small, felt: Mask) -> Colour | None:
    """The three factors from the empty scene to this picture, from where the felt is seen.

    None where too little of it is.
    """
    at = felt[::_STEP, ::_STEP]
    if np.count_nonzero(at) < _FEWEST:
        return None
    part = (slice(None), slice(None, None, _STEP), slice(None, None, _STEP))
    ratio = (now[part][:, at] + _DARK) / (empty[part][:, at] + _DARK)
    return np.median(ratio, axis=1).astype(np.float32)


def is_felt(now: Small, expected: Small) -> Mask:
    """Where a picture shows the expected colours, in more or less light.

    `expected` is a picture, or one colour as 3 x 1 x 1.
    """
    bright = now[0] + now[1] + now[2]
    should = expected[0] + expected[1] + expected[2]
    shade = (bright + 3 * _DARK) / (should + 3 * _DARK)
    apart = np.abs(now[0] - expected[0] * shade)
    for channel in (1, 2):
        np.maximum(apart, np.abs(now[channel] - expected[channel] * shade), out=apart)
    in_shade = (shade > _SHADE[0]) & (shade < _SHADE[1])
    in_shade |= np.abs(bright - should) < 3 * _NOISE
    return np.asarray(in_shade & (apart < _NOISE + _SHARE / 3 * bright), dtype=np.bool_)


def is_other(now: Small, before: Small, noise: float, part: float) -> Mask:
    """Where two pictures differ by more than `noise` plus a part of the brightness."""
    apart, bright = np.abs(now[0] - before[0]), before[0].copy()
    for channel in (1, 2):
        np.maximum(apart, np.abs(now[channel] - before[channel]), out=apart)
        np.maximum(bright, before[channel], out=bright)
    return np.asarray(apart > noise + part * bright, dtype=np.bool_)


def is_paper(picture: Small, paper: Colour) -> Mask:
    """Where a picture is as white as paper, of that colour in this light."""
    bright = picture[0] + picture[1] + picture[2]
    full = float(paper.sum())
    apart = np.abs(picture[0] - bright * float(paper[0] / full))
    for channel in (1, 2):
        tint = np.abs(picture[channel] - bright * float(paper[channel] / full))
        np.maximum(apart, tint, out=apart)
    return np.asarray((bright > _PAPER * full) & (apart < _TINT * bright), dtype=np.bool_)


def local_gain(now: Small, empty: Small, known: Mask) -> Small:
    """The factors for each pixel, smooth over the picture, from where `known` holds."""
    rows, columns = known.shape
    size = (max(1, columns // _COARSE), max(1, rows // _COARSE))
    weight = known.astype(np.float32)
    amount = _smooth(weight, size) + 1e-4
    factors = []
    for one, other in zip(now, empty, strict=True):
        light = (_smooth(one * weight, size) + _DARK * amount) / (
            _smooth(other * weight, size) + _DARK * amount
        )
        factors.append(cv2.resize(light, (columns, rows)))
    return np.clip(np.stack(factors), 0.02, 50).astype(np.float32)


def _smooth(plane: NDArray[np.float32], size: tuple[int, int]) -> NDArray[np.float32]:
    small = cv2.resize(plane, size, interpolation=cv2.INTER_AREA)
    return cv2.GaussianBlur(small, (0, 0), max(1.0, size[0] / 12)).astype(np.float32)
