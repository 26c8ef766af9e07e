"""PINs and passwords: which are good enough, and how they are kept (argon2, never as they are)."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_PIN = re.compile(r"[0-9]{4,8}")
_SHORTEST, _LONGEST = 10, 200  # of a password; so no password can look like a PIN
_hasher = PasswordHasher()


class BadSecret(Exception):
    """A PIN or password that is not good enough; the message says why."""


def is_pin(secret: str) -> bool:
    """Whether a secret has the form of a PIN."""
    return _PIN.fullmatch(secret) is not None


def check_pin(pin: str) -> None:
    """Raises BadSecret for what is no PIN, or one that anybody would try first."""
    if not is_pin(pin):
        raise BadSecret("A PIN is 4 to 8 digits: choose another.")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    pairs = {pin[n : n + 2] for n in range(0, len(pin), 2)}
    if len(steps) == 1 or len(pairs) == 1:
        raise BadSecret("This PIN is too easy to guess (1111, 1234, 1212, ...): choose another.")


def check_password(password: str) -> None:
    """Raises BadSecret for a password that is too short or too long."""
    if not _SHORTEST <= len(password) <= _LONGEST:
        raise BadSecret(
            f"A password has {_SHORTEST} to {_LONGEST} characters, this one {len(password)}: "
            "choose another."
        )


def hashed(secret: str) -> str:
    """What is kept of a secret."""
    return _hasher.hash(_bytes(secret))


def fits(secret: str, kept: str | None) -> bool:
    """Whether a secret is the one that `kept` is of; takes as long where nothing is kept."""
    try:
        return _hasher.verify(kept or _nobody(), _bytes(secret)) and kept is not None
    except (VerificationError, InvalidHashError):
        return False


@cache
def _nobody() -> str:
    """Somebody who is not there is tried against this: it takes as long as somebody who is."""
    return _hasher.hash("nobody")


def _bytes(secret: str) -> bytes:
    """One spelling for what looks the same; half a character must not stop anything."""
    return unicodedata.normalize("NFC", secret).encode("utf-8", "replace")
