"""What the text after `camera:` names: a camera here, a film, or a camera on the network. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import SplitResult, urlsplit

from .. import BadReader

_EXAMPLES = (
    "camera:0, camera:/dev/v4l/by-id/usb-...-video-index0, camera:FILM.mp4, "
    "camera:http://10.0.0.9/video or camera:rtsp://10.0.0.9/stream"
)


class Kind(StrEnum):
    """Where pictures come from."""

    DEVICE = "device"  # a camera of this machine
    FILM = "film"  # a file
    MJPEG = "mjpeg"  # JPEGs in one endless HTTP answer
    RTSP = "rtsp"


_NETWORK = {"http": Kind.MJPEG, "https": Kind.MJPEG, "rtsp": Kind.RTSP, "rtsps": Kind.RTSP}


@dataclass(frozen=True, slots=True)
class Address:
    """A source of pictures. `where` is what people may read: no password is in it."""

    kind: Kind
    text: str  # a path or a URL
    where: str


def address(text: str) -> Address:
    """What the part of a reader's URL after `camera:` names; raises BadReader."""
    if not text:
        raise BadReader(f"Reader 'camera:': what it looks at is missing, for example {_EXAMPLES}")
    if text.isdecimal() and text.isascii():
        path = f"/dev/video{int(text)}"
        return Address(Kind.DEVICE, path, path)
    scheme, colon, _ = text.partition("://")
    if not colon:
        kind = Kind.DEVICE if text.startswith("/dev/") else Kind.FILM
        return Address(kind, text, text)
    kind_of = _NETWORK.get(scheme.lower())
    if kind_of is None:
        raise BadReader(f"Reader {f'camera:{scheme}://...'!r}: try {_EXAMPLES}")
    try:
        parts = urlsplit(text)
        has_host = bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        has_host = False
    if not has_host or not text.isprintable() or " " in text:
        raise BadReader(
            f"Reader {f'camera:{scheme}://...'!r}: this is no URL of a camera, for example "
            f"camera:{scheme}://10.0.0.9/video"
        )
    return Address(kind_of, text, _without_secrets(parts))


def _without_secrets(parts: SplitResult) -> str:
    """A URL as people may read it: who signs in, with what, and what is asked stay out."""
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment="").geturl()
