"""What must hold for any bytes: no error, no growing buffer, no card without a sound frame."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

from drivers.angel_eye import AngelEye
from drivers.line import Line
from drivers.pattern import Pattern
from drivers.pattern_file import parse_pattern
from server.baccarat.events import CardRead, Observation

PATTERNS = Path(__file__).parents[2] / "drivers" / "patterns"
_BETWEEN_LOSSES = 5  # pieces
_MOST_KEPT = 6000  # bytes of a decoder and all that it holds on to


def sound_angel_eye(data: bytes) -> int:
    """How many reports with a right checksum there can be in bytes."""
    starts = [n for n, byte in enumerate(data) if byte == 0x05]
    ends = [n for n, byte in enumerate(data) if byte == 0x03]
    return sum(
        data[end + 1 : end + 3] == b"%02X" % reduce(xor, data[start + 1 : end + 1])
        for start in starts
        for end in ends
        if start < end
    )


def sound_lines(data: bytes) -> int:
    """How many lines with a right checksum there are in bytes."""
    told = [line.rstrip(b"\r").rpartition(b"*") for line in data.split(b"\n")[:-1]]
    return sum(bool(star) and check == b"%02X" % reduce(xor, text, 0) for text, star, check in told)


def sound_anything(data: bytes) -> int:
    """A pattern may have no checksum: then each byte could end a frame."""
    return len(data)


def _pattern(name: str) -> Pattern:
    return Pattern(parse_pattern((PATTERNS / f"{name}.toml").read_text()))


DECODERS: dict[str, tuple[Callable[[], Any], Callable[[bytes], int]]] = {
    "angel_eye": (AngelEye, sound_angel_eye),
    "line": (Line, sound_lines),
    "barcode": (lambda: _pattern("barcode_scanner"), sound_anything),
    "binary": (lambda: _pattern("binary_frame"), sound_anything),
}


def check(name: str, pieces: Sequence[bytes]) -> list[Observation]:
    """Feed bytes in pieces; returns the events. Raises AssertionError where something is wrong."""
    make, sound = DECODERS[name]
    decoder, events, frames = make(), list[Observation](), 0
    for start in range(0, len(pieces), _BETWEEN_LOSSES):
        between = pieces[start : start + _BETWEEN_LOSSES]
        for n, piece in enumerate(between, start):
            events += decoder.feed(piece, n * 0.7)
        frames += sound(b"".join(between))
        decoder.reset()
    cards = sum(isinstance(event, CardRead) for event in events)
    assert cards <= frames, f"{cards} cards out of {pieces}"
    assert kept(decoder) < _MOST_KEPT
    return events


def kept(decoder: Any) -> int:
    """The bytes of what a decoder has buffered."""
    texts = (getattr(decoder, name, b"") for name in ("_frame", "_text", "_framer"))
    return sum(sys.getsizeof(text) + _inside(text) for text in texts)


def _inside(value: Any) -> int:
    return (
        sum(
            sys.getsizeof(part)
            for part in vars(value).values()
            if isinstance(part, bytes | bytearray | list)
        )
        if hasattr(value, "__dict__")
        else 0
    )
