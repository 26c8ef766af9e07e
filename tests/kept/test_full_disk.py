"""A disk that is really full: a small one, mounted for the test where this machine allows it."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

from server.baccarat.cards import Card
from server.baccarat.events import CardRead, ShoeOpened
from server.baccarat.rules import HOUSES
from server.history import verify
from server.log import EventLog, LogError
from server.table import Table
from tests.conftest import TABLE

CARD = CardRead(reader="slot", card=Card.parse("9H"))
HOUSE = HOUSES["paramount"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a tmpfs")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


def record_for_ever(table: Table) -> NoReturn:
    while True:
        table.record(CARD)


def test_a_disk_that_is_really_full_loses_nothing_that_was_shown(small_disk: Path) -> None:
    with closing(EventLog.open(small_disk)) as log:
        table = Table(
            TABLE,
            title=TABLE,
            house=HOUSE,
            log=log,
            clock=lambda: datetime.now(UTC),
            boot_id="test",
        )
        table.record(ShoeOpened(by="Ann", number=1, house=HOUSE))
        with pytest.raises(LogError, match=r"disk is full\. Make room on the disk"):
            record_for_ever(table)
        shown = table.snapshot()
        assert shown["trouble"] == "The log cannot be written."
        assert [row.seq for row in log.rows(TABLE)] == list(range(1, shown["seq"] + 1))
        subprocess.run(["mount", "-o", "remount,size=4m", str(small_disk)], check=True)
        assert table.record(CARD) == shown["seq"] + 1
        assert table.snapshot()["trouble"] is None
        assert verify(log, TABLE) is None
