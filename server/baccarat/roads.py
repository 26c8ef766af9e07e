"""The five roads and the ask marks, drawn on grids six rows deep and as wide as they get.

Conventions: World Gaming Magazine 55 (big road), the OG Plus and 138QIU road pages (bead plate,
derived roads). Two things that the sources leave open are settings:

* `tail`: a streak that has turned right goes on "straight", or "down" again at a free cell;
* `leading_ties`: ties before the first win are a "mark" on the first cell, or a "column" of
  their own, which the derived roads then count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from .coup import Outcome

ROWS = 6
BANKER, PLAYER, TIE = str(Outcome.BANKER), str(Outcome.PLAYER), str(Outcome.TIE)
RED, BLUE = "red", "blue"
DERIVED = ("big_eye_boy", "small_road", "cockroach_pig")  # looking 1, 2 and 3 streaks back
_LETTERS = {"B": Outcome.BANKER, "P": Outcome.PLAYER, "T": Outcome.TIE}


class BadResults(ValueError):
    """A text with something else in it than results."""


class Cell(NamedTuple):
    """A mark at its column and row, both from 0."""

    column: int
    row: int
    mark: str


class Trail(NamedTuple):
    """Streaks drawn on a grid: down, then right along a dragon tail.

    A new streak begins beside the START of the one before it, in the first column whose top is
    free. A taken cell turns a streak right, whatever its colour; nothing is ever overwritten.
    """

    tail: str
    cells: tuple[Cell, ...] = ()
    start: int = -1  # the column in which the last streak began
    turned: bool = False
    taken: int = 0  # bit 6 * column + row is set where a cell is

    @property
    def mark(self) -> str | None:
        """What the last streak is made of."""
        return self.cells[-1].mark if self.cells else None

    def add(self, mark: str) -> Trail:
        """The trail with one more mark: on with the streak, or a new one where it differs."""
        start, turned, taken = self.start, False, self.taken
        if mark != self.mark:
            start += 1
            while taken >> (ROWS * start) & 1:
                start += 1
            column, row = start, 0
        else:
            column, row, _ = self.cells[-1]
            goes_down = row < ROWS - 1 and not taken >> (ROWS * column + row + 1) & 1
            turned = self.turned or not goes_down
            if goes_down and (self.tail == "down" or not turned):
                row += 1
            else:
                column += 1
                while taken >> (ROWS * column + row) & 1:
                    column += 1
        return Trail(
            self.tail,
            (*self.cells, Cell(column, row, mark)),
            start,
            turned,
            taken | 1 << (ROWS * column + row),
        )


def derive(streaks: tuple[int, ...], back: int) -> str | None:
    """Red where the newest win repeats the shape `back` streaks before, blue where not.

    `streaks` are the lengths of the big road's streaks, without bend or limit. None where the big
    road does not yet reach back so far.
    """
    newest, length = len(streaks) - 1, streaks[-1]
    if length > 1:
        if newest < back:
            return None
        return BLUE if length == streaks[newest - back] + 1 else RED
    if newest - 1 < back:
        return None
    return RED if streaks[newest - 1] == streaks[newest - 1 - back] else BLUE


class Roads(NamedTuple):
    """All five roads of one shoe; `roads.add(outcome)` are the roads with one more coup."""

    tail: str = "straight"
    leading_ties: str = "mark"
    beads: tuple[Outcome, ...] = ()
    big: Trail = Trail("straight")
    ties: tuple[int, ...] = ()  # on each cell of the big road
    leading: int = 0  # ties before the first win, where they are a mark
    streaks: tuple[int, ...] = ()
    derived: tuple[Trail, Trail, Trail] = (Trail("straight"),) * 3

    @classmethod
    def empty(cls, *, tail: str = "straight", leading_ties: str = "mark") -> Roads:
        """Roads before the first coup, in a house's style."""
        trail = Trail(tail)
        return cls(tail, leading_ties, big=trail, derived=(trail, trail, trail))

    def add(self, outcome: Outcome) -> Roads:
        beads = (*self.beads, outcome)
        if outcome is not Outcome.TIE:
            return self._win(str(outcome), beads)
        if self.ties and self.big.mark != TIE:
            return self._replace(beads=beads, ties=(*self.ties[:-1], self.ties[-1] + 1))
        if self.leading_ties == "column":
            return self._win(TIE, beads)
        return self._replace(beads=beads, leading=self.leading + 1)

    def extend(self, outcomes: Iterable[Outcome]) -> Roads:
        roads = self
        for outcome in outcomes:
            roads = roads.add(outcome)
        return roads

    def _win(self, mark: str, beads: tuple[Outcome, ...]) -> Roads:
        streaks = self._streaks_with(mark)
        eye, small, pig = self.derived
        one, two, three = derive(streaks, 1), derive(streaks, 2), derive(streaks, 3)
        return Roads(
            self.tail,
            self.leading_ties,
            beads,
            self.big.add(mark),
            (*self.ties, 0 if self.ties else self.leading),
            self.leading,
            streaks,
            (
                eye.add(one) if one else eye,
                small.add(two) if two else small,
                pig.add(three) if three else pig,
            ),
        )

    def _streaks_with(self, mark: str) -> tuple[int, ...]:
        streaks = self.streaks
        return (*streaks[:-1], streaks[-1] + 1) if mark == self.big.mark else (*streaks, 1)

    def ask(self, winner: Outcome) -> tuple[str | None, str | None, str | None]:
        """The mark that each derived road would get if `winner` won the next coup."""
        streaks = self._streaks_with(str(winner))
        return derive(streaks, 1), derive(streaks, 2), derive(streaks, 3)


def parse_results(text: str) -> tuple[Outcome, ...]:
    """Results written `B`, `P`, `T`, white space ignored; BadResults names the stray letter."""
    outcomes = []
    for position, letter in enumerate(text, start=1):
        if letter.isspace():
            continue
        try:
            outcomes.append(_LETTERS[letter.upper()])
        except KeyError:
            raise BadResults(
                f"Position {position}: {letter!r} is not a result; write B, P or T."
            ) from None
    return tuple(outcomes)


def roads_json(roads: Roads) -> dict[str, Any]:
    """The roads and ask marks as the command line and the API give them."""
    return {
        "bead_plate": [
            {"column": n // ROWS, "row": n % ROWS, "mark": str(bead)}
            for n, bead in enumerate(roads.beads)
        ],
        "big_road": [
            {"column": c.column, "row": c.row, "mark": c.mark, "ties": ties}
            for c, ties in zip(roads.big.cells, roads.ties, strict=True)
        ]
        or _leading_cell(roads),
        **{
            name: [{"column": c.column, "row": c.row, "mark": c.mark} for c in trail.cells]
            for name, trail in zip(DERIVED, roads.derived, strict=True)
        },
        "ask": {
            str(winner): dict(zip(DERIVED, roads.ask(winner), strict=True))
            for winner in (Outcome.BANKER, Outcome.PLAYER)
        },
    }


def _leading_cell(roads: Roads) -> list[dict[str, Any]]:
    if not roads.leading:
        return []
    return [{"column": 0, "row": 0, "mark": None, "ties": roads.leading}]
