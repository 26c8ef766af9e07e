"""The best eye that there is: with the model, or with templates and a warning that all can see."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from .eye import Eye
from .live_eye import LiveEye
from .net import SHIPPED, BadModel, loaded
from .picture import Picture
from .sight import Seen
from .templates import TemplateEye, templates
from .tuned import Named, tuned


class Sees(Protocol):
    """Pictures in, the cards in them out."""

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """The cards in a picture, height x width x 3 BGR."""


def seer(
    warn: Callable[[str], None],
    scales: tuple[float, ...] | None = None,
    folder: Path = SHIPPED,
    shown: Sequence[Named] = (),
) -> Sees:
    """An eye; `warn` is told where it is only the second best.

    `scales` are a film's, see Eye; then it is for the pictures of one film, in turn.

    `shown` are indexes that a mount was shown, to which it is tuned.

    Raises BadModel where there is none at all.
    """
    try:
        eye = Eye(tuned(loaded(folder), shown), scales)
        return LiveEye(eye) if scales else eye
    except BadModel as bad:
        known = templates(folder / "templates.png")
        warn(f"{bad} Until then only whole cards that lie apart are read.")
        return TemplateEye(known)
