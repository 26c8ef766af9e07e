"""Network cameras that send MJPEG: JPEGs in one endless HTTP answer.

A reader of our own, for FFmpeg's was tried: its time-outs hold (2.0 s), but a picture of which the
second half never came, or came damaged, it gives as a sound one, and it cannot say why a camera
refuses. Nobody is followed to another address.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from urllib.parse import urlsplit

import cv2
import numpy as np

from .frame import BadPicture
from .network import Networked
from .parts import BadParts, Parts
from .picture import Picture
from .sign_in import authorization, sign_in

_OPEN_S, _READ_S = 3.0, 2.0  # a connection and an answer; one whole picture
_CHUNK = 256 * 1024
_TAILS = b"\0\r\n"  # what cameras put behind a JPEG
_CONNECT: dict[str, type[http.client.HTTPConnection]] = {
    "http": http.client.HTTPConnection,
    "https": http.client.HTTPSConnection,
}
_WORDS = {
    401: "it wants a name and a password: put them into ~/.netrc (machine, login, password)",
    403: "it does not let us look (403)",
    404: "it has no such page (404): look in its manual for the address of its MJPEG",
}


class Mjpeg(Networked):
    """One camera by its URL; see frame.Source."""

    patience_s = 2 * _OPEN_S

    def open(self) -> OpenMjpeg:
        """Raises OSError, in words."""
        try:
            return OpenMjpeg(self._url)
        except http.client.HTTPException as error:
            raise OSError(f"what it answers is no HTTP ({type(error).__name__})") from None
        except TimeoutError:
            raise OSError(f"it did not answer within {_OPEN_S:g} s") from None
        except OSError as error:
            raise OSError(in_words(error)) from None


class OpenMjpeg:
    """An open connection; see frame.Capture."""

    note, fps = "", 0.0

    def __init__(self, url: str) -> None:
        """Raises OSError or HTTPException."""
        parts = urlsplit(url)
        connect = _CONNECT[parts.scheme]
        assert parts.hostname
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._line = connect(parts.hostname, parts.port, timeout=_OPEN_S)
        self._parts = Parts()
        self._waiting: list[bytes] = []
        try:
            self._answer = self._ask(target, {})
            challenge = self._answer.headers.get("WWW-Authenticate", "")
            known = sign_in(url) if self._answer.status == http.client.UNAUTHORIZED else None
            if known:
                self._line.close()
                word = authorization(challenge, known, "GET", target)
                self._answer = self._ask(target, {"Authorization": word})
            self._check()
            if self._line.sock:  # else the answer has it alone
                self._line.sock.settimeout(_READ_S)
        except BaseException:
            self._line.close()
            raise

    def _ask(self, target: str, headers: dict[str, str]) -> http.client.HTTPResponse:
        self._line.request("GET", target, headers=headers)
        return self._line.getresponse()

    def _check(self) -> None:
        status = self._answer.status
        if status != http.client.OK:
            raise OSError(_WORDS.get(status, f"it answers {status} {self._answer.reason}".strip()))
        kind = self._answer.headers.get_content_type()
        if not kind.startswith("multipart/"):
            raise OSError(
                f"it sends {kind}, not MJPEG (multipart/x-mixed-replace): look in its manual for "
                "the address of its MJPEG"
            )

    def read(self) -> Picture:
        """The newest picture that came. Raises BadPicture, or OSError, in words."""
        ends_at = time.monotonic() + _READ_S
        while not self._waiting:
            if time.monotonic() > ends_at:
                raise OSError(f"no whole picture came within {_READ_S:g} s")
            try:
                data = self._answer.read1(_CHUNK)
                self._waiting = self._parts.feed(data)
            except TimeoutError:
                raise OSError(f"nothing came for {_READ_S:g} s") from None
            except (http.client.HTTPException, BadParts) as error:
                raise OSError(str(error) or "the connection broke") from None
            except OSError as error:
                raise OSError(in_words(error)) from None
            if not data:
                raise OSError("it ended the connection")
        newest, self._waiting = self._waiting[-1], []
        return decoded(newest)

    def close(self) -> None:
        self._answer.close()
        self._line.close()


def decoded(data: bytes) -> Picture:
    """A JPEG file as a picture; raises BadPicture for one that is not whole."""
    if not data.rstrip(_TAILS).endswith(b"\xff\xd9"):
        raise BadPicture
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None
    if picture is None:
        raise BadPicture
    return picture


def in_words(error: OSError) -> str:
    """What went wrong on the network."""
    if isinstance(error, socket.gaierror):
        return "its name is not known on this network"
    if isinstance(error, ssl.SSLCertVerificationError):
        return "this machine does not trust its certificate: install it here, or use http://"
    return error.strerror or str(error)
