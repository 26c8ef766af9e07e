"""Settings: a TOML file, then the environment (SHOEBOARD_...), then the command line's flags."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ipaddress import IPv4Network, IPv6Network
from pathlib import Path
from typing import Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from drivers import open_reader

from .baccarat.rules import Policy
from .codec import first_error
from .houses import find_house
from .log import TABLE_NAME
from .look import Look
from .sign import Sign
from .toml_file import BadFile, complaint, read_toml
from .webhooks.settings import WebhookSettings

_SHORTEST_TOKEN = 16


class TableSettings(BaseModel):
    """One table: its name in addresses, its title on the display, its house and its reader."""

    model_config = ConfigDict(extra="forbid")

    name: str = "table-1"
    title: str = ""
    house: str = "punto_banco"
    reader: str = ""  # a reader's URL; empty: the crew enters the cards by hand
    spare_readers: list[str] = []  # URLs that the technician may change to
    silent_s: float = Field(default=60, gt=0, le=86_400)  # a reader without a frame is
    spy: bool = False  # keep every byte that the reader sends, in spy/ of the data folder
    reveal: Policy | None = None  # when the players see a card; None: as the house says
    display: Look = Field(default_factory=Look)  # of its displays, unless their address says else

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if not TABLE_NAME.fullmatch(name):
            raise ValueError(
                f"name {name!r} must be small letters, digits, - and _, at most 32 of them"
            )
        return name

    @field_validator("house")
    @classmethod
    def _is_a_house(cls, house: str) -> str:
        try:
            find_house(house)
        except BadFile as bad:
            raise ValueError(f"house: {bad}") from None
        return house

    @field_validator("reader")
    @classmethod
    def _is_a_reader(cls, reader: str) -> str:
        if reader:
            open_reader(reader)
        return reader

    @field_validator("spare_readers")
    @classmethod
    def _are_readers(cls, spares: list[str]) -> list[str]:
        for spare in spares:
            open_reader(spare)
        return spares


class DisplaySettings(BaseModel):
    """Where displays open without sign-in: in these subnets, or with this token; else anywhere."""

    model_config = ConfigDict(extra="forbid")

    subnets: list[IPv4Network | IPv6Network] = []
    token: str = ""

    @field_validator("token")
    @classmethod
    def _is_hard_to_guess(cls, token: str) -> str:
        if token and len(token) < _SHORTEST_TOKEN:
            raise ValueError(f"token must have {_SHORTEST_TOKEN} characters or more")
        return token


class Settings(BaseSettings):
    """Everything that `shoeboard run` can be told."""

    model_config = SettingsConfigDict(
        env_prefix="SHOEBOARD_", env_nested_delimiter="__", extra="forbid"
    )

    host: str = "127.0.0.1"
    port: int = Field(8000, ge=1, le=65535)
    data: Path = Path("data")
    threads: int = Field(64, ge=8, le=2000)  # each open display holds one
    idle_minutes: float = Field(15, ge=0, le=10_000)  # without a human act; 0: never signed out
    pictures_days: float = Field(30, ge=0, le=36_500)  # what cameras read is kept so long; 0: not
    pictures_mb: float = Field(2000, ge=1, le=10_000_000)  # ... and up to so much a table
    house: Sign = Field(default_factory=Sign)
    displays: DisplaySettings = Field(default_factory=DisplaySettings)
    tables: list[TableSettings] = Field(default_factory=lambda: [TableSettings()], min_length=1)

    webhooks: list[WebhookSettings] = []

    @field_validator("webhooks")
    @classmethod
    def _webhooks_fit(
        cls, webhooks: list[WebhookSettings], others: ValidationInfo
    ) -> list[WebhookSettings]:
        names = [webhook.name for webhook in webhooks]
        if len(set(names)) < len(names):
            raise ValueError(f"webhooks must have different names, not {', '.join(names)}")
        tables = {table.name for table in others.data.get("tables", [])}
        for webhook in webhooks:
            if unknown := sorted({*webhook.tables} - tables):
                raise ValueError(f"webhooks name tables that there are not: {', '.join(unknown)}")
        return webhooks

    @field_validator("tables")
    @classmethod
    def _names_differ(cls, tables: list[TableSettings]) -> list[TableSettings]:
        names = [table.name for table in tables]
        if len(set(names)) < len(names):
            raise ValueError(f"tables must have different names, not {', '.join(names)}")
        return tables


def load_settings(file: Path | None, flags: Mapping[str, Any]) -> Settings:
    """The settings of a file, the environment and flags (the later ones win); raises BadFile.

    `flags` may hold `host`, `port` and `data`, and `table`, `house` and `reader` for one table: the
    one of that name in the file, or a new one where the file has none.
    """
    values, text = read_toml(file) if file else ({}, "")
    given = {key: flags[key] for key in ("host", "port", "data") if flags.get(key) is not None}

    class Layered(Settings):
        @classmethod
        def settings_customise_sources(
            cls,
            settings_cls: type[BaseSettings],
            init_settings: PydanticBaseSettingsSource,
            env_settings: PydanticBaseSettingsSource,
            dotenv_settings: PydanticBaseSettingsSource,
            file_secret_settings: PydanticBaseSettingsSource,
        ) -> tuple[PydanticBaseSettingsSource, ...]:
            return init_settings, env_settings, InitSettingsSource(settings_cls, values)

    try:
        settings = Layered(**given)
        return settings.model_copy(update={"tables": _chosen(settings.tables, values, flags)})
    except SettingsError as error:
        raise BadFile(f"A SHOEBOARD_... variable cannot be read: {error}.") from None
    except ValidationError as error:
        key = str(next(iter(error.errors()[0]["loc"]), ""))
        variable = _variable(key)
        if file and key in values and key not in given and variable is None:
            raise complaint(file, text, error) from None
        origin = "by a flag" if key in given or variable is None else f"by {variable}"
        raise BadFile(f"{first_error(error)} (set {origin}).") from None


def _variable(key: str) -> str | None:
    """The environment's variable that sets a setting, or a part of it; None where none does."""
    name = f"SHOEBOARD_{key.upper()}"
    return next((v for v in os.environ if v == name or v.startswith(f"{name}__")), None)


def _chosen(
    tables: list[TableSettings], values: Mapping[str, Any], flags: Mapping[str, Any]
) -> list[TableSettings]:
    """The tables to run, with what the flags say of one of them."""
    name = flags.get("table")
    changes = {key: flags[key] for key in ("house", "reader") if flags.get(key) is not None}
    if name is None and not changes:
        return tables
    if name is None and len(tables) > 1:
        raise BadFile("There are several tables in the settings: say which with --table NAME.")
    if name is not None and "tables" in values:
        tables = [table for table in tables if table.name == name]
        if not tables:
            raise BadFile(f"There is no table {name!r} in the settings.")
    table = tables[0].model_dump() | changes | ({"name": name} if name is not None else {})
    return [TableSettings(**table)]
