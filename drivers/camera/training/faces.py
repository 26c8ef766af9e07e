"""Card faces as pictures with the places of their indexes: our own, and those of SVG decks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from resvg_py import svg_to_bytes

from ..picture import Picture
from .glyphs import Mask, lettered, rank_text, suit_drawn, suit_of_font

HEIGHT, WIDTH = 448, 320  # px of a face; a casino card is 88.9 x 63.5 mm
# Where pips stand: x in columns of the field (-1, 0, 1), y from its top (-1) to its bottom (1).
_SIDES: dict[int, list[float]] = {
    2: [], 3: [], 4: [-1, 1], 5: [-1, 1], 6: [-1, 0, 1], 7: [-1, 0, 1], 8: [-1, 0, 1],
    9: [-1, -1 / 3, 1 / 3, 1], 10: [-1, -1 / 3, 1 / 3, 1],
}  # fmt: skip
_MIDDLE: dict[int, list[float]] = {
    1: [0.0], 2: [-1, 1], 3: [-1, 0, 1], 4: [], 5: [0.0], 6: [], 7: [-0.5], 8: [-0.5, 0.5],
    9: [0.0], 10: [-2 / 3, 2 / 3],
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Printed:
    """An index on a face: its middle and size in px, and whether it stands upside down."""

    x: float
    y: float
    width: float
    height: float
    upside_down: bool


@dataclass(frozen=True, slots=True)
class Face:
    """A card's face: `card` such as 9H, or empty for a joker or a back; its picture and indexes."""

    card: str
    picture: Picture
    indexes: tuple[Printed, ...]


@dataclass(frozen=True, slots=True)
class Style:
    """How a deck of ours looks; lengths are shares of the card's height."""

    font: Path
    symbols: Path | None  # a typeface for the suits; None: drawn by formula
    seed: int
    red: tuple[int, int, int]
    black: tuple[int, int, int]
    paper: tuple[int, int, int]
    rank_height: float
    squeeze: float  # a rank's width over what its typeface says
    suit_height: float
    gap: float
    margin: tuple[float, float]
    four: bool  # an index in every corner
    pip: float
    field: tuple[float, float]  # half the width and height of the field of pips


def style(seed: int, fonts: list[Path], symbols: list[Path]) -> Style:
    """The style that a seed names: from small bridge indexes to a jumbo deck's."""
    draw = np.random.default_rng(seed)
    rank = float(draw.choice([draw.uniform(0.07, 0.11), draw.uniform(0.1, 0.2)]))
    red = (int(draw.integers(10, 70)), int(draw.integers(5, 50)), int(draw.integers(150, 240)))
    dark = int(draw.integers(5, 60))
    paper = int(draw.integers(228, 256))
    own = draw.random() < 0.7
    return Style(
        font=fonts[int(draw.integers(len(fonts)))],
        symbols=None if own else symbols[int(draw.integers(len(symbols)))],
        seed=seed,
        red=red,
        black=(dark + int(draw.integers(0, 25)), dark, dark),
        paper=(paper - int(draw.integers(0, 14)), paper - int(draw.integers(0, 6)), paper),
        rank_height=rank,
        squeeze=float(draw.uniform(0.6, 1.0)),
        suit_height=rank * float(draw.uniform(0.5, 1.0)),
        gap=rank * float(draw.uniform(0.06, 0.3)),
        margin=(float(draw.uniform(0.015, 0.035)), float(draw.uniform(0.02, 0.045))),
        four=bool(draw.random() < 0.25),
        pip=float(draw.uniform(0.1, 0.17)),
        field=(float(draw.uniform(0.17, 0.22)), float(draw.uniform(0.29, 0.36))),
    )


def drawn(card: str, look: Style, court: Picture | None) -> Face:
    """A face of our own; `court` is what fills a picture card's frame."""
    page = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    page[:] = look.paper
    rank, suit = card[0], card[1]
    sign = suit_drawn(suit, look.seed) if look.symbols is None else suit_of_font(suit, look.symbols)
    ink = look.red if suit in "HD" else look.black
    inset = look.margin[0] * HEIGHT + _column(sign, look)
    if court is not None:
        _court(page, court, sign, ink, look, inset)
    else:
        _pips(page, "A23456789T".index(rank) + 1, sign, ink, look, inset)
    return Face(card, page, _indexes(page, rank, sign, ink, look))


def of_svg(path: Path, card: str, index: tuple[float, float, float, float]) -> Face:
    """A face of an SVG deck; `index` is its upper left index (x, y, width, height), 0 to 1."""
    png = svg_to_bytes(svg_path=str(path), width=WIDTH, height=HEIGHT)
    rgba = np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED))
    alpha = rgba[..., 3:].astype(np.float32) / 255
    page = (rgba[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)
    x, y, wide, high = index
    at = Printed(
        (x + wide / 2) * WIDTH, (y + high / 2) * HEIGHT, wide * WIDTH, high * HEIGHT, False
    )
    return Face(card, page, (at, _turned(at)) if card else ())


def _turned(at: Printed) -> Printed:
    return Printed(WIDTH - at.x, HEIGHT - at.y, at.width, at.height, not at.upside_down)


def stamp(page: Picture, mask: Mask, x: float, y: float, size: tuple[float, float],
          ink: tuple[int, int, int], *, turned: bool = False) -> None:  # fmt: skip
    """Print a mask in a colour with its middle at (x, y); what lies outside is cut."""
    wide, high = max(2, round(size[0])), max(2, round(size[1]))
    part = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
    if turned:
        part = part[::-1, ::-1]
    left, top = round(x - wide / 2), round(y - high / 2)
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(page.shape[1], left + wide), min(page.shape[0], top + high)
    if x1 <= x0 or y1 <= y0:
        return
    share = part[y0 - top : y1 - top, x0 - left : x1 - left, None].astype(np.float32) / 255
    under = page[y0:y1, x0:x1]
    page[y0:y1, x0:x1] = (under * (1 - share) + np.array(ink, np.float32) * share).astype(np.uint8)


def _indexes(
    page: Picture, rank: str, sign: Mask, ink: tuple[int, int, int], look: Style
) -> tuple[Printed, ...]:
    letter = lettered(rank_text(rank), look.font)
    tall = look.rank_height * HEIGHT
    squeeze = look.squeeze * (0.75 if rank == "T" else 1.0)
    wide = min(letter.shape[1] / letter.shape[0] * tall * squeeze, 1.1 * tall)
    high = look.suit_height * HEIGHT
    broad = sign.shape[1] / sign.shape[0] * high
    column = _column(sign, look)
    x = look.margin[0] * HEIGHT + column / 2
    top = look.margin[1] * HEIGHT
    gap = look.gap * HEIGHT
    whole = tall + gap + high
    made = []
    for left, down in ((True, False), (False, True), (False, False), (True, True)):
        if left == down and not look.four:
            continue
        middle = x if left else WIDTH - x
        rank_y, suit_y = top + tall / 2, top + tall + gap + high / 2
        if down:
            rank_y, suit_y = HEIGHT - rank_y, HEIGHT - suit_y
        _blank(page, middle, (rank_y + suit_y) / 2 if whole else 0, (column, whole), look.paper)
        stamp(page, letter, middle, rank_y, (wide, tall), ink, turned=down)
        stamp(page, sign, middle, suit_y, (broad, high), ink, turned=down)
        centre = HEIGHT - (top + whole / 2) if down else top + whole / 2
        made.append(Printed(middle, centre, max(wide, broad), whole, down))
    return tuple(made)


def _column(sign: Mask, look: Style) -> float:
    """How wide the column is in whose middle all ranks and suits stand, px."""
    broad = sign.shape[1] / sign.shape[0] * look.suit_height * HEIGHT
    return float(max(look.rank_height * 0.75 * HEIGHT, broad))


def _blank(page: Picture, x: float, y: float, size: tuple[float, float],
           paper: tuple[int, int, int]) -> None:  # fmt: skip
    wide, high = size[0] + 6, size[1] + 6  # nothing of the pips may touch an index
    left, top = max(0, int(x - wide / 2)), max(0, int(y - high / 2))
    page[top : int(y + high / 2), left : int(x + wide / 2)] = paper


def _pips(page: Picture, count: int, sign: Mask, ink: tuple[int, int, int], look: Style,
          inset: float) -> None:  # fmt: skip
    size = look.pip * HEIGHT * (2.4 if count == 1 else 1.0)
    broad = sign.shape[1] / sign.shape[0] * size
    room = WIDTH / 2 - inset - broad / 2  # pips keep clear of the indexes, mostly
    across = min(look.field[0] * HEIGHT, room + 4 * (look.seed % 3))
    down = look.field[1] * HEIGHT
    spots = [(side * across, y * down) for y in _SIDES.get(count, []) for side in (-1, 1)]
    spots += [(0.0, y * down) for y in _MIDDLE.get(count, [])]
    for x, y in spots:
        stamp(page, sign, WIDTH / 2 + x, HEIGHT / 2 + y, (broad, size), ink, turned=y > 1)


def _court(page: Picture, court: Picture, sign: Mask, ink: tuple[int, int, int],
           look: Style, inset: float) -> None:  # fmt: skip
    left, top = round(max(WIDTH * 0.17, min(inset + 3, WIDTH * 0.3))), round(HEIGHT * 0.09)
    size = (WIDTH - 2 * left, HEIGHT - 2 * top)
    page[top : top + size[1], left : left + size[0]] = cv2.resize(court, size)
    cv2.rectangle(page, (left, top), (left + size[0], top + size[1]), ink, 1 + look.seed % 3)
    high = look.pip * HEIGHT * 0.9
    broad = sign.shape[1] / sign.shape[0] * high
    x, y = left + broad * 0.75, top + high * 0.75
    stamp(page, sign, x, y, (broad, high), ink)
    stamp(page, sign, WIDTH - x, HEIGHT - y, (broad, high), ink, turned=True)
