"""A mapping: which column of somebody's CSV is what, in a TOML file."""

from __future__ import annotations

from pathlib import Path
from typing import Literal
from zoneinfo import ZoneInfo

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from ..toml_file import BadFile, complaint, read_toml

Word = Literal["player", "banker", "tie", "void"]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Columns(_Strict):
    """The names of the columns, as the file's first line has them; "" where it has none.

    `outcome`, or `player` and `banker` with their cards, must be there.
    """

    shoe: str = ""
    coup: str = ""
    time: str = ""
    outcome: str = ""
    player: str = ""
    banker: str = ""
    natural: str = ""
    player_pair: str = ""
    banker_pair: str = ""

    @model_validator(mode="after")
    def _enough(self) -> Columns:
        if bool(self.player) != bool(self.banker):
            raise ValueError("columns.player and columns.banker go together")
        if not self.outcome and not self.player:
            raise ValueError("columns.outcome is missing, or columns.player and columns.banker")
        return self


class Mapping(_Strict):
    """How somebody's CSV is to be read.

    `outcomes` says what their words mean, `yes` which words are a yes; case does not count.
    `time_format` is as Python's strptime takes it, ISO 8601 where it is empty; a time without a
    zone is one of `zone`.
    """

    delimiter: str = Field(",", min_length=1, max_length=1)
    encoding: str = "utf-8-sig"
    columns: Columns
    outcomes: dict[str, Word] = {
        "P": "player", "B": "banker", "T": "tie",
        "player": "player", "banker": "banker", "tie": "tie",
    }  # fmt: skip
    yes: tuple[str, ...] = ("yes", "y", "true", "1", "x")
    time_format: str = ""
    zone: str = "UTC"

    @field_validator("zone")
    @classmethod
    def _known(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ValueError, OSError, KeyError):
            raise ValueError(f"zone {zone!r} is no time zone, as Asia/Macau is") from None
        return zone

    @field_validator("encoding")
    @classmethod
    def _encoding(cls, encoding: str) -> str:
        try:
            "".encode(encoding)
        except LookupError:
            raise ValueError(f"encoding {encoding!r} is not known") from None
        return encoding


def read_mapping(path: Path) -> Mapping:
    """The mapping in a file; raises BadFile with its line."""
    data, text = read_toml(path)
    if "columns" not in data:
        raise BadFile(f"{path} names no columns: it needs a table [columns].")
    try:
        return Mapping.model_validate(data)
    except ValidationError as error:
        raise complaint(path, text, error) from None
