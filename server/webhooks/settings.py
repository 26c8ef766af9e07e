"""What the settings say of a webhook: where to, what, and where its secret is to be found."""

from __future__ import annotations

import base64
import binascii
import os
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, field_validator, model_validator

from ..baccarat.events import EVENTS
from ..guard import LOOPBACK
from ..log import TABLE_NAME

COUP = "coup"  # among the events: an entry that settled a coup, whatever its event
_PREFIX = "whsec_"  # as https://www.standardwebhooks.com has it
_LEAST, _MOST = 24, 64  # bytes of a secret
_HOW = "make one with: echo whsec_$(openssl rand -base64 32)"


class WebhookSettings(BaseModel):
    """A webhook. Its secret is in a file or in a variable of the environment, never in here."""

    model_config = ConfigDict(extra="forbid")

    name: str
    url: str
    secret_file: Path | None = None
    secret_env: str = ""
    tables: list[str] = []  # none named: all
    events: list[str] = []  # names of events, or COUP; none named: all
    insecure: bool = False  # http to another machine, readable on the way

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if not TABLE_NAME.fullmatch(name):
            raise ValueError(
                f"name {name!r} must be small letters, digits, - and _, at most 32 of them"
            )
        return name

    @field_validator("events")
    @classmethod
    def _are_events(cls, events: list[str]) -> list[str]:
        for event in events:
            if event not in (COUP, *EVENTS):
                raise ValueError(f"events: there is no {event!r}: {COUP}, {', '.join(EVENTS)}")
        return events

    @model_validator(mode="after")
    def _can_be_sent(self) -> Self:
        check_url(self.url, insecure=self.insecure)
        self.key()
        return self

    def key(self) -> bytes:
        """The secret's bytes; raises ValueError with a sentence where there is none."""
        if bool(self.secret_file) == bool(self.secret_env):
            raise ValueError(f"webhook {self.name} needs either secret_file or secret_env; {_HOW}")
        if self.secret_file:
            where = f"the file {self.secret_file}"
            try:
                text = self.secret_file.read_text(encoding="ascii").strip()
            except (OSError, UnicodeDecodeError) as error:
                why = getattr(error, "strerror", None) or "it is not text"
                raise ValueError(f"secret_file {self.secret_file} cannot be read: {why}") from None
        else:
            where, text = f"the variable {self.secret_env}", os.environ.get(self.secret_env, "")
        try:
            key = base64.b64decode(text.removeprefix(_PREFIX), validate=True)
        except binascii.Error:
            key = b""
        if not text.startswith(_PREFIX) or not _LEAST <= len(key) <= _MOST:
            raise ValueError(f"webhook {self.name} finds no secret in {where}: {_HOW}")
        return key


def check_url(url: str, *, insecure: bool) -> None:
    """Raises ValueError for an address to which nothing may be sent."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
        (host or "").encode("idna")
    except ValueError:
        host, port = None, None
    if not host or port == 0 or not url.isprintable() or " " in url:
        raise ValueError(f"url {url!r} is no address: https://host/path")
    if parts.username or parts.password:
        raise ValueError("url must not hold a name or password: the signature says who sends")
    if parts.scheme == "https" or (parts.scheme == "http" and (insecure or host in LOOPBACK)):
        return
    raise ValueError(
        f"url {url!r} is not https: what it sends could be read on the way; use https, or say "
        "insecure = true"
    )
