"""What a card-shaped thing without an index shows: a white face, one colour, or a pattern."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from .glance import Face
from .light import Colour, is_paper, planes, share
from .picture import Picture
from .shape import Outline

_SIZE = (126, 176)  # px, two a millimetre
_EDGE, _RING = 7, 18  # px: a back's white border ends, the ring where a face is still white ends
_SLACK = 5  # px: the outline is not more exact
_WHITE_RING = 0.74  # of the ring is white: a face; the index of a joker takes some of it
_ONE_COLOUR = 13.0, 0.07  # the spread of one colour, plus a share of its brightness


def face(picture: Picture, outline: Outline, paper: Colour) -> Face:
    """What lies there; `paper` is the colour of a card's white in this light."""
    card = _upright(picture, outline)
    if _is_plain(card, paper):
        return Face.PLAIN
    ring = np.ones(card.shape[1:], np.bool_)
    ring[: _EDGE + 2] = ring[-_EDGE - 2 :] = ring[:, : _EDGE + 2] = ring[:, -_EDGE - 2 :] = False
    ring[_RING:-_RING, _RING:-_RING] = False
    white = float(is_paper(card, paper)[ring].mean())
    return Face.WHITE if white > _WHITE_RING else Face.PATTERN


def _upright(picture: Picture, outline: Outline) -> NDArray[np.float32]:
    width, height = _SIZE
    corners = np.asarray(outline.corners[:3], np.float32)
    wanted = np.array([(0, 0), (width, 0), (width, height)], np.float32)
    found = cv2.getAffineTransform(corners, wanted)
    shown = cv2.warpAffine(picture, found, _SIZE, flags=cv2.INTER_LINEAR)
    return planes(cv2.GaussianBlur(shown, (3, 3), 0).astype(np.uint8))


def _is_plain(card: NDArray[np.float32], paper: Colour) -> bool:
    """Whether it has one colour that is not white, to its very edge."""
    inner = card[:, _SLACK:-_SLACK, _SLACK:-_SLACK]
    middle = np.median(inner, axis=(1, 2)).astype(np.float32)
    if is_paper(middle.reshape(3, 1, 1), paper).all():
        return False
    noise, part = _ONE_COLOUR
    limit = 2 * (noise + part * float(middle.max()))
    apart = np.abs(inner - middle[:, None, None]).max(axis=0)
    rim = np.concatenate([inner[:, :4].reshape(3, -1), inner[:, -4:].reshape(3, -1)], axis=1)
    is_even = np.abs(np.median(rim, axis=1) - middle).max() < limit
    return bool(share(apart < limit) > 0.93 and is_even)
