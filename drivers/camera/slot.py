"""The eye of a shoe: reads the one card that shows in a calibrated window, by the mount's samples.

Pure: a picture in, what is seen in it out. A mount that was shown no cards is read by the eye that
knows cards in general, which then looks at the window only.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from .adapted import Samples
from .contrast import cells_of, contrast
from .limits import chances
from .mount import BadMount, Mount
from .mount_pictures import card_pictures, empty_window
from .picture import Picture
from .presence import Presence
from .sight import Index, Seen
from .window import cut

SHOWS = 0.25  # of a card's presence: less is nothing, or its first edge


class Looks(Protocol):
    """What sees cards in a picture, wherever they lie."""

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """All cards in a picture."""


class Slot:
    """What a mount in shoe mode sees. Raises BadMount where its pictures are damaged.

    `eye` is asked where the mount has no pictures of cards.
    """

    def __init__(self, mount: Mount, eye: Looks | None = None) -> None:
        if mount.window is None:
            raise BadMount(f"The mount in {mount.folder} is none of a shoe: it has no window.")
        self._mount, self._eye, self._window = mount, eye, mount.window
        pictures = card_pictures(mount)
        self._samples = Samples(pictures) if pictures else None
        if self._samples is None and eye is None:
            raise BadMount(f"The mount in {mount.folder} has no pictures of cards to read by.")
        empty = empty_window(mount)
        self._presence = Presence(empty, [picture for _, picture in pictures])
        self._cells = cells_of(empty.shape[1], empty.shape[0])

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """The card in the window of a whole picture, or nothing; foreign: it is likeliest none.

        Raises BadMount where the picture is not of the size of the mount.
        """
        return self.watch(picture)[1]

    def present(self, picture: Picture) -> float:
        """How much of a card is in the window: 0 none, about 1 a card like the calibrated ones.

        Raises BadMount as `look` does.
        """
        return self._presence.of(self._shown(picture))

    def watch(self, picture: Picture) -> tuple[float, tuple[Seen, ...]]:
        """Both `present` and `look`, for the work of one."""
        shown = self._shown(picture)
        ink = contrast(shown, self._cells)
        present = self._presence.of(shown, ink)
        if present < SHOWS:
            return present, ()
        if self._samples is None:
            return present, self._seen_by_eye(shown)
        ranks, suits = chances(self._samples.likest(shown, ink=ink), self._mount.limits)
        return present, (self._as_seen(ranks, suits),)

    def _shown(self, picture: Picture) -> Picture:
        height, width = picture.shape[:2]
        if (width, height) != self._mount.size:
            wide, high = self._mount.size
            raise BadMount(
                f"The camera gives {width}x{height} and was calibrated at {wide}x{high}: set it "
                "back, or calibrate anew."
            )
        return cut(picture, self._window, self._mount.turn)

    def _seen_by_eye(self, shown: Picture) -> tuple[Seen, ...]:
        assert self._eye is not None
        seen = self._eye.look(np.ascontiguousarray(shown))
        best = max(seen, key=lambda one: one.rank[1], default=None)
        return (self._as_seen(best.ranks, best.suits),) if best else ()

    def _as_seen(self, ranks: tuple[float, ...], suits: tuple[float, ...]) -> Seen:
        x, y, width, height = self._window
        centre = x + width / 2, y + height / 2
        tall = self._mount.index_height or min(width, height) / 3
        angle = float(np.deg2rad((540 - self._mount.turn) % 360 - 180))
        index = Index(centre, tall, angle, centre, ranks, suits)
        box = (float(x), float(y), float(width), float(height))
        return Seen(centre, box, tall, ranks, suits, (index,))
