"""Pumps, ended after their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from server.baccarat.events import Released
from server.pump import Pump
from server.table import Table
from tests.wire import until

StartPump = Callable[[Table, str], Pump]


@pytest.fixture
def pump() -> Iterator[StartPump]:
    """`pump(table, url)` starts a reader at a table and waits until it is online."""
    pumps: list[Pump] = []

    def start(table: Table, url: str) -> Pump:
        pumps.append(Pump(table, url))
        pumps[-1].start()
        until(lambda: table.snapshot()["reader"]["state"] == "online")
        if table.shoe.hold:  # the shoe was open before the reader was there
            table.record(Released(by="Ann", why="the cards on the table are those on the display"))
        return pumps[-1]

    yield start
    for one in pumps:
        one.stop()
