"""Who has a device open, told from /proc alone: opening a port to find out would move its lines."""

from __future__ import annotations

import os
import stat
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_PROC = Path("/proc")
_File = tuple[int, int, int]  # major and minor of the file system's device, and the inode


@dataclass(frozen=True, slots=True, order=True)
class Holder:
    """A program that has a device open."""

    pid: int
    name: str

    def __str__(self) -> str:
        return f"{self.name} (pid {self.pid})"


@dataclass(frozen=True, slots=True)
class Held:
    """What is open on this machine, as far as this user may know it."""

    by_device: dict[int, set[Holder]]  # the device's number, so that a link does not hide it
    by_lock: dict[_File, set[Holder]]
    saw_all: bool  # no program kept its open files from us

    def of(self, path: Path) -> tuple[Holder, ...]:
        """The programs that have a device open; none where it is not there."""
        try:
            about = path.stat()
        except OSError:
            return ()
        file = os.major(about.st_dev), os.minor(about.st_dev), about.st_ino
        opened = self.by_device.get(about.st_rdev, set()) if about.st_rdev else set()
        return tuple(sorted(opened | self.by_lock.get(file, set())))


def held(proc: Path = _PROC) -> Held:
    """All that is open now."""
    by_device: defaultdict[int, set[Holder]] = defaultdict(set)
    saw_all = True
    for process in proc.glob("[0-9]*"):
        try:
            for number in _devices(process / "fd"):
                by_device[number].add(_holder(proc, int(process.name)))
        except PermissionError:
            saw_all = False
        except OSError:
            pass  # it ended while we looked
    return Held(dict(by_device), _locked(proc), saw_all)


def _devices(files: Path) -> Iterator[int]:
    """The numbers of the devices that a process has open."""
    for file in os.scandir(files):
        try:
            if not os.readlink(file.path).startswith("/dev/"):
                continue  # a file on a dead network disk would keep us waiting
            about = os.stat(file.path)
        except OSError:
            continue
        if stat.S_ISCHR(about.st_mode):
            yield about.st_rdev


def _locked(proc: Path) -> dict[_File, set[Holder]]:
    """The files that are locked, which every user may read: a reader of ours locks its port.

    A line is `1: FLOCK  ADVISORY  WRITE 812 00:06:1234 0 EOF`.
    """
    found: defaultdict[_File, set[Holder]] = defaultdict(set)
    try:
        lines = (proc / "locks").read_text().splitlines()
    except OSError:
        return {}
    for line in lines:
        match line.split():
            case [_, "FLOCK", _, _, pid, file, *_] if pid.isdecimal() and int(pid):
                major, minor, inode = file.split(":")
                key = int(major, 16), int(minor, 16), int(inode)
                found[key].add(_holder(proc, int(pid)))
    return dict(found)


def _holder(proc: Path, pid: int) -> Holder:
    try:
        name = (proc / str(pid) / "comm").read_text(errors="replace").strip()
    except OSError:
        name = ""
    return Holder(pid, name or "a program")
