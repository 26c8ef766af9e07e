"""The pruner: deletes the oldest kept pictures, on a thread of its own, in small steps.

It works on the files alone, so that no card ever waits for it. Pictures of the shoe that is open
stay, and so do those of the last minutes: their cards may be on their way into the log.
"""

from __future__ import annotations

import logging
import os
import re
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from .baccarat.events import CardRead
from .baccarat.shoe import Phase
from .table import Table

_OURS = re.compile(r"[0-9a-f]{64}\.jpg|\.[0-9a-f]{64}\.[0-9]+")
_SAY = logging.getLogger("shoeboard")
_EVERY_S = 600.0
_YOUNG_S = 600.0
_STEP, _REST_S = 100, 0.002  # files between two rests, in which the cards have the machine
_HOUR_S, _DAY_S = 3_600.0, 86_400.0


class Bounds(NamedTuple):
    """How long a table's pictures are kept, and how many bytes of them."""

    seconds: float
    bytes: float


class Picture(NamedTuple):
    """A kept picture: when it was written, its size, its file's name."""

    written: float
    size: int
    name: str


def pictures_in(folder: Path) -> Iterator[Picture]:
    """The pictures of a folder in no order, and what a kill left half written of them.

    Nothing else there counts. Raises OSError.
    """
    try:
        listed = os.scandir(folder)
    except FileNotFoundError:
        return
    with listed:
        for file in listed:
            if _OURS.fullmatch(file.name) and file.is_file(follow_symlinks=False):
                found = file.stat(follow_symlinks=False)
                yield Picture(found.st_mtime, found.st_size, file.name)


def surplus(
    pictures: Iterable[Picture], kept: frozenset[str], bounds: Bounds, now: float
) -> Iterator[Picture]:
    """The pictures to delete, oldest first; those in `kept` and young ones are never among them."""
    over, hours = -bounds.bytes, defaultdict[int, list[Picture]](list)
    for picture in pictures:
        over += picture.size
        if picture.name not in kept and abs(now - picture.written) >= _YOUNG_S:
            hours[int(picture.written // _HOUR_S)].append(picture)
    for hour in sorted(hours):  # to sort all at once would keep the other threads waiting
        for picture in sorted(hours[hour]):
            if over <= 0 and now - picture.written <= bounds.seconds:
                return
            over -= picture.size
            yield picture


class Pruner:
    """Prunes the tables' folders at the start and every ten minutes until it is stopped."""

    def __init__(
        self, tables: Mapping[str, Table], folder: Callable[[str], Path], *, days: float, mb: float
    ) -> None:
        """`folder` is that of a table's pictures; `days` 0 keeps none but the open shoe's."""
        self._tables, self._folder = tables, folder
        self._bounds = Bounds(days * _DAY_S, mb * 1e6)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pruner of pictures", daemon=True)
        self._said: set[str] = set()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._thread.ident is not None:  # it was started
            self._thread.join()

    def _run(self) -> None:
        while True:
            for name, table in self._tables.items():
                try:
                    self.prune(table, self._folder(name))
                except OSError as error:
                    self._say(f"{self._folder(name)} cannot be read: {error.strerror}.")
            if self._over.wait(_EVERY_S):
                return

    def prune(self, table: Table, folder: Path) -> int:
        """Delete what is too much of a table's pictures; returns how many. Raises OSError."""
        found = [*self._gently(pictures_in(folder))]
        # The log is asked after the files: what was written since is young.
        doomed = surplus(found, of_the_open_shoe(table), self._bounds, time.time())
        deleted = 0
        for picture in self._gently(doomed):
            try:
                (folder / picture.name).unlink(missing_ok=True)
                deleted += 1
            except OSError as error:
                self._say(f"Old pictures in {folder} cannot be deleted: {error.strerror}.")
                break
        return deleted

    def _gently(self, pictures: Iterator[Picture]) -> Iterator[Picture]:
        """The same, with rests; ends early at a stop."""
        for number, picture in enumerate(pictures, start=1):
            if number % _STEP == 0 and self._over.wait(_REST_S):
                return
            yield picture

    def _say(self, sentence: str) -> None:
        if sentence not in self._said:  # once is enough
            self._said.add(sentence)
            _SAY.warning("%s The cards go on.", sentence)


def of_the_open_shoe(table: Table) -> frozenset[str]:
    """The files that the open shoe's entries name; none where no shoe is open."""
    shoe, entries = table.standing()
    if shoe.stage is Phase.CLOSED:
        return frozenset()
    return frozenset(
        f"{entry.event.picture}.jpg"
        for entry in entries
        if isinstance(entry.event, CardRead) and entry.event.picture
    )
