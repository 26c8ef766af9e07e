"""A serial shoe on a real pty and a real socket: plugged, pulled, busy, missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from drivers import BadReader, State, open_reader
from server.baccarat.cards import Card
from server.baccarat.coup import B1, P1
from server.baccarat.events import CardRead, ReaderFound, ReaderGap, ReaderLost
from tests.wire import Pty, SerialServer, drawn, frame, until

from .desk import Desk

FIRST = 3 * frame(1, drawn(Card.parse("8S"), P1))
SECOND = 3 * frame(2, drawn(Card.parse("KD"), B1))


@pytest.fixture
def sit_down() -> Iterator[Callable[[str], Desk]]:
    """`sit_down(url)` runs the reader of a URL."""
    desks: list[Desk] = []

    def run(url: str) -> Desk:
        desks.append(Desk(open_reader(url)))
        return desks[-1]

    yield run
    for desk in desks:
        desk.close()


def kinds(desk: Desk) -> list[str]:
    return [type(event).__name__ for event in desk.events]


def test_cards_on_a_pty(cable: Pty, sit_down: Callable[[str], Desk]) -> None:
    desk = sit_down(f"angel_eye:{cable.path}")
    desk.waits_until(State.ONLINE)
    cable.write(FIRST + SECOND)
    desk.waits_for(CardRead, 2)
    assert kinds(desk) == ["ReaderFound", "CardRead", "CardRead"]


def test_damaged_frames_are_dropped_and_told(cable: Pty, sit_down: Callable[[str], Desk]) -> None:
    desk = sit_down(f"angel_eye:{cable.path}")
    desk.waits_until(State.ONLINE)
    cable.write(FIRST[:7] + b"X" + FIRST[8:])  # the first of three copies
    desk.waits_for(CardRead)
    until(lambda: "1 damaged frame since the start" in desk.states[-1][1])
    assert desk.states[-1][0] is State.ONLINE


def test_nothing_is_ever_sent_to_the_shoe(cable: Pty, sit_down: Callable[[str], Desk]) -> None:
    desk = sit_down(f"angel_eye@9600:{cable.path}")
    desk.waits_until(State.ONLINE)
    cable.write(FIRST)
    desk.waits_for(CardRead)
    desk.close()
    assert cable.received() == b""


def test_a_pulled_cable_is_told_and_found_again(
    cable: Pty, sit_down: Callable[[str], Desk]
) -> None:
    desk = sit_down(f"angel_eye:{cable.path}")
    desk.waits_until(State.ONLINE)
    cable.write(FIRST + SECOND[:4])  # the second card is cut off by the pull
    desk.waits_for(CardRead)
    cable.pull()
    assert "not there" in desk.waits_until(State.SEARCHING)
    desk.waits_for(ReaderLost)
    cable.plug_in()
    desk.waits_for(ReaderFound, 2)
    cable.write(SECOND)
    desk.waits_for(CardRead, 2)
    assert kinds(desk) == ["ReaderFound", "CardRead", "ReaderLost", "ReaderFound", "CardRead"]


def test_a_card_missed_while_the_cable_was_out_is_flagged(
    cable: Pty, sit_down: Callable[[str], Desk]
) -> None:
    desk = sit_down(f"angel_eye:{cable.path}")
    desk.waits_until(State.ONLINE)
    cable.write(FIRST)
    desk.waits_for(CardRead)
    cable.pull()
    desk.waits_for(ReaderLost)
    cable.plug_in()
    desk.waits_for(ReaderFound, 2)
    cable.write(3 * frame(4, drawn(Card.parse("KD"), B1)))
    desk.waits_for(ReaderGap)


def test_copies_that_came_while_the_log_was_slow_are_still_copies(
    cable: Pty, sit_down: Callable[[str], Desk]
) -> None:
    desk = sit_down(f"angel_eye:{cable.path}")
    desk.waits_until(State.ONLINE)
    desk.slow_s = 2.5  # longer than a copy may be late on the line
    cable.write(FIRST[:8])
    desk.waits_for(CardRead)
    cable.write(FIRST[8:] + SECOND)
    desk.waits_for(CardRead, 2)
    assert kinds(desk) == ["ReaderFound", "CardRead", "CardRead"]


def test_a_serial_server_that_drops_the_line(
    serial_server: SerialServer, sit_down: Callable[[str], Desk]
) -> None:
    desk = sit_down(f"angel_eye:socket://127.0.0.1:{serial_server.port}")
    desk.waits_until(State.ONLINE)
    serial_server.write(FIRST)
    desk.waits_for(CardRead)
    serial_server.drop()
    desk.waits_for(ReaderLost)
    desk.waits_for(ReaderFound, 2)
    serial_server.write(SECOND)
    desk.waits_for(CardRead, 2)


def test_a_port_that_is_not_there_is_waited_for(
    tmp_path: Path, sit_down: Callable[[str], Desk]
) -> None:
    path = tmp_path / "later"
    desk = sit_down(f"line:{path}")
    said = desk.waits_until(State.SEARCHING)
    assert said == f"{path} is not there: plug it in."
    assert desk.events == []
    cable = Pty(path)
    desk.waits_until(State.ONLINE)
    cable.close()


def test_a_busy_port_says_so(cable: Pty, sit_down: Callable[[str], Desk]) -> None:
    with serial.Serial(str(cable.path), exclusive=True):
        said = sit_down(f"line:{cable.path}").waits_until(State.RETRYING)
    assert "another program has it" in said


@pytest.mark.parametrize(
    "port", ["/dev/null", "loop://?x=1", "hwgrep://[", "nothing://here", "/tmp"]
)
def test_a_port_that_is_none_is_told_and_tried_again(
    sit_down: Callable[[str], Desk], port: str
) -> None:
    assert "trying again" in sit_down(f"line:{port}").waits_until(State.RETRYING)


def test_a_line_speed_that_cannot_be_is_told(cable: Pty, sit_down: Callable[[str], Desk]) -> None:
    desk = sit_down(f"line@99999999999:{cable.path}")
    assert "trying again" in desk.waits_until(State.RETRYING)


def test_a_refused_connection_says_so(sit_down: Callable[[str], Desk]) -> None:
    server = SerialServer()
    server.close()
    said = sit_down(f"line:socket://127.0.0.1:{server.port}").waits_until(State.RETRYING)
    assert "Connection refused" in said


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "must begin with"),
        ("/dev/ttyUSB0", "must begin with"),
        ("camra:0", "simulated:, angel_eye:, line:"),
        ("angel_eye:", "the port is missing"),
        ("angel_eye@fast:/dev/ttyS0", "'fast' is no line speed"),
        ("angel_eye@²:/dev/ttyS0", "'²' is no line speed"),
        ("simulated@9600:", "has no line speed"),
        ("simulated:?pce=1", "knows seed, pace and faults"),
        ("simulated:?seed=x", "are numbers"),
        ("simulated:?pace=-1", "0 to 3600"),
        ("simulated:?faults=fire:1", "a fault is one of"),
        ("simulated:?faults=lost:2", "a fault is one of"),
    ],
)
def test_a_url_that_names_nothing_gets_a_sentence(url: str, says: str) -> None:
    with pytest.raises(BadReader, match=r".") as raised:
        open_reader(url)
    assert says in str(raised.value)
