"""Roads as text: a shoe's results as `shoeboard roads` takes them, and each road on its grid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..baccarat.roads import ROWS
from ..drawing.board import roads_of, upto
from ..drawing.roads import LABELS, ROADS, Mark, width_of
from .pictures import RESULTS
from .source import Options, Source

_LETTERS = {"banker": "B", "player": "P", "tie": "T", "red": "r", "blue": "b", None: "-"}


def road_text(source: Source, options: Options) -> Iterator[str]:
    """For each shoe a head, its results in one line, and its roads.

    Cells are two characters wide: `B`, `P`, `T`, in the derived roads `r` for red and `b` for
    blue; a digit after it counts the ties on a big road's cell, `+` for more than nine. Cells of a
    column are below each other, a dot is an empty one.
    """
    for log in source.shoes():
        shoe = log.shoe()
        if options.coup is not None:
            shoe = upto(shoe, options.coup)
        roads = roads_of(shoe)
        results = "".join(_LETTERS[bead["mark"]] for bead in roads["bead_plate"])
        note = " ".join(sorted(log.marks())).upper()
        head = f"{source.title}, shoe {log.number}, {log.rows[0].time[:16].replace('T', ' ')} UTC"
        none = "" if results else ", no coup yet"
        yield f"# {head}{', ' + note if note else ''}{none}\n{results}\n"
        if options.road == RESULTS:
            continue
        for name in (options.road,) if options.road else ROADS:
            yield f"\n{LABELS[name]}\n{_grid(roads[name])}"
        yield "\n"


def _grid(marks: Sequence[Mark]) -> str:
    if not marks:
        return "-\n"
    cells = {(mark["row"], mark["column"]): _cell(mark) for mark in marks}
    columns = range(width_of(marks))
    rows = ("".join(cells.get((row, column), ". ") for column in columns) for row in range(ROWS))
    return "".join(f"{row.rstrip()}\n" for row in rows)


def _cell(mark: Mark) -> str:
    ties = mark.get("ties", 0)
    return _LETTERS[mark["mark"]] + (" " if not ties else str(ties) if ties < 10 else "+")
