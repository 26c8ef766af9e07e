"""What a camera's reader told, and a camera over a table."""

from __future__ import annotations

import time
from collections.abc import Callable

from drivers.camera.reader import CameraReader
from drivers.counting import Pictures
from server.baccarat.events import CardRead
from tests.readers.desk import Desk
from tests.wire import until

from .http_camera import HttpCamera
from .marks import table

Begin = Callable[..., Desk]


class OnTable(HttpCamera):
    """A network camera over a table."""

    def __init__(self) -> None:
        self.shows = ""
        super().__init__(lambda number: table(number, self.shows), fps=60)


def cards(desk: Desk) -> list[str]:
    return [str(e.card or "unread") for e in desk.events if isinstance(e, CardRead)]


def counters(desk: Desk) -> Pictures:
    counted = desk.reader.health().counters
    assert isinstance(counted, Pictures)
    return counted


def in_flight(desk: Desk) -> int:
    assert isinstance(desk.reader, CameraReader)
    return desk.reader._in_flight


def settles(desk: Desk) -> None:
    """Wait until what is seen from now on did not lie there when the camera was found."""
    seen = counters(desk).frames
    time.sleep(1.1)
    until(lambda: counters(desk).frames > seen + 16)
