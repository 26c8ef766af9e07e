"""What a shoe puts on the wire: Angel Eye frames and lines, whole shoes of them, ptys, sockets."""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from drivers.virtual import ends
from drivers.virtual.report import Burned, Drawn, Result
from drivers.virtual.speakers import ANGEL_EYE, angel_frame, line_frame
from server.baccarat.cards import Card
from server.baccarat.coup import Coup, Seat
from server.baccarat.rules import FirstCardBurn, FixedBurn, House

frame = angel_frame


def line(seq: int, content: str) -> bytes:
    """A line of our own protocol."""
    return line_frame(seq, content.encode())


def drawn(card: Card, seat: Seat) -> bytes:
    """The data of a card drawn to a seat."""
    return ANGEL_EYE[Drawn](Drawn(card, seat))


def result(coup: Coup) -> bytes:
    """The data of a coup's result."""
    return ANGEL_EYE[Result](Result(coup))


def burned(place: int, card: Card | None = None) -> bytes:
    """The data of a burned card; the first card that decides the burn has place 0."""
    return ANGEL_EYE[Burned](Burned(card, place))


def house_reports(house: House, cards: list[Card]) -> Iterator[bytes]:
    """The data of each report of a house's shoe: its burn, its coups, its cut card."""
    left = iter(cards)
    match house.burn:
        case FirstCardBurn() as burn:
            first = next(left)
            yield burned(0, first)
            for place in range(1, burn.count(first) + 1):
                next(left)
                yield burned(place)
        case FixedBurn() as burn:
            for place in range(1, burn.cards + 1):
                card = next(left)
                yield burned(place, card if burn.seen else None)
    yield from shoe_reports(list(left), cut_at=house.cut_card.from_end if house.cut_card else 0)


def shoe_reports(cards: list[Card], *, cut_at: int = 0) -> Iterator[bytes]:
    """The data of each report of a shoe without burn, until under six cards are left.

    The cut card comes when `cut_at` cards are left.
    """
    left = list(cards)
    while len(left) >= 6:
        coup = Coup()
        while seat := coup.next_seat:
            if len(left) == cut_at:
                yield b"C"
            card = left.pop(0)
            coup = coup.add(card)
            yield drawn(card, seat)
        yield result(coup)


def counted(reports: Iterator[bytes], *, first: int = 1) -> list[bytes]:
    """Reports as frames, counted from 1 to 9 and round again."""
    return [frame((first - 1 + n) % 9 + 1, data) for n, data in enumerate(reports)]


def until(condition: Callable[[], object], *, deadline_s: float = 60) -> None:
    """Wait for a condition; fails after a time in which a healthy machine is long done."""
    end = time.monotonic() + deadline_s
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)


class Pty(ends.Pty):
    """A cable: what is written to it comes out of the port at `path`, a link that can be moved."""

    plug_in, pull = ends.Pty.restore, ends.Pty.drop

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(path)

    def write(self, data: bytes) -> None:
        """All of it, however long the reader takes."""
        while data:
            try:
                data = data[os.write(self._fds[0], data) :]
            except BlockingIOError:
                time.sleep(0.005)  # the buffer is full until the reader takes something


class SerialServer:
    """A serial server as casinos have them: one TCP port, one client at a time."""

    def __init__(self, port: int = 0) -> None:
        self._listening = socket.create_server(("127.0.0.1", port))
        self.port = self._listening.getsockname()[1]
        self._clients: list[socket.socket] = []
        self._thread = threading.Thread(target=self._accept, daemon=True)
        self._thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            self._clients.append(client)

    def write(self, data: bytes) -> None:
        """To the newest client; waits until there is one."""
        until(lambda: self._clients)
        self._clients[-1].sendall(data)

    def received(self) -> bytes:
        """What the newest client sent."""
        until(lambda: self._clients)
        try:
            return self._clients[-1].recv(1000, socket.MSG_DONTWAIT)
        except BlockingIOError:
            return b""

    def drop(self) -> None:
        """The connection breaks; a new one is taken."""
        until(lambda: self._clients)
        for client in self._clients:
            client.close()
        self._clients = []

    def close(self) -> None:
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for client in self._clients:
            client.close()
        self._thread.join()
