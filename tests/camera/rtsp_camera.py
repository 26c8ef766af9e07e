"""An RTSP camera on loopback: JPEG over RTP (RFC 2435) within the TCP connection."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Callable

import cv2
import numpy as np

from drivers.camera.picture import Picture

from .http_camera import FROZEN, WELL, noise

SILENT, STALLED = "silent", "stalled"  # says nothing at all; says no more
_CLOCK, _LARGEST = 90_000, 1_200


class RtspCamera:
    """Serves what `picture(n)` draws, whose sides are multiples of 8."""

    def __init__(
        self,
        picture: Callable[[int], Picture] = lambda number: noise(number, (320, 184)),
        *,
        mood: str = WELL,
        fps: float = 30,
    ) -> None:
        self.picture, self.mood, self.fps = picture, mood, fps
        self.shown = self.visits = 0
        self._over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._clients: list[socket.socket] = []
        self._threads[0].start()

    @property
    def url(self) -> str:
        return f"rtsp://127.0.0.1:{self.port}/stream"

    def cut(self) -> None:
        for client in self._clients:
            with contextlib.suppress(OSError):
                client.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._over.set()
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self.cut()
        for thread in self._threads:
            thread.join()
        for client in self._clients:
            client.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listening.accept()
            except OSError:
                return
            self.visits += 1
            self._clients.append(client)
            self._threads.append(threading.Thread(target=self._serve, args=(client,), daemon=True))
            self._threads[-1].start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError), client.makefile("rb") as lines:
            if self.mood == SILENT:
                self._over.wait()
                return
            while request := _request(lines.readline):
                client.sendall(self._answer(*request))
                if request[0] == "PLAY":
                    self._stream(client)
                    return

    def _answer(self, verb: str, number: str) -> bytes:
        head, body = [f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\nSession: 1\r\n"], ""
        if verb == "OPTIONS":
            head.append("Public: DESCRIBE, SETUP, PLAY, TEARDOWN\r\n")
        elif verb == "DESCRIBE":
            body = (
                "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\n"
                "m=video 0 RTP/AVP 26\r\na=control:track1\r\n"
            )
            head.append(f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n")
        elif verb == "SETUP":
            head.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n")
        return ("".join(head) + "\r\n" + body).encode()

    def _stream(self, client: socket.socket) -> None:
        seq = 0
        while not self._over.wait(1 / self.fps):
            if self.mood == STALLED:
                continue
            self.shown += self.mood != FROZEN
            height, width, tables, scan = _taken_apart(self.picture(self.shown))
            stamp = int(self.shown * _CLOCK / self.fps)
            for at in range(0, len(scan), _LARGEST):
                piece = scan[at : at + _LARGEST]
                marker = 0x80 * (at + _LARGEST >= len(scan))
                rtp = struct.pack("!BBHII", 0x80, marker | 26, seq & 0xFFFF, stamp & 0xFFFFFFFF, 1)
                # Type 1: 4:2:0; quality 255: the tables come along with the first piece.
                jpeg = struct.pack("!II", at, 1 << 24 | 255 << 16 | width // 8 << 8 | height // 8)
                if at == 0:
                    jpeg += struct.pack("!BBH", 0, 0, len(tables)) + tables
                packet = rtp + jpeg + piece
                client.sendall(struct.pack("!cBH", b"$", 0, len(packet)) + packet)
                seq += 1


def _request(readline: Callable[[], bytes]) -> tuple[str, str] | None:
    """The next request's verb and number; None where there is none."""
    verb, number = "", "0"
    while line := readline().decode("latin-1"):
        if not line.strip():
            return verb, number
        verb = verb or line.split()[0]
        if line.lower().startswith("cseq:"):
            number = line.split(":")[1].strip()
    return None


def _taken_apart(picture: Picture) -> tuple[int, int, bytes, bytes]:
    """A picture's height and width, and its JPEG's quantisation tables and scan."""
    settings = [cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    done, coded = cv2.imencode(".jpg", picture.astype(np.uint8), settings)
    assert done
    data, tables, at = coded.tobytes(), b"", 2
    while True:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        segment = data[at + 4 : at + 2 + length]
        at += 2 + length
        while marker == 0xDB and segment:
            tables, segment = tables + segment[1:65], segment[65:]
        if marker == 0xDA:
            return picture.shape[0], picture.shape[1], tables, data[at:-2]
