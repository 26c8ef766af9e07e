"""Cameras at work, with their real process and the vision of tests/camera/marks.py."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers.camera.address import address
from drivers.camera.messages import Plan
from drivers.camera.reader import CameraReader
from tests.readers.desk import Desk

from . import marks
from .desks import Begin, OnTable


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Begin]:
    """`begin(source)` opens a camera with the vision of this test."""
    desks: list[Desk] = []

    def begin(source: str | Path, *, kept: Path | None = None) -> Desk:
        plan = Plan(address(str(source)), None, kept, marks.VISION)
        desks.append(Desk(CameraReader(f"camera:{source}", plan)))
        return desks[-1]

    yield begin
    for desk in desks:
        desk.close()


@pytest.fixture
def camera() -> Iterator[OnTable]:
    """A network camera over a table that shows what `on_table` says."""
    camera = OnTable()
    yield camera
    camera.close()
