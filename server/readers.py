"""Which readers a table may have, and which one it begins with.

The settings are trusted. What somebody types on the console is not: it may name a port or a camera
of this machine, but no file, no simulated cards, and nothing that pyserial would do more with than
read. Nor a camera on the network: a request to any address of the house can do more than look.
"""

from __future__ import annotations

import logging
import os
import re
import stat
from dataclasses import dataclass

from drivers import BadReader, open_reader

from .baccarat.events import ReaderChanged, Refused
from .log import EventLog, decoded

_TYPED = ("angel_eye", "line")  # the kinds that may be typed
_LONGEST = 200
_USB = re.compile(r"[0-9a-fA-F]{4}:[0-9a-fA-F]{4}(:[\w .&-]+)?")
_NETWORK = re.compile(r"(socket|rfc2217)://([A-Za-z0-9._-]+|\[[0-9a-fA-F:.]+\]):\d{1,5}")
_CAMERA = re.compile(r"/dev/(video\d{1,3}|v4l/by-(id|path)/[\w.:+@=-]+)")
_DEVICE = re.compile(r"/dev/[\w./:+@=-]+")


@dataclass(frozen=True, slots=True)
class Readers:
    """The readers that a table's settings name; an empty URL: the crew types the cards in."""

    configured: str = ""
    spares: tuple[str, ...] = ()

    def choices(self, now: str) -> dict[str, str]:
        """The URLs to choose from and what each is; `now` is the one that the table has."""
        typed = {now: "typed in"}
        known = dict.fromkeys(self.spares, "spare") | {self.configured: "of the settings"}
        ordered = dict.fromkeys((self.configured, *self.spares, now))
        return {url: (typed | known)[url] for url in ordered if url}

    def check(self, url: str) -> None:
        """Raises Refused, with a sentence, for a reader that the table may not have."""
        if not url:
            return
        if url not in (self.configured, *self.spares) and not _may_be_typed(url):
            raise Refused(
                f"The reader {url[:_LONGEST]!r} cannot be typed in: take one of the list, or "
                "angel_eye: or line: on a serial port under /dev/, a USB device VID:PID or "
                "VID:PID:SERIAL, socket://HOST:PORT or rfc2217://HOST:PORT, or camera: on one of "
                "/dev/v4l/by-id/. Any other goes into the settings, as one of spare_readers."
            )
        try:
            open_reader(url)
        except BadReader as bad:
            raise Refused(f"{str(bad).rstrip('.')}.") from None


def reader_at_start(log: EventLog, table: str, readers: Readers) -> str:
    """The reader that a table begins with: what it was changed to last.

    Where the settings have another since, or it is none that the table may have any more, it is
    that of the settings. Raises LogError.
    """
    changes = decoded(log.reader_changes(table)[-1:])
    event = changes[0].event if changes else None
    if not isinstance(event, ReaderChanged) or event.configured != readers.configured:
        return readers.configured
    try:
        readers.check(event.reader)
    except Refused as refused:
        say = logging.getLogger("shoeboard")
        say.warning("Table %s begins with the reader of its settings: %s", table, refused)
        return readers.configured
    return event.reader


def _may_be_typed(url: str) -> bool:
    kind, _, port = url.partition(":")
    if kind == "camera" and len(url) <= _LONGEST:
        return bool(_CAMERA.fullmatch(port)) and _is_a(port, ("video4linux",))
    if kind.partition("@")[0] not in _TYPED or len(url) > _LONGEST:
        return False
    if _USB.fullmatch(port) or _NETWORK.fullmatch(port):
        return True
    # No link: a pty has none.
    return bool(_DEVICE.fullmatch(port)) and _is_a(port, ("tty", "subsystem"))


def _is_a(path: str, kinds: tuple[str, ...]) -> bool:
    """Whether a path could be that of such a device: only what is there now can be looked at.

    To open another device may do harm: a watchdog resets the machine, and an open file of our own
    (/dev/fd/...) loses its locks.
    """
    real = os.path.realpath(path)
    if not real.startswith("/dev/"):
        return False
    try:
        found = os.stat(real)
    except OSError:
        return True
    number = f"{os.major(found.st_rdev)}:{os.minor(found.st_rdev)}"
    kind = os.path.basename(os.path.realpath(f"/sys/dev/char/{number}/subsystem"))
    return stat.S_ISCHR(found.st_mode) and kind in kinds
