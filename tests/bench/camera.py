"""`make bench-camera`: how well and how fast cards are read, on ../shared/data/cards."""

from __future__ import annotations

import platform
import sys
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from drivers.camera.eye import Eye
from drivers.camera.net import SHIPPED, loaded

from . import camera_load, camera_slot, camera_stories
from .camera_films import told
from .camera_photos import DEV, read_all, reliability, table, write_failures
from .camera_speed import speed

_MARK = "## Figures\n"


def main(arguments: list[str]) -> None:
    """--card writes the figures into the model card, --failures FILE what was missed.

    --stories adds the harder sequences, --load 20 displays beside a camera.
    """
    cv2.setNumThreads(2)
    lines = [*_photographs(arguments), *_slot(), *_sequences(), *speed(loaded())]
    if "--stories" in arguments:
        lines += camera_stories.lines()
    if "--load" in arguments:
        lines += camera_load.lines()
    print("\n".join(lines))
    if "--card" in arguments:
        _into_card(lines)


def _photographs(arguments: list[str]) -> list[str]:
    if not DEV.exists():
        return [f"{DEV} is not here: no photographs to read."]
    reads = read_all(Eye(loaded()))
    if "--failures" in arguments:
        write_failures(reads, Path(arguments[arguments.index("--failures") + 1]))
    return [*table(reads), "how sure, and how often right:", *reliability(reads)]


def _slot() -> list[str]:
    return list(camera_slot.lines()) if camera_slot.FOLDER.exists() else []


def _sequences() -> list[str]:
    return [line for folder in (DEV / "video",) if folder.exists() for line in told(folder)]


def _into_card(lines: list[str]) -> None:
    path = SHIPPED / "MODEL_CARD.md"
    text = path.read_text().split(_MARK)[0].rstrip()
    where = f"Python {platform.python_version()}, OpenCV {cv2.__version__}, numpy {np.__version__}"
    head = f"`make bench-camera`, {datetime.now(UTC):%Y-%m-%d}, {where}:"
    body = "\n".join(f"    {line}" for line in lines)
    path.write_text(f"{text}\n\n{_MARK}\n{head}\n\n{body}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
