"""A shoe's board, or one road of it, as it stands after one of its coups."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..baccarat.cards import Card
from ..baccarat.hits import hits, tag, tag_json
from ..baccarat.roads import ROWS, Roads, roads_json
from ..baccarat.rules import House
from ..baccarat.settled import Settled
from ..baccarat.shoe import Shoe
from ..baccarat.snapshot import counts
from .roads import LABELS, ROADS, Mark, road, width_of
from .shapes import (
    BANKER,
    GOLD,
    INK,
    PAPER,
    PLAYER,
    QUIET,
    SIDES,
    WHITE,
    Line,
    Picture,
    Rect,
    Shape,
    Text,
)  # fmt: skip

_CELL, _GAP, _LEAST = 10.0, 6.0, 42  # of the big road, which gives the board its width in columns
_PANEL = 18  # columns for the coup beside the bead plate
_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True, slots=True)
class Board:
    """What a board shows: the shoe up to a coup, and whose it is.

    `whole` gives the board its size, so that it stays the same from coup to coup. `note` is said
    loudly: SIMULATED, IMPORTED.
    """

    shoe: Shoe
    whole: Shoe
    title: str
    opened: str
    note: str = ""


def upto(shoe: Shoe, coup: int) -> Shoe:
    """A shoe as it stood after a coup, all that was put right since put right then, too."""
    return shoe._replace(settled=shoe.settled[:coup])


def roads_of(shoe: Shoe) -> dict[str, list[Mark]]:
    """A shoe's five roads, beads and wins with their pairs, naturals and side bets."""
    style: dict[str, Any] = {}
    if shoe.house:
        style = {"tail": shoe.house.roads.tail, "leading_ties": shoe.house.roads.leading_ties}
    on_roads = shoe.on_roads
    outcomes = [settled.outcome for settled in on_roads if settled.outcome]
    drawn = roads_json(Roads.empty(**style).extend(outcomes))
    befell = [_befell(settled, shoe.house) for settled in on_roads]
    beads = [{**bead, **more} for bead, more in zip(drawn["bead_plate"], befell, strict=True)]
    wins = iter(more for more, outcome in zip(befell, outcomes, strict=True) if outcome != "tie")
    cells = [
        {**cell, **next(wins)} if cell["mark"] in ("banker", "player") else cell
        for cell in drawn["big_road"]
    ]
    return {name: drawn[name] for name in ROADS} | {"bead_plate": beads, "big_road": cells}


def _befell(settled: Settled, house: House | None) -> dict[str, Any]:
    result = settled.result
    assert result is not None
    return {
        "player_pair": result.player_pair,
        "banker_pair": result.banker_pair,
        "natural": result.natural,
        "tag": tag_json(tag(hits(house, settled.coup, result))) if house else None,
    }


def road_picture(board: Board, name: str) -> Picture:
    """One road alone, all of it."""
    marks = roads_of(board.shoe)[name]
    columns = max(width_of(roads_of(board.whole)[name]), 12)
    shapes = (*road(name, marks, 0, 0, _CELL, columns),)
    title = f"{LABELS[name]}, {board.title}, shoe {board.shoe.number}"
    return Picture(columns * _CELL, ROWS * _CELL, shapes, title)


def board_picture(board: Board) -> Picture:
    """The whole board: bead plate and coup, big road, the three derived roads, the counts."""
    now, all_of_it = roads_of(board.shoe), roads_of(board.whole)
    widths = {name: width_of(marks) for name, marks in all_of_it.items()}
    columns = max(
        _LEAST,
        widths["big_road"],
        widths["bead_plate"] + _PANEL + 1,
        *(math.ceil(widths[name] * 1.5) + 2 for name in ROADS[2:]),
    )
    width = columns * _CELL
    shapes: list[Shape] = [*_head(board, width)]
    y, beads = 30.0, columns - _PANEL - 1
    shapes += road("bead_plate", now["bead_plate"], 0, y, _CELL, beads)
    shapes += _coup(board, (beads + 1) * _CELL, y, _PANEL * _CELL)
    y += ROWS * _CELL + _GAP
    shapes += road("big_road", now["big_road"], 0, y, _CELL, columns)
    y += ROWS * _CELL + _GAP
    third = (width - 2 * _GAP) / 3
    small = _CELL / 2
    for n, name in enumerate(ROADS[2:]):
        x = n * (third + _GAP)
        shapes.append(Text(x, y + 7, LABELS[name], 7, fill=QUIET))
        shapes += road(name, now[name], x, y + 10, small, int(third / small))
    y += 10 + ROWS * small + _GAP
    shapes += _counts(board.shoe, y, width)
    edge = 10.0
    paper = Rect(-edge, -edge, width + 2 * edge, y + 10 + 2 * edge, fill=PAPER)
    title = f"{board.title}, shoe {board.shoe.number}, coup {len(board.shoe.settled)}"
    moved = tuple(_moved(shape, edge) for shape in (paper, *shapes))
    return Picture(width + 2 * edge, y + 10 + 2 * edge, moved, title)


def _moved(shape: Shape, by: float) -> Shape:
    if isinstance(shape, Line):
        return replace(
            shape, x1=shape.x1 + by, x2=shape.x2 + by, y1=shape.y1 + by, y2=shape.y2 + by
        )
    return replace(shape, x=shape.x + by, y=shape.y + by)


def _head(board: Board, width: float) -> Iterator[Shape]:
    shoe = board.shoe
    house = shoe.house.title if shoe.house else ""
    yield Text(0, 12, board.title, 14, bold=True)
    yield Text(0, 24, house, 8, fill=QUIET)
    place = f"Shoe {shoe.number} · coup {len(shoe.settled)} of {len(board.whole.settled)}"
    yield Text(width, 12, place, 11, anchor="end", bold=True)
    yield Text(width, 24, board.opened, 8, fill=QUIET, anchor="end")
    if board.note:
        yield Text(width / 2, 14, board.note, 12, fill=GOLD, anchor="middle", bold=True)


def _coup(board: Board, x: float, y: float, width: float) -> Iterator[Shape]:
    """Both hands of the newest coup, and what it came to."""
    height = ROWS * _CELL
    yield Rect(x, y, width, height, fill=WHITE, stroke="#cdbf9c", thick=0.4, r=2)
    last = board.shoe.last
    if last is None:
        yield Text(x + width / 2, y + height / 2, "No coup yet", 9, fill=QUIET, anchor="middle")
        return
    coup, half = last.coup, width / 2
    for side, cards, total, left in (
        ("player", coup.player, coup.player_total, x),
        ("banker", coup.banker, coup.banker_total, x + half),
    ):
        middle = left + half / 2
        colour = SIDES[side]
        yield Text(middle, y + 9, side.upper(), 7, fill=colour, anchor="middle", bold=True)
        yield from _hand(cards, middle, y + 12)
        if coup.is_complete:
            yield Text(middle, y + 47, str(total), 13, anchor="middle", bold=True)
    words = _words(last, board.shoe.house)
    size = min(7.0, width / (0.58 * len(words)))
    yield Text(x + half, y + 57, words, size, fill=_colour(last), anchor="middle", bold=True)


def _hand(cards: tuple[Card, ...], middle: float, y: float) -> Iterator[Shape]:
    wide, high, gap = 15.0, 21.0, 2.0
    left = middle - (len(cards) * (wide + gap) - gap) / 2
    for n, card in enumerate(cards):
        x = left + n * (wide + gap)
        colour = BANKER if card.suit in "HD" else INK if card.suit in "SC" else QUIET
        yield Rect(x, y, wide, high, fill=WHITE, stroke="#8a929b", thick=0.5, r=2)
        rank = "10" if card.rank == "T" else card.rank
        centre = x + wide / 2
        yield Text(centre, y + 9.5, rank, 9, fill=colour, anchor="middle", bold=True)
        yield Text(centre, y + 18.5, _SUITS.get(card.suit, "?"), 9, fill=colour, anchor="middle")


def _words(settled: Settled, house: House | None) -> str:
    result = settled.result
    if result is None:
        return f"Coup {settled.number} void"
    words = [str(result.outcome).upper() if result.outcome == "tie" else f"{result.outcome} wins"]
    said = {"natural": result.natural, "player pair": result.player_pair,
            "banker pair": result.banker_pair}  # fmt: skip
    words += [word for word, is_so in said.items() if is_so]
    words += [flag.replace("_", " ") for flag in sorted(settled.flags)]
    if house and (best := tag(hits(house, settled.coup, result))):
        words.append(f"{best.bet.title} {best.pays}")
    return " · ".join(words)


def _colour(settled: Settled) -> str:
    return SIDES[str(settled.outcome)] if settled.outcome else QUIET


def _counts(shoe: Shoe, y: float, width: float) -> Iterator[Shape]:
    told = {**counts(shoe), "coups": len(shoe.settled)}
    colours = {"banker": BANKER, "player": PLAYER, "tie": SIDES["tie"], "banker_pair": BANKER,
               "player_pair": PLAYER}  # fmt: skip
    step = width / len(told)
    for n, (name, count) in enumerate(told.items()):
        words = f"{name.replace('_', ' ')} {count}"
        yield Text(n * step, y + 8, words, 7.5, fill=colours.get(name, INK), bold=True)
