"""What a command takes, as JSON Schema: from the commands' own table and their decisions."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, get_type_hints

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

from ..baccarat.cards import RANKS, SUITS, UNKNOWN
from ..commands import COMMANDS

_CARD = f"^([{RANKS}]|10)[{SUITS}{UNKNOWN}]$"
_SEQ = {"type": "integer", "minimum": 1, "maximum": 2**53 - 1}
_OURS: dict[str, dict[str, Any]] = {  # what the commands read themselves, in place of an event
    "entry": {**_SEQ, "description": "The number of the entry that is meant."},
    "cards": {"type": "string", "description": "The coup's cards in dealing order: `8S AH KD TC`."},
    "reader": {"type": "string", "description": "The URL of a reader that the table may have."},
}
_ALWAYS: dict[str, dict[str, Any]] = {
    "command": {"type": "string", "enum": [*COMMANDS]},
    "why": {"type": "string", "description": "The reason, for the journal."},
    "seq": {**_SEQ, "description": "The newest entry that was seen: else 409."},
    "id": {"type": "string", "maxLength": 64, "description": "One id decides once."},
}


def command_schema() -> dict[str, Any]:
    """The body of a command; each field says which commands take it."""
    takers: dict[str, list[str]] = defaultdict(list)
    fields: dict[str, dict[str, Any]] = {}
    for name, command in COMMANDS.items():
        hints = get_type_hints(command.kind)
        for field in command.takes:
            takers[field].append(name)
            if field not in fields:
                fields[field] = _OURS.get(field) or _schema(hints[field])
    told = {
        field: {**schema, "description": f"{schema.get('description', '')} For "
                f"{', '.join(takers[field])}.".strip()}
        for field, schema in fields.items()
    }  # fmt: skip
    return {"type": "object", "required": ["command"], "properties": {**_ALWAYS, **told}}


class _WithCards(GenerateJsonSchema):
    """pydantic's schemas; a card, which reads itself, is a text."""

    def function_plain_schema(
        self, schema: core_schema.PlainValidatorFunctionSchema
    ) -> dict[str, Any]:
        return {"type": "string", "pattern": _CARD, "description": "A card, as `TS`."}


def _schema(kind: Any) -> dict[str, Any]:
    own = TypeAdapter(kind).json_schema(schema_generator=_WithCards)
    defs = own.pop("$defs", {})
    told: dict[str, Any] = _inlined(own, defs)
    return told


def _inlined(schema: Any, defs: dict[str, Any]) -> Any:
    """A schema with its references replaced by what they refer to; no event refers to itself."""
    if isinstance(schema, list):
        return [_inlined(each, defs) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if ref := schema.get("$ref"):
        return _inlined(defs[ref.rpartition("/")[2]], defs)
    return {key: _inlined(value, defs) for key, value in schema.items()}
