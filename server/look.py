"""A display's look: layout, languages, theme, beads, rotation, colours and sound.

A table's settings say it, and the address of one display may say otherwise, part by part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from .assets import asset_dir
from .languages import LANGUAGES

Beads = Literal["letter", "character", "total"]
Sound = Literal["off", "chime", "voice"]

AUTO = "auto"  # landscape or portrait, as the screen stands
LAYOUTS = tuple(sorted(file.stem for file in (asset_dir("static") / "layouts").glob("*.css")))
THEMES = ("dark", "light", "high_contrast", "colour_safe")
TURNS = (0, 90, 180, 270)
_STRICT = {"extra": "forbid"}  # read by pydantic, which checks the settings
_YES = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}


class BadLook(ValueError):
    """A look that there is none of; the message names the part and what is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """How one display looks and sounds; raises BadLook.

    `layout` is AUTO or the name of a file in static/layouts, `rotate` in degrees clockwise,
    `volume` in percent. `reversed` makes the player red and the banker blue, as some countries
    have it.
    """

    __pydantic_config__ = _STRICT
    layout: str = AUTO
    languages: tuple[str, ...] = ("en",)
    theme: str = "dark"
    beads: Beads = "letter"
    rotate: int = 0
    reversed: bool = False
    sound: Sound = "off"
    volume: int = 60

    @property
    def sheets(self) -> tuple[tuple[str, str], ...]:
        """The layouts that its page takes, each with the screens that it is for (a media query)."""
        if self.layout != AUTO:
            return ((self.layout, "all"),)
        wide, tall = "(orientation: landscape)", "(orientation: portrait)"
        if self.rotate % 180:
            wide, tall = tall, wide
        return (("landscape", wide), ("portrait", tall))

    def __post_init__(self) -> None:
        _one_of("layout", self.layout, (AUTO, *LAYOUTS))
        _one_of("theme", self.theme, THEMES)
        _one_of("beads", self.beads, get_args(Beads))
        _one_of("rotate", self.rotate, TURNS)
        _one_of("sound", self.sound, get_args(Sound))
        if len(self.languages) not in (1, 2) or len({*self.languages}) < len(self.languages):
            raise BadLook("languages must be one or two different ones, the first one first")
        for language in self.languages:
            _one_of("languages", language, LANGUAGES)
        if not 0 <= self.volume <= 100:
            raise BadLook(f"volume must be from 0 to 100, not {self.volume}")


def look_of(look: Look, asked: Mapping[str, str]) -> Look:
    """A look with what an address asks for beside it, such as `lang=zh-Hant,en`; raises BadLook.

    What is no part of a look, such as a token, is left to others.
    """
    parts = {part: read(asked[name]) for name, (part, read) in _ASKED.items() if name in asked}
    return replace(look, **parts)


def _one_of(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        words = ", ".join(map(str, allowed))
        raise BadLook(f"{name} must be one of {words}, not {value!r}")


def _number(name: str) -> Any:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 3:
            raise BadLook(f"{name} must be a whole number, not {text!r}")
        return int(text)

    return read


def _yes_or_no(text: str) -> bool:
    if text.lower() not in _YES:
        raise BadLook(f"reversed must be 1 or 0, not {text!r}")
    return _YES[text.lower()]


def _languages(text: str) -> tuple[str, ...]:
    return tuple(tag.strip() for tag in text.split(","))


# What an address calls each part, and how it is read there.
_ASKED: dict[str, tuple[str, Any]] = {
    **{name: (name, str) for name in ("layout", "theme", "beads", "sound")},
    "lang": ("languages", _languages),
    "rotate": ("rotate", _number("rotate")),
    "reversed": ("reversed", _yes_or_no),
    "volume": ("volume", _number("volume")),
}  # fmt: skip
