"""What a foreign history is made of, whatever file it came in, and what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from ..baccarat.coup import Coup, Result

_MOST = 20  # faults that are told


@dataclass(frozen=True, slots=True)
class ForeignCoup:
    """A coup as a file's line tells it; `coup` has no cards where the file has none."""

    line: int
    result: Result
    coup: Coup = field(default_factory=Coup)
    time: datetime | None = None  # UTC


@dataclass(frozen=True, slots=True)
class ForeignShoe:
    """A shoe of the file; `name` is what it is called there."""

    name: str
    coups: list[ForeignCoup]


class BadLines(Exception):
    """A file of which lines cannot be taken; the message has a sentence for each."""

    def __init__(self, path: object, faults: list[tuple[int, str]]) -> None:
        told = [f"{path}, line {line}: {fault}" for line, fault in faults[:_MOST]]
        if len(faults) > _MOST:
            told.append(f"... and {len(faults) - _MOST} lines more.")
        super().__init__("\n".join([*told, "Nothing was imported."]))
