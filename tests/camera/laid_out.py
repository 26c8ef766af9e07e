"""A deck laid out on a table, a suit in each picture, as a calibration wants it."""

from __future__ import annotations

import functools

import cv2
import numpy as np

from drivers.camera.laid import suit_of
from drivers.camera.picture import Picture
from drivers.camera.training.faces import HEIGHT, WIDTH

from .drawn import Lying, deck, felt, laid

SIZE = (1280, 720)
DECK = 2  # see drawn.deck
_TALL, _FIRST_LINE = 150, 7  # px of a card, cards in the first of two lines


def table() -> Picture:
    """The table without a card."""
    return felt(*SIZE)


@functools.cache
def suit(name: str, *, blur: float = 0.6, light: float = 1.0) -> Picture:
    """The thirteen cards of a suit, such as S, ace to king; `light` 1 is the table's."""
    return _pictured(suit_of(name), blur, light)


def alone(card: str, *, blur: float = 0.6, light: float = 1.0) -> Picture:
    """A card, alone on the table."""
    return _pictured((card,), blur, light)


def _pictured(cards: tuple[str, ...], blur: float, light: float) -> Picture:
    step = _TALL * WIDTH / HEIGHT * 1.25
    jitter = np.random.default_rng(round(light * 100))
    lying = [
        Lying(
            deck(DECK)[card],
            120 + step * (at % _FIRST_LINE) + jitter.uniform(-3, 3),
            180 + at // _FIRST_LINE * _TALL * 1.4 + jitter.uniform(-3, 3),
            _TALL,
            jitter.uniform(-6, 6),
        )
        for at, card in enumerate(cards)
    ]
    soft = cv2.GaussianBlur(laid(table(), lying), (0, 0), blur)
    return np.asarray(np.clip(soft * light, 0, 255), np.uint8)
