"""One physical card that is followed from picture to picture, for as long as it lies there."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import Enum

from .glance import Facts, Glance, Kind
from .shape import Outline, distance, middle_of, outline
from .sight import Box, Index, Point, Seen
from .vote import Vote, split

STILL = 0.18  # of an index's height: less is no motion, it is how exactly an index is found
SAME_SPOT = 0.35  # of an index's height: the same index at the same place
_BUSY, _BUSY_SURE = 0.25, 0.6  # of an index moves: a finger goes over it; where it reads well
_SURE = 0.9
_EMPTY = 0.75  # of its place shows felt, for a card that covers all of it
_SLIP = 8  # pictures
_LEAST_FILL = 0.1  # of a card's place is not felt, whatever the table
_WEAK = 0.6  # a rank that is no surer says nothing
_SETTLED = 2  # pictures at rest, and it is at home there
_UNTIL_EMPTY = 2  # pictures in a row


class Like(Enum):
    """How what is seen goes with what a track is."""

    SAME = 0
    WEAK = 1  # nothing that could be read speaks against it
    OTHER = 2


@dataclass(slots=True, eq=False)
class Track:
    """A card on the table. Mutable: the watch's memory of it."""

    outline: Outline
    box: Box
    frame: int  # where it was seen last
    time: float
    indexes: list[Index] = field(default_factory=list)  # where they were when it lay still
    vote: Vote = field(default_factory=Vote)
    hits: int = 0  # pictures that showed it
    still: int = 0  # pictures in a row that it lay still
    rested: int = 0  # pictures that it lay still in all
    rest_at: float | None = None  # when it came to rest first
    open_s: float = 0.0  # for how long it lay still and could be seen
    told: Kind | None = None
    label: str = ""  # what was told: `9H`, `9?`, or a face; empty: unreadable
    velocity: Point = (0.0, 0.0)  # pixels a picture
    _shapes: list[Outline] = field(default_factory=list)  # as it was seen while it lay still
    _home: list[Index] = field(default_factory=list)  # where its prints were when it lay still
    _home_shapes: list[Outline] = field(default_factory=list)
    is_here: bool = True  # seen in this picture
    empty: int = 0  # pictures in a row that showed the table at its place
    fill: float = 0.0  # how much of its place is not felt while it lies there
    white: float = 0.0  # the most of its place that was white as paper
    disturbed: bool = False  # something moved over it, or covered it, since it was told
    missed: int = 0  # pictures in a row that did not show it
    rival: Track | None = None  # the same card, covered: this one may be it, moved
    rival_s: float = 0.0
    over: Track | None = None  # a told card at the very same place: this may be a bad reading of it
    inside: Track | None = None  # a card that it was seen on: its figure, most likely
    twin: Track | None = None  # the same card, told and moving, when this one came: they are two

    def see(self, seen: Seen, glance: Glance, dt: float) -> None:
        """It is in this picture."""
        shape = outline(seen)
        if self._home and not _nearest(self.indexes, seen) < SAME_SPOT and self._is_at_home(seen):
            self.indexes, self._shapes = self._home, self._home_shapes
        is_still = self.hits > 0 and self.lies_at(seen)
        if not is_still and self.rested and _is_weak(seen):
            self.is_here, self.disturbed, self.still = True, True, 0
            return  # a bad reading moves no card
        before = self.outline.centre
        self.velocity = (
            (0.0, 0.0)
            if is_still or not self.hits
            else (shape.centre[0] - before[0], shape.centre[1] - before[1])
        )
        self.hits += 1
        self.missed = self.empty = 0
        self.is_here = True
        self.still = self.still + 1 if is_still else 0
        if is_still:
            self.rested += 1
            self.open_s += dt
            if self.rest_at is None:
                self.rest_at = glance.time
            self._shapes = [*self._shapes[-8:], shape]
            self.outline = middle_of(self._shapes)
            self._remember(seen)
            if self.still > _SETTLED:
                self._home, self._home_shapes = self.indexes, self._shapes
            self.white = max(self.white, glance.facts.share(glance.facts.paper, self.quad))
            self.fill = max(self.fill, 1 - glance.facts.share(glance.facts.felt, self.quad))
            if self.told is None and not split(seen) and not _is_busy(seen, glance.facts):
                self.vote.add(seen)
        else:
            self.outline = shape
            self._shapes = [shape]
            self.indexes = list(seen.indexes)
            if self.told:
                self.disturbed = True
        self.box, self.frame, self.time = seen.box, glance.frame, glance.time

    def miss(self, facts: Facts, dt: float) -> None:
        """It is not read in this picture: it is covered, or gone, or not sharp."""
        quad = self.quad
        self.is_here = False
        self.missed += 1
        self.still = 0
        moving, paper = facts.share(facts.moving, quad), facts.share(facts.paper, quad)
        felt = facts.share(facts.felt, quad)
        fill = max(self.fill, _LEAST_FILL) if self.rested else 1.0
        is_empty = felt > 1 - (1 - _EMPTY) * fill and moving < 0.4
        self.empty = self.empty + 1 if is_empty or self.is_outside(facts) else 0
        if self.rested and moving < 0.1 and paper > 0.4:
            self.open_s += dt
        if moving > 0.1 or (paper < 0.3 and felt < 0.5):
            self.disturbed = True

    @property
    def quad(self) -> tuple[Point, Point, Point, Point]:
        """Its corners, a little inside, so that its neighbours do not count."""
        return self.outline.grown(0.92).corners

    @property
    def is_gone(self) -> bool:
        """Whether the empty table was seen at its place."""
        return self.empty >= _UNTIL_EMPTY

    @property
    def is_refuted(self) -> bool:
        """Whether it was a bad reading of the told card at its place, which is seen again."""
        over = self.over
        if over is None or self.told is not None:
            return False
        return over.is_here or self.vote.label[:1] == over.label[:1]

    def untell(self) -> None:
        """It is another card than the one that was told."""
        self.told, self.label, self.vote = None, "", Vote()
        self.rested, self.rest_at, self.open_s = 0, None, 0.0

    @property
    def is_slip(self) -> bool:
        """Whether it was seen in flight, did not lie still, and is not seen any more."""
        is_nothing = self.told is None and not self.vote.frames and self.rested < 2
        return is_nothing and self.missed > _SLIP

    def is_outside(self, facts: Facts) -> bool:
        """Whether its middle has left the picture, or nearly."""
        rows, columns = facts.felt.shape
        x, y = self.outline.centre
        edge = 0.2 * self.outline.height if self.velocity != (0.0, 0.0) else 0.0
        width, height = columns / facts.scale, rows / facts.scale
        return not (edge <= x < width - edge and edge <= y < height - edge)

    def lies_at(self, seen: Seen) -> bool:
        """Whether one of its indexes is where it was."""
        return self._nearest(seen) < STILL

    def has_index_of(self, seen: Seen) -> bool:
        """Whether it is the same print at the same place, give or take."""
        return self._nearest(seen) < SAME_SPOT

    def has_inside(self, seen: Seen) -> bool:
        """Whether all that is seen is printed on this card, which is seen itself."""
        inner = self.outline.grown(0.95)
        return self.is_here and all(inner.holds(index.at) for index in seen.indexes)

    def has_end_of(self, seen: Seen) -> bool:
        """Whether it is known where its index at that end is."""
        return any(
            abs(math.remainder(one.angle - other.angle, math.tau)) < 0.6
            for one in self.indexes
            for other in seen.indexes
        )

    def _nearest(self, seen: Seen) -> float:
        return min(_nearest(self.indexes, seen), _nearest(self._home, seen))

    def _is_at_home(self, seen: Seen) -> bool:
        return _nearest(self._home, seen) < SAME_SPOT

    def _remember(self, seen: Seen) -> None:
        """The places of both ends, also when only one shows in a picture."""
        others = [
            old for old in self.indexes
            if all(distance(old.at, new.at) > new.height / 2 for new in seen.indexes)
        ]  # fmt: skip
        self.indexes = [*seen.indexes, *others][:4]

    def shift(self, by: Point) -> None:
        """The camera was knocked: it is seen so far away, in pixels."""
        self.outline = self.outline.moved(by)
        self._shapes = [shape.moved(by) for shape in self._shapes]
        self.indexes = [_moved(index, by) for index in self.indexes]
        self._home = [_moved(index, by) for index in self._home]
        self._home_shapes = [shape.moved(by) for shape in self._home_shapes]
        x, y, width, height = self.box
        self.box = (x + by[0], y + by[1], width, height)
        self.empty = self.still = 0

    def like(self, seen: Seen) -> Like:
        """How a seen card goes with what this one is known to be."""
        rank, (suit, suit_sure) = seen.rank[0], seen.suit
        known = self.label if self.told else self.vote.label
        if not known or self.told not in (None, Kind.CARD) or _is_weak(seen):
            return Like.WEAK
        if rank != known[0]:
            return Like.OTHER
        if known[1] in ("?", suit) or not suit or suit_sure < 0.75:
            return Like.SAME
        return Like.OTHER


def _is_weak(seen: Seen) -> bool:
    return not seen.rank[0] or seen.rank[1] < _WEAK


def _nearest(indexes: list[Index], seen: Seen) -> float:
    """How far the nearest of the same prints is, in heights of an index."""
    return min(
        (
            distance(one.at, other.at) / max(one.height, 1.0)
            for one in indexes
            for other in seen.indexes
            if abs(math.remainder(one.angle - other.angle, math.tau)) < 0.6
        ),
        default=math.inf,
    )


def _is_busy(seen: Seen, facts: Facts) -> bool:
    """Whether something moves over all of a card's indexes: what they show is not to be trusted."""
    allowed = _BUSY_SURE if seen.rank[1] > _SURE else _BUSY
    return bool(seen.indexes) and all(
        facts.share(facts.moving, Outline(one.at, one.angle, one.height * 1.2).corners) > allowed
        for one in seen.indexes
    )


def _moved(index: Index, by: Point) -> Index:
    at = (index.at[0] + by[0], index.at[1] + by[1])
    centre = (index.centre[0] + by[0], index.centre[1] + by[1])
    return Index(at, index.height, index.angle, centre, index.ranks, index.suits)
