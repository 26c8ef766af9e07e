"""Streams: a table's entries to other systems as they come, as server-sent events."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

from flask import Response, abort

from ..log import LogError
from ..screens import Screens
from .feed import Feed

QUIET_S = 5.0  # something is said at least so often, so that a dead line is noticed
_AT_ONCE = 100  # entries that are read together


class Streams:
    """The streams of a feed. Each holds a thread, as a display does, and is counted with those."""

    def __init__(self, feed: Feed, screens: Screens) -> None:
        self._feed, self._screens = feed, screens

    def open(self, name: str, after: int) -> Response:
        """A stream of a table's entries after one; answers 503 where no thread is left."""
        key = uuid.uuid4().hex
        if not self._screens.add(key, name, is_stream=True):
            abort(503, "Too many streams and displays: set `threads` higher in the settings.")
        response = Response(self._told(name, after), mimetype="text/event-stream")
        response.headers["X-Accel-Buffering"] = "no"  # a proxy before us must pass it on at once
        response.call_on_close(lambda: self._screens.remove(key))
        return response

    def _told(self, name: str, after: int) -> Iterator[str]:
        yield ": what follows are the entries of a table's log\n\n"
        while not self._feed.stopped:
            mark = self._feed.mark()
            try:
                entries = self._feed.entries(name, after=after, most=_AT_ONCE)
            except LogError as error:
                yield f": {error}\n\n"
                return
            for entry in entries:
                yield f"id: {entry.seq}\ndata: {entry.model_dump_json()}\n\n"
                after = entry.seq
            if not entries and not self._feed.wait(mark, QUIET_S):
                yield ": nothing new\n\n"
