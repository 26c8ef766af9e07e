"""A drawn camera in a drawn shoe: uneven light, a colour cast, a card that never lies quite still.

Its cards are a rank over a suit and the pips, of lines and circles: a deck that nobody has seen.
"""

from __future__ import annotations

import cv2
import numpy as np

from drivers.camera.picture import Picture
from server.baccarat.cards import CARDS, RANKS

SIZE = 128  # px of the whole picture, a side
_CARD = (400, 448)  # px of the card that is drawn
_PIPS = {
    "A": [(0.5, 0.5)],
    "2": [(0.5, 0.2), (0.5, 0.8)],
    "3": [(0.5, 0.2), (0.5, 0.5), (0.5, 0.8)],
    "4": [(0.33, 0.2), (0.67, 0.2), (0.33, 0.8), (0.67, 0.8)],
}
_PIPS["5"] = [*_PIPS["4"], (0.5, 0.5)]
_PIPS["6"] = [*_PIPS["4"], (0.33, 0.5), (0.67, 0.5)]
_PIPS["7"] = [*_PIPS["6"], (0.5, 0.35)]
_PIPS["8"] = [*_PIPS["7"], (0.5, 0.65)]
_PIPS["9"] = [(x, y) for x in (0.33, 0.67) for y in (0.2, 0.4, 0.6, 0.8)] + [(0.5, 0.5)]
_PIPS["T"] = [*_PIPS["9"][:8], (0.5, 0.3), (0.5, 0.7)]


def card(name: str) -> Picture:
    """The face of a card, or of a joker, straight from above."""
    wide, high = _CARD
    face = np.full((high, wide, 3), 245, np.uint8)
    if name == "joker":
        for turn in range(0, 180, 12):
            cv2.ellipse(face, (wide // 2, high // 2), (150, 30), turn, 0, 360, (90, 30, 110), 3)
        return face
    rank, suit = name
    ink = (40, 30, 200) if suit in "HD" else (25, 25, 25)
    _index(face, rank, suit, ink)
    for x, y in _PIPS.get(rank, []):
        _suit(face, suit, (round(x * wide), round(y * high)), 38, ink)
    if rank not in _PIPS:
        _picture(face, rank, suit, ink)
    turned = np.ascontiguousarray(face[::-1, ::-1])
    _index(turned, rank, suit, ink)
    return turned


def _index(face: Picture, rank: str, suit: str, ink: tuple[int, int, int]) -> None:
    words = rank.replace("T", "10")
    cv2.putText(face, words, (8, 66), cv2.FONT_HERSHEY_DUPLEX, 2.2, ink, 8)
    _suit(face, suit, (40, 116), 32, ink)


def _suit(
    face: Picture, suit: str, at: tuple[int, int], half: int, ink: tuple[int, int, int]
) -> None:
    x, y = at
    third = half // 2
    if suit in "HS":
        lobes, tip = (y - third, y + half) if suit == "H" else (y + third, y - half)
        corners = [(x - half, lobes), (x + half, lobes), (x, tip)]
        cv2.fillPoly(face, [np.array(corners, np.int32)], ink)
        for side in (-third, third):
            cv2.circle(face, (x + side, lobes), third, ink, -1)
    elif suit == "D":
        corners = [(x, y - half), (x + half - 4, y), (x, y + half), (x - half + 4, y)]
        cv2.fillPoly(face, [np.array(corners, np.int32)], ink)
    else:
        for right, down in ((-third, third // 2), (third, third // 2), (0, -third)):
            cv2.circle(face, (x + right, y + down), third + 2, ink, -1)
    if suit in "SC":
        cv2.line(face, (x, y), (x, y + half), ink, 5)


def _picture(face: Picture, rank: str, suit: str, ink: tuple[int, int, int]) -> None:
    """A court card: a frame, and a pattern of its own."""
    high, wide = face.shape[:2]
    cv2.rectangle(face, (90, 60), (wide - 90, high - 60), (180, 60, 20), 4)
    rng = np.random.default_rng([RANKS.index(rank), "SHDC".index(suit)])
    for _ in range(14):
        ends = rng.integers((100, 70, 100, 70), (wide - 100, high - 70) * 2)
        colour = tuple(int(level) for level in rng.integers(0, 200, 3))
        cv2.line(face, tuple(map(int, ends[:2])), tuple(map(int, ends[2:])), colour, 9)
    _suit(face, suit, (140, 110), 36, ink)


def shot(face: Picture | None, seed: int, *, turn: int = 0) -> Picture:
    """A picture of a card in the shoe; None: of the empty shoe. Turned clockwise by quarters."""
    rng = np.random.default_rng(seed)
    scene = np.full((SIZE, SIZE, 3), (44, 36, 32), np.float32)
    if face is not None:
        scale = 0.92 * SIZE / max(face.shape[:2])
        angle, stretch = np.deg2rad(rng.normal(0, 0.7)), scale * (1 + rng.normal(0, 0.006))
        moved = np.array([SIZE / 2, SIZE / 2]) + rng.uniform(-5, 5, 2)
        cos, sin = stretch * np.cos(angle), stretch * np.sin(angle)
        middle = np.array([face.shape[1] / 2, face.shape[0] / 2])
        lay = np.array([[cos, -sin], [sin, cos]])
        matrix = np.c_[lay, moved - lay @ middle]
        soft = cv2.GaussianBlur(face, (0, 0), 0.45 / scale)
        mask = cv2.warpAffine(np.ones(face.shape[:2], np.float32), matrix, (SIZE, SIZE))[..., None]
        laid = cv2.warpAffine(soft.astype(np.float32), matrix, (SIZE, SIZE))
        scene = scene * (1 - mask) + laid * mask
    across, down = np.meshgrid(np.linspace(-1, 1, SIZE), np.linspace(-1, 1, SIZE))
    lean = rng.uniform(-0.3, 0.3, 2)
    light = rng.uniform(0.35, 0.95) * (1 + lean[0] * across + lean[1] * down)
    lit = scene * light[..., None] * np.array([0.7, 0.95, 0.6])
    lit = cv2.GaussianBlur(lit, (0, 0), 0.6) + rng.normal(0, 2, lit.shape)
    return np.ascontiguousarray(np.rot90(np.clip(lit, 0, 255).astype(np.uint8), -(turn // 90)))


FACES = {name: card(name) for name in CARDS}
JOKER = card("joker")
