"""The command of the technician: devices. What is plugged in, who has it, and what it says."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from drivers.found import Found

# Each kind of device: its heading, and where to look when there is none.
_KINDS = {
    "serial": (
        "Serial ports",
        "none found: look at the cable and at what `dmesg` says when it is plugged in; a container "
        "must be started with --device /dev/ttyUSB0",
    ),
    "camera": (
        "Cameras",
        "none found: look at the cable and at `lsusb`; a container must be started with "
        "--device /dev/video0",
    ),
    "keyboard": (
        "Keyboards and scanners",
        "none found: look at the cable and at `dmesg`; a container must be started with "
        "--device /dev/input/event3 and the volume /dev/input/by-id",
    ),
}
_NOT_ALL = (
    "Programs of other users could not be looked into: free may be busy. `sudo` shows who has what."
)


@click.command()
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, for programs.")
@click.option(
    "--try",
    "url",
    metavar="READER_URL",
    help="Open this reader, as in `shoeboard run --reader`, and show what it says until Ctrl-C.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="With --try: end after so long.",
)
def devices(as_json: bool, url: str | None, seconds: float | None) -> None:
    """List what cards can come from: serial ports, cameras, keyboards and scanners.

    Each is free, busy (and in which program), or forbidden to this user (and what allows it), with
    the reader URLs to paste. Nothing is opened for that.

    With --try a reader is opened and every chunk of bytes is shown as it comes, with each event
    that it means and each state of the reader; its counters at the end. Nothing is logged and
    nothing is sent. With --json too, the lines are a tape that `shoeboard replay` can play. Exit 1
    where the reader could not be opened at all.

    \b
    shoeboard devices --try angel_eye:/dev/ttyUSB0
    shoeboard devices --try angel_eye@9600:/dev/ttyUSB0 --seconds 30
    """
    if url is not None:
        from .trial import try_reader

        try_reader(url, seconds, as_json=as_json)
        return
    if seconds is not None:
        raise click.UsageError("--seconds goes with --try.")

    from drivers.found import found
    from drivers.holders import held

    holding = held()
    there = found(holding)
    lines = [json.dumps(asdict(device)) for device in there] if as_json else listing(there)
    for line in lines:
        click.echo(line)
    if there and not holding.saw_all:
        click.echo(_NOT_ALL, err=True)


COMMANDS = (devices,)


def listing(there: list[Found]) -> list[str]:
    """Devices as people read them."""
    path, state, usb = (
        max((len(getattr(device, name)) for device in there), default=0)
        for name in ("path", "state", "usb")
    )
    lines: list[str] = []
    for kind, (heading, none) in _KINDS.items():
        lines.append(heading)
        mine = [device for device in there if device.kind == kind]
        for device in mine:
            row = f"  {device.path:<{path}}  {device.state:<{state}}  {device.usb:<{usb}}  "
            lines.append((row + device.description).rstrip())
            lines += [f"      {line}" for line in _beneath(device)]
        if not mine:
            lines.append(f"  {none}")
    return lines


def _beneath(device: Found) -> list[str]:
    """What is told of a device in lines of their own."""
    holders = ", ".join(map(str, device.held_by))
    why = ": ".join(filter(None, (holders and f"held by {holders}", device.fix)))
    names = device.readers or ((device.by_id,) if device.by_id else ())
    return [*filter(None, [why]), *names]
