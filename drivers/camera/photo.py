"""Picture files: read whole or refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from .picture import Picture

LARGEST_BYTES = 100_000_000
_SMALLEST_PX = 24  # of a side: no index could be read in less
# How a whole file of a kind begins, and what it must hold after its last picture data.
_ENDS = {
    b"\xff\xd8\xff": (b"\xff\xda", b"\xff\xd9"),  # JPEG: start of scan, end of image
    b"\x89PNG": (b"IDAT", b"IEND"),
}


class BadPicture(ValueError):
    """A file that is no picture that can be read; the message is a sentence."""


def photo(path: Path) -> Picture:
    """The picture in a file, height x width x 3 BGR, turned as its EXIF says. Raises BadPicture."""
    try:
        if path.stat().st_size > LARGEST_BYTES:
            raise BadPicture(
                f"{path} is larger than {LARGEST_BYTES // 1_000_000} MB: make it smaller first."
            )
        data = path.read_bytes()
    except OSError as error:
        raise BadPicture(f"{path} cannot be read: {error.strerror}.") from None
    if not data:
        raise BadPicture(f"{path} is empty: copy it again.")
    for start, (last, end) in _ENDS.items():
        if data.startswith(start) and data.rfind(end) < data.rfind(last):
            raise BadPicture(f"{path} is cut off, its end is missing: copy it again.")
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "CV_IO_MAX_IMAGE_PIXELS" in str(error):
            raise BadPicture(f"{path} has too many pixels: make it smaller first.") from None
        picture = None
    if picture is None:
        raise BadPicture(f"{path} is no picture: take a JPEG, PNG, WebP, BMP or TIFF file.")
    if min(picture.shape[:2]) < _SMALLEST_PX:
        raise BadPicture(f"{path} is only {picture.shape[1]} x {picture.shape[0]} pixels.")
    return np.asarray(picture, np.uint8)
