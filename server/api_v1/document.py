"""The OpenAPI document, made from the tables that the server itself goes by."""

from __future__ import annotations

import re
from functools import cache
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Literal

from flask import current_app
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from ..access import ACCESS, DISPLAY, PUBLIC, SCOPES
from ..export.formats import FORMATS
from ..log import TABLE_NAME
from ..tokens import Scope
from .commands_schema import command_schema
from .models import Error
from .operations import LARGEST, OPERATIONS, Operation

_REF = "#/components/schemas/{model}"
_SAYS = {
    304: "It is as the one whose ETag you sent.",
    400: "What is asked cannot be; the sentence says why.",
    401: "A token is needed, or this one is unknown, revoked or over.",
    403: "The token has not the scope, or this may not be asked from there.",
    404: "There is no such table or shoe, or nothing of it to tell.",
    409: "The table refuses it now; nothing has changed.",
    503: "The log cannot be read or written, or the server has no thread left: try again.",
    507: "The disk is full.",
}
_INTRODUCTION = (
    "Everything here is JSON in UTF-8 and in UTC, and tells only what the players have seen. "
    "An error is a sentence. Ask with `Authorization: Bearer TOKEN`; `shoeboard tokens add` makes "
    "tokens, with the least scopes that will do. A signed-in inspector may read, too. What lies "
    "under /api/v1 and is not in here belongs to our own pages and may change."
)
_PATH_VALUES: dict[str, dict[str, Any]] = {
    "name": {"type": "string", "pattern": f"^{TABLE_NAME.pattern}$"},
    "number": {"type": "integer", "minimum": 1, "maximum": LARGEST},
    "form": {"type": "string", "enum": [*FORMATS]},
}
_PATH_SAYS = {"name": "The table.", "number": "The shoe.", "form": "The format."}


@cache
def document() -> dict[str, Any]:
    """The document, in OpenAPI 3.1; the same for the life of the app that asks."""
    models: list[tuple[type[BaseModel], Literal["serialization"]]] = [
        (operation.model, "serialization") for operation in OPERATIONS.values() if operation.model
    ]
    _, schemas = models_json_schema([*models, (Error, "serialization")], ref_template=_REF)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Shoeboard",
            "version": version("shoeboard"),
            "description": _INTRODUCTION,
        },
        "paths": _paths(),
        "components": {
            "schemas": schemas["$defs"],
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }


def _paths() -> dict[str, Any]:
    """The operations by path, in the order of their table."""
    paths: dict[str, Any] = {}
    every = current_app.url_map.iter_rules()
    rules = {rule.endpoint: rule for rule in every if rule.rule.startswith("/api/v1/")}
    for endpoint, operation in OPERATIONS.items():
        rule = rules[endpoint]
        (method,) = (rule.methods or set()) - {"HEAD", "OPTIONS"}
        values = re.findall(r"<(?:\w+:)?(\w+)>", rule.rule)
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        paths.setdefault(path, {})[method.lower()] = _operation(endpoint, operation, values)
    return paths


def _operation(endpoint: str, operation: Operation, values: list[str]) -> dict[str, Any]:
    scope = SCOPES.get(endpoint)
    told: dict[str, Any] = {
        "operationId": endpoint.rpartition(".")[2],
        "summary": operation.says,
        "description": " ".join(filter(None, [operation.more, _who(endpoint, scope)])),
        "security": _security(endpoint, scope),
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": _PATH_VALUES[name],
               "description": _PATH_SAYS[name]} for name in values),
            *({"name": taken.name, "in": taken.where, "required": False, "schema": taken.schema,
               "description": taken.says} for taken in operation.takes),
        ],
        "responses": _responses(operation, is_open=ACCESS[endpoint] == PUBLIC),
    }  # fmt: skip
    if operation.has_etag:
        told["parameters"].append({
            "name": "If-None-Match", "in": "header", "required": False,
            "schema": {"type": "string"}, "description": "The ETag of what you have.",
        })  # fmt: skip
    if operation.takes_command:
        content = {"application/json": {"schema": command_schema()}}
        told["requestBody"] = {"required": True, "content": content}
    return told


def _who(endpoint: str, scope: Scope | None) -> str:
    if ACCESS[endpoint] == PUBLIC:
        return "Open to everybody."
    also = ", or who may open a display" if ACCESS[endpoint] == DISPLAY else ""
    return f"For tokens with the scope `{scope}`{also}."


def _security(endpoint: str, scope: Scope | None) -> list[dict[str, list[str]]]:
    by_token = {"token": [str(scope)]}
    return {PUBLIC: [], DISPLAY: [{}, by_token]}.get(str(ACCESS[endpoint]), [by_token])


def _responses(operation: Operation, *, is_open: bool) -> dict[str, Any]:
    error = {"application/json": {"schema": {"$ref": _REF.format(model="Error")}}}
    if operation.model:
        schema = {"$ref": _REF.format(model=operation.model.__name__)}
        content: dict[str, Any] = {"application/json": {"schema": schema}}
    else:
        content = {media: {} for media in operation.media}
    told: dict[str, Any] = {"200": {"description": operation.says + ".", "content": content}}
    if operation.has_etag:
        told["200"]["headers"] = {"ETag": {"schema": {"type": "string"}, "required": True}}
        told["304"] = {"description": _SAYS[304]}
    for status in sorted({*operation.fails, *(() if is_open else (401, 403, 503))}):
        says = f"{HTTPStatus(status).phrase}. {_SAYS[status]}"
        told[str(status)] = {"description": says, "content": error}
    return told
