"""A serial server that speaks RFC 2217: our reader on pyserial's own server side."""

from __future__ import annotations

import socket
import threading

import pytest
import serial
import serial.rfc2217

from drivers import State, open_reader
from server.baccarat.cards import parse_cards
from server.baccarat.events import CardRead, ReaderLost
from tests.readers.desk import Desk
from tests.wire import line


class Rfc2217Server:
    """A serial port, here a loop, behind a server that takes one client and then no more."""

    def __init__(self) -> None:
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self.received = b""  # what the client wants written to the serial port
        self.speed = 0
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        self._client, _ = self._listening.accept()
        self._listening.close()
        with self._client, serial.serial_for_url("loop://") as port:
            self._manager = serial.rfc2217.PortManager(port, self)
            while data := self._client.recv(1000):
                self.received += b"".join(self._manager.filter(data))
                self.speed = port.baudrate

    def write(self, data: bytes) -> None:
        """What the port manager answers its client."""
        self._client.sendall(data)

    def play(self, data: bytes) -> None:
        """Bytes that come in on the serial port."""
        self.write(b"".join(self._manager.escape(data)))

    def hang_up(self) -> None:
        self._client.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._thread.join()


@pytest.mark.filterwarnings("ignore:set(Daemon|Name)")  # pyserial still calls them
def test_a_reader_over_rfc2217_sets_the_speed_and_writes_nothing() -> None:
    server = Rfc2217Server()
    desk = Desk(open_reader(f"line@19200:rfc2217://127.0.0.1:{server.port}"))
    desk.waits_until(State.ONLINE)
    server.play(line(1, "CARD,8S") + line(2, "CARD,KD"))
    desk.waits_for(CardRead, 2)
    cards = [event.card for event in desk.events if isinstance(event, CardRead)]
    assert cards == list(parse_cards("8S KD"))
    assert (server.speed, server.received) == (19200, b"")
    server.hang_up()
    desk.waits_for(ReaderLost)
    desk.close()
    server.close()
