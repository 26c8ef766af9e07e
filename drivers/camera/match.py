"""Which seen card is which track: by place and motion first, the label only speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

from .glance import Facts
from .shape import Outline, distance, outline
from .sight import Seen
from .track import Like, Track

NEAR = 0.35  # heights of a card: at its place, in spite of an outline that is not exact
SQUARE = 0.5  # radians: turned against it, so no longer the same way up
CLOSE = 0.15  # heights: nothing can be said of a move that small
_OTHER_NEAR = 0.18  # heights: where another label may still be a bad picture of the same card
_FLIGHT = 1.3  # heights in a picture that a card may fly
_LEAVES = 0.3  # of where it lay may still be covered, if it has moved on
_DOUBLE = 0.25  # heights: the two ends of one card, seen as two, agree so well in its middle
_LOOSE = 0.9  # added to the cost of a match by motion, so that one by place goes first
_LAST = 3.0  # the cost of a match that the label speaks against
_TURNS_BACK = 0.5  # heights: no card flies on and is back in one picture


def matched(
    tracks: Sequence[Track], cards: Sequence[Seen], facts: Facts
) -> tuple[list[tuple[Track, Seen]], list[Seen]]:
    """Pairs, and the cards that are left over."""
    costs = []
    for t, track in enumerate(tracks):
        for s, seen in enumerate(cards):
            cost = _cost(track, seen, facts)
            if cost is not None:
                is_slip = track.told is None and not track.vote.frames
                cost += _LOOSE if is_slip and not track.has_index_of(seen) else 0.0
                costs.append((cost, t, s))
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, t, s in sorted(costs):
        if t not in pairs and s not in taken:
            pairs[t] = s
            taken.add(s)
    left = [seen for s, seen in enumerate(cards) if s not in taken]
    return [(tracks[t], cards[s]) for t, s in pairs.items()], left


def _cost(track: Track, seen: Seen, facts: Facts) -> float | None:
    """How badly they go together, None where they cannot be one."""
    like, shape = track.like(seen), outline(seen)
    far, turned = track.outline.far(shape), track.outline.turned(shape)
    if track.has_index_of(seen):
        if like is not Like.OTHER:
            return 0.05 * min(far, 1.0) + (0.2 if track.over else 0.0)
        return None if track.told else _LAST
    if like is Like.OTHER:
        is_near = not track.told and far < _OTHER_NEAR and turned < SQUARE
        return _LAST + far if is_near else None
    if far < CLOSE and turned < SQUARE:
        return 0.1 + far
    if like is Like.WEAK:
        return 0.2 + far if far < NEAR and turned < SQUARE else None
    if not _may_fly(track, shape):
        return None
    if track.rested and is_still_there(track, shape, facts):
        return None
    return _LOOSE + far


def _may_fly(track: Track, shape: Outline) -> bool:
    """Whether it can have come there since it was seen last."""
    x, y = track.outline.centre
    vx, vy = track.velocity
    height = max(track.outline.height, 1.0)
    pictures = track.missed + 1
    if (vx, vy) == (0.0, 0.0):
        return track.outline.far(shape) < _FLIGHT * min(pictures, 3)
    along = ((shape.centre[0] - x) * vx + (shape.centre[1] - y) * vy) / (
        distance((0, 0), (vx, vy)) * height
    )
    ahead = (x + vx * pictures, y + vy * pictures)
    slack = 0.5 + 0.25 * pictures + distance((0, 0), (vx, vy)) * pictures / height
    return along > -_TURNS_BACK and distance(ahead, shape.centre) / height < slack


def is_still_there(track: Track, other: Outline, facts: Facts) -> bool:
    """Whether a track's card lies where it lay, beside or below the other: then that is another.

    No card can be moved and leave its place covered.
    """
    hole = other.grown(1.06).corners
    if track.outline.far(other) < CLOSE and track.outline.turned(other) < SQUARE:
        return False
    white = facts.paper & ~facts.moving
    rest = facts.share_without(white, track.quad, hole)
    return rest > max(_LEAVES, 0.5 * track.fill)


def is_double(tracks: Sequence[Track], seen: Seen) -> bool:
    """Whether a card that no track took is one that another reading of this picture has told."""
    shape = outline(seen)
    for track in tracks:
        far, turned = track.outline.far(shape), track.outline.turned(shape)
        is_possible = track.is_here or track.like(seen) is not Like.OTHER
        if turned < SQUARE and far < _DOUBLE and is_possible:
            if track.has_index_of(seen) or not track.has_end_of(seen):
                return True  # its other end, whatever the eye makes of that
        elif track.has_index_of(seen) and track.told:
            is_rank = track.label[:1] == seen.rank[0]
            if is_rank or not track.disturbed:
                return True  # a print does not change while nothing moves: it is a bad reading
    return False
