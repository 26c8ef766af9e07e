"""Films: files that are looked at picture by picture, every one, in order."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing

import cv2

from .frame import Frame, identity
from .picture import Picture

_USUAL_FPS = 25.0  # of a film that does not say
_FPS = (1.0, 240.0)


class Film:
    """A file; see frame.Source."""

    missing = "Look at its path."
    is_film, is_exclusive = True, False
    patience_s = 10.0

    def __init__(self, path: str) -> None:
        self.where = path
        self._path = os.path.abspath(path)  # to FFmpeg `a:b` would be a protocol

    def find(self) -> object:
        """The file with its identity."""
        return identity(self._path)

    def open(self) -> OpenFilm:
        """Raises OSError, in words."""
        if os.path.isdir(self._path):
            raise OSError("it is a folder: name a film in it")
        if not os.access(self._path, os.R_OK):
            raise OSError("this user may not read it")
        return OpenFilm(self._path)


class OpenFilm:
    """An open film; see frame.Capture."""

    def __init__(self, path: str) -> None:
        """Raises OSError, in words."""
        self._capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            raise OSError(
                "it is no film that can be read (not a film, empty, or cut off): MP4, AVI, MKV "
                "and what else FFmpeg plays will do"
            )
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if _FPS[0] <= fps <= _FPS[1] else _USUAL_FPS
        self.note = ""

    def read(self) -> Picture | None:
        """The next picture, None at the end."""
        is_there, picture = self._capture.read()
        return picture if is_there else None

    def close(self) -> None:
        self._capture.release()


def frames(path: str) -> Iterator[Frame]:
    """Every picture of a film, as fast as they are taken. Raises OSError, in words.

    Their times are the film's own, from 0.
    """
    film = Film(path)
    if film.find() is None:
        raise OSError("there is no such file")
    with closing(film.open()) as capture:
        number = 0
        while (picture := capture.read()) is not None:
            yield Frame(number, number / capture.fps, number / capture.fps, picture)
            number += 1
