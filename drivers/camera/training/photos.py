"""Photographs as training scenes. Their boxes say which cards lie where, not where the indexes are:
those a first model finds, and a find counts where it is the card of a box around it."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from server.baccarat.cards import RANKS, SUITS

from ..eye import Eye
from ..photo import photo
from ..picture import Array, Picture
from ..sight import Box, Index, Point
from .backgrounds import Rng, colour
from .light import lit
from .scenes import FIELDS, SIZE, Labels

_SURE = 0.5  # from so much the model's own word is taken, where a box says the same
_HINTED = 0.1  # from so much a box's word is taken, where no other box's card is as likely
_NEVER = 0.03  # with less than this for every rank around it, it is no index
_OTHER = 4.0  # so many times less likely is any other box's card


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph and the labels of the indexes found in it."""

    picture: Picture
    labels: Labels


def labelled(folder: Path, eye: Eye) -> list[Photo]:
    """The photographs of a folder with boxes.json ({file: [[card, cx, cy, w, h], ...]}, 0 to 1)."""
    boxes = json.loads((folder / "boxes.json").read_text())
    return [_photo(photo(folder / name), boxes[name], eye) for name in sorted(boxes)]


def crop(shot: Photo, draw: Rng) -> tuple[Picture, Labels]:
    """A piece of a photograph as a scene: turned, scaled, sometimes in other light."""
    high, wide = shot.picture.shape[:2]
    scale = float(np.exp(draw.uniform(np.log(0.4), np.log(1.6))))
    turn = float(draw.uniform(-np.pi, np.pi)) if draw.random() < 0.8 else 0.0
    at = draw.uniform(0.2, 0.8, 2) * (wide, high)
    spin = scale * np.array([(np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))])
    move = np.hstack([spin, (SIZE / 2 - spin @ at)[:, None]])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    source = shot.picture
    if scale < 0.6:  # warping alone would skip print
        source = cv2.resize(source, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        move[:, :2] *= 2
    picture = cv2.warpAffine(source, move, (SIZE, SIZE), flags=how, borderValue=colour(draw))
    labels = shot.labels.copy()
    for column in (0, 4):
        labels[:, column : column + 2] = labels[:, column : column + 2] @ spin.T + (
            SIZE / 2 - spin @ at
        )
    labels[:, 2] *= scale
    labels[:, 3] += turn
    inside = (np.abs(labels[:, :2] - SIZE / 2) < SIZE / 2 + labels[:, 2:3]).all(1)
    cut = (np.abs(labels[:, :2] - SIZE / 2) > SIZE / 2 - labels[:, 2:3] / 2).any(1)
    labels[cut, 8] = 0
    return lit(picture, draw) if draw.random() < 0.3 else picture, labels[inside]


def _photo(
    picture: Picture, boxes: list[tuple[str, float, float, float, float]], eye: Eye
) -> Photo:
    high, wide = picture.shape[:2]
    places = [
        (card, ((cx - w / 2) * wide, (cy - h / 2) * high, w * wide, h * high))
        for card, cx, cy, w, h in boxes
    ]
    rows = [row for index in eye.indexes(picture) if (row := _row(index, places))]
    return Photo(picture, _centred(np.array(rows, np.float32).reshape(-1, FIELDS)))


def _row(index: Index, places: list[tuple[str, Box]]) -> tuple[float, ...] | None:
    around = {card for card, box in places if _inside(index.at, box, index.height)}
    if sum(index.ranks[RANKS.index(rank)] for rank in {card[0] for card in around}) < _NEVER:
        return None  # no index at all: a pip, a piece of a court card
    likely = sorted(
        ((index.ranks[RANKS.index(c[0])] * index.suits[SUITS.index(c[1])], c) for c in around),
        reverse=True,
    )
    chance, card = likely[0]
    second = likely[1][0] if len(likely) > 1 else 0.0
    counts = chance > _SURE or (chance > _HINTED and chance > _OTHER * second)
    return (*index.at, index.height, index.angle, *index.centre,
            RANKS.index(card[0]), SUITS.index(card[1]), 1.0 if counts else 0.0)  # fmt: skip


def _centred(labels: Labels) -> Labels:
    """With the middles of cards as their indexes together say: each card lies there once."""
    for card in {(row[6], row[7]) for row in labels if row[8]}:
        mine = [at for at, row in enumerate(labels) if row[8] and (row[6], row[7]) == card]
        halves = [
            (labels[one, :2] + labels[other, :2]) / 2
            for one, other in itertools.combinations(mine, 2)
            if _opposite(labels[one], labels[other])
        ]
        middle = np.mean(halves, axis=0) if halves else np.median(labels[mine, 4:6], axis=0)
        labels[mine, 4:6] = middle
    return labels


def _opposite(one: Array, other: Array) -> bool:
    """Whether two indexes lie at the ends of a card's diagonal, as their middles say."""
    apart = np.hypot(*(one[:2] - other[:2]))
    half = (one[:2] + other[:2]) / 2
    away = max(np.hypot(*(half - one[4:6])), np.hypot(*(half - other[4:6])))
    return bool(away < 0.2 * apart)


def _inside(at: Point, box: Box, slack: float) -> bool:
    x, y, wide, high = box
    near = slack * 0.2
    return x - near < at[0] < x + wide + near and y - near < at[1] < y + high + near
