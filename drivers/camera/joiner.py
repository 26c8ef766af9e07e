"""Which indexes are of one card: those that point at the same middle and say the same."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from .sight import NO_RANK, Index, Point, Seen

_SAME = 1.8  # index heights between the middles that two indexes of one card point at
_FACING = 2.6  # likewise where one says to the right of it, and the other to the left
_ALL = 1.25  # index heights that three or four may point past their common middle, on average
_ASIDE = 0.25  # index heights that a middle must be to a side to count as right or left
_CORNER, _SLANT = 0.9, 0.24  # index heights, and share of the diagonal, off a card's corner
_OTHER = 0.8  # likewise where they do not say the same: one of them is misread
_WIDE = 1.2  # index heights that lie at least between two corners of a card
_HALF = 0.38  # of the way between both ends: so far may a middle lie from half way
_SIZES = 2.4  # one index of a card may seem so much larger than another, by perspective
_TURN = math.radians(35)  # they are turned by a half against each other, or not at all
_DOUBT = 0.5  # of what a second index would weigh if it were independent

_Group = list[Index]


def joined(indexes: Iterable[Index]) -> tuple[Seen, ...]:
    """The cards that the indexes are of, surest index first in each.

    First both ends of a card, whose middle lies half way; then the rest of decks with an index in
    every corner.
    """
    groups = _by_their_ends(sorted(indexes, key=_sure, reverse=True))
    groups.sort(key=len, reverse=True)
    cards: list[_Group] = []
    for group in groups:
        near = [card for card in cards if _one_card(card, group)]
        if near:
            middle = _middle(group)
            min(near, key=lambda card: math.dist(_middle(card), middle)).extend(group)
        else:
            cards.append(list(group))
    return tuple(_seen(sorted(card, key=_sure, reverse=True)) for card in cards)


def _sure(index: Index) -> float:
    return max(index.ranks[:NO_RANK]) * max(index.suits[:-1])


def _by_their_ends(indexes: _Group) -> list[_Group]:
    """Pairs that lie at both ends of a card, best fit first, and those that are left alone."""
    fits = [
        (fit, one, other)
        for one, other in itertools.combinations(range(len(indexes)), 2)
        if (fit := _fit(indexes[one], indexes[other])) < _HALF
    ]
    free = set(range(len(indexes)))
    groups = []
    for _, one, other in sorted(fits):
        if {one, other} <= free:
            free -= {one, other}
            groups.append([indexes[one], indexes[other]])
    return groups + [[indexes[at]] for at in sorted(free)]


def _fit(one: Index, other: Index) -> float:
    """How far from half way the middles lie, as a share of the way; 1: these are no two ends."""
    small, large = sorted((one.height, other.height))
    if _turn(one, other) < math.pi - _TURN or large > _SIZES * small:
        return 1.0
    if not _at_corners(one, other, small) or _at_one_side(one, other):
        return 1.0
    away = max(math.dist(_half(one, other), index.centre) for index in (one, other))
    if _said(one) != _said(other) and math.dist(one.centre, other.centre) > _OTHER * small:
        return 1.0
    return away / math.dist(one.at, other.at)


def _one_card(card: _Group, group: _Group) -> bool:
    """Whether a group is of a card: it says the same, and lies at the card's other corners."""
    small = min(index.height for index in (*card, *group))
    large = max(index.height for index in (*card, *group))
    if _said(card[0]) != _said(group[0]) or large > _SIZES * small:
        return False
    if not all(_at_corners(one, other, small) for one in card for other in group):
        return False
    ends = _ends(card)
    if ends and all(_at_other_corner(ends, index) for index in group):
        return True
    whole = [*card, *group]
    if len(whole) > 2:
        return _scatter(whole) < _ALL
    reach = _FACING if _at_one_side(card[0], group[0]) else _SAME
    return math.dist(_middle(card), _middle(group)) < reach * small


def _scatter(group: Sequence[Index]) -> float:
    """How far the middles that the indexes point at lie from one, in index heights, on average."""
    middle = _mean(index.at if len(group) == 4 else index.centre for index in group)
    off = sum(math.dist(index.centre, middle) for index in group)
    return off / sum(index.height for index in group)


def _ends(group: Sequence[Index]) -> tuple[Index, Index] | None:
    """The two of a group that lie best at a card's ends."""
    pairs = [pair for pair in itertools.combinations(group, 2) if _fit(*pair) < _HALF]
    return min(pairs, key=lambda pair: _fit(*pair), default=None)


def _at_other_corner(ends: tuple[Index, Index], index: Index) -> bool:
    """Whether an index lies at one of the corners where the two ends of a card are not."""
    one, other = ends
    along, down = _seen_from(one, other.at)
    x, y = _seen_from(one, index.at)
    slack = _CORNER + _SLANT * math.hypot(along, down)
    return min(math.dist((x, y), (along, 0)), math.dist((x, y), (0, down))) < slack


def _at_one_side(one: Index, other: Index) -> bool:
    """Whether their card lies to the right of one and to the left of the other, as they stand."""
    sides = [_seen_from(index, index.centre)[0] for index in (one, other)]
    return min(sides) < -_ASIDE and max(sides) > _ASIDE


def _seen_from(index: Index, point: Point) -> Point:
    """A point to the right of and below an index as it stands, in its heights."""
    dx, dy = point[0] - index.at[0], point[1] - index.at[1]
    sine, cosine = math.sin(index.angle), math.cos(index.angle)
    return (dx * cosine + dy * sine) / index.height, (dy * cosine - dx * sine) / index.height


def _half(one: Index, other: Index) -> Point:
    return _mean((one.at, other.at))


def _mean(points: Iterable[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _turn(one: Index, other: Index) -> float:
    return abs((one.angle - other.angle + math.pi) % (2 * math.pi) - math.pi)


def _at_corners(one: Index, other: Index, unit: float) -> bool:
    """Whether the other lies where another corner of the card may be: beside, or at its foot."""
    turn = _turn(one, other)
    x, y = _seen_from(one, other.at)
    across, down = abs(x) * one.height / unit, y * one.height / unit
    if turn < _TURN:
        return across > _WIDE and across > abs(down)
    return turn > math.pi - _TURN and down > _WIDE


def _said(index: Index) -> tuple[int, int]:
    ranks, suits = index.ranks[:NO_RANK], index.suits[:-1]
    return ranks.index(max(ranks)), suits.index(max(suits))


def _seen(group: Sequence[Index]) -> Seen:
    first = group[0]
    ranks, suits = _together([i.ranks for i in group]), _together([i.suits for i in group])
    centre = _middle(group)
    xs, ys = _reach(group, centre)
    box = (min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
    height = sum(index.height for index in group) / len(group)
    return Seen(centre, box, height, ranks, suits, (first, *group[1:]))


def _middle(group: Sequence[Index]) -> Point:
    """The middle of a card: half way between its ends where both show, else as its indexes say."""
    ends = _ends(group)
    return _half(*ends) if ends else _mean(index.centre for index in group)


def _reach(group: Sequence[Index], centre: Point) -> tuple[list[float], list[float]]:
    """The card's middle, its indexes, and their images on the other side of the middle."""
    xs, ys = [], []
    for index in group:
        x, y, half = *index.at, index.height / 2
        for px, py in ((x, y), (2 * centre[0] - x, 2 * centre[1] - y)):
            xs += [px - half, px + half]
            ys += [py - half, py + half]
    return xs, ys


def _together(chances: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """Several indexes' probabilities as one: their product, but the later ones weigh less.

    They are of one print under one light, so they err together.
    """
    logs = [0.0] * len(chances[0])
    for at, each in enumerate(chances):
        weight = 1.0 if at == 0 else _DOUBT
        for place, chance in enumerate(each):
            logs[place] += weight * math.log(max(chance, 1e-6))
    top = max(logs)
    raised = [math.exp(log - top) for log in logs]
    whole = sum(raised)
    return tuple(part / whole for part in raised)
