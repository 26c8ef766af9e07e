"""The text of a mount.json, checked: what is wrong in it is said in a sentence that names the key.

Written by the calibration, but copied, mailed and edited by people.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

FILE = "mount.json"
_SIZES = (16, 16384)  # the smallest and the largest picture, in pixels a side
_TEXT = 200
_ALL_PLACES = {"P1", "P2", "P3", "B1", "B2", "B3"}
_SMALLEST_PLACE = 16.0  # square pixels

_Side = Annotated[int, Field(ge=_SIZES[0], le=_SIZES[1])]
_Length = Annotated[int, Field(ge=0, le=_SIZES[1])]
_Number = Annotated[float, Field(ge=-1e9, le=1e9, allow_inf_nan=False)]
_Point = tuple[_Number, _Number]
_Polygon = Annotated[tuple[_Point, ...], Field(min_length=3, max_length=64)]
_Card = Annotated[str, Field(pattern=r"^[A2-9TJQK][SHDC]$")]


class AccuracyFile(BaseModel):
    """See mount.Accuracy."""

    model_config = ConfigDict(extra="forbid")

    read: int = Field(ge=0)
    of: int = Field(ge=0)
    unsure: tuple[_Card, ...] = ()
    wrong: tuple[_Card, ...] = ()
    missing: tuple[_Card, ...] = ()
    copied: int = Field(default=0, ge=0)


class LimitsFile(BaseModel):
    """See limits.Limits."""

    model_config = ConfigDict(extra="forbid")

    stranger: float = Field(default=0.6, ge=-1, le=1)
    known: float = Field(default=0.75, ge=-1, le=1)
    lead: float = Field(default=0.3, ge=0.05, le=1)


class MountFile(BaseModel):
    """See mount.Mount."""

    model_config = ConfigDict(extra="forbid")

    format: Literal[1]
    mode: Literal["table", "shoe"]
    size: tuple[_Side, _Side]
    places: dict[str, _Polygon] = {}
    window: tuple[_Length, _Length, _Side, _Side] | None = None
    turn: Literal[0, 90, 180, 270] = 0
    index_height: float = Field(default=0.0, ge=0, le=_SIZES[1], allow_inf_nan=False)
    exposure: dict[Annotated[str, Field(max_length=_TEXT)], _Number] = {}
    created: str = Field(default="", max_length=_TEXT)
    accuracy: AccuracyFile | None = None
    limits: LimitsFile = LimitsFile()
    accepted: bool = False


def checked(text: str) -> MountFile:
    """What a mount.json says. Raises ValueError, a sentence that names the key at fault."""
    try:
        said = MountFile.model_validate_json(text)
    except ValidationError as error:
        raise ValueError(_sentence(error)) from None
    except RecursionError:
        raise ValueError("it is nested too deep to be a calibration") from None
    _check_mode(said)
    width, height = said.size
    for place, polygon in said.places.items():
        if not all(0 <= x <= width and 0 <= y <= height for x, y in polygon):
            raise ValueError(f"places.{place}: a corner lies outside the {width}x{height} picture")
        if area(polygon) < _SMALLEST_PLACE:
            raise ValueError(f"places.{place}: its corners enclose nothing")
    if said.window:
        x, y, across, down = said.window
        if x + across > width or y + down > height:
            raise ValueError(f"window: it reaches outside the {width}x{height} picture")
    return said


def area(polygon: tuple[tuple[float, float], ...]) -> float:
    """What corners enclose, in square pixels."""
    ahead = (*polygon[1:], polygon[0])
    twice = sum(x * v - u * y for (x, y), (u, v) in zip(polygon, ahead, strict=True))
    return abs(twice) / 2


def _check_mode(said: MountFile) -> None:
    if said.mode == "shoe":
        if said.window is None:
            raise ValueError("window: shoe mode needs it: [x, y, width, height] of where it looks")
        if said.places:
            raise ValueError("places: they go with table mode; a shoe has a window")
    if said.mode == "table":
        if said.window or said.turn:
            raise ValueError("window, turn: they go with shoe mode; a table has places")
        if said.places and set(said.places) != _ALL_PLACES:
            raise ValueError(
                f"places: all of {', '.join(sorted(_ALL_PLACES))} are needed, or none; "
                f"there are {', '.join(sorted(said.places))[:_TEXT]}"
            )


def _sentence(error: ValidationError) -> str:
    details = error.errors(include_url=False)
    # A typo makes a key both unknown and missing: the one that stands there is the one to name.
    detail = min(details, key=lambda detail: detail["type"] != "extra_forbidden")
    message = str(detail["msg"])
    if detail["type"] == "json_invalid":
        return f"it is not JSON, or was cut off: {message.removeprefix('Invalid JSON: ')}"
    if detail["type"] == "extra_forbidden":
        message = "there is no such key"
    elif detail["type"] == "missing":
        message = "this key is missing"
    elif message.startswith("Input should"):
        message = f"{message.replace('Input should', 'must')}, not {detail['input']!r:.60}"
    key = ".".join(map(str, detail["loc"]))[:_TEXT]
    return f"{key}: {message}" if key else message
