"""Scanners that act as a USB keyboard, read through the kernel's evdev: `keyboard@FILE:PATH`.

PATH is best one of `/dev/input/by-id/` that ends in `-event-kbd`: it stays the same wherever the
cable is plugged in. Enter is a line feed, so a pattern file for it says `ends = "\\n"`. No library
on purpose: what is needed is one struct and one ioctl, which are the same on x86 and ARM.
"""

from __future__ import annotations

import errno
import fcntl
import os
import select

from . import BadReader, Reader, Settings
from .keys import EVENT, Keys, KeysLost
from .pattern import Pattern
from .pattern_file import read_pattern
from .supervisor import Supervised

_POLL_MS = 50  # how long a read waits, and so how soon a stop is noticed
_GRAB = 0x40044590  # EVIOCGRAB, _IOW('E', 0x90, int)

_WORDS = {
    errno.ENODEV: "it was unplugged",
    errno.EACCES: "this user may not open it: as root, add it to the group input "
    "(`usermod -aG input USER`) and start Shoeboard anew",
    errno.EBUSY: "another program has it",
} | dict.fromkeys(
    (errno.ENOTTY, errno.EINVAL),
    "it is no input device: take one of /dev/input/by-id/ that ends in -event-kbd",
)
_WORDS[errno.EPERM] = _WORDS[errno.EACCES]


class Keyboard:
    """One input device; see drivers.supervisor.Source."""

    def __init__(self, path: str) -> None:
        self.where = path

    def find(self) -> object:
        """The device file with its identity, so that one plugged in anew is another."""
        try:
            node, link = os.stat(self.where), os.lstat(self.where)
        except (OSError, ValueError):
            return None
        return node.st_ino, node.st_rdev, link.st_ino, link.st_ctime_ns

    def open(self) -> OpenKeyboard:
        """Raises OSError, in words."""
        number = -1
        try:
            number = os.open(self.where, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            # Grabbed, so that a scan is not typed into the page that is open on this machine too.
            fcntl.ioctl(number, _GRAB, 1)
        except OSError as error:
            if number >= 0:
                os.close(number)
            raise OSError(in_words(error)) from None
        return OpenKeyboard(number)


class OpenKeyboard:
    """An open input device, by its file descriptor; see drivers.supervisor.Line."""

    def __init__(self, number: int) -> None:
        os.set_blocking(number, False)
        self._number, self._keys = number, Keys()
        self._poll = select.poll()
        self._poll.register(number, select.POLLIN)

    def read(self) -> bytes:
        """What was typed; waits 50 ms where nothing was. Raises OSError, in words, at a loss."""
        if not self._poll.poll(_POLL_MS):
            return b""
        try:
            data = os.read(self._number, 64 * EVENT.size)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise OSError(in_words(error)) from None
        if not data:
            raise OSError(_WORDS[errno.ENODEV])
        try:
            return self._keys.typed(data)
        except KeysLost:
            raise OSError("it typed faster than it was read, and keys got lost") from None

    def close(self) -> None:
        """The grab ends with it."""
        os.close(self._number)


def in_words(error: OSError) -> str:
    """What the kernel means, and what to do."""
    return _WORDS.get(error.errno or 0) or error.strerror or str(error)


def open_url(url: str, kind: str, rest: str, settings: Settings) -> Reader:
    """The reader of a URL, `keyboard@FILE:PATH`; raises BadReader."""
    description = read_pattern(url, kind, rest)
    if not rest:
        raise BadReader(
            f"Reader {url!r}: the device is missing, for example "
            f"{kind}:/dev/input/by-id/usb-...-event-kbd"
        )
    return Supervised(url, Keyboard(rest), Pattern(description), settings)
