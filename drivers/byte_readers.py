"""The readers of serial lines by URL: `angel_eye:PORT`, `line:PORT`, `pattern@FILE:PORT`.

The line runs at the protocol's own speed, or at the one in the URL: `angel_eye@9600:/dev/ttyUSB0`;
that of a pattern at what its file says.
"""

from __future__ import annotations

from collections.abc import Callable

from . import BadReader, Reader, Settings, angel_eye, line
from .port import Port, Wire
from .supervisor import Decoder, Supervised

PATTERN = "pattern"

_PROTOCOLS: dict[str, tuple[Callable[[], Decoder], int]] = {
    angel_eye.NAME: (angel_eye.AngelEye, angel_eye.BAUD),
    line.NAME: (line.Line, line.BAUD),
}


def open_url(url: str, kind: str, rest: str, settings: Settings) -> Reader:
    """The reader of a URL, whose part before the first `:` is `kind`; raises BadReader."""
    name, at, baud = kind.partition("@")
    if name == PATTERN:
        decoder, wire = _pattern(url, kind, rest)
    else:
        make, speed = _PROTOCOLS[name]
        decoder, wire = make(), Wire(_speed(url, baud, speed) if at else speed)
    if not rest:
        named = kind if name == PATTERN else name
        raise BadReader(f"Reader {url!r}: the port is missing, for example {named}:/dev/ttyUSB0")
    return Supervised(url, Port(rest, wire), decoder, settings)


def _pattern(url: str, kind: str, rest: str) -> tuple[Decoder, Wire]:
    from .pattern import Pattern  # with what reads its file: not for the other readers
    from .pattern_file import read_pattern

    description = read_pattern(url, kind, rest)
    line = description.line
    wire = Wire(
        baud=line.baud,
        bits=line.bits,
        parity=line.parity[0].upper(),
        stop_bits=line.stop_bits,
        rts_cts=line.flow == "rts_cts",
        xon_xoff=line.flow == "xon_xoff",
    )
    return Pattern(description), wire


def _speed(url: str, text: str, usual: int) -> int:
    if not text.isdecimal() or not text.isascii() or int(text) == 0:
        raise BadReader(f"Reader {url!r}: {text!r} is no line speed; try {usual}.")
    return int(text)
