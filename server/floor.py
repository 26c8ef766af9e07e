"""The floor: every table of this server as a tile, and the room of the screens that show them.

A tile is taken out of the snapshot that the players' display is told, so it can say no more.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from .baccarat.coup import Outcome
from .baccarat.events import HoldReason
from .baccarat.patterns import Streaks, patterns, streaks_of
from .screens import Screens
from .table import Snapshot, Table

FLOOR = "the floor"  # no table can be called so: it has a blank
PAUSE_S = 0.25  # however many tables change, the screens are told no more often
COLUMNS = 42  # of the big road's end; the widest tile has no more

Tile = dict[str, Any]
Tell = Callable[[list[Tile]], None]
_COUNTS = ("banker", "player", "tie")
_AS_THEY_STAND = (
    "table", "title", "seq", "phase", "last_coup", "limits_changed", "next_limits", "simulated",
    "trouble",
)  # fmt: skip


def tile(snapshot: Snapshot) -> Tile:
    """What the floor shows of a table, as JSON values.

    `big_road` is the road's newest columns, numbered as on the whole road; `streak` is null before
    the first win; `hold` is the reason's short name, null where there is none.
    """
    roads, reason = snapshot["roads"], snapshot["hold_reason"]
    if snapshot["phase"] == "closed":  # as on a display: nothing of the shoe that is over
        roads = {"bead_plate": [], "big_road": []}
    streaks = streaks_of(Outcome(bead["mark"]) for bead in roads["bead_plate"])
    return {
        **{key: snapshot[key] for key in _AS_THEY_STAND},
        "limits": snapshot["house"]["limits"],
        "shoe": {key: snapshot["shoe"][key] for key in ("number", "coups")},
        "counts": {key: _count(roads["bead_plate"], key) for key in _COUNTS},
        "big_road": _end(roads["big_road"]),
        "streak": _newest(streaks),
        "patterns": patterns(streaks),
        "hold": HoldReason(reason).name.lower() if reason else None,
    }


def _count(beads: list[dict[str, Any]], mark: str) -> int:
    return sum(bead["mark"] == mark for bead in beads)


def _end(cells: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The cells of the newest columns."""
    last = max((cell["column"] for cell in cells), default=0)
    return [cell for cell in cells if cell["column"] > last - COLUMNS]


def _newest(streaks: Streaks) -> dict[str, Any] | None:
    if not streaks:
        return None
    return {"side": str(streaks[-1].side), "length": streaks[-1].length}


class Floor:
    """Tells the screens in its room which tiles changed, many at once where many did."""

    def __init__(self, tables: Mapping[str, Table], screens: Screens, tell: Tell) -> None:
        self._tables, self._screens, self._tell = tables, screens, tell
        self._changed: set[str] = set()
        self._stopped = threading.Event()
        for table in tables.values():
            table.subscribe(lambda snapshot: self._changed.add(snapshot["table"]))

    def start(self) -> None:
        threading.Thread(target=self._run, name="floor", daemon=True).start()

    def stop(self) -> None:
        self._stopped.set()

    def tiles(self) -> list[Tile]:
        """All tiles, in the order of the settings."""
        return [tile(table.snapshot()) for table in self._tables.values()]

    def seqs(self) -> dict[str, int]:
        """The newest entry of each table: a screen that was told less asks for all anew."""
        return {name: table.seq for name, table in self._tables.items()}

    def _run(self) -> None:
        while not self._stopped.wait(PAUSE_S):
            names = [name for name in self._tables if name in self._changed]
            if not names:
                continue
            self._changed.difference_update(
                names
            )  # before they are read: a later change comes again
            if self._screens.of(FLOOR):
                self._tell([tile(self._tables[name].snapshot()) for name in names])
