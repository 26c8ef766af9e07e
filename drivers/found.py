"""What is plugged into this machine that cards can come from, and whether this user may have it.

Nothing is opened. `root` is where /dev and /sys are looked for.
"""

from __future__ import annotations

import grp
import os
import pwd
import re
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from serial.tools.list_ports_common import ListPortInfo

from .holders import Held, Holder
from .port import listed

_ROOT = Path("/")


class Kind(StrEnum):
    """What cards can come from."""

    SERIAL = "serial"
    CAMERA = "camera"
    KEYBOARD = "keyboard"  # also a scanner that types


class Access(StrEnum):
    """Whether a reader could open a device now."""

    FREE = "free"
    BUSY = "busy"
    FORBIDDEN = "forbidden"  # to this user


@dataclass(frozen=True, slots=True)
class Found:
    """A device. Texts are empty where nothing is known."""

    kind: Kind
    path: str
    by_id: str  # a name that stays the same wherever it is plugged in
    usb: str  # VID:PID or VID:PID:SERIAL
    description: str
    state: Access
    held_by: tuple[Holder, ...]
    fix: str  # what to do where it is not free
    readers: tuple[str, ...]  # URLs of readers that can read it


# What a reader needs of a device: to read (4), to write (2); and the group that usually has it.
_NEEDS = {
    Kind.SERIAL: (6, "dialout"),
    Kind.CAMERA: (6, "video"),
    Kind.KEYBOARD: (4, "input"),
}
_BUSY = {
    Kind.SERIAL: "only one program can read a port: end that one first",
    Kind.CAMERA: "only one program gets pictures: end that one first",
    Kind.KEYBOARD: "that does no harm, unless it keeps the keys to itself",
}
_READERS: dict[Kind, tuple[str, ...]] = {
    Kind.SERIAL: ("angel_eye", "line", "pattern@FILE"),
    Kind.CAMERA: ("camera",),
    Kind.KEYBOARD: ("keyboard@FILE",),
}


def found(
    held: Held,
    root: Path = _ROOT,
    ports: Callable[[], Iterable[ListPortInfo]] = listed,
) -> list[Found]:
    """Serial ports, cameras and keyboards, in the order of their names."""
    return [*_serial_ports(held, root, ports()), *_cameras(held, root), *_keyboards(held, root)]


def _serial_ports(held: Held, root: Path, ports: Iterable[ListPortInfo]) -> Iterator[Found]:
    there = [port for port in sorted(ports, key=_by_number) if _has_hardware(root, port.device)]
    by_id, by_path = _links(root, "dev/serial/by-id"), _links(root, "dev/serial/by-path")
    usb = {port.device: _usb(port.vid, port.pid, port.serial_number) for port in there}
    for port in there:
        path = root / port.device.removeprefix("/")
        alike = [device for device, name in usb.items() if name and name == usb[port.device]]
        # Two adapters without a serial number share one name, which is now this, now that one's.
        is_own = all(root / device.removeprefix("/") in by_id for device in alike)
        name = by_id.get(path, "") if is_own else ""
        place = name or (usb[port.device] if len(alike) == 1 else "") or by_path.get(path, "")
        parts = (port.description, port.manufacturer)
        description = ", ".join(
            dict.fromkeys(part for part in parts if part and part not in ("n/a", path.name))
        )
        yield _found(
            Kind.SERIAL, root, path, held,
            by_id=name, usb=usb[port.device], description=description, place=place,
        )  # fmt: skip


def _has_hardware(root: Path, device: str) -> bool:
    """Linux keeps files for built-in ports that the machine has not: their type is 0."""
    return _line(root / "sys/class/tty" / Path(device).name / "type") != "0"


def _cameras(held: Held, root: Path) -> Iterator[Found]:
    by_id = _links(root, "dev/v4l/by-id")
    for path in sorted((root / "dev").glob("video[0-9]*"), key=_by_number):
        about = root / "sys/class/video4linux" / path.name
        device = (about / "device").resolve().parent  # the USB device of this interface
        number = _line(about / "index")
        is_first = number in ("", "0")
        second = "" if is_first else f", node {number} (pictures mostly come from node 0)"
        yield _found(
            Kind.CAMERA, root, path, held,
            by_id=by_id.get(path, ""),
            place=by_id.get(path, ""),
            is_readable=is_first,
            usb=_usb_of(device / "idVendor", device / "idProduct", device / "serial"),
            description=_line(about / "name") + second,
        )  # fmt: skip


def _keyboards(held: Held, root: Path) -> Iterator[Found]:
    for path, name in _links(root, "dev/input/by-id", "*-event-kbd").items():
        if path.exists():
            about = root / "sys/class/input" / path.name / "device"
            yield _found(
                Kind.KEYBOARD, root, path, held,
                by_id=name,
                usb=_usb_of(about / "id/vendor", about / "id/product", about / "uniq"),
                description=_line(about / "name"),
                place=name,
            )  # fmt: skip


def _found(
    kind: Kind,
    root: Path,
    path: Path,
    held: Held,
    *,
    by_id: str,
    usb: str,
    description: str,
    place: str = "",
    is_readable: bool = True,
) -> Found:
    need, group = _NEEDS[kind]
    holders = held.of(path)
    shown = _shown(root, path)
    state, fix = Access.FREE, ""
    if not os.access(path, need, effective_ids=os.access in os.supports_effective_ids):
        state, fix = Access.FORBIDDEN, how_to_allow(path, need, group)
    elif holders:
        state, fix = Access.BUSY, _BUSY[kind]
    urls = tuple(f"{reader}:{place or shown}" for reader in _READERS[kind] if is_readable)
    return Found(
        kind=kind,
        path=_printable(shown),
        by_id=_printable(by_id),
        usb=_printable(usb),
        description=_printable(description),
        state=state,
        held_by=holders,
        fix=fix,
        readers=tuple(map(_printable, urls)),
    )


def how_to_allow(path: Path, need: int, group: str) -> str:
    """What lets this user open a device; `group` is the one that usually may."""
    try:
        about = path.stat()
    except OSError as error:
        return f"{error.strerror}: look at the folders above it"
    if about.st_gid and about.st_mode >> 3 & need == need:
        try:
            owners = grp.getgrgid(about.st_gid)
        except KeyError:
            return (
                f"it belongs to group {about.st_gid}, which has no name here: start the container "
                f"with --group-add {about.st_gid}"
            )
        if _user() in owners.gr_mem and about.st_gid not in os.getgroups():
            return f"you were added to group {owners.gr_name}: sign out and in again"
        return f"sudo usermod -aG {owners.gr_name} $USER, then sign in again"
    # All of its kind, for the number changes; never all of the subsystem, which has terminals, too.
    kernel = path.name.rstrip("0123456789") + "[0-9]*"
    return (
        f"its permissions ({stat.filemode(about.st_mode)}) let no group have it: put "
        f'KERNEL=="{kernel}", GROUP="{group}", MODE="0660" into '
        "/etc/udev/rules.d/60-shoeboard.rules, start the machine anew and look here again"
    )


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return ""


def _links(root: Path, folder: str, pattern: str = "*") -> dict[Path, str]:
    """The devices that a folder's links name, each with its link."""
    return {
        Path(os.path.normpath(link.parent / os.readlink(link))): _shown(root, link)
        for link in sorted((root / folder).glob(pattern))
        if link.is_symlink()
    }


def _shown(root: Path, path: Path) -> str:
    return f"/{path.relative_to(root)}"


def _by_number(what: Path | ListPortInfo) -> list[str | int]:
    """Sorts 10 after 9."""
    name = str(what) if isinstance(what, Path) else what.device
    return [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", name)]


def _line(file: Path) -> str:
    try:
        return file.read_text(errors="replace").strip()
    except OSError:
        return ""


def _usb_of(vendor: Path, product: Path, number: Path) -> str:
    try:
        return _usb(int(_line(vendor), 16), int(_line(product), 16), _line(number))
    except ValueError:
        return ""  # not on USB


def _usb(vid: int | None, pid: int | None, number: str | None) -> str:
    if vid is None or pid is None:
        return ""
    return f"{vid:04X}:{pid:04X}" + (f":{number}" if number else "")


def _printable(text: str) -> str:
    """A device says of itself what it likes, and a terminal would obey it."""
    return "".join(char if char.isprintable() else "?" for char in text)
