"""Heads: beside the log, for each table, the newest entry that was written and its digest.

A digest chain cannot tell a log that was cut at its end from a shorter one; its head can. It is
written after the entry itself and not synced, so it may lag behind the log, never be ahead of it.
"""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

_HEAD = re.compile(r"([0-9]{1,18}) ([0-9a-f]{64})\n")


class BadHead(ValueError):
    """A head that cannot be read; the message says which and why."""


class Head(NamedTuple):
    """The newest entry of a table that was written."""

    seq: int
    digest: str

    def against(self, last: int, digest: str | None) -> str | None:
        """What this says against a log that ends at entry `last`; None where all is well.

        `digest` is that of the log's entry `seq`, None where it has none.
        """
        if last < self.seq:
            ends = f"ends at entry {last}" if last else "holds no entry"
            count = self.seq - last
            missing = "1 entry is" if count == 1 else f"{count} entries are"
            return f"the log {ends}, but entry {self.seq} had been written: {missing} missing"
        if digest is None:
            return f"entry {self.seq} is missing"
        if digest != self.digest:
            return f"entry {self.seq} is not the one that was written: its digest is another"
        return None


class Heads:
    """The heads of a log's tables, one small file a table in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def path(self, table: str) -> Path:
        """A table's file."""
        return self._folder / quote(table, safe="")

    def write(self, table: str, head: Head) -> None:
        """Put a head in the place of the one before, whole or not at all.

        Never raises: the entry is kept already. What goes wrong is told to the server's own log.
        """
        try:
            try:
                self._replace(table, head)
            except FileNotFoundError:
                self._folder.mkdir(exist_ok=True)
                self._replace(table, head)
        except OSError as error:
            logging.getLogger("shoeboard").warning(
                "The head %s cannot be written: %s. Every entry is kept, but a cut at the log's "
                "end would not be noticed.",
                self.path(table),
                error.strerror,
            )

    def _replace(self, table: str, head: Head) -> None:
        path = self.path(table)
        new = path.with_name(f".{path.name}")
        new.write_text(f"{head.seq} {head.digest}\n")
        os.replace(new, path)

    def read(self, table: str) -> Head | None:
        """A table's head, None where none was written yet; raises BadHead."""
        path = self.path(table)
        try:
            found = _HEAD.fullmatch(path.read_text(encoding="ascii", errors="replace"))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadHead(f"the head {path} cannot be read: {error.strerror}") from None
        if found is None:
            raise BadHead(
                f"the head {path} is damaged, so it does not say where the log ended; the next "
                "entry writes it anew"
            )
        return Head(int(found[1]), found[2])

    def tables(self) -> list[str]:
        """The names of the tables that have a head, in order."""
        if not self._folder.is_dir():
            return []
        paths = [path for path in self._folder.iterdir() if not path.name.startswith(".")]
        return sorted(unquote(path.name) for path in paths)
