"""The source of pictures that an address names."""

from __future__ import annotations

from collections.abc import Callable

from .address import Address, Kind
from .device import SIZE, Device
from .film import Film
from .frame import Source
from .mjpeg import Mjpeg
from .mount import Mount
from .rtsp import Rtsp

_MADE: dict[Kind, Callable[[Address, Mount | None], Source]] = {
    Kind.DEVICE: lambda to, mount: Device(
        to.text, mount.size if mount else SIZE, mount.exposure if mount else None
    ),
    Kind.FILM: lambda to, mount: Film(to.text),
    Kind.MJPEG: lambda to, mount: Mjpeg(to.text, to.where),
    Kind.RTSP: lambda to, mount: Rtsp(to.text, to.where),
}


def source(to: Address, mount: Mount | None = None) -> Source:
    """What an address names, set up as the camera was when it was calibrated. Opens nothing."""
    return _MADE[to.kind](to, mount)
