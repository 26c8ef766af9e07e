"""The key that signs the sessions' cookies: made once, kept where only this user can read it."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

_FILE = "session.key"
_BYTES = 32


class BadKey(Exception):
    """The key cannot be read or made; the message says what to do."""


def session_key(folder: Path) -> str:
    """The key of a data folder that exists; made there the first time. Raises BadKey."""
    path = folder / _FILE
    try:
        if not path.exists():
            _make(path)
        key = path.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text"
        raise BadKey(f"Cannot use the key {path}: {why}. Make it this user's own.") from None
    if len(key) != 2 * _BYTES:
        raise BadKey(
            f"The key {path} is damaged: delete it, a new one is made (everybody signs in anew)."
        )
    return key


def _make(path: Path) -> None:
    """Whole or not at all: a crash must not leave half a key."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_hex(_BYTES))
        file.flush()
        os.fsync(file.fileno())
    unfinished.rename(path)
