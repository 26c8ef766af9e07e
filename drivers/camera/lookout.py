"""The lookout: an eye, the scene and the watch together, picture by picture."""

from __future__ import annotations

from typing import Protocol

import cv2
import numpy as np

from .glance import Facts, Glance, Witnessed
from .mount import SHOE, Mount
from .mouth import Mouth
from .picture import Picture
from .scene import Scene
from .sight import Seen
from .slot import Slot
from .watch import Watch

_NOTHING = np.zeros((1, 1), np.bool_)


class Eye(Protocol):
    """What sees cards in a picture."""

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """All cards in a picture."""


class Lookout:
    """Over one table or shoe. Without a mount: a table, whose empty felt it learns."""

    def __init__(self, eye: Eye, mount: Mount | None = None) -> None:
        """`eye` is one of the mount's, where there is one."""
        self._eye, self._mount = eye, mount
        empty = None if mount is None else cv2.imread(str(mount.empty_file), cv2.IMREAD_COLOR)
        self._empty = None if empty is None else np.asarray(empty, np.uint8)
        self._is_shoe = mount is not None and mount.mode == SHOE and mount.window is not None
        self._scene = Scene(self._empty)
        self._mouth = Mouth(None if self._empty is None else self._cut(self._empty))
        self._watch = Watch(mount)
        self.seen: tuple[Seen, ...] = ()  # in the last picture
        self.drift = ""  # a sentence, where the scene is not the calibrated one any more

    def see(self, number: int, time: float, picture: Picture) -> list[Witnessed]:
        """What became sure with a picture; `time` is in seconds of any steady clock."""
        # By the mount's own samples where it has some: on a white ground brightness tells nothing.
        presence = None
        if isinstance(self._eye, Slot):
            presence, self.seen = self._eye.watch(picture)
        else:
            self.seen = self._eye.look(picture)
        facts = self._facts(picture, presence)
        self.drift = facts.drift
        return self._watch.see(Glance(number, time, self.seen, facts))

    def lost(self) -> list[Witnessed]:
        """No more pictures come for now: what was not yet told, as unreadable."""
        return self._watch.lost()

    @property
    def in_flight(self) -> int:
        """How many cards were seen and are not yet told."""
        return self._watch.in_flight

    def _facts(self, picture: Picture, presence: float | None) -> Facts:
        if not self._is_shoe:
            return self._scene.look(picture, self._watch.lying, self._watch.card_height)
        shown = self._cut(picture)
        window = self._mouth.look(shown, presence)
        if any(seen.rank[0] and seen.rank[1] > 0.9 for seen in self.seen):
            self._mouth.learn_paper(shown)
        return Facts(1.0, _NOTHING, _NOTHING, _NOTHING, window=window)

    def _cut(self, picture: Picture) -> Picture:
        if self._mount is None or self._mount.window is None:
            return picture
        x, y, width, height = self._mount.window
        return picture[y : y + height, x : x + width]
