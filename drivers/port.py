"""A serial port, or a serial server, as a source of bytes. Read-only: nothing is ever sent.

A port is a path (`/dev/ttyUSB0`, better one of `/dev/serial/by-id/`, which stays the same wherever
the cable is plugged in), a USB device `VID:PID` or `VID:PID:SERIAL` in hex, or any URL that
pyserial knows (`socket://10.0.0.12:4001`, `rfc2217://...`).
"""

from __future__ import annotations

import fcntl
import os
import re
import socket
import struct
import termios
from contextlib import suppress
from dataclasses import dataclass

import serial
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo
from serial.urlhandler import protocol_socket as socket_url

_POLL_S = 0.05  # how long a read waits, and so how soon a stop is noticed
_USB = re.compile(r"(?P<vid>[0-9a-fA-F]{4}):(?P<pid>[0-9a-fA-F]{4})(?::(?P<serial>.+))?")
# A serial server that lost its power says nothing for ever: TCP asks it after 10 s, then thrice.
_KEEPALIVE = (
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 10),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3),
)


@dataclass(frozen=True, slots=True)
class Wire:
    """How a line runs; parity is one of N, E, O, M, S."""

    baud: int
    bits: int = 8
    parity: str = "N"
    stop_bits: float = 1
    rts_cts: bool = False
    xon_xoff: bool = False


class Port:
    """One port; see drivers.supervisor.Source."""

    def __init__(self, name: str, wire: Wire) -> None:
        self.where = name
        self._wire, self._usb = wire, _USB.fullmatch(name)
        self._is_url, self._is_served = "://" in name, name.startswith("socket://")
        self._looked: tuple[int, str | None] = (-1, None)  # /dev as it was, and what was found then

    def find(self) -> object:
        """The device file with its identity, so that one plugged in anew is another."""
        if self._is_url:
            return self.where
        path = self._path()
        try:
            node, link = os.stat(path), os.lstat(path)
        except (OSError, ValueError):
            return None
        return path, node.st_ino, node.st_rdev, link.st_ino, link.st_ctime_ns

    def open(self) -> OpenPort:
        """Raises OSError, in words."""
        wire = self._wire
        try:
            make = _ServedPort if self._is_served else serial.serial_for_url
            port = make(
                self.where if self._is_url else self._path(),
                baudrate=wire.baud,
                bytesize=wire.bits,
                parity=wire.parity,
                stopbits=wire.stop_bits,
                rtscts=wire.rts_cts,
                xonxoff=wire.xon_xoff,
                timeout=_POLL_S,
                exclusive=True,
            )
        except Exception as error:  # each of pyserial's URL handlers raises what it likes
            raise OSError(in_words(error)) from None
        if self._is_served:
            _keep_alive(port.fileno())
        return OpenPort(port, is_socket=self._is_served)

    def _path(self) -> str:
        """The device file; of a USB device the one that it has now, else one that is not there."""
        if not self._usb:
            return self.where
        changed_at = os.stat("/dev").st_mtime_ns
        if self._looked[0] != changed_at:  # listing takes milliseconds, and we ask often
            self._looked = changed_at, usb_path(*self._usb.group("vid", "pid", "serial"))
        return self._looked[1] or ""


class _ServedPort(socket_url.Serial):
    """A port of a serial server, which may have kept cards for us and sends them at once."""

    def reset_input_buffer(self) -> None:
        """Throw nothing away: pyserial would, of what came while it opened, a part by chance."""


class OpenPort:
    """An open port; see drivers.supervisor.Line."""

    def __init__(self, port: serial.Serial | _ServedPort, *, is_socket: bool) -> None:
        self._port, self._is_socket = port, is_socket

    def read(self) -> bytes:
        """What came; waits 50 ms where nothing did. Raises OSError, in words, at a loss."""
        try:
            return bytes(self._port.read(self._waiting() or 1))
        except (OSError, termios.error) as error:  # SerialException is an OSError, and both come
            raise OSError(in_words(error)) from None

    def _waiting(self) -> int:
        """How many bytes are there. pyserial's socket says no more than that there are some."""
        if not self._is_socket:
            return int(self._port.in_waiting)
        (count,) = struct.unpack("i", fcntl.ioctl(self._port.fileno(), termios.FIONREAD, b"\0" * 4))
        return int(count)

    def close(self) -> None:
        """A line that is dead may say so once more."""
        with suppress(OSError, termios.error):
            self._port.close()


def usb_path(vid: str, pid: str, number: str | None) -> str | None:
    """The device file of a USB serial device, None where it is not plugged in.

    Without a serial number it must be the only one of its kind.
    """
    found = [
        port.device
        for port in listed()
        if (port.vid, port.pid) == (int(vid, 16), int(pid, 16))
        and number in (None, port.serial_number)
    ]
    return found[0] if len(found) == 1 else None


def listed() -> list[ListPortInfo]:
    """The serial ports of this machine; none where one is pulled while we look."""
    try:
        return list(list_ports.comports())
    except (OSError, TypeError, ValueError):  # pyserial takes what is gone for a number
        return []


def _keep_alive(number: int) -> None:
    line = socket.socket(fileno=os.dup(number))
    with line, suppress(OSError):
        for level, option, value in _KEEPALIVE:
            line.setsockopt(level, option, value)


_PLAINER = {
    "Resource temporarily unavailable": "another program has it",
    "Inappropriate ioctl for device": "it is no serial port",
    "Permission denied": "this user may not open it (`shoeboard devices` says how to allow it)",
    "Input/output error": "it was unplugged",
    "readiness to read but returned no data": "it was unplugged, or another program reads it too",
}


def in_words(error: BaseException) -> str:
    """What pyserial means, without its numbers."""
    if isinstance(error, termios.error):
        return "it is no serial port"
    text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    plainer = (plain for said, plain in _PLAINER.items() if said in text)
    return next(plainer, text.split("] ")[-1].strip().rstrip("."))
