"""A million coups in a log and in its ledger, made as fast as rows can be written."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from pathlib import Path

from drivers.simulated import shuffled
from server.baccarat.cards import Card
from server.baccarat.coup import Coup
from server.baccarat.events import SCHEMA, CardCorrected, CardRead, Event, ShoeClosed, ShoeOpened
from server.baccarat.rules import HOUSES
from server.codec import event_body, event_kind
from server.ledger.ledger import Ledger
from server.ledger.schema import connected
from server.ledger.told import Told
from server.ledger.write import write_rows
from server.log import EventLog
from server.row import GENESIS

HOUSE = HOUSES["paramount"]
_START = datetime(2025, 1, 1, tzinfo=UTC)
_STEP = timedelta(seconds=7)  # from card to card
Body = tuple[str, str]  # an event's kind and text


def fill(folder: Path, coups: int, tables: int = 4) -> dict[str, int]:
    """Fill a new data folder; returns how many shoes each table has."""
    log = EventLog.open(folder)
    ledger = Ledger(log)
    raw = log.engine.raw_connection()
    raw.execute("PRAGMA synchronous=OFF")
    shoes = {}
    with connected(ledger.path) as rows:
        for n in range(tables):
            table = f"t{n + 1}"
            shoes[table] = _table(raw, rows, table, coups // tables, random.Random(n))
    raw.commit()
    raw.close()
    log.close()
    return shoes


def _table(raw: object, rows: object, table: str, coups: int, rng: random.Random) -> int:
    """One table's shoes; returns how many there are."""
    number, seq, digest, time = 0, 0, GENESIS, _START
    rows.execute("BEGIN")
    rows.execute("INSERT INTO tables VALUES (NULL, ?, 0, '')", (table,))
    (table_id,) = rows.execute("SELECT id FROM tables WHERE name = ?", (table,)).fetchone()
    while coups > 0:
        number += 1
        first, opened = seq + 1, time
        bodies, told = _shoe(table, number, seq, time, coups, rng)
        lines = []
        for kind, body in bodies:
            seq += 1
            time += _STEP
            stamp = time.isoformat(timespec="microseconds")
            text = f"{digest}\n{table}\n{seq}\n{stamp}\n{kind}\n{SCHEMA}\n{body}"
            digest = hashlib.sha256(text.encode()).hexdigest()
            lines.append((table, seq, stamp, kind, SCHEMA, body, digest))
        raw.cursor().executemany("INSERT INTO entries VALUES (?,?,?,?,?,?,?)", lines)
        write_rows(
            rows, table_id, number, HOUSE.name, opened + _STEP, told,
            where=(first, seq), late=[], marks=(),
        )  # fmt: skip
        coups -= len(told)
    rows.execute("UPDATE tables SET upto = ?, digest = ? WHERE id = ?", (seq, digest, table_id))
    rows.execute("COMMIT")
    return number


def _shoe(
    table: str, number: int, seq: int, time: datetime, most: int, rng: random.Random
) -> tuple[list[Body], list[Told]]:
    """A shoe's entries from seq + 1 on, and what its replay comes to."""
    cards = shuffled(HOUSE.decks, rng)
    shoe = iter(cards)
    bodies = [_body(ShoeOpened(by="bench", number=number, house=HOUSE))]
    told, left = [], len(cards)
    corrected = number % 20 == 0  # a card of its first coup
    for n, coup in enumerate(islice(_coups(shoe, left), most), start=1):
        bodies += [_CARDS[card] for card in coup.cards]
        end = time + _STEP * len(bodies)
        told.append(_told(table, number, n, end, coup, corrected=corrected and n == 1))
    if corrected:
        card = told[0].player.split()[0]
        event = CardCorrected(by="bench", seq=seq + 2, card=Card.parse(card), why="bench")
        bodies.append(_body(event))
    bodies.append(_body(ShoeClosed(by="bench")))
    return bodies, told


def _coups(shoe: Iterator[Card], left: int) -> Iterator[Coup]:
    while left >= 12:
        coup = Coup.deal(shoe)
        left -= len(coup.cards)
        yield coup


def _told(table: str, shoe: int, n: int, end: datetime, coup: Coup, *, corrected: bool) -> Told:
    result = coup.result
    assert result is not None
    said = {
        "natural": result.natural, "player_pair": result.player_pair,
        "banker_pair": result.banker_pair, "corrected": corrected,
    }  # fmt: skip
    marks = {str(result.outcome), *(name for name, is_so in said.items() if is_so)}
    return Told(
        table, HOUSE.name, shoe, n, end, " ".join(map(str, coup.player)),
        " ".join(map(str, coup.banker)), coup.player_total, coup.banker_total,
        frozenset(marks), "",
    )  # fmt: skip


def _body(event: Event) -> Body:
    return event_kind(event), event_body(event)


_CARDS = {
    card: _body(CardRead(reader="bench", card=card))
    for card in (Card.parse(rank + suit) for rank in "A23456789TJQK" for suit in "SHDC")
}
