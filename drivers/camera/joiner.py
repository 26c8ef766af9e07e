"""Which indexes are of one card: those that point at the same middle and say the same."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from .sight import NO_RANK, Index, Point, Seen

_SAME = 1.8  # index heights between the middles that two indexes of one card point at
_FACING = 3.0  # likewise where one says to the right of it, and the other to the left
_ALL = 1.25  # index heights that three or four may point past their common middle, on average
_ASIDE = 0.15  # index heights that a middle must be to a side to count as right or left
_CORNER, _SLANT = 0.9, 0.24  # index heights, and share of the diagonal, off a card's corner
_OTHER = 0.8  # likewise where they do not say the same: one of them is misread
_WITHIN = 0.6  # of the larger height: two indexes so near are one
_PIPS = 1.35  # heights of a card's index that two of its pips are at least
_WIDE = 1.2  # index heights that lie at least between two corners of a card
_HALF = 0.55  # of the way between both ends: so far may a middle seem to lie from half way
_SHORT = 4.0  # index heights from end to end of a deck with large indexes
_SIZES = 2.4  # one index of a card may seem so much larger than another, by perspective
_TURN = math.radians(44)  # they are turned by a half against each other, or not at all
_EVEN = 0.5  # a find that is less sure than this takes nothing from a card
_SUIT = 0.9  # with less than this a suit may be another
_DOUBT = 0.5  # of what a second index would weigh if it were independent

_Group = list[Index]


def joined(indexes: Iterable[Index]) -> tuple[Seen, ...]:
    """The cards that the indexes are of, surest index first in each.

    First both ends of a card, whose middle lies half way; then the rest of decks with an index in
    every corner; then ends that say something else, which make their card less sure.
    """
    groups = _by_their_ends(_once(sorted(indexes, key=_sure, reverse=True)))
    cards: list[_Group] = []
    for group in sorted(groups, key=len, reverse=True):
        _into_nearest(group, [card for card in cards if _one_card(card, group)], cards)
    alone = [card for card in cards if len(card) == 1]
    for end in sorted(alone, key=lambda card: _sure(card[0])):
        near = [card for card in cards if card is not end and _is_misread(end[0], card)]
        if near:
            cards.remove(end)
            _into_nearest(end if _sure(end[0]) > _EVEN else [], near, cards)
    real = [card for card in cards if not any(_is_pip_of(card, other) for other in cards)]
    return tuple(_seen(sorted(card, key=_sure, reverse=True)) for card in real)


def _is_pip_of(found: _Group, card: _Group) -> bool:
    """Whether a find is two pips of a card: it lies inside, and is larger than the card's index.

    An index that lies there is another card's, of the same size.
    """
    ends = _ends(card)
    if ends is None or found is card or _sure(found[0]) > _sure(card[0]):
        return False
    one, other = ends
    along, down = _seen_from(one, other.at)
    height = (one.height + other.height) / 2
    for index in found:
        x, y = _seen_from(one, index.at)
        inside = 0 < x / along < 1 and 0 < y / down < 1 if along and down else False
        if inside and index.height > _PIPS * height:
            return True
    return False


def _into_nearest(group: _Group, near: list[_Group], cards: list[_Group]) -> None:
    """Put a group into the nearest of the cards that it may be of; it is one more if none is."""
    if near and group:
        middle = _middle(group)
        min(near, key=lambda card: math.dist(_middle(card), middle)).extend(group)
    elif group:
        cards.append(list(group))


def _is_misread(end: Index, card: _Group) -> bool:
    """Whether a single index is the other end of a card whose index says something else."""
    one = card[0]
    if len(card) > 1 or _agree(end, one) or _sure(end) > _sure(one):
        return False
    small = min(end.height, one.height)
    return _fit(end, one) < _HALF and math.dist(end.centre, one.centre) < _OTHER * small


def _once(indexes: _Group) -> _Group:
    """Without those that are another's rank with a pip below it: the same index, seen larger."""
    kept: _Group = []
    for index in indexes:
        if not any(_is_same(index, other) for other in kept):
            kept.append(index)
    return kept


def _is_same(one: Index, other: Index) -> bool:
    near = math.dist(one.at, other.at) < _WITHIN * max(one.height, other.height)
    return near and _turn(one, other) < _TURN and _said(one)[0] == _said(other)[0]


def _sure(index: Index) -> float:
    return max(index.ranks[:NO_RANK]) * max(index.suits[:-1])


def _by_their_ends(indexes: _Group) -> list[_Group]:
    """Pairs that lie at both ends of a card, best fit first, and those that are left alone."""
    fits = [
        (fit, one, other)
        for one, other in itertools.combinations(range(len(indexes)), 2)
        if _agree(indexes[one], indexes[other])
        and (fit := _fit(indexes[one], indexes[other])) < _HALF
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
    return away / max(math.dist(one.at, other.at), _SHORT * small)


def _one_card(card: _Group, group: _Group) -> bool:
    """Whether a group is of a card: it says the same, and lies at the card's other corners."""
    small = min(index.height for index in (*card, *group))
    large = max(index.height for index in (*card, *group))
    if not _agree(card[0], group[0]) or large > _SIZES * small:
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


def _agree(one: Index, other: Index) -> bool:
    """Whether both say the same card, or one says its rank and is not sure of the suit."""
    (rank, suit), (other_rank, other_suit) = _said(one), _said(other)
    unsure = min(max(one.suits[:-1]), max(other.suits[:-1])) < _SUIT
    return rank == other_rank and (suit == other_suit or unsure)


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
