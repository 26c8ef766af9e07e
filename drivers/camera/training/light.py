"""What happens to a picture between the card and the file: light, lens, motion, sensor, JPEG."""

from __future__ import annotations

import cv2
import numpy as np

from ..picture import Array, Picture
from .backgrounds import Rng, waves


def lit(scene: Picture, draw: Rng) -> Picture:
    """A square scene as a camera might give it."""
    size = scene.shape[0]
    light: Array = scene.astype(np.float32)
    light *= (1 + draw.uniform(0, 0.45) * waves(size, draw, 2))[..., None]
    if draw.random() < 0.3:
        light *= _shadow(size, draw)
    if draw.random() < 0.25:
        light += _glare(size, draw)
    light *= draw.normal(1, 0.08, 3).astype(np.float32)  # colour cast
    if draw.random() < 0.08:
        light *= draw.uniform(0.4, 1.2, 3).astype(np.float32)
    level = draw.uniform(0.15, 0.5) if draw.random() < 0.2 else draw.uniform(0.6, 1.3)
    light = 255 * np.clip(light * level / 255, 0, 1.6) ** draw.uniform(0.8, 1.25)
    if draw.random() < 0.2:  # haze or a lens in the light
        light = light * draw.uniform(0.5, 0.9) + draw.uniform(20, 90)
    light = _blurred(light, draw)
    light += draw.normal(0, draw.uniform(0.5, 9), (size, size, 1)).astype(np.float32)
    seen = np.clip(light, 0, 255).astype(np.uint8)
    return _stored(seen, draw)


def _blurred(light: Array, draw: Rng) -> Array:
    pick = draw.random()
    if pick < 0.3:
        return cv2.GaussianBlur(light, (0, 0), draw.uniform(0.4, 1.6))
    if pick < 0.42:
        return cv2.filter2D(light, -1, _motion(draw.uniform(2, 9), draw.uniform(0, np.pi)))
    if pick < 0.5:  # a sharpening phone
        return light * 1.6 - cv2.GaussianBlur(light, (0, 0), 1.5) * 0.6
    return light


def _motion(length: float, angle: float) -> Array:
    size = int(length) | 1
    kernel = np.zeros((size + 2, size + 2), np.float32)
    middle = (size + 2) / 2
    x, y = np.cos(angle) * length / 2, np.sin(angle) * length / 2
    ends = [(int(middle + s * x), int(middle + s * y)) for s in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
    made: Array = kernel / max(kernel.sum(), 1e-6)
    return made


def _shadow(size: int, draw: Rng) -> Array:
    mask: Array = np.zeros((size, size), np.float32)
    points = draw.integers(-size // 2, size * 3 // 2, (int(draw.integers(3, 6)), 2))
    cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), draw.uniform(1, 30))
    return (1 - draw.uniform(0.2, 0.7) * mask)[..., None]


def _glare(size: int, draw: Rng) -> Array:
    mask = np.zeros((size, size), np.float32)
    for _ in range(int(draw.integers(1, 4))):
        middle = tuple(map(int, draw.integers(0, size, 2)))
        axes = (int(draw.integers(5, 70)), int(draw.integers(5, 40)))
        cv2.ellipse(mask, middle, axes, float(draw.integers(180)), 0, 360, 1.0, -1)
    return (draw.uniform(40, 220) * cv2.GaussianBlur(mask, (0, 0), draw.uniform(4, 20)))[..., None]


def _stored(seen: Picture, draw: Rng) -> Picture:
    if draw.random() < 0.3:
        return seen
    quality = int(draw.integers(35, 96))
    _, data = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
