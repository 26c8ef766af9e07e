"""A settled coup in plain values, as search, tables and the exports' rows tell it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..baccarat.coup import Outcome
from ..baccarat.hits import hit_json
from ..baccarat.snapshot import settled_json
from ..history import CoupRow

OUTCOMES = (*map(str, Outcome), "void")
NATURAL, PLAYER_PAIR, BANKER_PAIR = "natural", "player_pair", "banker_pair"
BET = "bet:"  # the mark of a side bet that was hit, before its key
_NO_FLAGS = {*OUTCOMES, NATURAL, PLAYER_PAIR, BANKER_PAIR} - {"void"}


@dataclass(frozen=True, slots=True)
class Told:
    """One settled coup. `player` and `banker` are cards as they are written, `8S KD`.

    `marks` are all the words that it can be found by: its outcome, `natural`, `player_pair`,
    `banker_pair`, its flags, and BET with the key of each side bet that it hit; `paid` is a JSON
    array of those, each as hits.hit_json tells it.
    """

    table: str
    house: str
    shoe: int
    coup: int
    time: datetime  # UTC, of its last card
    player: str
    banker: str
    player_total: int | None
    banker_total: int | None
    marks: frozenset[str]
    reason: str
    paid: str = "[]"

    @property
    def bets(self) -> list[dict[str, Any]]:
        """The side bets that it hit, as hits.hit_json tells them."""
        hit: list[dict[str, Any]] = json.loads(self.paid)
        return hit

    @property
    def outcome(self) -> str:
        return next(outcome for outcome in reversed(OUTCOMES) if outcome in self.marks)

    @property
    def natural(self) -> bool:
        return NATURAL in self.marks

    @property
    def player_pair(self) -> bool:
        return PLAYER_PAIR in self.marks

    @property
    def banker_pair(self) -> bool:
        return BANKER_PAIR in self.marks

    @property
    def flags(self) -> list[str]:
        """What befell it, in order."""
        return sorted(mark for mark in self.marks - _NO_FLAGS if not mark.startswith(BET))


def told(row: CoupRow) -> Told:
    """A row of the history in plain values."""
    said = settled_json(row.settled)
    marks = {said["outcome"], *row.flags}
    marks |= {name for name in (NATURAL, PLAYER_PAIR, BANKER_PAIR) if said[name]}
    marks |= {BET + hit.bet.key for hit in row.hits}
    return Told(
        table=row.table,
        house=row.house,
        shoe=row.shoe,
        coup=row.settled.number,
        time=row.time,
        player=" ".join(said["player"]),
        banker=" ".join(said["banker"]),
        player_total=said["player_total"],
        banker_total=said["banker_total"],
        marks=frozenset(marks),
        reason=row.settled.why,
        paid=json.dumps([hit_json(hit) for hit in row.hits]),
    )
