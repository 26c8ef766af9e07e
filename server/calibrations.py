"""The calibration that is being done on the console: one at a time, in a process of its own."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from drivers.camera.sitting_worker import NoAnswer, Worker

from .baccarat.events import Refused
from .readers import Readers

FOLDER = "mounts"  # in the data folder
_NETWORK = re.compile(r"(https?|rtsps?)://[^\s\"'<>]{1,180}")
_DEVICE = re.compile(r"\d{1,2}|/dev/(video\d{1,2}|v4l/by-(id|path)/[\w.:+@-]{1,150})")
_NOT_OPEN = "No camera is open for a calibration: choose one and open it."
_PLACES = Literal["P1", "P2", "P3", "B1", "B2", "B3"]
_Pixels = Annotated[int, Field(ge=0, le=16384)]
_Rectangle = tuple[_Pixels, _Pixels, _Pixels, _Pixels]


class _Step(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Open(_Step):
    step: Literal["open"]
    camera: str = Field(max_length=200)
    mode: Literal["table", "shoe"]


class _Plain(_Step):
    step: Literal["lock", "find_places", "empty", "measure", "close"]


class _Window(_Step):
    step: Literal["window"]
    window: _Rectangle
    turn: Literal[0, 90, 180, 270]


class _Places(_Step):
    step: Literal["places"]
    places: dict[_PLACES, _Rectangle]


class _Card(_Step):
    step: Literal["card", "drop_card"]
    card: str = Field(pattern=r"^[A2-9TJQK][SHDC]$")


class _Suit(_Step):
    step: Literal["suit"]
    suit: Literal["S", "H", "D", "C"]


class _Save(_Step):
    step: Literal["save"]
    name: str = Field(pattern=r"^[a-z0-9_-]{1,32}$")
    accept: bool = False
    replace: bool = False


Step = _Open | _Plain | _Window | _Places | _Card | _Suit | _Save
_STEP: TypeAdapter[Step] = TypeAdapter(Annotated[Step, Field(discriminator="step")])


def parsed(asked: object) -> Step:
    """A step as a page asks for it; raises ValueError with a sentence."""
    try:
        return _STEP.validate_python(asked)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        place = ".".join(map(str, detail["loc"])) or "step"
        raise ValueError(f"{place}: {detail['msg']}.") from None


class Calibrations:
    """Who calibrates which camera; any thread may ask."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self._table = self._camera = ""

    def do(self, table: str, step: Step, readers: Readers) -> dict[str, Any]:
        """Take a step of a table's calibration; returns how it stands then. Raises Refused."""
        with self._lock:
            if isinstance(step, _Open):
                self._end()
                _check_camera(step.camera, readers)
                self._worker = Worker(step.mode, step.camera)
                self._table, self._camera = table, step.camera
                return self._state("open")
            if self._worker is None or self._table != table:
                raise Refused(_NOT_OPEN)
            if step.step == "close":
                self._end()
                return {}
            given = step.model_dump(exclude={"step"})
            if isinstance(step, _Save):
                folder = self._data / FOLDER / given.pop("name")
                state = self._state("save", folder=str(folder), **given)
                return state | {"reader": f"camera@{folder}:{self._camera}"}
            return self._state(step.step, **given)

    def live(self, table: str) -> bytes:
        """What the camera sees now, as a JPEG. Raises Refused."""
        with self._lock:
            if self._worker is None or self._table != table:
                raise Refused(_NOT_OPEN)
            jpeg: bytes = self._ask("live")
            return jpeg

    def stop(self) -> None:
        """End what is being done."""
        with self._lock:
            self._end()

    def _state(self, step: str, **given: Any) -> dict[str, Any]:
        state: dict[str, Any] = self._ask(step, **given)
        return state

    def _ask(self, step: str, **given: Any) -> Any:
        assert self._worker
        try:
            return self._worker.ask(step, **given)
        except ValueError as bad:
            raise Refused(str(bad)) from None
        except NoAnswer as gone:
            self._end()
            raise Refused(str(gone)) from None

    def _end(self) -> None:
        if self._worker:
            self._worker.end()
            self._worker = None


def cameras(readers: Readers) -> dict[str, str]:
    """The cameras of a table's settings, by what follows `camera:`, each with its reader's URL."""
    urls = [url for url in (readers.configured, *readers.spares) if url.startswith("camera")]
    return {url.partition(":")[2]: url for url in urls}


def _check_camera(camera: str, readers: Readers) -> None:
    """A camera may be typed, a file may not: it is one of the settings. Raises Refused."""
    known: Mapping[str, str] = cameras(readers)
    if camera in known or _DEVICE.fullmatch(camera) or _NETWORK.fullmatch(camera):
        return
    raise Refused(
        f"{camera!r} is no camera that can be opened from here: take its number, its path under "
        "/dev/v4l/by-id/, an http:// or rtsp:// address, or one of the table's settings."
    )
