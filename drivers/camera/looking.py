"""The vision of a camera at a table: the lookout, with the pictures that it goes by."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from .eye import scales_of_film
from .frame import Frame
from .glance import Witnessed
from .kept import crop
from .lookout import Eye, Lookout
from .mount import SHOE, Mount
from .mount_pictures import index_patches
from .net import BadModel, loaded
from .picture import Picture
from .seer import seer
from .slot import Slot
from .vision import Label, Vision, Witness, label

_PICTURES = 12  # that are kept for a crop: a card is told some pictures after it was seen best
_USUAL = 1280, 720  # px of a picture


class Looking:
    """See vision.Vision."""

    def __init__(self, mount: Mount | None) -> None:
        self.model, self._mount = _name(), mount
        self._warnings: list[str] = []
        self._shape: tuple[int, ...] = ()
        self._lookout: Lookout | None = None
        self._frames: deque[Frame] = deque(maxlen=_PICTURES)
        # Made and warmed up now: later the reader would take the time of it for a hang.
        size = mount.size if mount else _USUAL
        self._width = size[0]
        self._eye = self._made()
        self._eye.look(np.zeros((size[1], size[0], 3), np.uint8))

    @property
    def note(self) -> str:
        """What people should know: an eye that is only the second best, a scene that changed."""
        drift = self._lookout.drift if self._lookout else ""
        return " ".join(filter(None, (*self._warnings, drift))).rstrip(".")

    def look(self, frame: Frame) -> list[Witness]:
        """What became sure with this picture."""
        if frame.picture.shape != self._shape or self._lookout is None:
            self._shape = frame.picture.shape
            if self._width != frame.picture.shape[1]:
                self._width = frame.picture.shape[1]
                self._eye = self._made()
            self._lookout = Lookout(self._eye, self._mount)
            self._frames.clear()
        self._frames.append(frame)
        seen = self._lookout.see(frame.number, frame.time, frame.picture)
        return [self._witness(each) for each in seen]

    def lost(self) -> list[Witness]:
        """What was not yet sure, as unreadable."""
        seen = self._lookout.lost() if self._lookout else []
        return [self._witness(each) for each in seen]

    @property
    def in_flight(self) -> int:
        """How many cards were seen and are not yet sure."""
        return self._lookout.in_flight if self._lookout else 0

    def labels(self) -> list[Label]:
        """The cards of the last picture."""
        return [label(seen) for seen in self._lookout.seen] if self._lookout else []

    def _made(self) -> Eye:
        """What reads pictures of this width."""
        self._warnings.clear()
        return eye_of(self._mount, self._width, self._warnings.append)

    def _witness(self, seen: Witnessed) -> Witness:
        newest = self._frames[-1]
        frame = next((each for each in self._frames if each.number == seen.frame), newest)
        return Witness(
            kind=str(seen.kind),
            card=seen.card,
            confidence=seen.confidence,
            place=seen.place or "",
            crop=self._crop(frame.picture, seen),
            taken=frame.taken,
            why=seen.why,
        )

    def _crop(self, picture: Picture, seen: Witnessed) -> Picture:
        """The card; in a shoe its window."""
        box = self._mount.window if self._mount and self._mount.window else seen.box
        x, y, width, height = map(float, box)
        return crop(picture, (x, y, width, height))


def eye_of(mount: Mount | None, width: int, warn: Callable[[str], None]) -> Eye:
    """What sees the cards in moving pictures of a width in px; `warn` as in seer.seer.

    Raises BadModel, or BadMount where the pictures of a mount are damaged.
    """
    scales = scales_of_film(width, mount.index_height if mount else 0.0)
    if mount is None:
        return seer(warn, scales)
    if mount.mode == SHOE:
        return Slot(mount, seer(warn, scales))
    return seer(warn, scales, shown=index_patches(mount))


def make(mount: Mount | None) -> Vision:
    """See vision.Make. Raises BadModel, or BadMount where the pictures of a mount are damaged."""
    return Looking(mount)


def _name() -> str:
    """What the log calls that which reads: the model's digest."""
    try:
        return loaded().digest
    except BadModel:
        return "templates"
