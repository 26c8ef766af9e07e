"""Exports under way: how far each has come, for the page that asked for it to show."""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from typing import Any

from .export.source import Progress

_MOST = 100  # that are remembered, the newest
_NAME = re.compile(r"[0-9a-f]{32}")


class Jobs:
    """What is being exported, by a name that the asking page has drawn. Safe in all threads."""

    def __init__(self) -> None:
        self._told: OrderedDict[str, dict[str, Any]] = OrderedDict()
        self._lock = threading.Lock()

    def tell(self, job: str, stage: str, *, done: int = 0, of: int = 0, sentence: str = "") -> None:
        """Note how far a job is; a name that no page draws is not noted."""
        if not _NAME.fullmatch(job):
            return
        with self._lock:
            self._told[job] = {"stage": stage, "done": done, "of": of, "sentence": sentence}
            self._told.move_to_end(job)
            while len(self._told) > _MOST:
                self._told.popitem(last=False)

    def progress(self, job: str, stage: str) -> Progress:
        """What notes how much of a job's stage is done."""

        def tell(done: int, of: int) -> None:
            self.tell(job, stage, done=done, of=of)

        return tell

    def told(self, job: str) -> dict[str, Any] | None:
        """A job's `stage`, `done` of `of`, and `sentence`; None where it is not known.

        The stages are `reading` (log entries), `writing` (shoes), `whole` and `failed`.
        """
        with self._lock:
            return self._told.get(job)
