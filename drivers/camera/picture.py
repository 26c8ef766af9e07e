"""The one word for pictures; OpenCV's own types say less than this."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Picture = Array  # uint8, height x width x 3, BGR


def floats(values: object) -> Array:
    """Points or a matrix as OpenCV takes them."""
    return np.array(values, np.float32)


def ints(values: object) -> Array:
    """Corners of a polygon as OpenCV takes them."""
    return np.array(values, np.int32)
