"""The history and the exports of a shoe put right are those of a fresh one dealt right."""

from __future__ import annotations

import csv
import io
from random import Random

import pytest

from server.baccarat.cards import DECK
from server.baccarat.coup import Coup
from server.baccarat.events import Event
from server.history import verify
from server.log import EventLog
from tests.conftest import OpenTable
from tests.core.test_any_mistake import Night, opening, read

from .exported import text as export

MARKS = ("time_utc", "flags", "reason")  # that and why something was put right, is told


def exported(log: EventLog, name: str) -> list[dict[str, str]]:
    text = export(log, "csv", name)
    return [
        {key: value for key, value in row.items() if key not in (*MARKS, "table")}
        for row in csv.DictReader(io.StringIO(text))
    ]


@pytest.mark.parametrize("seed", range(25))
def test_a_shoe_put_right_is_exported_as_a_fresh_one(
    open_table: OpenTable, log: EventLog, seed: int
) -> None:
    random = Random(seed)
    shoe = iter(random.sample(DECK * 8, 416))
    coups = [Coup.deal(shoe) for _ in range(12)]
    night = Night(random, coups)
    while any(not getattr(decision, "cards", True) for decision in night.last):
        night = Night(random, coups)  # a coup by its result alone has no cards to export
    right: list[Event] = [opening(), *(read(card) for coup in coups for card in coup.cards)]
    for name, events in (("mended", [*night.log, *night.remedies, *night.last]), ("fresh", right)):
        table = open_table(name=name, shoe=False)
        for event in events:
            table.record(event)
        assert verify(log, name) is None
    assert exported(log, "mended") == exported(log, "fresh")
    assert len(exported(log, "fresh")) == 12
