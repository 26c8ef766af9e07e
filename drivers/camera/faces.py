"""What a card-shaped thing without an index shows: a white face, one colour, or a pattern."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .glance import Face
from .shape import Outline

Picture = NDArray[np.uint8]
Colour = NDArray[np.float32]  # blue, green, red

_SIZE = (126, 176)  # px, two a millimetre
_EDGE, _RING = 7, 18  # px: a back's white border ends, the ring where a face is still white ends
_SLACK = 5  # px: the outline is not more exact
_WHITE_RING = 0.74  # of the ring is white: a face; the index of a joker takes some of it
_ONE_COLOUR = 13.0, 0.07  # the spread of one colour, plus a share of its brightness
_PAPER = 0.62  # as bright as paper, at least
_TINT = 0.11  # a channel's share may differ so much from that of paper


def face(picture: Picture, outline: Outline, paper: Colour) -> Face:
    """What lies there; `paper` is the colour of a card's white in this light."""
    card = _upright(picture, outline)
    if _is_plain(card, paper):
        return Face.PLAIN
    ring = np.ones(card.shape[:2], np.bool_)
    ring[: _EDGE + 2] = ring[-_EDGE - 2 :] = ring[:, : _EDGE + 2] = ring[:, -_EDGE - 2 :] = False
    ring[_RING:-_RING, _RING:-_RING] = False
    return Face.WHITE if is_paper(card, paper)[ring].mean() > _WHITE_RING else Face.PATTERN


def is_paper(picture: NDArray[np.float32], paper: Colour) -> NDArray[np.bool_]:
    """Where a picture, rows x columns x 3, is as white as paper."""
    bright = picture.sum(axis=-1)
    tint = picture / (bright[..., None] + 1e-3) - paper / paper.sum()
    white = (bright > _PAPER * paper.sum()) & (np.abs(tint).max(axis=-1) < _TINT)
    return np.asarray(white, dtype=np.bool_)


def _upright(picture: Picture, outline: Outline) -> NDArray[np.float32]:
    width, height = _SIZE
    corners = np.asarray(outline.corners[:3], np.float32)
    wanted = np.array([(0, 0), (width, 0), (width, height)], np.float32)
    found = cv2.getAffineTransform(corners, wanted)
    shown = cv2.warpAffine(picture, found, _SIZE, flags=cv2.INTER_LINEAR)
    return cv2.GaussianBlur(shown, (3, 3), 0).astype(np.float32)


def _is_plain(card: NDArray[np.float32], paper: Colour) -> bool:
    """Whether it has one colour that is not white, to its very edge."""
    inner = card[_SLACK:-_SLACK, _SLACK:-_SLACK]
    middle = np.median(inner, axis=(0, 1))
    if is_paper(middle[None, :], paper)[0]:
        return False
    noise, share = _ONE_COLOUR
    apart = np.abs(inner - middle).max(axis=2)
    return bool((apart < 2 * (noise + share * middle.max())).mean() > 0.93 and _is_even(inner))


def _is_even(inner: NDArray[np.float32]) -> bool:
    """Whether its border has the colour of its middle."""
    noise, share = _ONE_COLOUR
    rim = np.concatenate([inner[:4].reshape(-1, 3), inner[-4:].reshape(-1, 3)])
    middle = np.median(inner.reshape(-1, 3), axis=0)
    apart = np.abs(np.median(rim, axis=0) - middle).max()
    return bool(apart < 2 * (noise + share * middle.max()))
