"""Key presses into text, as a keyboard with the US layout types them. Pure.

Codes are those of the kernel (linux/input-event-codes.h). Scanners type ASCII; other layouts than
the US one must be switched off in the scanner itself.
"""

from __future__ import annotations

import struct

EVENT = struct.Struct("@llHHi")  # struct input_event: seconds, microseconds, type, code, value

_SYN, _KEY = 0, 1  # types
_DROPPED = 3  # a code of SYN: the kernel's buffer was full, and keys are missing
_PRESSED, _RELEASED = 1, 0  # values; 2 is a key that repeats because it is held

_SHIFTS = {42, 54}
_OTHERS = {29, 97, 56, 100, 125, 126}  # Ctrl, Alt, Meta: with one of them held, nothing is typed

# A row of keys: the code of its first, and what they type alone and with shift.
_ROWS = (
    (2, "1234567890-=", "!@#$%^&*()_+"),
    (15, "\tqwertyuiop[]\n", "\tQWERTYUIOP{}\n"),
    (30, "asdfghjkl;'`", 'ASDFGHJKL:"~'),
    (43, "\\zxcvbnm,./", "|ZXCVBNM<>?"),
    (57, " ", " "),
    (86, "\\", "|"),
    # The keypad: * 789- 456+ 1230. Enter / = ,
    (55, "*", "*"),
    (71, "789-456+1230.", "789-456+1230."),
    (96, "\n", "\n"),
    (98, "/", "/"),
    (117, "=", "="),
    (121, ",", ","),
)
_TYPES = {
    first + n: (ord(alone), ord(shifted))
    for first, row, with_shift in _ROWS
    for n, (alone, shifted) in enumerate(zip(row, with_shift, strict=True))
}


class KeysLost(Exception):
    """The kernel says that keys were pressed which it could not keep."""


class Keys:
    """What is typed on one keyboard; it knows across reads which keys are held."""

    def __init__(self) -> None:
        self._half = b""
        self._held: set[int] = set()

    def typed(self, data: bytes) -> bytes:
        """The text of input events as they are read; raises KeysLost."""
        data = self._half + data
        whole = len(data) - len(data) % EVENT.size
        self._half = data[whole:]
        text = bytearray()
        for _, _, kind, code, value in EVENT.iter_unpack(data[:whole]):
            if (kind, code) == (_SYN, _DROPPED):
                raise KeysLost
            if kind == _KEY:
                text += self._key(code, value)
        return bytes(text)

    def _key(self, code: int, value: int) -> bytes:
        if code in _SHIFTS | _OTHERS:
            (self._held.discard if value == _RELEASED else self._held.add)(code)
        elif value == _PRESSED and code in _TYPES and not self._held & _OTHERS:
            return bytes([_TYPES[code][bool(self._held & _SHIFTS)]])
        return b""
