"""`shoeboard devices`: the list, and a reader on trial."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers.found import Access, Found, Kind
from drivers.holders import Holder
from drivers.tape import played
from server.baccarat.cards import Card
from server.baccarat.coup import B2, P1, Outcome, Side
from server.baccarat.events import EVENTS, CardRead, Observation, ReaderGap, ResultReported
from server.devices import listing
from server.trial import _WORDS, told
from tests.wire import Pty, SerialServer, drawn, frame, line, until

from .shoeboard import SHOEBOARD, run

EIGHT = frame(1, drawn(Card.parse("8S"), P1))
ACE = frame(4, drawn(Card.parse("AH"), B2))


class Trying:
    """`shoeboard devices --try URL` at work."""

    def __init__(self, *arguments: str) -> None:
        self.lines: list[str] = []
        command = [str(SHOEBOARD), "devices", "--try", *arguments]
        self._running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self._thread = threading.Thread(target=self._collect)
        self._thread.start()

    def _collect(self) -> None:
        assert self._running.stdout
        for text in self._running.stdout:
            self.lines.append(text.rstrip("\n"))

    def says(self, words: str, times: int = 1) -> str:
        """Wait for a line with these words; returns it."""
        until(lambda: sum(words in text for text in self.lines) >= times)
        return next(text for text in self.lines if words in text)

    def heard(self) -> tuple[str, str]:
        """All bytes so far, in hex and as text."""
        rows = [text.split("  bytes  ")[1] for text in self.lines if "  bytes  " in text]
        return " ".join(row[:48].strip() for row in rows), "".join(row[49:] for row in rows)

    def interrupt(self) -> tuple[int, str]:
        """Ctrl-C; returns the exit status and what stands on stderr."""
        self._running.send_signal(signal.SIGINT)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        assert self._running.stderr
        said = self._running.stderr.read()
        status = self._running.wait()
        self._thread.join()
        assert "Traceback" not in said
        return status, said

    def close(self) -> None:
        self._running.kill()
        self._running.wait()
        self._thread.join()
        for stream in (self._running.stdout, self._running.stderr):
            assert stream
            stream.close()


@pytest.fixture
def trying() -> Iterator[Callable[..., Trying]]:
    """`trying(url, ...)` starts a trial."""
    trials: list[Trying] = []

    def start(*arguments: str) -> Trying:
        trials.append(Trying(*arguments))
        return trials[-1]

    yield start
    for trial in trials:
        trial.close()


def test_the_list_has_each_kind_and_says_what_to_look_at() -> None:
    ran = run("devices")
    assert ran.status == 0
    for heading in ("Serial ports", "Cameras", "Keyboards and scanners"):
        assert heading in ran.out.splitlines()


def test_nothing_found_says_what_to_look_at() -> None:
    lines = listing([])
    assert [text for text in lines if not text.startswith("  ")] == [
        "Serial ports",
        "Cameras",
        "Keyboards and scanners",
    ]
    for text in lines[1::2]:
        assert "none found: look at the cable" in text
        assert "--device" in text


def test_the_list_is_aligned_and_has_urls_to_paste() -> None:
    by_id = "/dev/serial/by-id/usb-A1B2"
    shoe = Found(
        Kind.SERIAL, "/dev/ttyUSB0", by_id, "0403:6001:A1B2", "FT232R USB UART, FTDI",
        Access.BUSY, (Holder(812, "minicom"),), "end that one first", (f"angel_eye:{by_id}",),
    )  # fmt: skip
    board = Found(
        Kind.SERIAL, "/dev/ttyACM10", "", "", "Arduino", Access.FORBIDDEN, (), "add yourself",
        ("angel_eye:/dev/ttyACM10",),
    )  # fmt: skip
    assert listing([board, shoe])[:8] == [
        "Serial ports",
        "  /dev/ttyACM10  forbidden                  Arduino",
        "      add yourself",
        "      angel_eye:/dev/ttyACM10",
        "  /dev/ttyUSB0   busy       0403:6001:A1B2  FT232R USB UART, FTDI",
        "      held by minicom (pid 812): end that one first",
        "      angel_eye:/dev/serial/by-id/usb-A1B2",
        "Cameras",
    ]


def test_json_lines_are_one_object_each() -> None:
    ran = run("devices", "--json")
    assert ran.status == 0
    for text in ran.out.splitlines():
        assert set(json.loads(text)) == set(Found.__dataclass_fields__)


def test_bytes_and_words_side_by_side_and_the_counters_at_the_end(
    cable: Pty, trying: Callable[..., Trying]
) -> None:
    trial = trying(f"angel_eye:{cable.path}")
    trial.says("state  online")
    cable.write(EIGHT)
    trial.says("event  card 8S to player 1")
    cable.write(ACE)
    trial.says("event  card AH to banker 2")
    trial.says("gap: 2 reports of the shoe got lost")
    assert trial.interrupt() == (0, "")
    assert trial.heard()[0] == (EIGHT + ACE).hex(" ")
    assert trial.lines.index(trial.says("  bytes  ")) < trial.lines.index(trial.says("card 8S"))
    assert trial.lines[-1].endswith(
        "end    frames 2, repeats 0, bad 0, resyncs 0, gaps 1, reconnects 0"
    )


def test_a_serial_server_that_brings_byte_after_byte_fills_lines(
    serial_server: SerialServer, trying: Callable[..., Trying]
) -> None:
    trial = trying(f"angel_eye:socket://127.0.0.1:{serial_server.port}")
    trial.says("state  online")
    serial_server.write(EIGHT)
    trial.says("card 8S")
    assert trial.interrupt()[0] == 0
    assert trial.heard()[0] == EIGHT.hex(" ")
    assert len([text for text in trial.lines if "  bytes  " in text]) < len(EIGHT)


def test_an_unplugged_cable_is_shown_and_found_again(
    cable: Pty, trying: Callable[..., Trying]
) -> None:
    trial = trying(f"angel_eye:{cable.path}")
    trial.says("state  online")
    cable.write(EIGHT)
    trial.says("card 8S")
    cable.pull()
    trial.says("state  lost")
    trial.says("event  the reader was lost")
    trial.says("state  searching")
    cable.plug_in()
    trial.says("state  online", 2)
    assert trial.interrupt()[0] == 0
    assert trial.says("reconnects 1")


def test_json_of_a_trial_is_a_tape(cable: Pty, trying: Callable[..., Trying]) -> None:
    trial = trying(f"line:{cable.path}", "--json")
    trial.says('"state": "online"')
    cable.write(line(1, "CARD,9H"))
    trial.says("card 9H")
    trial.interrupt()
    assert b"".join(data for _, data in played(trial.lines)) == line(1, "CARD,9H")
    last = json.loads(trial.lines[-1])
    assert last["counters"]["frames"] == 1
    assert next(json.loads(text)["event"] for text in trial.lines if "card 9H" in text) == (
        "CardRead"
    )


def test_bytes_of_the_wrong_speed_or_kind_say_so(cable: Pty, trying: Callable[..., Trying]) -> None:
    trial = trying(f"angel_eye:{cable.path}", "--seconds", "30")
    trial.says("state  online")
    cable.write(line(1, "CARD,9H"))
    until(lambda: trial.heard()[1] == "1,CARD,9H*54.")
    assert trial.interrupt()[0] == 0
    assert "angel_eye@9600:" in trial.lines[-1]


def test_a_silent_port_says_what_to_look_at(cable: Pty) -> None:
    ran = run("devices", "--try", f"line:{cable.path}", "--seconds", "0.3")
    assert ran.status == 0
    assert "Nothing came: draw a card" in ran.out


def test_a_simulated_shoe_shows_its_events() -> None:
    ran = run("devices", "--try", "simulated:?seed=4&pace=0.01", "--seconds", "0.5")
    assert ran.status == 0
    assert " to player 1" in ran.out
    assert ran.out.splitlines()[-1].endswith("reconnects 0")


def test_a_trial_leaves_nothing_behind(tmp_path: Path) -> None:
    ran = run("devices", "--try", "simulated:?pace=0.01", "--seconds", "0.2", cwd=tmp_path)
    assert (ran.status, os.listdir(tmp_path)) == (0, [])


def test_a_port_that_never_opened_is_failed_work(tmp_path: Path) -> None:
    ran = run("devices", "--try", f"line:{tmp_path / 'none'}", "--seconds", "0.2")
    assert ran.status == 1
    assert "state  searching" in ran.out
    assert "`shoeboard devices` says what is plugged in" in ran.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--try", "/dev/ttyUSB0"], "must begin with one of"),
        (["--try", ""], "must begin with one of"),
        (["--try", "angel_eye:"], "the port is missing"),
        (["--seconds", "3"], "--seconds goes with --try"),
        (["--try", "simulated:", "--seconds", "0"], "0.0 is not in the range"),
    ],
)
def test_wrong_usage_gets_a_sentence(arguments: list[str], says: str) -> None:
    ran = run("devices", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert says in ran.err


def test_it_ends_when_nobody_reads_on() -> None:
    command = [str(SHOEBOARD), "devices", "--try", "simulated:?pace=0.001"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait() == 1


def test_every_observation_has_words() -> None:
    observations = {kind for kind in EVENTS.values() if issubclass(kind, Observation)}
    assert set(_WORDS) == observations


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (CardRead(reader="x", card=Card.parse("TS")), "card TS"),
        (CardRead(reader="x", card=None, confidence=0.5), "a card that was not read, 50% sure"),
        (CardRead(reader="x", card=None, why="a joker"), "a card that was not read (a joker)"),
        (CardRead(reader="x", card=None, side=Side.BURN), "a card that was not read, burned"),
        (
            ResultReported(reader="x", outcome=Outcome.TIE, player_pair=True, banker_pair=True),
            "result tie, player pair, banker pair",
        ),
        (
            ReaderGap(reader="x", why="Look.", late=True),
            "gap: Look. (it was on the line before the reader was opened)",
        ),
    ],
)
def test_events_in_plain_words(event: Observation, words: str) -> None:
    assert told(event) == words


def test_the_help_says_what_it_does() -> None:
    ran = run("devices", "--help")
    assert "--try READER_URL" in ran.out
    assert "until Ctrl-C" in ran.out
