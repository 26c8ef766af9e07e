"""The readers of bytes by URL: `angel_eye:PORT`, `line:PORT`, `pattern:FILE@PORT`, `keyboard:...`.

The line runs at the protocol's own speed, or at the one in the URL: `angel_eye@9600:/dev/ttyUSB0`.
"""

from __future__ import annotations

from collections.abc import Callable

from . import BadReader, Reader, Settings, angel_eye, line
from .port import Port, Wire
from .supervisor import Decoder, Supervised

_PROTOCOLS: dict[str, tuple[Callable[[], Decoder], int]] = {
    angel_eye.NAME: (angel_eye.AngelEye, angel_eye.BAUD),
    line.NAME: (line.Line, line.BAUD),
}


def open_url(url: str, kind: str, rest: str, settings: Settings) -> Reader:
    """The reader of a URL, whose part before the first `:` is `kind`; raises BadReader."""
    name, at, baud = kind.partition("@")
    decoder, speed = _PROTOCOLS[name]
    if at:
        speed = _speed(url, baud, speed)
    if not rest:
        raise BadReader(f"Reader {url!r}: the port is missing, for example {name}:/dev/ttyUSB0")
    return Supervised(url, Port(rest, Wire(speed)), decoder(), settings)


def _speed(url: str, text: str, usual: int) -> int:
    if not text.isdecimal() or not text.isascii() or int(text) == 0:
        raise BadReader(f"Reader {url!r}: {text!r} is no line speed; try {usual}.")
    return int(text)
