"""The pictures that cards were read from: files named by their SHA-256, as the log names them."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path

_NAME = re.compile(r"[0-9a-f]{64}\.jpg")
_MOST_BYTES = 8_000_000  # a reader's pictures are a hundredth of that


class NoPicture(Exception):
    """A picture that cannot be shown; the message says why."""


class Forged(NoPicture):
    """A file that is not what the card was read from."""


class Pictures:
    """The pictures of a data folder: a folder for each table, written by its readers."""

    def __init__(self, data: Path) -> None:
        self._folder = data / "pictures"

    def folder(self, table: str) -> Path:
        """Where a table's pictures are; it need not be there."""
        return self._folder / table

    def read(self, table: str, sha256: str) -> bytes:
        """The JPEG of that digest, 64 small hex digits. Raises NoPicture with a sentence."""
        name = f"{sha256}.jpg"
        if not _NAME.fullmatch(name):
            raise NoPicture(f"{sha256[:80]!r} names no picture: that takes 64 hex digits.")
        path = self.folder(table) / name
        try:
            data = _contents(path)
        except FileNotFoundError:
            raise NoPicture(
                "This picture is not kept any more: pictures go after `pictures_days`, and the "
                "oldest of a table when they take more than `pictures_mb`. The log keeps the card."
            ) from None
        except OSError as error:
            raise NoPicture(f"The picture cannot be read ({path}: {error.strerror}).") from None
        if data is None or hashlib.sha256(data).hexdigest() != sha256:
            raise Forged(
                f"The file of this picture is not what the card was read from: it was changed or "
                f"damaged since, so it is not shown. Look at {path}."
            )
        return data


def _contents(path: Path) -> bytes | None:
    """A file's bytes, None where it is no plain file of a picture's size. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with open(handle, "rb") as file:
        found = os.fstat(handle)
        if not stat.S_ISREG(found.st_mode) or found.st_size > _MOST_BYTES:
            return None
        return file.read(_MOST_BYTES + 1)
