"""A table at which a camera read cards: its log and its kept pictures, made before the server."""

from __future__ import annotations

import hashlib
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import cv2
import numpy as np

from server.baccarat.events import CardRead, ShoeOpened
from server.baccarat.rules import House
from server.log import EventLog
from server.table import Table
from tests.core.notation import event

from .server import TABLE


def shot(text: str) -> bytes:
    """A small JPEG of a card with a text on it."""
    picture = np.full((160, 120, 3), (40, 90, 30), np.uint8)
    cv2.rectangle(picture, (12, 8), (108, 152), (240, 240, 240), -1)
    cv2.putText(picture, text, (20, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (20, 20, 160), 3)
    return bytes(cv2.imencode(".jpg", picture)[1].tobytes())


def digest(text: str) -> str:
    return hashlib.sha256(shot(text)).hexdigest()


def seen(word: str) -> CardRead:
    """A card as a camera reads it, with the picture that `shot` draws of its word."""
    read = event(f"{word}#0")
    assert isinstance(read, CardRead)
    return replace(read, picture=digest(word), why="" if read.card else "glare on the index")


def keep_reads(data: Path, words: str, house: House) -> None:
    """A shoe of camera reads at the table t1, and their pictures."""
    folder = data / "pictures" / TABLE
    folder.mkdir(parents=True)
    with closing(EventLog.open(data)) as log:
        table = Table(
            TABLE, title=TABLE, house=house, log=log, clock=lambda: datetime.now(UTC), boot_id="x"
        )  # fmt: skip
        table.record(ShoeOpened(by="Ann", number=1, house=house))
        for word in words.split():
            (folder / f"{digest(word)}.jpg").write_bytes(shot(word))
            table.record(seen(word))
