"""The watch: one event for each physical card, from what is seen picture by picture.

It is pure: no clock, no picture, only glances in and what they come to out.
"""

from __future__ import annotations

from .glance import Glance, Witnessed
from .mount import SHOE, Mount
from .shape import Outline
from .shoe_watch import ShoeWatch
from .table_watch import TableWatch


class Watch:
    """What one camera has seen so far; without a mount it is over a table, and knows no places."""

    def __init__(self, mount: Mount | None = None) -> None:
        is_shoe = mount is not None and mount.mode == SHOE
        self._watch: TableWatch | ShoeWatch = ShoeWatch() if is_shoe else TableWatch(mount)

    def see(self, glance: Glance) -> list[Witnessed]:
        """What became sure with this picture, in the order in which it came to rest."""
        return self._watch.see(glance)

    def lost(self) -> list[Witnessed]:
        """No more pictures come for now: what was not yet told, as unreadable."""
        return self._watch.lost()

    @property
    def lying(self) -> tuple[Outline, ...]:
        """The outlines of the cards that are known to lie there, for the scene."""
        return self._watch.lying

    @property
    def card_height(self) -> float:
        """A card's height in pixels, 0 where none was seen yet."""
        return self._watch.card_height

    @property
    def in_flight(self) -> int:
        """How many cards were seen and are not yet told."""
        return self._watch.in_flight
