"""A tape: the bytes of a line and when they came, one JSON object a line.

    {"time": "2026-11-30T12:00:00.123456+00:00", "hex": "05 31 53 03 36 31"}
    {"time": "...", "note": "lost: device unplugged"}

The spy log of a reader and the record of a virtual shoe are tapes; `shoeboard replay` plays them.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from logging import LogRecord
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

_BYTES, _FILES = 5_000_000, 5  # a file, and how many older ones are kept


class BadTape(ValueError):
    """A line that is none of a tape; the message says which and why."""


class _File(RotatingFileHandler):
    """Files that only their owner may read: there are cards in them that lie face down."""

    has_failed = False

    def _open(self) -> Any:
        return open(
            self.baseFilename,
            self.mode,
            encoding=self.encoding,
            opener=lambda path, flags: os.open(path, flags, 0o600),
        )

    def handleError(self, record: LogRecord) -> None:
        """A full disk must not stop the cards; it is said once."""
        if not self.has_failed:
            self.has_failed = True
            say = logging.getLogger("shoeboard")
            say.warning("%s cannot be written: make room. The cards go on.", self.baseFilename)


class Spy:
    """Notes on a tape; begins a new file when one is full, and keeps five older ones."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = _File(path, maxBytes=_BYTES, backupCount=_FILES, encoding="utf-8", delay=True)

    def bytes(self, data: bytes) -> None:
        """Bytes as they came."""
        self._write({"time": _now(), "hex": data.hex(" ")})

    def note(self, text: str) -> None:
        """What happened to the line."""
        self._write({"time": _now(), "note": text})

    def close(self) -> None:
        """What a full disk has no room for is lost."""
        with suppress(OSError):
            self._file.close()

    def _write(self, entry: dict[str, str]) -> None:
        self._file.handle(LogRecord("spy", 0, "", 0, json.dumps(entry), None, None))


def played(lines: Iterable[str]) -> Iterator[tuple[float, bytes]]:
    """The bytes of a tape, each with the seconds since the ones before; raises BadTape."""
    before: datetime | None = None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            entry = json.loads(line)
            at = datetime.fromisoformat(entry["time"])
            data = bytes.fromhex(entry["hex"]) if "hex" in entry else b""
            waited = (at - (before or at)).total_seconds()
        except (ValueError, KeyError, TypeError):
            raise BadTape(
                f'Line {number} is not of a tape, which has {{"time": ..., "hex": "05 31"}} or '
                "a note on each."
            ) from None
        if data:
            yield max(0.0, waited), data
            before = at
        before = before or at


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
