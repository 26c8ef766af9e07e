"""A network camera on loopback: MJPEG over HTTP, with the moods that real ones have."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable

import cv2
import numpy as np

from drivers.camera.picture import Picture

# Moods: what the camera does to whoever looks.
WELL, FROZEN, BLACK, CORRUPT = "well", "frozen", "black", "corrupt"
NO_HEAD, MID_PICTURE, DRIPS, CUT = "no head", "mid picture", "drips", "cut"
REFUSES, SINGLE = "refuses", "single"
_HEAD = "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"


def noise(number: int, size: tuple[int, int] = (320, 180)) -> Picture:
    """A picture as a sensor sees an empty table: never twice the same."""
    w, h = size
    rng = np.random.default_rng(number)
    return (70 + rng.integers(0, 60, (h, w, 3))).astype(np.uint8)


def jpeg(picture: Picture) -> bytes:
    done, data = cv2.imencode(".jpg", picture)
    assert done
    return data.tobytes()


class HttpCamera:
    """Serves what `picture(n)` draws; its mood may change at any time, also under a client."""

    def __init__(
        self,
        picture: Callable[[int], Picture] = noise,
        *,
        mood: str = WELL,
        fps: float = 30,
        says_length: bool = True,
    ) -> None:
        self.picture, self.mood, self.fps, self.says_length = picture, mood, fps, says_length
        self.shown, self.visits, self.asked = 0, 0, ""
        self.challenge = ""  # who looks must sign in
        self._over = threading.Event()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._clients: list[socket.socket] = []
        self._threads[0].start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def cut(self) -> None:
        """The network breaks under everybody who looks."""
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
            thread = threading.Thread(target=self._serve, args=(client,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, client: socket.socket) -> None:
        with contextlib.suppress(OSError):
            self.asked = client.recv(4096).decode()
            self._stream(client)
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)

    def _stream(self, client: socket.socket) -> None:
        while self.mood == NO_HEAD:
            if self._over.wait(0.01):
                return
        if self.mood == REFUSES:
            client.sendall(b"HTTP/1.0 401 Unauthorized\r\n\r\n")
            return
        if self.mood == SINGLE:
            client.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n\r\n" + jpeg(noise(0)))
            return
        if self.challenge and "Authorization:" not in self.asked:
            refusal = f"HTTP/1.0 401 Unauthorized\r\nWWW-Authenticate: {self.challenge}\r\n\r\n"
            client.sendall(refusal.encode())
            return
        client.sendall(_HEAD.encode())
        while not self._over.wait(1 / self.fps):
            mood = self.mood
            if mood == CUT:
                return
            if mood not in (FROZEN, MID_PICTURE, DRIPS):
                self.shown += 1
            picture = self.picture(self.shown)
            data = jpeg(np.zeros_like(picture) if mood == BLACK else picture)
            if mood == CORRUPT:
                data = data[: len(data) // 2] + b"\0" * (len(data) // 2)
            length = f"Content-Length: {len(data)}\r\n" if self.says_length else ""
            part = f"--frame\r\nContent-Type: image/jpeg\r\n{length}\r\n".encode() + data + b"\r\n"
            if mood == MID_PICTURE:
                client.sendall(part[: len(part) // 2])
                while self.mood == MID_PICTURE:
                    if self._over.wait(0.01):
                        return
                return
            if mood == DRIPS:
                for byte in part:
                    client.sendall(bytes([byte]))
                    if self._over.wait(0.05) or self.mood != DRIPS:
                        return
            client.sendall(part)
