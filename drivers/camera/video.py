"""A film of a table or shoe: every picture of it is looked at, and what happened is told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from .film import frames
from .glance import Kind, Witnessed
from .looking import eye_of
from .lookout import Lookout
from .mount import Mount


class BadFilm(ValueError):
    """A file that is no film; the message is a sentence."""


def events_of(path: Path, mount: Mount | None, warn: Callable[[str], None]) -> Iterator[Witnessed]:
    """What happened in a film, in turn; the times are the film's own, from 0.

    `warn` is told where the eye is only the second best. Raises BadFilm, BadModel and BadMount.
    """
    lookout: Lookout | None = None
    try:
        for frame in frames(str(path)):
            if lookout is None:
                lookout = Lookout(eye_of(mount, frame.picture.shape[1], warn), mount)
            yield from lookout.see(frame.number, frame.time, frame.picture)
    except OSError as error:
        raise BadFilm(f"The film {path} cannot be read: {error}.") from None
    if lookout is None:
        raise BadFilm(f"The film {path} holds no picture: copy it again.")
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
