"""The far end of a line, as a virtual shoe holds it: a pty, a TCP port, or any port of pyserial."""

from __future__ import annotations

import os
import select
import socket
import termios
import threading
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from ..holders import held

_PATIENCE_S = 1.0  # a line that nobody reads loses what is put on it, as a real one does
_PIECE = 512


class CannotOpen(Exception):
    """A port that cannot be had; the message says why."""


class End(Protocol):
    """The far end of a line."""

    where: str  # what a reader must be told to find it
    on_open: Callable[[], None]  # called when a reader may have come

    def is_heard(self) -> bool:
        """Whether somebody listens, as far as can be told."""

    def send(self, data: bytes) -> None:
        """Put bytes on the line; lost where nobody takes them."""

    def drop(self) -> None:
        """Break the connection."""

    def restore(self) -> None:
        """Let readers come again."""

    def close(self) -> None:
        """Give the port back."""


def nothing() -> None:
    """Nobody asked to be told."""


class Pty:
    """A pseudo-terminal; a link to it stays where it is when the cable is pulled and put back."""

    def __init__(self, link: Path) -> None:
        self.where, self.on_open = str(link), nothing
        self._link = link
        self._fds: list[int] = []
        self.restore()

    def restore(self) -> None:
        if self._fds:
            return
        master, slave = os.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._fds = [master, slave]
        if self._link.exists() and not self._link.is_symlink():
            self.drop()
            raise CannotOpen(f"There is a file {self._link} already: choose another name.")
        try:
            self._link.unlink(missing_ok=True)
            self._link.symlink_to(os.ttyname(slave))
        except OSError as error:
            raise CannotOpen(f"Cannot make {self._link}: {error.strerror}.") from None
        self.on_open()

    def drop(self) -> None:
        if self._link.is_symlink():
            self._link.unlink()  # first: the number of a pty that is closed may be another's next
        for fd in self._fds:
            os.close(fd)
        self._fds = []

    def send(self, data: bytes) -> None:
        while data and self._fds:
            master, slave = self._fds
            _, writable, _ = select.select([], [master], [], _PATIENCE_S)
            if not writable:
                termios.tcflush(slave, termios.TCIFLUSH)
                return
            data = data[os.write(master, data[:_PIECE]) :]

    def is_heard(self) -> bool:
        return any(holder.pid != os.getpid() for holder in held().of(self._link))

    def received(self) -> bytes:
        """What the reader sent, which ought to be nothing."""
        try:
            return os.read(self._fds[0], 1000)
        except BlockingIOError:
            return b""

    def close(self) -> None:
        self.drop()


class Tcp:
    """A TCP port as a serial server has it: one reader at a time, the newest."""

    def __init__(self, port: int = 0, host: str = "127.0.0.1") -> None:
        self.on_open: Callable[[], None] = nothing
        self._host, self.port = host, port
        self._listening: socket.socket | None = None
        self._client: socket.socket | None = None
        self.restore()
        self.where = f"socket://{host}:{self.port}"

    def restore(self) -> None:
        if self._listening:
            return
        try:
            self._listening = socket.create_server((self._host, self.port))
        except OSError as error:
            raise CannotOpen(
                f"Cannot listen on {self._host}:{self.port}: {error.strerror}. Choose another port."
            ) from None
        self.port = self._listening.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listening,), daemon=True).start()

    def _accept(self, listening: socket.socket) -> None:
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            client.settimeout(_PATIENCE_S)
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            old, self._client = self._client, client
            if old:
                old.close()
            self.on_open()

    def drop(self) -> None:
        """Who is connected is cut off, and nobody else let in."""
        if self._listening:
            with suppress(OSError):
                self._listening.shutdown(socket.SHUT_RDWR)
            self._listening.close()
        if self._client:
            self._client.close()
        self._listening = self._client = None

    def send(self, data: bytes) -> None:
        client = self._client
        if client is None:
            return
        try:
            client.sendall(data)
        except OSError:
            client.close()
            self._client = None

    def is_heard(self) -> bool:
        return self._client is not None

    def close(self) -> None:
        self.drop()


class Url:
    """The far end of a cable that is there: a real port, a null modem, any URL of pyserial."""

    def __init__(self, url: str, baud: int) -> None:
        self.where, self.on_open = f"the other end of {url}", nothing
        self._url, self._baud = url, baud
        self.restore()

    def restore(self) -> None:
        import serial  # only here: the other ends do without it

        try:
            self._port = serial.serial_for_url(
                self._url, baudrate=self._baud, timeout=0, write_timeout=_PATIENCE_S
            )
        except Exception as error:  # each of pyserial's URL handlers raises what it likes
            raise CannotOpen(f"Cannot open {self._url}: {error}.") from None
        self.on_open()

    def drop(self) -> None:
        self._port.close()

    def is_heard(self) -> bool:
        return True  # a cable does not tell

    def send(self, data: bytes) -> None:
        with suppress(OSError):  # also pyserial's time-out: nobody takes it
            self._port.write(data)

    def close(self) -> None:
        with suppress(OSError):
            self._port.close()
