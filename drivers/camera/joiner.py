"""Which indexes are of one card: those that point at the same middle and say the same."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from .sight import NO_RANK, Index, Point, Seen

_SAME = 1.8  # index heights between the middles that two parts of one card point at
_SURELY = 1.0  # likewise where both middles are known from both ends
_OTHER = 0.8  # likewise where they do not say the same: one of them is misread
_WIDE = 1.2  # index heights that lie at least between two corners of a card
_HALF = 0.38  # of the way between both ends: so far may a middle lie from half way
_SIZES = 1.7  # one index of a card may be so much larger than another, by perspective
_TURN = math.radians(28)  # they are turned by a half against each other, or not at all
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
    if not _at_corners(one, other, small):
        return 1.0
    half = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
    away = max(math.dist(half, one.centre), math.dist(half, other.centre))
    if _said(one) != _said(other) and math.dist(one.centre, other.centre) > _OTHER * small:
        return 1.0
    return away / math.dist(one.at, other.at)


def _one_card(card: _Group, group: _Group) -> bool:
    """Whether a group is of a card: it says the same, and lies at the card's other corners."""
    small = min(index.height for index in (*card, *group))
    large = max(index.height for index in (*card, *group))
    reach = _SURELY if len(card) > 1 and len(group) > 1 else _SAME
    return (
        _said(card[0]) == _said(group[0])
        and large < _SIZES * small
        and math.dist(_middle(card), _middle(group)) < reach * small
        and all(_at_corners(one, other, small) for one in card for other in group)
    )


def _turn(one: Index, other: Index) -> float:
    return abs((one.angle - other.angle + math.pi) % (2 * math.pi) - math.pi)


def _at_corners(one: Index, other: Index, unit: float) -> bool:
    """Whether the other lies where another corner of the card may be: beside, or at its foot."""
    turn = _turn(one, other)
    dx, dy = other.at[0] - one.at[0], other.at[1] - one.at[1]
    sine, cosine = math.sin(one.angle), math.cos(one.angle)
    across, down = abs(dx * cosine + dy * sine) / unit, (dy * cosine - dx * sine) / unit
    if turn < _TURN:
        return across > _WIDE and across > 1.5 * abs(down)
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
    pairs = itertools.combinations(group, 2)
    fit, ends = min(((_fit(*pair), pair) for pair in pairs), default=(1.0, ()), key=lambda f: f[0])
    points = [index.at for index in ends] if fit < _HALF else [index.centre for index in group]
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


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
