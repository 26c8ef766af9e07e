"""The /dev and /sys of a machine as files below a folder, and programs that hold a device."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from serial.tools.list_ports_common import ListPortInfo

from drivers.found import Found, found
from drivers.holders import held


class Machine:
    """Devices are plain files here, except where a test links a real one."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.ports: list[ListPortInfo] = []

    def file(self, path: str, text: str = "") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def link(self, path: str, to: str) -> None:
        link = self.root / path
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(to)

    def plug_in(
        self, name: str, *, number: str | None = None, by_id: str = "", by_path: str = ""
    ) -> Path:
        """A USB serial adapter, as pyserial tells of it."""
        port = ListPortInfo(f"/dev/{name}")
        port.vid, port.pid, port.serial_number = 0x0403, 0x6001, number
        port.description, port.manufacturer = "FT232R USB UART", "FTDI"
        self.ports.append(port)
        for folder, link in (("by-id", by_id), ("by-path", by_path)):
            if link:
                self.link(f"dev/serial/{folder}/{link}", f"../../{name}")
        return self.file(f"dev/{name}")

    def built_in(self, name: str, *, kind: int) -> None:
        """A port of the machine itself; `kind` is 0 where it only has the file."""
        self.ports.append(ListPortInfo(f"/dev/{name}"))
        self.file(f"dev/{name}")
        self.file(f"sys/class/tty/{name}/type", f"{kind}\n")

    def found(self) -> list[Found]:
        return found(held(), self.root, lambda: self.ports)


@contextmanager
def program(code: str, *arguments: str | Path) -> Iterator[subprocess.Popen[bytes]]:
    """A Python program that has done its work by the time it says so, and then waits."""
    text = f"import fcntl, os, sys\n{code}\nprint(flush=True)\nsys.stdin.read()"
    command = [sys.executable, "-c", text, *map(str, arguments)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stdout.readline() == b"\n"
        yield running
        running.kill()


@contextmanager
def held_pty() -> Iterator[tuple[Path, subprocess.Popen[bytes]]]:
    """A pty that another program alone has open, and that program."""
    master, slave = os.openpty()
    path = Path(os.ttyname(slave))
    try:
        with program("os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)", path) as running:
            os.close(slave)
            yield path, running
    finally:
        os.close(master)
