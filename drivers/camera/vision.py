"""What looks at a camera's pictures: the seam between the process and the eye, scene and watch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from .frame import Frame
from .mount import Mount
from .picture import Picture
from .sight import Box, Seen

CARD, UNREADABLE, CUT_CARD = "card", "unreadable", "cut_card"


@dataclass(frozen=True, slots=True, eq=False)
class Witness:
    """One thing that was seen over some pictures.

    `kind` is CARD, UNREADABLE or CUT_CARD; `card` is `9H`, or `9?`, or empty; `place` is `P1` to
    `B3`, empty where it is not known. `crop` is what it was read from, `taken` when, in seconds
    since the epoch; `why` says in a few words why it could not be read.
    """

    kind: str
    card: str = ""
    confidence: float | None = None
    place: str = ""
    crop: Picture | None = None
    taken: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Label:
    """What is drawn on the live picture: a box and the words beside it."""

    box: Box
    words: str


class Vision(Protocol):
    """Pictures in, witnesses out. Used by one thread."""

    model: str  # the first 12 hex digits of what it reads by

    @property
    def note(self) -> str:
        """What people should know of it (a fall-back, a scene that changed), or nothing."""

    def look(self, frame: Frame) -> list[Witness]:
        """What became sure with this picture."""

    def lost(self) -> list[Witness]:
        """No more pictures come for now: what was not yet sure, as unreadable."""

    @property
    def in_flight(self) -> int:
        """How many cards were seen and are not yet sure."""

    def labels(self) -> list[Label]:
        """What it sees in the last picture."""


Make = Callable[[Mount | None], Vision]


def made_by(name: str, mount: Mount | None) -> Vision:
    """The vision that `module:function` makes; see Make. Raises BadReader."""
    module, _, function = name.partition(":")
    make: Make = getattr(import_module(module), function)
    return make(mount)


def label(seen: Seen) -> Label:
    """A card as it is seen, and how sure."""
    (rank, sure), (suit, suit_sure) = seen.rank, seen.suit
    return Label(seen.box, f"{rank or '-'}{suit or '?'} {sure * 100:.0f}/{suit_sure * 100:.0f}%")
