"""Cards on a table, drawn: faces of the CC0 deck and of decks of ours, laid where a test says."""

from __future__ import annotations

import functools
import math
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.picture import Picture, floats
from drivers.camera.training.decks import Deck, cc0_deck, courts_of, fetched, own_deck
from drivers.camera.training.faces import HEIGHT, WIDTH, Face

ROOT = Path(__file__).parents[2]
FELT = (62, 98, 24)  # BGR


@functools.cache
def packages() -> Path:
    """A folder as drivers.camera.training.decks wants it, with the packages of the tests."""
    folder = Path(tempfile.mkdtemp(prefix="shoeboard-decks-"))
    (folder / "node_modules").symlink_to(ROOT / "node_modules")
    return fetched(folder)


@functools.cache
def deck(seed: int = 0) -> Deck:
    """A deck by number; 0 is the CC0 deck of @letele/playing-cards."""
    printed = cc0_deck(packages())
    return own_deck(seed, packages(), courts_of(printed)) if seed else printed


@dataclass(frozen=True, slots=True)
class Lying:
    """A face on the table: its middle in px, its height in px, turned clockwise in degrees."""

    face: Face
    x: float
    y: float
    height: float = 220
    turn: float = 0


def felt(width: int, height: int, colour: tuple[int, int, int] = FELT) -> Picture:
    """An empty table."""
    grain = np.random.default_rng(1).normal(0, 4, (height, width, 1))
    return np.clip(np.array(colour) + grain, 0, 255).astype(np.uint8)


def laid(table: Picture, cards: Iterable[Lying]) -> Picture:
    """The table with cards on it, the later ones on top."""
    page = table.copy()
    size = (page.shape[1], page.shape[0])
    for card in cards:
        scale = card.height / HEIGHT
        source = card.face.picture
        if scale < 0.7:  # warping alone would skip print
            source = cv2.resize(source, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            scale = 1.0
        sine, cosine = math.sin(math.radians(card.turn)), math.cos(math.radians(card.turn))
        spin = scale * np.array([(cosine, -sine), (sine, cosine)])
        middle = np.array((source.shape[1] / 2, source.shape[0] / 2))
        move = floats(np.hstack([spin, (np.array((card.x, card.y)) - spin @ middle)[:, None]]))
        drawn = cv2.warpAffine(source, move, size, borderMode=cv2.BORDER_REPLICATE)
        whole = np.full(source.shape[:2], 255, np.uint8)
        share = cv2.warpAffine(whole, move, size)[..., None].astype(np.float32) / 255
        page = (page * (1 - share) + drawn * share).astype(np.uint8)
    return page


def row(cards: str, number: int = 0, height: float = 220) -> Picture:
    """A picture with cards side by side, such as "9H TC"."""
    faces = [deck(number)[card] for card in cards.split()]
    step = height * WIDTH / HEIGHT * 1.25
    table = felt(round(step * len(faces) + step / 2), round(height * 1.6))
    return laid(
        table,
        [Lying(face, step * (at + 0.75), height * 0.8, height) for at, face in enumerate(faces)],
    )
