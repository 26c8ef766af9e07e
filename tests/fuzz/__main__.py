"""Fuzz the decoders with atheris: `make fuzz`, or `python -m tests.fuzz SECONDS`.

Half of what is fed are frames with a right checksum, so that what is behind it is reached, too.
"""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports():
    from drivers.virtual.speakers import angel_frame, line_frame

    from .oracle import DECODERS, check

_NAMES = [*DECODERS]


def one_input(data: bytes) -> None:
    """One run: a decoder, and some pieces of noise and of frames."""
    given = atheris.FuzzedDataProvider(data)
    name = _NAMES[given.ConsumeIntInRange(0, len(_NAMES) - 1)]
    pieces = []
    while given.remaining_bytes():
        content = given.ConsumeBytes(given.ConsumeIntInRange(0, 40))
        match given.ConsumeIntInRange(0, 3):
            case 0:
                pieces.append(angel_frame(given.ConsumeIntInRange(0, 10), content))
            case 1:
                pieces.append(line_frame(given.ConsumeIntInRange(0, 10_000), content))
            case _:
                pieces.append(content)
    check(name, pieces)


def main() -> None:
    seconds = sys.argv[1] if len(sys.argv) > 1 else "600"
    atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", "-print_final_stats=1"], one_input)
    atheris.Fuzz()


main()
