"""Cards that are no longer where they lay: moved and soon seen elsewhere, or taken away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .decision import left_unread, unread
from .glance import Facts, Glance, Kind, Witnessed
from .match import SQUARE
from .shape import Outline
from .sight import Seen
from .track import Like, Track

_MOVED_S = 1.5  # after its place was empty, for so long it may turn up elsewhere
_FLIGHT_S = 0.5  # the same for what never lay still
_AWAY = 0.5  # heights: nearer than this it did not go and come, it is another
_CLEAR = 0.25  # of a card's area: less than this is no card in somebody's hand
_TAKEN = "it was taken away before it could be read"


@dataclass(slots=True, eq=False)
class _Left:
    track: Track
    at: float  # when its place was seen empty
    is_out: bool  # it left through the picture's edge


class Gone:
    """What left its place a moment ago."""

    def __init__(self) -> None:
        self._left: list[_Left] = []
        self._usual: float | None = None  # of the picture that is neither felt nor a card

    def add(self, track: Track, glance: Glance, facts: Facts) -> None:
        """The empty table was seen at its place."""
        self._left.append(_Left(track, glance.time, track.is_outside(facts)))

    def back(self, seen: Seen, shape: Outline) -> Track | None:
        """The card that was moved here, taken out of what is gone; None: it is a new one."""
        for left in sorted(self._left, key=lambda left: -left.at):
            track = left.track
            if left.is_out:
                continue
            if track.told is None and not track.rested:
                is_it = track.like(seen) is not Like.OTHER  # it flew on
            else:
                is_it = track.like(seen) is Like.SAME and (
                    track.outline.far(shape) > _AWAY or track.outline.turned(shape) > SQUARE
                )
            if is_it:
                self._left.remove(left)
                track.empty = track.missed = 0
                track.velocity = (0.0, 0.0)
                return track
        return None

    def same_face(self, face: str, now: float) -> bool:
        """Whether a thing with that face was told and left its place a moment ago: it was moved."""
        for left in self._left:
            track = left.track
            name = track.told.value if track.told else ""
            if name == face and track.label in ("", face) and now - left.at < _MOVED_S:
                self._left.remove(left)
                return True
        return False

    def forget(self, track: Track) -> None:
        """It was found."""
        self._left = [left for left in self._left if left.track is not track]

    def over(self, glance: Glance, lying: Sequence[Outline]) -> list[Witnessed]:
        """What will not come back by now; of it, what was never told as unreadable."""
        if not self._left and glance.facts.moving.any():
            return []
        loose = self._loose(glance.facts, lying)
        kept, said = [], []
        for left in self._left:
            patience = _MOVED_S if left.track.rested else _FLIGHT_S
            is_over = left.is_out or glance.time - left.at > patience
            if not is_over and loose > _CLEAR:
                kept.append(left)
            elif left_unread(left.track):
                left.track.told = Kind.UNREADABLE
                said.append(unread(left.track, _TAKEN))
        self._left = kept
        return said

    def _loose(self, facts: Facts, lying: Sequence[Outline]) -> float:
        """How much there is that is neither table nor a known card, in areas of a card.

        What always stands there (chips, the shoe) does not count.
        """
        solid = (~facts.felt).astype(np.uint8)
        for one in lying:
            at = np.rint(np.asarray(one.grown(1.15).corners, np.float32) * facts.scale)
            cv2.fillConvexPoly(solid, at.astype(np.int32), 0)
        loose = float(solid.sum())
        if self._usual is None or loose < self._usual:
            self._usual = loose
        elif not facts.moving.any():
            self._usual += 0.02 * (loose - self._usual)
        heights = [left.track.outline.height for left in self._left]
        side = (heights[0] if heights else 100.0) * facts.scale
        return (loose - self._usual) / max(1.0, side * side * 0.7)
