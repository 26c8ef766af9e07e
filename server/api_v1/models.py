"""What the API answers, as models: answers are made of them, and the document tells them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from ..ledger.shoes import ShoeRow
from ..ledger.told import Told


class Error(BaseModel):
    """What went wrong: a sentence for people."""

    error: str


class TableNow(BaseModel):
    """A table that runs here, as it is now."""

    name: str
    title: str
    house: str
    phase: str
    seq: int = Field(description="The number of its newest entry.")
    shoe: int
    coups: int
    on_hold: bool
    simulated: bool


class TablesNow(BaseModel):
    """The tables that run here."""

    tables: list[TableNow]


class BetHit(BaseModel):
    """A side bet that a coup hit: which prize of it, and what that pays, as `40:1`."""

    bet: str
    title: str
    short: str
    prize: str
    pays: str


class Coup(BaseModel):
    """A settled coup. Cards are rank and suit, as `TS`; totals are null where they are not known.

    `outcome` is `player`, `banker`, `tie` or `void`; `time` (UTC) is that of its last card.
    """

    table: str
    house: str
    shoe: int
    coup: int
    time: datetime
    outcome: str
    player: list[str]
    banker: list[str]
    player_total: int | None
    banker_total: int | None
    natural: bool
    player_pair: bool
    banker_pair: bool
    flags: list[str]
    reason: str
    bets: list[BetHit]

    @classmethod
    def of(cls, row: Told) -> Coup:
        """The coup of a row."""
        return cls(
            table=row.table, house=row.house, shoe=row.shoe, coup=row.coup, time=row.time,
            outcome=row.outcome, player=row.player.split(), banker=row.banker.split(),
            player_total=row.player_total, banker_total=row.banker_total, natural=row.natural,
            player_pair=row.player_pair, banker_pair=row.banker_pair, flags=row.flags,
            reason=row.reason, bets=[BetHit(**bet) for bet in row.bets],
        )  # fmt: skip


_OLDER = Field(description="Give this as `before` for the next page; null at the end.")
_NEWER = Field(description="Give this as `after` for the page before; null at the beginning.")
_BEHIND = Field(description="Entries of the log that are still being taken up: ask again.")


class CoupsFound(BaseModel):
    """A page of coups, newest first."""

    coups: list[Coup]
    older: str | None = _OLDER
    newer: str | None = _NEWER
    total: int | None = Field(description="How many there are in all; null with since or until.")
    behind: int = _BEHIND


class ShoeLine(BaseModel):
    """A shoe in a list, and what came of it; `opened` is UTC."""

    table: str
    shoe: int
    house: str
    opened: datetime
    coups: int
    player: int
    banker: int
    tie: int
    corrected: int
    marks: list[str]

    @classmethod
    def of(cls, row: ShoeRow) -> ShoeLine:
        """The shoe of a row."""
        return cls(
            table=row.table, shoe=row.number, house=row.house, opened=row.opened, coups=row.coups,
            player=row.player, banker=row.banker, tie=row.tie, corrected=row.corrected,
            marks=[*row.marks],
        )  # fmt: skip


class ShoesFound(BaseModel):
    """A page of shoes, newest first."""

    shoes: list[ShoeLine]
    older: str | None = _OLDER
    newer: str | None = _NEWER
    behind: int = _BEHIND


class WholeShoe(BaseModel):
    """A shoe with its coups, as far as the players have seen them; `opened` is UTC."""

    table: str
    shoe: int
    house: str
    opened: datetime
    coups: list[Coup]


class Entry(BaseModel):
    """An entry of a table's log: what happened, never changed after; `time` is UTC.

    `coup` is the coup that it settled, as it is known now: a later correction has an entry of its
    own. Stream and webhooks tell the same.
    """

    table: str
    seq: int
    time: datetime
    event: str
    version: int
    body: dict[str, Any]
    coup: Coup | None


class Entries(BaseModel):
    """Some entries, in order."""

    entries: list[Entry]
    after: int = Field(description="Give this as `after` for the entries that come next.")
    end: int = Field(description="The newest entry that may be told now.")


class _Loose(BaseModel):
    """Told by another part, which may tell more than is listed here."""

    model_config = ConfigDict(extra="allow")


class Snapshot(_Loose):
    """What the displays of a table are told: only what the players have seen."""

    table: str
    boot_id: str
    seq: int
    phase: str
    shoe: dict[str, Any]
    coup: dict[str, Any] | None
    last: dict[str, Any] | None
    counts: dict[str, int]
    roads: dict[str, Any]
    ask: dict[str, Any]
    hold: dict[str, Any] | str | None
    reader: dict[str, Any]
    simulated: bool


class Statistics(_Loose):
    """A shoe, or the newest, counted against the exact expectation. Nothing predicts anything."""

    table: str
    shoe: int | str
    note: str
    coups: int
    by_shoe: list[dict[str, Any]]


class Decided(BaseModel):
    """The number of the entry that a decision became."""

    seq: int
