"""`shoeboard shoe` and `shoeboard replay` as a tester uses them: on a real port, with a reader."""

from __future__ import annotations

import json
import os
import subprocess
import termios
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from drivers import State, open_reader
from drivers.tape import played
from server.baccarat.events import CardRead, ReaderFound, ReaderLost, ShoeStarted
from tests.readers.desk import Desk
from tests.wire import SerialServer, until

from .shoeboard import SHOEBOARD, run


class Device:
    """`shoeboard shoe` at work."""

    def __init__(self, *arguments: str | Path) -> None:
        self.truth: list[dict[str, Any]] = []
        self.said: list[str] = []
        self._running = subprocess.Popen(
            [str(SHOEBOARD), "shoe", *map(str, arguments)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._threads = [
            threading.Thread(target=self._collect, args=(self._running.stdout, self._true)),
            threading.Thread(target=self._collect, args=(self._running.stderr, self.said.append)),
        ]
        for thread in self._threads:
            thread.start()
        until(lambda: any("--reader" in line for line in self.said))

    def _collect(self, lines: Any, take: Callable[[str], None]) -> None:
        for line in lines:
            take(line.rstrip("\n"))

    def _true(self, line: str) -> None:
        self.truth.append(json.loads(line))

    @property
    def url(self) -> str:
        """The reader URL that it tells."""
        return next(line for line in self.said if "--reader" in line).split("--reader ")[1]

    @property
    def cards(self) -> list[str]:
        return [line["card"] for line in self.truth if "card" in line]

    def tell(self, *commands: str) -> None:
        assert self._running.stdin
        self._running.stdin.writelines(f"{command}\n" for command in commands)
        self._running.stdin.flush()

    def terminate(self) -> None:
        """As a service manager ends it."""
        self._running.terminate()

    def ends(self) -> int:
        status = self._running.wait()
        self.close()
        return status

    def close(self) -> None:
        self._running.kill()
        self._running.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self._running.stdin, self._running.stdout, self._running.stderr):
            assert pipe
            pipe.close()


@pytest.fixture
def device() -> Iterator[Callable[..., Device]]:
    devices: list[Device] = []

    def start(*arguments: str | Path) -> Device:
        devices.append(Device(*arguments))
        return devices[-1]

    yield start
    for one in devices:
        one.close()


@pytest.fixture
def listen() -> Iterator[Callable[[str], Desk]]:
    """`listen(url)` runs a reader and waits until it is online."""
    desks: list[Desk] = []

    def run_reader(url: str) -> Desk:
        desks.append(Desk(open_reader(url)))
        desks[-1].waits_until(State.ONLINE)
        return desks[-1]

    yield run_reader
    for desk in desks:
        desk.close()


def read(desk: Desk) -> list[str]:
    return [str(event.card) for event in desk.events if isinstance(event, CardRead)]


@pytest.mark.parametrize("protocol", ["angel_eye", "line"])
@pytest.mark.parametrize("port", ["pty", "tcp:0"])
def test_cards_by_hand_on_a_real_port(
    device: Callable[..., Device], listen: Callable[[str], Desk], protocol: str, port: str
) -> None:
    shoe = device("--protocol", protocol, "--port", port, "--house", "ema_d52", "--by-hand")
    desk = listen(shoe.url)
    shoe.tell("", "", "", "", "")
    desk.waits_for(CardRead, 4)
    until(lambda: len(shoe.cards) == 4)  # what it tells may come after what it sends
    assert read(desk) == shoe.cards
    shoe.tell("quit")
    assert shoe.ends() == 0


def test_at_a_pace_it_deals_by_itself_until_its_shoes_are_over(
    device: Callable[..., Device], listen: Callable[[str], Desk]
) -> None:
    shoe = device("--port", "pty", "--house", "ema_d52", "--pace", "0", "--shoes", "1")
    assert shoe.truth == []  # it waits for a reader: what nobody hears is lost
    desk = listen(shoe.url)
    assert shoe.ends() == 0
    assert [event.late for event in desk.events if isinstance(event, ShoeStarted)] == [False]
    assert shoe.truth[0] == {"shoe": 1, "house": "ema_d52"}
    assert shoe.truth[-1]["over"] is True
    assert len(shoe.cards) > 40
    assert shoe.truth[-1]["coups"] == sum("outcome" in line for line in shoe.truth)


def test_the_cable_is_pulled_and_put_back_on_command(
    device: Callable[..., Device], listen: Callable[[str], Desk], tmp_path: Path
) -> None:
    shoe = device("--port", f"pty:{tmp_path / 'shoe'}", "--house", "ema_d52", "--by-hand")
    desk = listen(shoe.url)
    shoe.tell("", "")
    desk.waits_for(CardRead)
    shoe.tell("drop", "")
    desk.waits_for(ReaderLost)
    shoe.tell("plug")
    desk.waits_for(ReaderFound, 2)


def test_it_misbehaves_on_command_and_says_what_it_knows(
    device: Callable[..., Device], listen: Callable[[str], Desk]
) -> None:
    shoe = device("--port", "pty", "--house", "ema_d52", "--by-hand")
    desk = listen(shoe.url)
    shoe.tell("", "unread", "")
    desk.waits_for(CardRead)
    assert read(desk) == ["None"]
    shoe.tell("hex 05 39 53 03 36 39", "hex zz", "faults fire:1", "help", "pause", "go")
    until(lambda: any("no bytes in hex" in line for line in shoe.said))
    until(lambda: any("is no fault" in line for line in shoe.said))
    until(lambda: any("the next card" in line for line in shoe.said))


def test_what_was_recorded_is_played_again(
    device: Callable[..., Device], listen: Callable[[str], Desk], tmp_path: Path
) -> None:
    tape = tmp_path / "tape.jsonl"
    shoe = device("--port", "tcp:0", "--house", "ema_d52", "--by-hand", "--record", tape)
    shoe.tell("", "", "", "", "", "quit")
    assert shoe.ends() == 0
    with tape.open() as lines:
        assert sum(len(data) for _, data in played(lines)) == 6 * 3 + 4 * 8 * 3
    link = tmp_path / "player"
    playing = subprocess.Popen(
        [SHOEBOARD, "replay", tape, "--port", f"pty:{link}", "--speed", "4"],
        stderr=subprocess.PIPE,
        text=True,
    )
    desk = listen(f"angel_eye:{link}")
    desk.waits_for(CardRead, 4)
    assert read(desk) == shoe.cards
    assert "bytes played" in playing.communicate()[1]
    assert playing.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["shoe", "--faults", "fire:1"], 2, "is no fault with a rate"),
        (["shoe", "--house", "nowhere"], 2, "nowhere"),
        (["shoe", "--port", "tcp:x"], 2, "tcp takes a port's number"),
        (["shoe", "--port", "/dev/nothing"], 1, "Cannot open /dev/nothing"),
        (["shoe", "--port", "pty:/nowhere/at/all"], 1, "Cannot make /nowhere/at/all"),
        (["shoe", "--protocol", "latin"], 2, "angel_eye"),
        (["shoe", "--port", "pty:/etc/hostname"], 1, "There is a file /etc/hostname already"),
        (["shoe", "--record", "/etc/hostname"], 2, "choose another name for --record"),
        (["shoe", "--record", "/proc/x/tape"], 1, "Cannot write /proc/x/tape"),
        (["shoe", "--pace", "nan"], 2, "a number of seconds"),
        (["replay", "missing.jsonl"], 1, "Cannot read missing.jsonl"),
    ],
)
def test_what_cannot_be_gets_a_sentence(arguments: list[str], status: int, says: str) -> None:
    ran = run(*arguments)
    assert (ran.status, says in ran.err) == (status, True)


def test_a_file_that_is_no_tape_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "no_tape"
    file.write_text('{"time": "2026-11-30T12:00:00+00:00", "hex": "05"}\n{"hex": "05"}\n')
    ran = run("replay", file)
    assert ran.status == 1
    assert "Line 2 is not of a tape" in ran.err


def test_a_port_that_is_taken_gets_a_sentence(device: Callable[..., Device]) -> None:
    shoe = device("--port", "tcp:0", "--by-hand")
    ran = run("shoe", "--port", f"tcp:{shoe.url.rpartition(':')[2]}")
    assert (ran.status, "Choose another port" in ran.err) == (1, True)


def test_it_speaks_into_any_port_of_pyserial(
    device: Callable[..., Device], serial_server: SerialServer
) -> None:
    url = f"socket://127.0.0.1:{serial_server.port}"
    shoe = device("--port", url, "--house", "ema_d52", "--by-hand")
    assert "the other end of socket://" in shoe.url
    shoe.tell("")
    heard = bytearray()
    until(lambda: heard.extend(serial_server.received()) or heard.count(b"S\x03") == 3)


def test_the_link_goes_with_the_shoe_however_it_is_ended(
    device: Callable[..., Device], tmp_path: Path
) -> None:
    link = tmp_path / "shoe"
    shoe = device("--port", f"pty:{link}", "--by-hand")
    assert link.is_symlink()
    shoe.terminate()
    assert shoe.ends() == 0
    assert not link.is_symlink()


def test_the_link_goes_with_a_tape_that_no_one_heard(tmp_path: Path) -> None:
    tape, link = tmp_path / "tape.jsonl", tmp_path / "player"
    tape.touch()
    playing = subprocess.Popen(
        [SHOEBOARD, "replay", tape, "--port", f"pty:{link}"], stderr=subprocess.PIPE, text=True
    )
    assert playing.stderr
    assert "the reader's port is" in playing.stderr.readline()
    playing.terminate()
    playing.communicate()
    assert (playing.returncode, link.is_symlink()) == (0, False)


def test_a_terminal_is_left_as_it_was_found(tmp_path: Path) -> None:
    master, slave = os.openpty()
    before = termios.tcgetattr(slave)
    arguments = [SHOEBOARD, "shoe", "--port", f"pty:{tmp_path / 'shoe'}", "--by-hand"]
    running = subprocess.Popen(
        arguments, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert running.stdout
    until(lambda: termios.tcgetattr(slave)[3] & termios.ICANON == 0)
    os.write(master, b" ")
    assert json.loads(running.stdout.readline())["shoe"] == 1
    os.write(master, b"quit\n")
    running.communicate()
    assert termios.tcgetattr(slave) == before
    for fd in (master, slave):
        os.close(fd)
