"""The eye for films: it looks anew where the picture is not settled, and keeps what it saw beside.

What is kept was seen and read anew in at least LOOKS pictures since it changed, and each said the
same and was sure. So no vote is fed with one reading as if it were several: what is still voted on
is read anew in every picture.
"""

from __future__ import annotations

from .eye import Eye
from .joiner import joined
from .limits import SURE
from .locator import Small, Spot, cost
from .picture import Picture
from .settled import Blocks, Settled
from .shape import distance
from .sight import NO_RANK, NO_SUIT, Index, Seen

_OFTEN = 5  # one picture of so many is looked at as a whole, whatever changed
_WHOLE = 0.7  # of the whole picture's cost: looking at parts of it would save too little
_REACH = 1.1  # index heights around its middle that an index is read from
_SLACK = 0.3  # index heights: so far an index may be found beside where it was
_SAME = 0.45  # index heights: two finds so near are one


class LiveEye:
    """Sees cards in the pictures of one camera, one after the other. Give it one of these each."""

    def __init__(self, eye: Eye) -> None:
        """`eye` must be one for films."""
        self._eye, self._settled = eye, Settled()
        self._indexes: list[Index] = []
        self._cards: tuple[Seen, ...] = ()
        self._parts = 0  # pictures since one was looked at as a whole

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """The cards in the next picture, height x width x 3 BGR."""
        smalls = self._eye.smalls(picture)
        places = self._settled.restless(smalls[0].picture, smalls[0].scale)
        self._parts += 1
        if self._parts < _OFTEN and not places.any():
            return self._cards
        self._indexes = self._seen(picture, smalls, places)
        self._cards = joined(self._indexes)
        return self._cards

    def _seen(self, picture: Picture, smalls: list[Small], places: Blocks) -> list[Index]:
        """The indexes that are there: those that are kept, and those that are seen anew."""
        areas = self._settled.areas(places)
        is_whole = self._parts >= _OFTEN or cost(smalls[0], areas) > _WHOLE
        if is_whole:
            places, self._parts = places | True, 0
        kept = [one for one in self._indexes if not self._is_in(places, one, _REACH)]
        found = self._eye.indexes_in(
            picture,
            smalls,
            None if is_whole else areas,
            lambda spot: is_whole or self._is_in(places, spot, _REACH + _SLACK),
        )
        new = [one for one in found if not any(_is_at(one, other) for other in kept)]
        self._settled.looked(smalls[0].picture, places)
        self._compare(new, [one for one in self._indexes if one not in kept])
        return kept + new

    def _is_in(self, places: Blocks, one: Index | Spot, reach: float) -> bool:
        return self._settled.touches(places, one.at, reach * one.height)

    def _compare(self, new: list[Index], old: list[Index]) -> None:
        """Where this look says something else than the one before, nothing is settled."""
        for one in new:
            if not _is_sure(one) or not any(_is_as(one, other) for other in old):
                self._settled.unsettle(one.at, one.height)
        for other in old:
            if not any(_is_at(one, other) for one in new):
                self._settled.unsettle(other.at, other.height)


def _is_at(one: Index, other: Index) -> bool:
    return distance(one.at, other.at) < _SAME * min(one.height, other.height)


def _is_as(one: Index, other: Index) -> bool:
    """Whether two finds are at one place and say the same."""
    return _is_at(one, other) and _said(one) == _said(other)


def _said(one: Index) -> tuple[int, int]:
    return one.ranks.index(max(one.ranks)), one.suits.index(max(one.suits))


def _is_sure(one: Index) -> bool:
    return max(one.ranks[:NO_RANK]) >= SURE and max(one.suits[:NO_SUIT]) >= SURE
