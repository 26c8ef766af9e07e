"""Checksums of frames, by name. Pure.

Each name stands beside what it makes of the text 123456789, which is how vendors' own names for
them are told apart: `crc16_ccitt` is 29B1, `crc16_xmodem` 31C3, `crc16_kermit` 2189.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from crc import Calculator, Crc8, Crc16, Crc32

WRITTEN = ("hex", "hex_upper", "big", "little")


def _crc(named: Crc8 | Crc16 | Crc32) -> Callable[[bytes], int]:
    made: list[Calculator] = []  # its table is worked out when it is first needed

    def checksum(data: bytes) -> int:
        if not made:
            made.append(Calculator(named.value, optimized=True))
        return made[0].checksum(data)

    return checksum


def _xor(data: bytes) -> int:
    return reduce(xor, data, 0)


def _sum8(data: bytes) -> int:
    return sum(data) & 0xFF


def _sum8_negated(data: bytes) -> int:
    return -sum(data) & 0xFF


# Name: how many bytes it has, and how it is worked out.
KINDS: dict[str, tuple[int, Callable[[bytes], int]]] = {
    "xor": (1, _xor),  # 31
    "sum8": (1, _sum8),  # DD
    "sum8_negated": (1, _sum8_negated),  # 23: with it, all bytes add up to 0
    "lrc": (1, _sum8_negated),  # 23, as in Modbus ASCII; where "LRC" means the XOR, say xor
    "crc8": (1, _crc(Crc8.CCITT)),  # F4
    "crc8_maxim": (1, _crc(Crc8.MAXIM_DOW)),  # A1
    "crc16_modbus": (2, _crc(Crc16.MODBUS)),  # 4B37
    "crc16_ccitt": (2, _crc(Crc16.IBM_3740)),  # 29B1
    "crc16_xmodem": (2, _crc(Crc16.XMODEM)),  # 31C3
    "crc16_kermit": (2, _crc(Crc16.KERMIT)),  # 2189
    "crc32": (4, _crc(Crc32.CRC32)),  # CBF43926
}


@dataclass(frozen=True, slots=True)
class Checksum:
    """A frame's checksum: its kind, how it is written, where it stands and what it covers.

    `start` and `stop` are offsets in the whole frame, negative ones from its end, as in slices.
    `behind` is how many bytes of the frame come after the checksum.
    """

    kind: str
    written: str
    start: int
    stop: int | None  # None: up to the checksum
    behind: int

    @property
    def width(self) -> int:
        """How many bytes of the frame it takes."""
        return width(self.kind, self.written)

    def place(self, length: int) -> tuple[range, range]:
        """The offsets that it covers in a frame of a length, and those where it stands."""
        at = length - self.behind - self.width
        covers = range(*slice(self.start, at if self.stop is None else self.stop).indices(length))
        return covers, range(max(0, at), max(0, at + self.width))

    def is_right(self, frame: bytes) -> bool:
        """Whether the frame has the checksum that its bytes make."""
        covers, stands = self.place(len(frame))
        if not covers or len(stands) != self.width:
            return False
        told = frame[stands.start : stands.stop]
        size, of = KINDS[self.kind]
        value = of(frame[covers.start : covers.stop])
        if self.written == "big":
            return told == value.to_bytes(size, "big")
        if self.written == "little":
            return told == value.to_bytes(size, "little")
        wanted = b"%0*X" % (self.width, value)
        return (told if self.written == "hex_upper" else told.upper()) == wanted


def width(kind: str, written: str) -> int:
    """How many bytes of a frame a checksum takes."""
    size = KINDS[kind][0]
    return size if written in ("big", "little") else 2 * size
