"""Results as text: one shoe a line, `BBPTB`, as `shoeboard roads` takes them."""

from __future__ import annotations

from pathlib import Path

from ..baccarat.coup import Result
from ..baccarat.roads import BadResults, parse_results
from .foreign import BadLines, ForeignCoup, ForeignShoe


def read_results(path: Path) -> list[ForeignShoe]:
    """The shoes of a file; blank lines and those that begin with # are passed over.

    Raises BadLines, OSError, UnicodeDecodeError.
    """
    shoes, faults = [], []
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            outcomes = parse_results(line)
        except BadResults as bad:
            faults.append((number, str(bad)))
            continue
        coups = [ForeignCoup(number, Result(outcome)) for outcome in outcomes]
        shoes.append(ForeignShoe(f"line {number}", coups))
    if faults:
        raise BadLines(path, faults)
    return shoes
