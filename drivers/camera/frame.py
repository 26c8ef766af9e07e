"""A picture with its time, and what every source of pictures can do."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Protocol

from .picture import Picture


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. `number` counts all that came, also those that nobody looked at.

    `time` is in seconds of a steady clock, of a film its own, `taken` in seconds since the epoch.
    """

    number: int
    time: float
    taken: float
    picture: Picture


class BadPicture(Exception):
    """A picture came damaged; the next may be sound."""


class Capture(Protocol):
    """An open source."""

    note: str  # what people should know of it, or nothing
    fps: float  # of a film; 0 where pictures come when they come

    def read(self) -> Picture | None:
        """The next picture; None at a film's end.

        May block. Raises BadPicture, or OSError, in words for people, where the source is lost.
        """

    def close(self) -> None:
        """Let it go; called by the thread that reads."""


class Source(Protocol):
    """Where pictures come from."""

    where: str  # for people
    missing: str  # what to do where it is not there
    is_film: bool  # every picture counts, also two that are alike
    is_exclusive: bool  # open twice, it gives no pictures
    patience_s: float  # for `open` to return

    def find(self) -> object:
        """What is there now, another value after it was plugged in anew; None: it is not there."""

    def open(self) -> Capture:
        """May block. Raises OSError, in words for people, where it cannot be opened."""


def identity(path: str) -> object:
    """A file or device with its identity, so that another in its place is another; None: gone."""
    try:
        node, link = os.stat(path), os.lstat(path)
    except (OSError, ValueError):
        return None
    return node.st_ino, node.st_rdev, node.st_dev, link.st_ino, link.st_ctime_ns
