"""What the watch is given for a picture, and what it says: values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from .shape import Outline, Quad
from .sight import Box, Point, Seen

Mask = NDArray[np.bool_]  # rows x columns of the small picture


class Face(StrEnum):
    """What a card-shaped thing looks like that shows no index."""

    WHITE = "white"  # a face, but none that can be read: a joker, a foreign card
    PLAIN = "plain"  # one colour: a cut card
    PATTERN = "pattern"  # the back of a card


@dataclass(frozen=True, slots=True)
class Thing:
    """Something card-shaped that lies in the picture and shows no index."""

    outline: Outline
    face: Face


@dataclass(frozen=True, slots=True)
class Window:
    """The window of a shoe's mouth; shares of it, 0 to 1."""

    presence: float  # that is not the empty window
    moving: float  # that changed since the picture before
    likeness: float  # to what lay still there last; 1: the same, where nothing did
    paper: float  # that is white as a card's face
    plain: bool = False  # filled with one colour that is not white: a cut card


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the scene tells of a picture beside its cards.

    The masks are of a small picture: a pixel of the picture times `scale` is one of the masks.
    `changed`: nothing may be concluded from this picture, for all of it changed (a light was
    switched, the camera is shaking). `shift`: the camera was knocked, and all that lies has moved
    so far in the picture, in pixels. `drift`: a sentence where the scene is not any more what was
    calibrated, else empty.
    """

    scale: float
    felt: Mask  # the empty table is seen here
    moving: Mask  # something moved here since the picture before
    paper: Mask  # white as a card's face
    things: tuple[Thing, ...] = ()
    changed: bool = False
    shift: Point | None = None
    drift: str = ""
    window: Window | None = None

    def share(self, mask: Mask, quad: Quad) -> float:
        """The share of a quadrilateral, in pixels of the picture, where the mask holds, 0 to 1.

        Outside the picture nothing counts; 0 where the whole of it is outside.
        """
        return self.share_without(mask, quad, None)

    def share_without(self, mask: Mask, quad: Quad, hole: Quad | None) -> float:
        """The same without what the hole covers."""
        rows, columns = mask.shape
        at = np.asarray(quad, np.float32) * self.scale
        left, top = np.maximum(np.floor(at.min(axis=0)), 0).astype(int)
        right = min(int(np.ceil(at[:, 0].max())) + 1, columns)
        bottom = min(int(np.ceil(at[:, 1].max())) + 1, rows)
        if right <= left or bottom <= top:
            return 0.0
        inside = np.zeros((bottom - top, right - left), np.uint8)
        corner = np.array([left, top], np.float32)
        cv2.fillConvexPoly(inside, np.rint(at - corner).astype(np.int32), 1)
        if hole is not None:
            cut = np.asarray(hole, np.float32) * self.scale - corner
            cv2.fillConvexPoly(inside, np.rint(cut).astype(np.int32), 0)
        total = int(inside.sum())
        if not total:
            return 0.0
        return float((mask[top:bottom, left:right] & (inside > 0)).sum() / total)


@dataclass(frozen=True, slots=True)
class Glance:
    """One picture: its number, its time in seconds, its cards, and what the scene tells."""

    frame: int
    time: float
    cards: tuple[Seen, ...]
    facts: Facts


class Kind(StrEnum):
    """What the watch can say."""

    CARD = "card"
    UNREADABLE = "unreadable"
    CUT_CARD = "cut_card"


@dataclass(frozen=True, slots=True)
class Witnessed:
    """One thing that happened on the table.

    `card` is written as `9H`, or `9?` where the suit is not sure; empty where it is not a card that
    could be read. `confidence` is 0 to 1, of rank and suit. `place` is `P1` to `B3`, None where it
    is not known. `box` goes around the card in the picture of that `frame`. `why` is a fragment of
    a sentence, empty for a card.
    """

    kind: Kind
    card: str
    confidence: float
    place: str | None
    frame: int
    time: float
    box: Box
    why: str = ""
