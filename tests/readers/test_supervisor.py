"""The supervisor: states by name, waits that grow, silence, heartbeats, old reports, the spy."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers import Settings, State, open_reader, supervisor
from drivers.port import in_words
from drivers.tape import played
from server.baccarat.cards import Card
from server.baccarat.coup import B1, P1
from server.baccarat.events import CardRead, ReaderFound, ReaderLost
from tests.wire import Pty, SerialServer, drawn, frame, line, until

from .desk import Desk

EIGHT, KING = drawn(Card.parse("8S"), P1), drawn(Card.parse("KD"), B1)


@pytest.fixture
def sit_down() -> Iterator[Callable[..., Desk]]:
    """`sit_down(url, **settings)` runs the reader of a URL."""
    desks: list[Desk] = []

    def run(url: str, **settings: object) -> Desk:
        desks.append(Desk(open_reader(url, Settings(**settings))))
        return desks[-1]

    yield run
    for desk in desks:
        desk.close()


def test_every_state_has_its_turn_and_its_name(
    tmp_path: Path, sit_down: Callable[..., Desk]
) -> None:
    desk = sit_down(f"angel_eye:{tmp_path / 'shoe'}", silent_s=0.2)
    desk.waits_until(State.SEARCHING)
    cable = Pty(tmp_path / "shoe")
    desk.waits_until(State.ONLINE)
    desk.waits_until(State.SILENT)
    cable.write(frame(1, EIGHT))
    desk.waits_for(CardRead)
    until(lambda: (State.ONLINE, str(cable.path)) in desk.states[-2:])
    cable.pull()
    desk.waits_for(ReaderLost)
    desk.waits_until(State.SEARCHING)
    states = [state for state, _ in desk.states]
    assert states[:4] == [State.SEARCHING, State.OPENING, State.ONLINE, State.SILENT]
    assert states[-3:] == [State.LOST, State.RETRYING, State.SEARCHING]
    assert " ".join(states).startswith("searching opening online silent")


def test_the_waits_between_two_tries_grow(sit_down: Callable[..., Desk]) -> None:
    server = SerialServer()
    server.close()
    desk = sit_down(f"line:socket://127.0.0.1:{server.port}")
    until(lambda: len([1 for state, _ in desk.states if state is State.RETRYING]) == 3)
    waits = [said.rpartition("in ")[2] for state, said in desk.states if state is State.RETRYING]
    assert waits == ["0.5 s.", "1 s.", "2 s."]
    health = desk.reader.health()
    assert health.state is State.RETRYING
    assert health.retry_s is not None
    assert 0 < health.retry_s <= 2


def test_a_line_that_worked_is_tried_again_soon(
    serial_server: SerialServer, sit_down: Callable[..., Desk]
) -> None:
    desk = sit_down(f"angel_eye:socket://127.0.0.1:{serial_server.port}")
    for n in range(1, 4):
        desk.waits_for(ReaderFound, n)
        desk.waits_until(State.ONLINE)
        serial_server.write(frame(n, b"P"))
        until(lambda n=n: desk.reader.health().counters.frames == n)
        serial_server.drop()
    desk.waits_for(ReaderLost, 3)
    waits = {said.rpartition("in ")[2] for state, said in desk.states if state is State.RETRYING}
    assert waits == {"0.5 s."}
    assert desk.reader.health().counters.reconnects == 3


def test_a_sender_that_beat_and_falls_silent_is_opened_anew(
    cable: Pty, sit_down: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_NO_BEAT_S", 0.3)
    desk = sit_down(f"line:{cable.path}")
    desk.waits_until(State.ONLINE)
    cable.write(line(1, "HEARTBEAT"))
    desk.waits_for(ReaderLost)
    desk.waits_for(ReaderFound, 2)
    assert any("it beat, and has not been heard" in said for _, said in desk.states)


@pytest.mark.parametrize(
    ("away", "is_sure"), [(0.0, True), (1.0, False)], ids=["a moment", "too long"]
)
def test_a_reader_says_whether_its_count_can_tell_what_it_missed(
    cable: Pty, sit_down: Callable[..., Desk], away: float, is_sure: bool
) -> None:
    desk = sit_down(f"angel_eye:{cable.path}", fastest_s=0.1 if away else 60)
    desk.waits_until(State.ONLINE)
    cable.pull()
    desk.waits_for(ReaderLost)
    threading.Event().wait(away)
    cable.plug_in()
    desk.waits_for(ReaderFound, 2)
    found = [event for event in desk.events if isinstance(event, ReaderFound)]
    assert [event.is_sure for event in found] == [False, is_sure]


def test_what_the_line_brings_as_it_is_opened_is_marked_as_old(
    sit_down: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "_BACKLOG_S", (2.0, 20.0))  # quiet so long: then all was there
    with socket.create_server(("127.0.0.1", 0)) as listening:
        desk = sit_down(f"angel_eye:socket://127.0.0.1:{listening.getsockname()[1]}")
        client, _ = listening.accept()
        with client:
            client.sendall(frame(3, EIGHT))
            desk.waits_until(State.ONLINE)
            client.sendall(frame(4, KING))
            desk.waits_for(CardRead, 2)
    cards = [event for event in desk.events if isinstance(event, CardRead)]
    assert [(str(card.card), card.late) for card in cards] == [("8S", True), ("KD", False)]


def test_the_spy_notes_every_byte_and_what_happened_to_the_line(
    cable: Pty, sit_down: Callable[..., Desk], tmp_path: Path
) -> None:
    tape = tmp_path / "spy" / "t1.jsonl"
    desk = sit_down(f"angel_eye:{cable.path}", spy=tape)
    desk.waits_until(State.ONLINE)
    cable.write(frame(1, EIGHT) + b"\xff")
    desk.waits_for(CardRead)
    cable.pull()
    desk.waits_for(ReaderLost)
    desk.close()
    text = tape.read_text()
    assert b"".join(data for _, data in played(text.splitlines())) == frame(1, EIGHT) + b"\xff"
    assert f"opened {cable.path}" in text
    assert "lost: it was unplugged" in text
    assert tape.stat().st_mode & 0o077 == 0  # cards that lie face down are in it


def test_a_full_disk_under_the_spy_stops_no_card_and_is_said_once(
    cable: Pty, sit_down: Callable[..., Desk], caplog: pytest.LogCaptureFixture
) -> None:
    desk = sit_down(f"angel_eye:{cable.path}", spy=Path("/dev/full"))
    desk.waits_until(State.ONLINE)
    cable.write(frame(1, EIGHT))
    desk.waits_for(CardRead)
    assert caplog.text.count("cannot be written: make room") == 1


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("[Errno 11] Could not exclusively lock port /dev/x: [Errno 11] Resource temporarily "
         "unavailable", "another program has it"),
        ("Could not configure port: (25, 'Inappropriate ioctl for device')",
         "it is no serial port"),
        ("[Errno 13] could not open port /dev/x: [Errno 13] Permission denied: '/dev/x'",
         "this user may not open it (`shoeboard devices` says how to allow it)"),
        ("read failed: socket disconnected", "read failed: socket disconnected"),
    ],
)  # fmt: skip
def test_what_pyserial_says_in_plain_words(said: str, words: str) -> None:
    assert in_words(OSError(said)) == words
