"""The health of the machine, in words for the crew."""

from __future__ import annotations

import shutil
from pathlib import Path

_LITTLE = 200_000_000  # bytes; a shift's log is a few million


def disk_words(folder: Path) -> str:
    """How much room the log's disk has, and whether that is a worry."""
    try:
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return f"The log's disk cannot be read: {error.strerror}."
    said = f"{free / 1e9:.1f} GB free on the log's disk"
    return f"{said}: make room." if free < _LITTLE else f"{said}."
