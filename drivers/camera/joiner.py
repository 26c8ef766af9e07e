"""Which indexes are of one card: those that point at the same middle and say the same."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from .sight import NO_RANK, Index, Point, Seen

_SAME = 1.3  # index heights between the middles that two indexes of one card point at
_OTHER = 0.8  # likewise where they do not say the same: one of them is misread
_HALF = 0.38  # of the way between both ends: so far may a middle lie from half way
_SIZES = 1.7  # one index of a card may be so much larger than another, by perspective
_TURN = math.radians(28)  # they are turned by a half against each other, or not at all
_DOUBT = 0.5  # of what a second index would weigh if it were independent


def joined(indexes: Iterable[Index]) -> tuple[Seen, ...]:
    """The cards that the indexes are of, surest index first in each."""
    groups: list[list[Index]] = []
    for index in sorted(indexes, key=lambda index: -_sure(index)):
        fitting = [group for group in groups if all(_one_card(index, other) for other in group)]
        near = min(
            fitting, key=lambda group: math.dist(group[0].centre, index.centre), default=None
        )
        if near is None:
            groups.append([index])
        else:
            near.append(index)
    return tuple(_seen(group) for group in groups)


def _sure(index: Index) -> float:
    return max(index.ranks[:NO_RANK]) * max(index.suits[:-1])


def _one_card(one: Index, other: Index) -> bool:
    small, large = sorted((one.height, other.height))
    turn = abs((one.angle - other.angle + math.pi) % (2 * math.pi) - math.pi)
    apart = math.dist(one.at, other.at)
    if large > _SIZES * small or apart < 0.8 * small or _TURN < turn < math.pi - _TURN:
        return False
    between = math.dist(one.centre, other.centre)
    half = ((one.at[0] + other.at[0]) / 2, (one.at[1] + other.at[1]) / 2)
    away = max(math.dist(half, one.centre), math.dist(half, other.centre))
    across = turn > _TURN and away < _HALF * apart  # at both ends: the middle lies half way
    if _said(one) == _said(other):
        return across or between < _SAME * small
    return across and between < _OTHER * small


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
    points = [index.centre for index in group]
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
