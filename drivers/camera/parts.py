"""MJPEG over HTTP as bytes: the parts of an endless answer, as cameras send them. Pure.

Cameras are careless with boundaries and line ends, and some say no length: a part is then as long
as a JPEG, from its first marker to its last.
"""

from __future__ import annotations

import re

_BEGIN, _END = b"\xff\xd8", b"\xff\xd9"
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*(\d{1,9})[ \t]*\r?(?:\n|$)", re.IGNORECASE)
_LONGEST_HEAD = 8 * 1024
LONGEST = 32 * 2**20  # bytes of one picture


class BadParts(ValueError):
    """The bytes are no such answer; the message says why."""


class Parts:
    """Follows one answer."""

    def __init__(self) -> None:
        self._left = bytearray()
        self._length: int | None = None  # of the picture that is coming, -1: it does not say
        self._looked = 0  # how far the end of the picture was looked for

    def feed(self, data: bytes) -> list[bytes]:
        """The pictures that end in these bytes, as JPEG files. Raises BadParts."""
        self._left += data
        found = []
        while (part := self._next()) is not None:
            if part:
                found.append(part)
        if len(self._left) > LONGEST:
            raise BadParts("it sends a picture without an end")
        return found

    def _next(self) -> bytes | None:
        """The next part, empty for one that is no picture; None where it is still coming."""
        if self._length is None and not self._take_head():
            return None
        assert self._length is not None
        if self._length >= 0:
            if len(self._left) < self._length:
                return None
            end = self._length
        else:
            at = self._left.find(_END, max(0, self._looked - 1))
            self._looked = len(self._left)
            if at < 0:
                return None
            end = at + len(_END)
        part = bytes(self._left[:end])
        del self._left[:end]
        self._length, self._looked = None, 0
        return part if part.startswith(_BEGIN) else b""

    def _take_head(self) -> bool:
        """Take the next part's head off; False where it is still coming."""
        head = _HEAD_END.search(self._left)
        while head and not self._left[: head.start()].strip(b"\r\n"):
            del self._left[: head.end()]
            head = _HEAD_END.search(self._left)
        if not head:
            if len(self._left) > _LONGEST_HEAD:
                raise BadParts("what it sends is no MJPEG")
            return False
        said = _LENGTH.search(self._left[: head.start()] + b"\n")
        self._length = int(said[1]) if said else -1
        if self._length > LONGEST:
            raise BadParts("it sends a picture that is too large")
        del self._left[: head.end()]
        return True
