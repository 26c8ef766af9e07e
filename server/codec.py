"""Events and houses as JSON values and back, checked by pydantic."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .baccarat.events import EVENTS, SCHEMA, Event, ShoeOpened
from .baccarat.rules import House

_EVENTS: dict[str, TypeAdapter[Any]] = {name: TypeAdapter(kind) for name, kind in EVENTS.items()}
HOUSE = TypeAdapter(House)
# Fields that came after the first logs, and what they are when not said: then they are not written,
# so that an old event's text, and with it the log's digests, stays as it was.
_LATER: dict[str, dict[str, object]] = {
    "CardRead": {"picture": None, "model": None, "taken": None, "why": ""},
}


class BadEntry(ValueError):
    """A log entry that this program cannot read; the message says why."""


class BadFields(ValueError):
    """Fields that make no event; the message says which and why."""


def event_kind(event: Event) -> str:
    """The name under which an event stands in the log."""
    return type(event).__name__


def event_body(event: Event) -> str:
    """An event's fields as JSON text, the same text for the same event always."""
    kind = event_kind(event)
    if isinstance(event, ShoeOpened):
        return _with_house(event)
    later = _LATER.get(kind, {})
    unsaid = {name for name, missing in later.items() if getattr(event, name) == missing}
    return _EVENTS[kind].dump_json(event, exclude=unsaid).decode()


def _with_house(opened: ShoeOpened) -> str:
    """An opening without the house's later fields and rules' conditions that are not said."""
    fields = _EVENTS["ShoeOpened"].dump_python(opened, mode="json")
    house = fields["house"]
    for said, name in ((house, "bets"), (house["odds"], "banker_but")):
        if not said[name]:
            del said[name]
    for prize in (
        *house["odds"].get("banker_but", ()),
        *(prize for bet in house.get("bets", ()) for prize in bet["prizes"]),
    ):
        prize["when"] = {k: v for k, v in prize["when"].items() if v not in (None, "", [], ())}
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def parse_event(kind: str, version: int, body: str) -> Event:
    """The event that `event_body` wrote; raises BadEntry.

    Old versions are brought up to date here, so that old logs replay for ever; version 1 is the
    first.
    """
    if not 1 <= version <= SCHEMA:
        raise BadEntry(
            f"it is of version {version}, this program knows up to {SCHEMA}: use a newer one"
        )
    if kind not in _EVENTS:
        raise BadEntry(f"{kind!r} is no event")
    try:
        event: Event = _EVENTS[kind].validate_json(body)
    except ValidationError as error:
        raise BadEntry(f"its {kind} is damaged: {first_error(error)}") from None
    return event


def make_event(kind: type[Event], fields: Mapping[str, Any]) -> Event:
    """An event of a kind from JSON values; raises BadFields with a sentence."""
    try:
        event: Event = _EVENTS[kind.__name__].validate_json(json.dumps(fields))
    except (ValidationError, ValueError) as error:
        said = first_error(error) if isinstance(error, ValidationError) else str(error)
        raise BadFields(f"{said.removesuffix('.')}.") from None
    return event


def first_error(error: ValidationError) -> str:
    """The first complaint of pydantic, as `place: complaint`."""
    detail = error.errors(include_url=False)[0]
    place = ".".join(str(part) for part in detail["loc"])
    text = detail["msg"].removeprefix("Value error, ")
    return f"{place}: {text}" if place else text
