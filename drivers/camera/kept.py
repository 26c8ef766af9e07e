"""The pictures that cards were read from, kept so that a dispute is settled by looking."""

from __future__ import annotations

import contextlib
import hashlib
import os
from pathlib import Path

import cv2

from .picture import Picture
from .sight import Box

_QUALITY = 90
_MARGIN = 0.15  # of a crop's longer side, around it
_LEAST = 64  # pixels of a crop's side


def keep(folder: Path, picture: Picture) -> str:
    """Keep a picture as `<sha256>.jpg`; returns the SHA-256 in hex. Raises OSError, in words.

    A file is there whole or not at all; what a power cut takes is the picture alone.
    """
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not done:
        raise OSError("it could not be made a JPEG")
    content = data.tobytes()
    name = hashlib.sha256(content).hexdigest()
    path = folder / f"{name}.jpg"
    partial = folder / f".{name}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink()
        raise OSError(f"{folder}: {error.strerror or error}") from None
    return name


def crop(picture: Picture, box: Box) -> Picture:
    """What a box (x, y, width, height) holds, with some around it, as far as the picture goes."""
    height, width = picture.shape[:2]
    x, y, w, h = box
    margin = max(max(w, h) * _MARGIN, (_LEAST - min(w, h)) / 2, 0.0)
    left, right = max(0, int(x - margin)), min(width, int(x + w + margin) + 1)
    top, bottom = max(0, int(y - margin)), min(height, int(y + h + margin) + 1)
    if left >= right or top >= bottom:
        return picture
    return picture[top:bottom, left:right]
