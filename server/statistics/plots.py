"""Where the marks of the plots lie, in the units of an SVG 800 wide; a template draws them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..baccarat.cards import RANKS, SUITS
from .cards import CardsSeen, Left
from .counted import Share
from .pace import Pace
from .streaks import LONGEST_TOLD, Length

WIDTH = 800
ROW = 44  # of the plot of shares
_LABEL, _BET_LABEL = 130, 210  # beside the rows
_FLOOR, _CEILING = 200, 30  # of the plots of bars
_VALUE = 26  # the height of a value in a bar
_MOST_SHARE, _MOST_BET = 0.6, 0.05  # that the axis reaches at least
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2)  # of the axis
_MOST_TICKS = 7
_SLOWEST = 4  # medians: what took longer is drawn so long


class Dot(NamedTuple):
    """A row of the plot of shares: its band, what is expected, and what was counted."""

    share: Share
    y: int
    low: float
    high: float
    expected: float
    at: float


class Tick(NamedTuple):
    """A mark of an axis: where, and what it says."""

    at: float
    words: str


class Bar(NamedTuple):
    """A bar from the floor up, with what it says below and above, and what would be usual."""

    x: float
    width: float
    top: float
    words: str
    value: str
    mark: float | None = None  # the height of what is expected
    full: float | None = None  # the height of all that there is

    @property
    def holds_value(self) -> bool:
        """Whether its value can stand in it, at its foot."""
        return _FLOOR - self.top > _VALUE

    @property
    def above(self) -> float:
        """The foot of a value that stands above it."""
        return min(self.top, self.top if self.mark is None else self.mark) - 6


class Plot(NamedTuple):
    """Bars, and a line across them with its words."""

    bars: list[Bar]
    line: Tick | None = None
    floor: int = _FLOOR


def dots(shares: Sequence[Share]) -> tuple[list[Dot], list[Tick]]:
    """The plot of shares, and its axis."""
    return _dots(shares, _MOST_SHARE, _LABEL)


def bet_dots(shares: Sequence[Share]) -> tuple[list[Dot], list[Tick]]:
    """The plot of side bets, which have long names and come seldom."""
    return _dots(shares, _MOST_BET, _BET_LABEL)


def _dots(shares: Sequence[Share], least: float, label: int) -> tuple[list[Dot], list[Tick]]:
    reach = max([least, *(max(share.high, share.share) for share in shares)])
    scale = (WIDTH - label - 20) / reach

    def at(share: float) -> float:
        return round(label + share * scale, 1)

    rows = [
        Dot(
            share,
            ROW // 2 + number * ROW,
            at(share.low),
            at(share.high),
            at(share.expected),
            at(share.share),
        )
        for number, share in enumerate(shares)
    ]
    step = next((each for each in _STEPS if reach / each < _MOST_TICKS), _STEPS[-1])
    ticks = range(int(reach / step + 1e-9) + 1)
    return rows, [Tick(at(n * step), f"{n * step * 100:g} %") for n in ticks]


def streak_bars(lengths: Sequence[Length]) -> Plot:
    """How many streaks of each length, with what chance alone would give."""
    most = max([1.0, *(max(each.count, each.expected) for each in lengths)])
    return Plot(
        [
            Bar(
                x,
                width,
                _up(each.count / most),
                f"{each.length}+" if each.length == LONGEST_TOLD else str(each.length),
                str(each.count),
                mark=_up(each.expected / most),
            )
            for (x, width), each in zip(_places(len(lengths)), lengths, strict=True)
        ]
    )


def rank_bars(cards: CardsSeen) -> Plot:
    """How many cards of each rank were seen, of all that there are."""
    there = cards.decks * len(SUITS)
    even = cards.seen / (cards.decks * len(RANKS) * len(SUITS))
    return Plot(
        [
            Bar(x, width, _up(left.seen / there), rank, str(left.seen), full=_up(1.0))
            for (x, width), rank in zip(_places(len(RANKS)), RANKS, strict=True)
            for left in [cards.of_rank(rank)]
        ],
        line=Tick(_up(even), "were all ranks seen alike"),
    )


def pace_bars(pace: Pace) -> Plot:
    """How long each coup took, one after the other, with the median as a line."""
    usual = pace.usual_s
    if not usual:
        return Plot([])
    most = min(max(pace.between_s), usual * _SLOWEST)
    return Plot(
        [
            Bar(x, width, _up(min(seconds / most, 1.0)), "", f"{seconds:.0f} s")
            for (x, width), seconds in zip(
                _places(len(pace.between_s)), pace.between_s, strict=True
            )
        ],
        line=Tick(_up(usual / most), f"median {usual:.1f} s"),
    )


def left_words(left: Left) -> str:
    """How many are left: a number, or the least and the most."""
    return str(left.most) if left.least == left.most else f"{left.least} to {left.most}"


def _up(share: float) -> float:
    return round(_FLOOR - share * (_FLOOR - _CEILING), 1)


def _places(count: int) -> list[tuple[float, float]]:
    """Where bars begin, and how wide they are, side by side over the whole width."""
    pitch = WIDTH / max(count, 1)
    gap = pitch / 5
    return [(round(n * pitch + gap / 2, 1), round(pitch - gap, 1)) for n in range(count)]
