"""Scenes: cards of one or two decks thrown, fanned, laid across and covered, with their labels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from server.baccarat.cards import RANKS, SUITS

from ..picture import Array, Picture, floats
from .backgrounds import Rng, background, colour
from .decks import Deck
from .faces import HEIGHT, WIDTH, Face
from .glyphs import Mask
from .light import lit

SIZE = 384  # px of a scene
FIELDS = 9  # of a label: x, y, height, angle, centre x, centre y, rank, suit, weight
_WHOLE, _GONE = 0.9, 0.45  # a share of an index that shows: it counts; it does not exist
Labels = Array  # n x FIELDS; weight 0: neither an index nor none


@dataclass(frozen=True, slots=True)
class Stock:
    """What scenes are made of."""

    decks: list[Deck]
    others: list[Face]
    patches: list[Picture]
    letters: list[Mask]


def scene(stock: Stock, draw: Rng) -> tuple[Picture, Labels]:
    """A picture of SIZE x SIZE and the labels of every index in it."""
    page = background(SIZE, draw, stock.patches, stock.letters)
    owner = np.full((SIZE, SIZE), -1, np.int16)  # the card on top at each px
    deck = stock.decks[int(draw.integers(len(stock.decks)))]
    tall = float(np.exp(draw.uniform(np.log(48), np.log(330))))  # a card's height
    lying: list[tuple[Face, Array]] = []
    for place in _places(tall, draw):
        face = _face(deck, stock, draw)
        matrix = _matrix(place, tall * draw.uniform(0.94, 1.06), draw)
        _lay(page, owner, face, matrix, len(lying), draw)
        lying.append((face, matrix))
    if draw.random() < 0.25:
        _cover(page, owner, tall, draw)
    labels = [
        row for at, (face, matrix) in enumerate(lying) for row in _rows(face, matrix, owner, at)
    ]
    return lit(page, draw), np.array(labels, np.float32).reshape(-1, FIELDS)


def _face(deck: Deck, stock: Stock, draw: Rng) -> Face:
    if draw.random() < 0.08:
        return stock.others[int(draw.integers(len(stock.others)))]
    return list(deck.values())[int(draw.integers(52))]


def _places(tall: float, draw: Rng) -> list[tuple[float, float, float]]:
    """Middles and angles of cards: scattered, in a row, fanned, or one laid across another."""
    count = int(min(14, max(1, draw.poisson(1.2 * (SIZE / tall) ** 1.3))))
    x, y = draw.uniform(0, SIZE, 2)
    turn = draw.uniform(0, 2 * np.pi)
    pick = draw.random()
    if pick < 0.4:
        spread = draw.uniform(0.5, 1.3)
        spots = SIZE / 2 + (draw.uniform(0, SIZE, (count, 2)) - SIZE / 2) * spread
        near = draw.random() < 0.4
        turns = turn + draw.normal(0, 0.1, count) if near else draw.uniform(0, 2 * np.pi, count)
        return [(*spot, t) for spot, t in zip(spots, turns, strict=True)]
    if pick < 0.6:  # a row, side by side or overlapping
        step = tall * draw.uniform(0.15, 0.95)
        along = turn + draw.choice([0, np.pi / 2])
        return [
            (x + (at - count / 2) * step * np.cos(along) + draw.normal(0, 2),
             y + (at - count / 2) * step * np.sin(along) + draw.normal(0, 2),
             turn + draw.normal(0, 0.06))
            for at in range(count)
        ]  # fmt: skip
    if pick < 0.8:  # a fan around a point below
        step, reach = draw.uniform(0.08, 0.4), tall * draw.uniform(0.5, 1.4)
        angles = turn + (np.arange(count) - count / 2) * step
        return [(x + reach * np.sin(t), y - reach * np.cos(t), t) for t in angles]
    made = []
    for _ in range(max(1, count // 2)):
        x, y, turn = *draw.uniform(0, SIZE, 2), draw.uniform(0, 2 * np.pi)
        made.append((x, y, turn))
        shift = tall * draw.uniform(0.1, 0.7)
        along = draw.uniform(0, 2 * np.pi)
        across = turn + np.pi / 2 + draw.normal(0, 0.15)
        made.append((x + shift * np.cos(along), y + shift * np.sin(along), across))
    return made


def _matrix(place: tuple[float, float, float], tall: float, draw: Rng) -> Array:
    """From a face's px to the scene's, a little in perspective."""
    x, y, turn = place
    wide = tall * WIDTH / HEIGHT * draw.uniform(0.93, 1.07)
    corners = np.array([(-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall)]) / 2
    slant = draw.uniform(0.55, 1.0) if draw.random() < 0.4 else 1.0  # seen from the side
    tilt = draw.uniform(0, 2 * np.pi)
    spin = np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    lean = np.array([(np.cos(tilt), -np.sin(tilt)), (np.sin(tilt), np.cos(tilt))])
    flat = corners @ spin.T @ lean * (1.0, slant) @ lean.T
    flat += draw.normal(0, 0.012 * tall, (4, 2))
    face = floats([(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)])
    return cv2.getPerspectiveTransform(face, floats(flat + np.array((x, y))))


def _lay(page: Picture, owner: Array, face: Face, matrix: Array,
         at: int, draw: Rng) -> None:  # fmt: skip
    corners = floats([[(0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)]])
    reach = cv2.perspectiveTransform(corners, matrix)[0]
    x0, y0 = np.clip(np.floor(reach.min(0)).astype(int) - 8, 0, SIZE)
    x1, y1 = np.clip(np.ceil(reach.max(0)).astype(int) + 8, 0, SIZE)
    if x1 <= x0 or y1 <= y0:
        return
    source, scale = face.picture, 1.0
    while np.ptp(reach[:, 1]) / (HEIGHT * scale) < 0.5 and scale > 0.2:
        scale /= 2  # warping alone would skip most of the print
        source = cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    shift = np.array([(1, 0, -x0), (0, 1, -y0), (0, 0, 1)], np.float64)
    shrunk = shift @ matrix @ np.diag([1 / scale, 1 / scale, 1.0])
    size = (int(x1 - x0), int(y1 - y0))
    drawn = cv2.warpPerspective(source, shrunk, size, flags=cv2.INTER_LINEAR,
                                borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    mask = cv2.warpPerspective(_outline(source.shape[:2]), shrunk, size)
    part = page[y0:y1, x0:x1]
    if draw.random() < 0.6:
        away = draw.uniform(-4, 4, 2)
        soft = cv2.GaussianBlur(mask, (0, 0), draw.uniform(1, 4))
        move = floats([(1, 0, away[0]), (0, 1, away[1])])
        shade = cv2.warpAffine(soft, move, size).astype(np.float32) / 255
        part[:] = (part * (1 - draw.uniform(0.2, 0.6) * shade[..., None])).astype(np.uint8)
    share = mask[..., None].astype(np.float32) / 255
    part[:] = (part * (1 - share) + drawn * (share * draw.uniform(0.85, 1.0))).astype(np.uint8)
    owner[y0:y1, x0:x1][mask > 127] = at


_OUTLINES: dict[tuple[int, ...], Mask] = {}


def _outline(shape: tuple[int, ...]) -> Mask:
    """A card's outline with round corners, 0 to 255."""
    if shape not in _OUTLINES:
        high, wide = shape
        mask = np.zeros(shape, np.uint8)
        round_ = max(2, high // 28)
        cv2.rectangle(mask, (round_, 0), (wide - 1 - round_, high - 1), 255, -1)
        cv2.rectangle(mask, (0, round_), (wide - 1, high - 1 - round_), 255, -1)
        for x in (round_, wide - 1 - round_):
            for y in (round_, high - 1 - round_):
                cv2.circle(mask, (x, y), round_, 255, -1)
        _OUTLINES[shape] = mask
    return _OUTLINES[shape]


def _cover(page: Picture, owner: Array, tall: float, draw: Rng) -> None:
    """Chips, fingers, sleeves: what lies over cards and is none."""
    for _ in range(int(draw.integers(1, 5))):
        mask = np.zeros((SIZE, SIZE), np.uint8)
        middle = tuple(map(int, draw.integers(0, SIZE, 2)))
        pick = draw.random()
        if pick < 0.4:
            cv2.circle(mask, middle, int(tall * draw.uniform(0.12, 0.25)), 255, -1, cv2.LINE_AA)
            ink = colour(draw)
        else:
            skin = draw.uniform(0.3, 1)
            ink = (
                (int(110 * skin), int(150 * skin), int(210 * skin)) if pick < 0.8 else colour(draw)
            )
            for _ in range(int(draw.integers(1, 5))):
                axes = (int(tall * draw.uniform(0.3, 0.9)), int(tall * draw.uniform(0.05, 0.12)))
                turn = float(draw.integers(180))
                spot = tuple(int(v + draw.normal(0, tall * 0.12)) for v in middle)
                cv2.ellipse(mask, spot, axes, turn, 0, 360, 255, -1, cv2.LINE_AA)
        shade = 1 + 0.2 * np.sin(np.arange(SIZE, dtype=np.float32) / draw.uniform(5, 30))
        share = mask[..., None].astype(np.float32) / 255
        lump = np.clip(np.array(ink, np.float32) * shade[:, None, None], 0, 255)
        page[:] = (page * (1 - share) + lump * share).astype(np.uint8)
        owner[mask > 127] = -2


def _rows(face: Face, matrix: Array, owner: Array,
          at: int) -> list[tuple[float, ...]]:  # fmt: skip
    made: list[tuple[float, ...]] = []
    for index in face.indexes:
        half = index.height / 2 * (-1 if index.upside_down else 1)
        side = index.width / 2
        local = [
            (index.x, index.y), (index.x, index.y - half), (index.x, index.y + half),
            (WIDTH / 2, HEIGHT / 2),
            (index.x - side, index.y - half), (index.x + side, index.y - half),
            (index.x + side, index.y + half), (index.x - side, index.y + half),
        ]  # fmt: skip
        points = cv2.perspectiveTransform(floats([local]), matrix)[0]
        (x, y), top, bottom, (mx, my) = points[:4]
        up = top - bottom
        shows = _shows(points[4:], owner, at)
        if shows < _GONE:
            continue
        made.append((x, y, float(np.hypot(*up)), float(np.arctan2(up[0], -up[1])), mx, my,
                     RANKS.index(face.card[0]), SUITS.index(face.card[1]),
                     1.0 if shows >= _WHOLE else 0.0))  # fmt: skip
    return made


def _shows(quad: Array, owner: Array, at: int) -> float:
    """The share of an index's quad that lies in the picture with nothing on it."""
    share = np.linspace(0.04, 0.96, 9)
    across, down = np.meshgrid(share, share)
    a, b, c, d = quad[:, None, None]
    grid = (a * (1 - across[..., None]) + b * across[..., None]) * (1 - down[..., None])
    grid = grid + (d * (1 - across[..., None]) + c * across[..., None]) * down[..., None]
    spots = np.round(grid.reshape(-1, 2)).astype(int)
    inside = ((spots >= 0) & (spots < SIZE)).all(1)
    spots = np.clip(spots, 0, SIZE - 1)
    return float(((owner[spots[:, 1], spots[:, 0]] == at) & inside).mean())
