"""What the camera's process and its reader tell each other; no picture library is needed for it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from server.baccarat.events import Observation

from .. import State
from ..counting import Pictures
from .address import Address

STOP, LOOK = "stop", "look"  # what the reader asks for


@dataclass(frozen=True, slots=True)
class Plan:
    """What a camera's process is to do.

    `vision` names what makes its vision, as `module:function`; see vision.Make. `mount` is the
    folder of a calibration, `kept` that where the pictures of cards go, None for nowhere.
    """

    address: Address
    mount: Path | None
    kept: Path | None
    vision: str


@dataclass(frozen=True, slots=True)
class Beat:
    """It is alive. `age_s` is how old the newest picture is; `in_flight` cards are half read."""

    counters: Pictures
    age_s: float | None
    in_flight: int


@dataclass(frozen=True, slots=True)
class Status:
    """The camera is in another state; `retry_s` until the next try."""

    state: State
    detail: str
    retry_s: float | None


@dataclass(frozen=True, slots=True)
class Saw:
    """Something that goes into the log."""

    event: Observation


@dataclass(frozen=True, slots=True)
class Shot:
    """What the camera sees, with what is read in it, as a small JPEG that was asked for."""

    jpeg: bytes


@dataclass(frozen=True, slots=True)
class Over:
    """The film is at its end, and so is the process."""

    detail: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The process ends, and why in words; `trace` where it is a fault of ours."""

    why: str
    trace: str = ""


Message = Beat | Status | Saw | Shot | Over | Failed
