"""A log on disk, tables over it, cables and serial servers, closed after their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from hypothesis import settings

from server import secret
from server.baccarat.cards import parse_cards
from server.baccarat.events import CardEntered, ShoeOpened
from server.baccarat.rules import HOUSES
from server.log import EventLog
from server.table import Table
from tests.wire import Pty, SerialServer

# A slow machine is no fault of the code.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")

# Signing in is tried some hundred times in this process; in the real server it costs what it must.
secret._hasher = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)

TABLE = "t1"
OpenTable = Callable[..., Table]


_LONG = ("test_kill.py", "test_staleness.py", "test_irregularities.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The long tests first, so that no worker is left alone with them at the end."""
    items.sort(key=lambda item: item.path.name not in _LONG or "live" not in item.path.parts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def log(folder: Path) -> Iterator[EventLog]:
    log = EventLog.open(folder)
    yield log
    log.close()


@pytest.fixture
def open_table(log: EventLog) -> OpenTable:
    def open_table(
        house: str = "paramount", *, name: str = TABLE, shoe: bool = True, **more: Any
    ) -> Table:
        """A table as a new start of the server finds it; opens its first shoe if asked."""
        table = Table(
            name,
            title=name,
            house=HOUSES[house],
            log=log,
            clock=lambda: datetime.now(UTC),
            boot_id="test",
            **more,
        )
        if shoe and table.seq == 0:
            table.record(ShoeOpened(by="Ann", number=1, house=HOUSES[house]))
        return table

    return open_table


@pytest.fixture
def cable(tmp_path: Path) -> Iterator[Pty]:
    pty = Pty(tmp_path / "shoe")
    yield pty
    pty.close()


@pytest.fixture
def serial_server() -> Iterator[SerialServer]:
    server = SerialServer()
    yield server
    server.close()


def deal(table: Table, cards: str) -> None:
    """Cards typed in, in dealing order."""
    for card in parse_cards(cards):
        table.record(CardEntered(by="Ann", card=card))
