"""The lockout: after too many wrong tries nobody is let in for a while, right or wrong."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import RateLimitItemPerMinute

from .people import Person, key_of

_BY_NAME = RateLimitItemPerMinute(5, 15, "name")
_BY_ADDRESS = RateLimitItemPerMinute(20, 15, "address")


class LockedOut(Exception):
    """There were too many wrong tries; the message says when to try again."""

    def __init__(self, seconds: float) -> None:
        minutes = max(1, math.ceil(seconds / 60))
        self.seconds = math.ceil(seconds)
        super().__init__(
            f"Too many wrong tries: try again in {minutes} minute{'s' if minutes > 1 else ''}."
        )


class Lockout:
    """Counts the wrong tries of an app's users, by name and by address, while it runs."""

    def __init__(self, app: Flask) -> None:
        limiter = Limiter(
            get_remote_address, app=app, storage_uri="memory://", strategy="moving-window"
        )
        self._tries = limiter.limiter
        self._lock = threading.Lock()

    def attempt(self, name: str, verify: Callable[[], Person | None]) -> Person | None:
        """What `verify` says, where another try is allowed; raises LockedOut."""
        counts = (
            (_BY_NAME, key_of(name)),
            (_BY_ADDRESS, get_remote_address()),
        )
        # One at a time: tries side by side must not all be the fifth, nor take all memory.
        with self._lock:
            for limit, key in counts:
                if not self._tries.test(limit, key):
                    raise LockedOut(self._tries.get_window_stats(limit, key)[0] - time.time())
            person = verify()
            if person is None:
                for limit, key in counts:
                    self._tries.hit(limit, key)
            return person
