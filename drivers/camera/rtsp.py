"""Network cameras that speak RTSP, through OpenCV's FFmpeg; over TCP, for UDP tears pictures.

The time-outs hold only as parameters of the opening, with the backend named. What blocks all the
same is given up by the grabber.
"""

from __future__ import annotations

import os

import cv2

from .network import Networked
from .picture import Picture
from .sign_in import signed_in

_OPEN_S, _READ_S = 4.0, 2.0


class Rtsp(Networked):
    """One camera by its URL; see frame.Source."""

    patience_s = 2 * _OPEN_S

    def open(self) -> OpenRtsp:
        """Raises OSError, in words."""
        return OpenRtsp(self._url)


class OpenRtsp:
    """An open camera; see frame.Capture."""

    note, fps = "", 0.0

    def __init__(self, url: str) -> None:
        """Raises OSError, in words."""
        os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = "rtsp_transport;tcp|allowed_media_types;video"
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, int(_OPEN_S * 1000),
            cv2.CAP_PROP_READ_TIMEOUT_MSEC, int(_READ_S * 1000),
        ]  # fmt: skip
        self._capture = cv2.VideoCapture(signed_in(url), cv2.CAP_FFMPEG, limits)
        if not self._capture.isOpened():
            raise OSError(
                f"it did not give pictures within {_OPEN_S:g} s: look that it is on, at its "
                "address, and at its name and password in ~/.netrc"
            )

    def read(self) -> Picture:
        """The next picture; raises OSError, in words, where none comes."""
        is_there, picture = self._capture.read()
        if not is_there:
            raise OSError("it sends no more pictures")
        return picture

    def close(self) -> None:
        self._capture.release()
