"""A film of a table or shoe: every picture of it is looked at, and what happened is told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from .glance import Kind, Witnessed
from .lookout import Eye, Lookout
from .mount import Mount

_USUAL_FPS = 25.0  # of a film that does not say
_FPS = (1.0, 240.0)


class BadFilm(ValueError):
    """A file that is no film; the message is a sentence."""


def events_of(path: Path, eye: Eye, mount: Mount | None = None) -> Iterator[Witnessed]:
    """What happened in a film, in turn; the times are the film's own, from 0. Raises BadFilm.

    `eye` is the mount's where there is one (see slot.Slot in shoe mode).
    """
    if not path.is_file():
        raise BadFilm(f"There is no film {path}: look at its path.")
    film = cv2.VideoCapture(str(path.absolute()), cv2.CAP_FFMPEG)
    try:
        if not film.isOpened():
            raise BadFilm(
                f"{path} is no film that can be read (not a film, empty, or cut off): MP4, AVI, "
                "MKV and what else FFmpeg plays will do."
            )
        yield from _events(film, Lookout(eye, mount))
    finally:
        film.release()


def _events(film: cv2.VideoCapture, lookout: Lookout) -> Iterator[Witnessed]:
    says = film.get(cv2.CAP_PROP_FPS)
    fps = says if _FPS[0] <= says <= _FPS[1] else _USUAL_FPS
    number = 0
    while (read := film.read())[0]:
        picture: Any = read[1]
        yield from lookout.see(number, number / fps, picture)
        number += 1
    yield from lookout.lost()


def line(event: Witnessed) -> dict[str, Any]:
    """An event as `shoeboard read --video` prints it, in JSON's types."""
    said: dict[str, Any] = {"frame": event.frame, "event": event.kind.value}
    if event.kind is Kind.CARD:
        said["card"] = event.card
    if event.kind is not Kind.CUT_CARD:
        said |= {"confidence": round(event.confidence, 3), "place": event.place}
    if event.why:
        said["why"] = event.why
    return said
