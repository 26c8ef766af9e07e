"""A file that is there when it is whole: half of one is never left behind."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .source import ExportError


class CannotWrite(ExportError):
    """The disk, or what is at the path, does not take the file."""


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of `path` when all is written.

    Raises ExportError with a sentence where it cannot be written; what was at `path` stays then.
    """
    part: Path | None = None
    try:
        number, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        part = Path(name)
        with os.fdopen(number, "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.chmod(0o666 & ~_umask())
        part.replace(path)
        part = None
    except OSError as error:
        raise cannot_write(path, error) from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def cannot_write(path: Path | str, error: OSError) -> CannotWrite:
    """What a fault of the disk means to the one who waits for the file."""
    return CannotWrite(f"Cannot write {path}: {error.strerror or error}. Nothing was left behind.")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
