"""The best eye that there is: with the model, or with templates and a warning that all can see."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from .eye import Eye
from .live_eye import LiveEye
from .net import SHIPPED, BadModel, loaded
from .picture import Picture
from .sight import Seen
from .templates import TemplateEye, templates


class Sees(Protocol):
    """Pictures in, the cards in them out."""

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """The cards in a picture, height x width x 3 BGR."""


def seer(
    warn: Callable[[str], None],
    scales: tuple[float, ...] | None = None,
    folder: Path = SHIPPED,
) -> Sees:
    """An eye; `warn` is told where it is only the second best.

    `scales` are a film's, see Eye; then it is for the pictures of one film, in turn.

    Raises BadModel where there is none at all.
    """
    try:
        eye = Eye(loaded(folder), scales)
        return LiveEye(eye) if scales else eye
    except BadModel as bad:
        known = templates(folder / "templates.png")
        warn(f"{bad} Until then only whole cards that lie apart are read.")
        return TemplateEye(known)
