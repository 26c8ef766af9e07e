"""The commands for those without a shoe: shoe, a device that behaves like one, and replay."""

from __future__ import annotations

import json
import math
import os
import signal
import sys
import tempfile
import termios
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import click

from drivers.tape import BadTape, Spy, played
from drivers.virtual.dealer import Dealer
from drivers.virtual.desk import HELP, LOOK_S, SETTLE_S, Desk
from drivers.virtual.ends import CannotOpen, End, Pty, Tcp, Url
from drivers.virtual.mischief import FAULTS, BadFaults, Mischief, parse_faults
from drivers.virtual.shoe import VirtualShoe
from drivers.virtual.speakers import BAUDS, SPEAKERS

from .houses import find_house
from .toml_file import BadFile

_PORT = click.option(
    "--port",
    default="pty",
    show_default=True,
    metavar="PORT",
    help="pty, pty:LINK, tcp:PORT, tcp:HOST:PORT, or any port or URL of pyserial.",
)
_PROTOCOL = click.option(
    "--protocol", type=click.Choice([*SPEAKERS]), default="angel_eye", show_default=True
)
_FAULT_LINES = "\n".join(f"{name:<12}{what}" for name, what in FAULTS.items())


@click.command(
    epilog=f"Faults, each with a rate of 0 to 1, or all:\n\n\b\n{_FAULT_LINES}\n\n"
    f"Commands while it runs, a line each:\n\n\b\n{HELP}"
)
@_PROTOCOL
@_PORT
@click.option("--house", default="punto_banco", show_default=True, help="A house, or its file.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--pace", type=click.FloatRange(0), default=1.0, show_default=True, help="Seconds a card."
)
@click.option("--by-hand", is_flag=True, help="Deal only when told: space, or an empty line.")
@click.option("--faults", default="", metavar="SPEC", help="For example noise:0.05,lost:0.01")
@click.option("--shoes", type=click.IntRange(1), help="End after so many shoes.")
@click.option(
    "--record", type=click.Path(path_type=Path), help="Note every byte for `shoeboard replay`."
)
def shoe(
    protocol: str,
    port: str,
    house: str,
    seed: int,
    pace: float,
    by_hand: bool,
    faults: str,
    shoes: int | None,
    record: Path | None,
) -> None:
    """A virtual shoe: deals by the tableau, speaks a protocol on a real port, and misbehaves.

    What it truly deals is printed as JSON lines. The reader URL to give to `shoeboard run` goes to
    the error output. Each report is sent three times, 50 ms apart, as the real one does.
    """
    if math.isnan(pace):
        raise click.UsageError("--pace is a number of seconds.")
    try:
        rates, rules = parse_faults(faults), find_house(house)
    except (BadFaults, BadFile) as error:
        raise click.UsageError(str(error)) from None
    tape = _tape(record) if record else None
    with _far_end(port, BAUDS[protocol]) as end:
        dealer = Dealer(rules, seed, Mischief(rates, seed))
        virtual = VirtualShoe(dealer, SPEAKERS[protocol](), end, _tell, record=tape)
        desk = Desk(virtual, end, _say, pace_s=None if by_hand else pace)
        reader = f"{protocol}:{end.where}"
        _say(f"A virtual shoe speaks {protocol}: give `shoeboard run` --reader {reader}")
        _say(
            "It deals a card each time you press the space bar."
            if by_hand
            else "It deals as soon as a reader listens, or at the command go; ? lists commands."
        )
        with _listening(desk):
            desk.run(shoes)


def _tape(record: Path) -> Spy:
    """A new tape: nothing is written over."""
    if record.exists():
        raise click.UsageError(f"There is a {record} already: choose another name for --record.")
    try:
        return Spy(record)
    except OSError as error:
        raise click.ClickException(f"Cannot write {record}: {error.strerror}.") from None


@contextmanager
def _listening(desk: Desk) -> Iterator[None]:
    """Take commands from the keyboard, key by key, or line by line from what is none."""
    if not sys.stdin.isatty():
        threading.Thread(target=_lines, args=(desk,), daemon=True).start()
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    threading.Thread(target=_keys, args=(desk, before), daemon=True).start()
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def _keys(desk: Desk, line_wise: list[Any]) -> None:
    """Keys as they come; a letter begins a command, which is typed to its end."""
    while key := sys.stdin.read(1):
        if key in (" ", "\n"):
            desk.do("")
        elif key == "?":
            desk.do("help")
        else:
            _say_on(key)
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, line_wise)
            desk.do((key + sys.stdin.readline()).strip())
            tty.setcbreak(sys.stdin)
    desk.do("quit")


def _lines(desk: Desk) -> None:
    for line in sys.stdin:
        desk.do(line.strip())


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@_PORT
@click.option("--speed", type=click.FloatRange(min=0, min_open=True), default=1.0, help="2: twice.")
@click.option("--longest", type=float, default=10.0, show_default=True, help="Seconds of a pause.")
def replay(file: Path, port: str, speed: float, longest: float) -> None:
    """Play a tape: of `shoe --record`, of a reader's spy log, or of `devices --try --json`.

    It begins when a reader listens. The bytes come with the pauses that they had, none longer than
    --longest.
    """
    try:
        with file.open(encoding="utf-8") as lines:
            pieces = list(played(lines))
    except (BadTape, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file}: {error}") from None
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from None
    with _far_end(port, 9600) as end:
        _say(f"Playing {file}: the reader's port is {end.where}")
        while not end.is_heard():
            time.sleep(LOOK_S)
        time.sleep(SETTLE_S)
        for pause, data in pieces:
            time.sleep(min(pause, longest) / speed)
            end.send(data)
        _say(f"{sum(len(data) for _, data in pieces)} bytes played.")
        time.sleep(1.0)  # what is on the line is read before it is closed


@contextmanager
def _far_end(port: str, baud: int) -> Iterator[End]:
    """The far end that a `--port` names; its link is taken away however the command is ended."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # before there is a link to leave
    with suppress(KeyboardInterrupt, BrokenPipeError), closing(_open(port, baud)) as end:
        try:
            yield end
        except CannotOpen as error:
            raise click.ClickException(str(error)) from None


def _open(port: str, baud: int) -> End:
    """The far end that a `--port` names."""
    kind, _, rest = port.partition(":")
    try:
        if port == "pty":
            return Pty(Path(tempfile.gettempdir()) / f"shoeboard-shoe-{os.getpid()}")
        if kind == "pty":
            return Pty(Path(rest))
        if kind == "tcp":
            host, _, number = rest.rpartition(":")
            if not number.isdecimal() or int(number) > 65535:
                raise click.UsageError(f"--port {port}: tcp takes a port's number, tcp:4001")
            return Tcp(int(number), host or "127.0.0.1")
        return Url(port, baud)
    except CannotOpen as error:
        raise click.ClickException(str(error)) from None


def _tell(truth: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(truth) + "\n")
    sys.stdout.flush()


def _say_on(text: str) -> None:
    click.echo(text, err=True, nl=False)


def _say(text: str) -> None:
    click.echo(text, err=True)


COMMANDS = [shoe, replay]
