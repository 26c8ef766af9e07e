"""The operations of the API: one table of what each is, takes and answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from ..drawing.roads import ROADS
from ..export.formats import FORMATS
from ..export.pictures import RESULTS
from ..ledger.asked import FLAGS, PAIRS
from ..ledger.told import OUTCOMES
from . import models

MOST = 500  # coups, shoes or entries on a page
FEW = 50
LARGEST = 2**53 - 1  # a number that every JSON reader keeps


@dataclass(frozen=True, slots=True)
class Parameter:
    """What may stand in a query (or a header), as JSON Schema."""

    name: str
    schema: dict[str, Any]
    says: str
    where: str = "query"


@dataclass(frozen=True, slots=True)
class Operation:
    """What an endpoint is for, what it takes and what it answers.

    `model` is what it answers as JSON; `media` the other types that it answers in. `fails` are the
    statuses that it may answer beside those that everything may.
    """

    says: str
    more: str = ""
    model: type[BaseModel] | None = None
    media: tuple[str, ...] = ()
    takes: tuple[Parameter, ...] = ()
    fails: tuple[int, ...] = ()
    has_etag: bool = False
    takes_command: bool = False


def _text(name: str, says: str, **schema: Any) -> Parameter:
    return Parameter(name, {"type": "string", "minLength": 1, **schema}, says)


def _choice(name: str, says: str, *choices: str) -> Parameter:
    return Parameter(name, {"type": "string", "enum": [*choices]}, says)


def _number(name: str, says: str, *, least: int = 0, most: int = LARGEST) -> Parameter:
    return Parameter(name, {"type": "integer", "minimum": least, "maximum": most}, says)


_PLACE = r"^-?[0-9]{1,18}-[0-9]{1,18}$"
_DAYS = (
    _text("since", "From this day on (UTC).", format="date"),
    _text("until", "Up to this day (UTC), which is within.", format="date"),
)
_PAGES = (
    _number("limit", f"How many at most; {FEW} if not said.", least=1, most=MOST),
    _text("before", "`older` of the page before: the next page.", pattern=_PLACE),
    _text("after", "`newer` of the page before: back again.", pattern=_PLACE),
)
_OF_SHOES = (
    _text("table", "A table's name."),
    *_DAYS,
    *_PAGES,
)
_OF_COUPS = (
    _choice("outcome", "How it ended.", *OUTCOMES),
    _choice("pair", "Which pair it had.", *PAIRS),
    _choice("natural", "Only naturals.", "yes"),
    _choice("flag", "What befell it.", *FLAGS),
    _choice("corrected", "Only what was put right.", "yes"),
    _text("bet", "The key of a side bet that it hit, as `dragon_7`."),
)
_SHOE_OR_ALL = Parameter(
    "shoe",
    {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 999_999_999}, {"enum": ["all"]}]},
    "A shoe's number, or `all` for the newest ones together; the newest if not said.",
)
_SINCE = _number("after", "The number of the entry after which to begin.")
_LAST_ID = Parameter(
    "Last-Event-ID", {"type": "string"}, "The last `id` that you have: goes before `after`.",
    "header",
)  # fmt: skip

# By endpoint: these are documented. What else lies under /api/v1 belongs to our own pages.
OPERATIONS: dict[str, Operation] = {
    "api_v1.openapi": Operation("This document", media=("application/json",)),
    "api_v1.tables": Operation("The tables that run here", model=models.TablesNow, has_etag=True),
    "api.snapshot": Operation(
        "What a table's displays show now", model=models.Snapshot, fails=(404,)
    ),
    "api_v1.shoes": Operation(
        "Shoes, newest first",
        model=models.ShoesFound,
        takes=(*_OF_SHOES, _text("house", "The name of the house that it was dealt by.")),
        fails=(400,),
        has_etag=True,
    ),
    "api_v1.shoe": Operation(
        "A shoe and its coups", model=models.WholeShoe, fails=(404,), has_etag=True
    ),
    "api_v1.coups": Operation(
        "Coups, newest first",
        "All filters together: a coup must fit each of them.",
        model=models.CoupsFound,
        takes=(*_OF_SHOES, *_OF_COUPS),
        fails=(400,),
        has_etag=True,
    ),
    "api_v1.events": Operation(
        "A table's log, in order",
        "It ends before the first card that the players have not seen, and goes on there later.",
        model=models.Entries,
        takes=(_SINCE, _PAGES[0]),
        fails=(400, 404),
        has_etag=True,
    ),
    "api_v1.stream": Operation(
        "A table's log as it grows",
        "Server-sent events: `id` is the entry's number, `data` the entry as `events` tells it. "
        "It begins after `after`, else with what happens from now on, and says something at least "
        "every five seconds.",
        media=("text/event-stream",),
        takes=(_SINCE, _LAST_ID),
        fails=(400, 404),
    ),
    "statistics.statistics_json": Operation(
        "What was counted, against the exact expectation",
        model=models.Statistics,
        takes=(_SHOE_OR_ALL,),
        fails=(400, 404),
    ),
    "exports.export": Operation(
        "A table's history, or a shoe of it, as a file",
        media=tuple(form.mime for form in FORMATS.values()),
        takes=(
            _number("shoe", "That shoe alone.", most=999_999_999),
            *(replace(day, schema={"type": "string"}) for day in _DAYS),
            _choice("bom", "CSV begins with a byte order mark.", "1"),
            _choice("sheets", "XLSX: one sheet, or one a shoe.", "flat", "shoe"),
            _choice("road", "SVG, PNG, text: that alone.", *ROADS, RESULTS),
            _number("coup", "SVG, PNG, text: as it stood after it.", most=999_999_999),
        ),
        fails=(400, 404, 507),
    ),
    "api.command": Operation(
        "A decision, as the token's role",
        "It is carried out, logged under the token's name and on disk when this answers; or it is "
        "refused and nothing changes. The same `id` decides once, so that it may be sent again.",
        model=models.Decided,
        fails=(400, 404, 409),
        takes_command=True,
    ),
}
