"""What a request asks: its query, checked against the table of operations; and how it is told."""

from __future__ import annotations

from flask import Response, abort, request
from pydantic import BaseModel

from .operations import LARGEST, OPERATIONS


def query_of(
    endpoint: str, *, ours: tuple[str, ...] = (), may_be_empty: bool = False
) -> dict[str, str]:
    """The request's query; answers 400 with a sentence for what its operation does not take.

    `ours` are parameters of our own pages, which are not documented.
    """
    known = [taken.name for taken in OPERATIONS[endpoint].takes if taken.where == "query"]
    given = {}
    for name, values in request.args.lists():
        if name in ("token", *ours):  # of displays: the table of access has looked at it
            continue
        if name not in known:
            takes = f"it takes {', '.join(known)}" if known else "it takes none"
            abort(400, f"There is no parameter {name[:40]!r} here: {takes}.")
        if len(values) > 1:
            abort(400, f"`{name}` is given {len(values)} times: give it once.")
        if not may_be_empty and not values[0].strip():
            abort(400, f"`{name}` is empty: leave it out.")
        given[name] = values[0]
    return given


def whole(
    query: dict[str, str], name: str, unsaid: int, *, least: int = 0, most: int = LARGEST
) -> int:
    """A whole number of a query; answers 400 with a sentence where it is none, or too large."""
    text = query.get(name)
    if text is None:
        return unsaid
    if not (text.isascii() and text.isdecimal() and len(text) < 17 and least <= int(text) <= most):
        abort(400, f"`{name}` takes a number from {least} to {most}, not {text[:40]!r}.")
    return int(text)


def answer(model: BaseModel) -> Response:
    """A model as JSON, with its ETag; 304 and nothing more to who has it already."""
    response = Response(model.model_dump_json(), mimetype="application/json")
    response.cache_control.private = True
    response.cache_control.no_cache = True  # it may be kept, and must be asked for each time
    response.add_etag()
    response.make_conditional(request)
    return response
