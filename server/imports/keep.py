"""Foreign shoes kept as a log of a table of their own, each marked as imported."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from ..baccarat.events import (
    CoupDeclared,
    Decision,
    Entry,
    Refused,
    ShoeClosed,
    ShoeOpened,
)
from ..baccarat.play import advance
from ..baccarat.rules import House, NoBurn, Reveal
from ..baccarat.shoe import Shoe
from ..export.json_log import BadImport
from ..history import IMPORTED
from ..log import TABLE_NAME, EventLog
from ..row import GENESIS, Row, new_row
from .foreign import BadLines, ForeignCoup, ForeignShoe

PREFIX = "import-"  # of every table of foreign shoes, so that none is ever a live one


def table_of(name: str) -> str:
    """The table that foreign shoes of a name are kept as; raises BadImport."""
    table = name if name.startswith(PREFIX) else PREFIX + name
    if not TABLE_NAME.fullmatch(table):
        raise BadImport(
            f"{name!r} cannot be a table's name: take small letters, digits, _ and -, at most "
            f"{32 - len(PREFIX)}."
        )
    return table


def keep(
    log: EventLog, path: Path, table: str, house: House, shoes: list[ForeignShoe], now: datetime
) -> int:
    """Keep all shoes of a file, or none; returns how many coups they have.

    Coups are dealt by the file, so nothing is burned and nothing withheld. Raises BadLines where
    a coup cannot be, BadImport where the table has a log already or there is nothing, LogError.
    """
    if not any(shoe.coups for shoe in shoes):
        raise BadImport(f"{path} has no coup in it.")
    if table in log.tables():
        raise BadImport(
            f"Table {table} has a log in {log.where} already: take another name with --table."
        )
    house = replace(house, burn=NoBurn(), reveal=Reveal(), cut_card=None)
    faults: list[tuple[int, str]] = []
    rows: list[Row] = []
    digest = GENESIS
    for number, foreign in enumerate((shoe for shoe in shoes if shoe.coups), start=1):
        shoe, entries = Shoe(), list[Entry]()
        for line, time, event in _events(number, house, path, foreign, now):
            entry = Entry(len(rows) + 1, time, event)
            try:
                shoe = advance(shoe, entries, entry)
            except Refused as refused:
                faults.append((line, str(refused)))
                continue
            entries.append(entry)
            rows.append(new_row(table, entry.seq, time, event, digest))
            digest = rows[-1].digest
    if faults:
        raise BadLines(path, faults)
    log.append_all(rows)
    return sum(len(shoe.coups) for shoe in shoes)


def _events(
    number: int, house: House, path: Path, foreign: ForeignShoe, now: datetime
) -> Iterator[tuple[int, datetime, Decision]]:
    """A shoe as decisions of the import, each with the line that it comes from."""
    coups = foreign.coups
    why = f"{path.name}, {foreign.name or 'the only shoe'}"
    time = coups[0].time or now
    yield coups[0].line, time, ShoeOpened(by=IMPORTED, number=number, house=house, why=why[:200])
    for coup in coups:
        time = coup.time or time
        yield coup.line, time, _declared(path, coup)
    yield coups[-1].line, time, ShoeClosed(by=IMPORTED)


def _declared(path: Path, coup: ForeignCoup) -> CoupDeclared:
    result = coup.result
    return CoupDeclared(
        by=IMPORTED,
        why=f"{path.name}, line {coup.line}"[:200],
        outcome=result.outcome,
        natural=result.natural,
        player_pair=result.player_pair,
        banker_pair=result.banker_pair,
        cards=coup.coup.cards,
    )
