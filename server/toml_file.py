"""TOML files whose errors name the file, the line and the key."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
_WORDS = dict.fromkeys(_UNKNOWN, "there is no such setting") | dict.fromkeys(
    ("missing", "missing_argument"), "this setting is missing"
)


class BadFile(Exception):
    """A settings or house file that cannot be used; the message names the line."""


def read_toml(path: Path) -> tuple[dict[str, Any], str]:
    """The values of a TOML file and its text; raises BadFile."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadFile(f"Cannot read {path}: {why}.") from None
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise BadFile(f"{path} is not TOML: {error}.") from None
    except RecursionError:
        raise BadFile(f"{path} is not TOML that anybody wrote: it is nested too deep.") from None


def complaint(path: Path, text: str, error: ValidationError, *, under: str = "") -> BadFile:
    """A validation error of a file, or of its table `under`, as one sentence with its line."""
    details = error.errors(include_url=False)
    # A typo makes a key both unknown and missing: the line that stands there is the one to name.
    detail = min(details, key=lambda detail: detail["type"] not in _UNKNOWN)
    keys: list[int | str] = [under, *detail["loc"]] if under else [*detail["loc"]]
    if detail["type"] == "value_error":  # our own sentence, which begins with the key
        what = detail["msg"].removeprefix("Value error, ").rstrip(".")
        named = what.split()[0].split(".")
        keys = [*named] if _holds(tomllib.loads(text), named) else keys
    else:
        name = ".".join(map(str, keys))
        what = f"{name}: {_WORDS.get(detail['type'], detail['msg'])}"
    return BadFile(f"{path}, line {line_of(text, keys)}: {what}.")


def line_of(text: str, keys: Sequence[int | str]) -> int:
    """The line on which a key (or, where it is missing, its table) stands, from 1.

    Found by the parser itself: it is the first line with which the text holds the key.
    """
    wanted = [*keys]
    while wanted:
        lines = text.splitlines()
        start = 1
        for count in range(1, len(lines) + 1):
            try:
                data: Any = tomllib.loads("\n".join(lines[:count]))
            except tomllib.TOMLDecodeError:
                continue  # in the middle of a value of several lines
            if _holds(data, wanted):
                return start
            start = count + 1
        wanted = wanted[:-1]
    return 1


def _holds(data: Any, keys: Sequence[int | str]) -> bool:
    for key in keys:
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return False
    return True
