"""What lies on a rendered table: faces, backs, hands, chips, as pictures with a transparency.

All are drawn here, four pixels a millimetre; rows x columns x 4 of bytes: blue, green, red, alpha.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Sprite = NDArray[np.uint8]
DOT = 4  # px a millimetre
CARD_MM = (63, 88)
_RED, _BLACK = (40, 30, 200), (25, 25, 25)
_PIPS = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10}


def face(card: str) -> Sprite:
    """A card's face, plainly drawn, with an index of casino size."""
    page = _page((250, 250, 250))
    ink = _RED if card[1] in "HD" else _BLACK
    height, width = page.shape[:2]
    for _ in range(2):
        _text(page, "10" if card[0] == "T" else card[0], (34, 44), 52, ink)
        _suit(page, card[1], (34, 98), 20, ink)
        page = np.ascontiguousarray(page[::-1, ::-1])
    if card[0] in "JQK":
        cv2.rectangle(page, (66, 50), (width - 66, height - 50), ink, 3)
        _text(page, card[0], (width // 2, height // 2), 120, (180, 120, 40))
    for at in range(_PIPS.get(card[0], 0)):
        column, row = at % 2, at // 2
        _suit(page, card[1], (92 + column * 68, 70 + row * 54), 17, ink)
    return cut_out(page)


def plain(colour: tuple[int, int, int]) -> Sprite:
    """A cut card."""
    return cut_out(_page(colour))


def back(seed: int = 0) -> Sprite:
    """A card's back: a pattern in a white border."""
    page = _page((245, 245, 245))
    ink = ((160, 60, 30), (50, 40, 170), (60, 110, 40))[seed % 3]
    inner = page[14:-14, 14:-14]
    inner[:] = ink
    for at in range(-400, 400, 16 + 3 * (seed % 4)):
        cv2.line(inner, (at, 0), (at + 400, 400), (245, 245, 245), 3, cv2.LINE_AA)
        cv2.line(inner, (at + 400, 0), (at, 400), (245, 245, 245), 3, cv2.LINE_AA)
    return cut_out(page)


def joker() -> Sprite:
    """A white face with a figure and no index."""
    page = _page((250, 250, 250))
    height, width = page.shape[:2]
    cv2.circle(page, (width // 2, height // 2 - 30), 44, (40, 150, 60), -1, cv2.LINE_AA)
    points = np.array([(80, 250), (172, 250), (126, 150)], np.int32)
    cv2.fillPoly(page, [points], (60, 60, 200), cv2.LINE_AA)
    return cut_out(page)


def cut_out(page: NDArray[np.uint8]) -> Sprite:
    """A card's page, rows x columns x 3 of any size, with its corners rounded off."""
    width, height = CARD_MM[0] * DOT, CARD_MM[1] * DOT
    if page.shape[:2] != (height, width):
        page = cv2.resize(page, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)
    alpha = np.zeros((height, width), np.uint8)
    round_ = 3 * DOT
    cv2.rectangle(alpha, (round_, 0), (width - round_ - 1, height), 255, -1)
    cv2.rectangle(alpha, (0, round_), (width, height - round_ - 1), 255, -1)
    for x in (round_, width - round_ - 1):
        for y in (round_, height - round_ - 1):
            cv2.circle(alpha, (x, y), round_, 255, -1, cv2.LINE_AA)
    return np.dstack([page, alpha])


def hand(skin: tuple[int, int, int], sleeve: tuple[int, int, int]) -> Sprite:
    """A right hand that comes from above, its fingers down, the arm in a sleeve; 110 x 420 mm."""
    width, height = 110 * DOT, 420 * DOT
    page = np.zeros((height, width, 3), np.uint8)
    alpha = np.zeros((height, width), np.uint8)
    palm = height - 130 * DOT
    cv2.rectangle(page, (20 * DOT, 0), (width - 20 * DOT, palm - 25 * DOT), sleeve, -1)
    cv2.rectangle(alpha, (20 * DOT, 0), (width - 20 * DOT, palm - 25 * DOT), 255, -1)
    parts = [((55, 60), (36, 46)), ((20, 75), (9, 40))]
    parts += [((30 + 17 * i, 100 + (i == 1) * 8), (8, 36)) for i in range(4)]
    for (x, y), (wide, high) in parts:
        middle, axes = (x * DOT, palm + (y - 40) * DOT), (wide * DOT, high * DOT)
        cv2.ellipse(page, middle, axes, 0, 0, 360, skin, -1, cv2.LINE_AA)
        shade = tuple(int(v * 0.8) for v in skin)
        cv2.ellipse(page, middle, axes, 0, 0, 360, shade, 3, cv2.LINE_AA)
        cv2.ellipse(alpha, middle, axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    return np.dstack([page, alpha])


def chip(colour: tuple[int, int, int]) -> Sprite:
    """A chip of 39 mm."""
    side = 40 * DOT
    page = np.zeros((side, side, 3), np.uint8)
    page[:] = colour
    for turn in range(0, 360, 60):
        ends = [cv2.ellipse2Poly((side // 2, side // 2), (76, 76), turn, 0, 24, 4)]
        cv2.polylines(page, ends, False, (240, 240, 240), 16)
    cv2.circle(page, (side // 2, side // 2), 44, (235, 235, 235), 3, cv2.LINE_AA)
    alpha = np.zeros((side, side), np.uint8)
    cv2.circle(alpha, (side // 2, side // 2), side // 2 - 2, 255, -1, cv2.LINE_AA)
    return np.dstack([page, alpha])


def glass() -> Sprite:
    """A tumbler from above: one looks through it, more or less."""
    side = 76 * DOT
    page = np.full((side, side, 3), 150, np.uint8)
    alpha = np.zeros((side, side), np.uint8)
    middle = (side // 2, side // 2)
    cv2.circle(alpha, middle, side // 2 - 4, 90, -1, cv2.LINE_AA)
    cv2.circle(alpha, middle, side // 2 - 8, 220, 8, cv2.LINE_AA)
    cv2.circle(page, middle, side // 2 - 8, (225, 225, 225), 8, cv2.LINE_AA)
    return np.dstack([page, alpha])


def _page(colour: tuple[int, int, int]) -> NDArray[np.uint8]:
    page = np.zeros((CARD_MM[1] * DOT, CARD_MM[0] * DOT, 3), np.uint8)
    page[:] = colour
    return page


def _text(
    page: NDArray[np.uint8], text: str, middle: tuple[int, int], high: int, ink: tuple[int, ...]
) -> None:
    font, thick = cv2.FONT_HERSHEY_DUPLEX, max(4, high // 9)
    scale = high / 22
    (wide, tall), _ = cv2.getTextSize(text, font, scale, thick)
    if wide > 62 and high < 60:
        scale *= 62 / wide
        (wide, tall), _ = cv2.getTextSize(text, font, scale, thick)
    at = (middle[0] - wide // 2, middle[1] + tall // 2)
    cv2.putText(page, text, at, font, scale, ink, thick, cv2.LINE_AA)


def _suit(
    page: NDArray[np.uint8], suit: str, middle: tuple[int, int], size: int, ink: tuple[int, ...]
) -> None:
    x, y = middle
    circles, shape = {
        "H": ([(-0.5, -0.3), (0.5, -0.3)], [(-0.98, -0.1), (0.98, -0.1), (0, 1.1)]),
        "D": ([], [(-0.8, 0), (0, -1.1), (0.8, 0), (0, 1.1)]),
        "S": ([(-0.5, 0.25), (0.5, 0.25)], [(-0.98, 0.1), (0.98, 0.1), (0, -1.1)]),
        "C": ([(-0.55, 0.25), (0.55, 0.25), (0, -0.5)], [(-0.1, 0), (0.1, 0), (0.2, 1), (-0.2, 1)]),
    }[suit]  # fmt: skip
    for dx, dy in circles:
        at = (round(x + dx * size), round(y + dy * size))
        cv2.circle(page, at, round(size * 0.52), ink, -1, cv2.LINE_AA)
    points = np.array([(round(x + dx * size), round(y + dy * size)) for dx, dy in shape], np.int32)
    cv2.fillPoly(page, [points], ink, cv2.LINE_AA)
    if suit == "S":
        cv2.line(page, (x, y), (x, round(y + size)), ink, max(2, size // 4))
