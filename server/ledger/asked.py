"""What is asked of the history: the filters of its pages, and the page's place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from .search import Place, Wanted
from .told import BANKER_PAIR, BET, NATURAL, OUTCOMES, PLAYER_PAIR
from .write import microseconds

# What a coup can be found by, beside its outcome: a filter's values and the marks that they mean.
PAIRS = {
    "player": {PLAYER_PAIR}, "banker": {BANKER_PAIR}, "both": {PLAYER_PAIR, BANKER_PAIR},
    "any": (PLAYER_PAIR, BANKER_PAIR),
}  # fmt: skip
# Flags that say that something was not as usual; `typed` and `last_coup` do not.
ODD = ("corrected", "declared", "dummy", "free", "held", "inserted", "misdealt", "void")
FLAGS = ("any", *ODD, "typed", "last_coup", "simulated", "imported")
_PLACE = re.compile(r"(-?[0-9]{1,18})-([0-9]{1,18})")


class BadQuestion(ValueError):
    """A filter that cannot be; the message says what it takes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters as they were given, what they want, and the place of the page."""

    given: Mapping[str, str]
    wanted: Wanted
    house: str = ""
    before: Place | None = None
    after: Place | None = None

    def query(self, **place: Place) -> dict[str, str]:
        """The filters as a query, with a page's place: so its links keep them."""
        return {**self.given, **{name: f"{at.time}-{at.id}" for name, at in place.items()}}


FILTERS = (
    "table",
    "house",
    "since",
    "until",
    "outcome",
    "pair",
    "natural",
    "flag",
    "corrected",
    "bet",
)


def parse(query: Mapping[str, str], *, tables: Iterable[str], bets: Iterable[str] = ()) -> Asked:
    """The question of a query string; raises BadQuestion with a sentence for what cannot be.

    `tables` are those that there are; `bets` the keys of side bets that a coup can be found by.
    """
    given = {name: value.strip() for name, value in query.items() if value.strip()}
    table = _one_of(given, "table", tables)
    outcome = _one_of(given, "outcome", OUTCOMES)
    pair = PAIRS[word] if (word := _one_of(given, "pair", PAIRS)) else set()
    flag = _one_of(given, "flag", FLAGS)
    bet = _one_of(given, "bet", bets)
    needs = {*([outcome] if outcome else []), *(pair if isinstance(pair, set) else ())}
    needs |= {NATURAL} if _one_of(given, "natural", ["yes"]) else set()
    needs |= {"corrected"} if _one_of(given, "corrected", ["yes"]) else set()
    needs |= {flag} - {"", "any"} | ({BET + bet} if bet else set())
    one_of = {*(pair if isinstance(pair, tuple) else ())}
    if flag == "any" and one_of:
        raise BadQuestion("Ask for any pair or for any flag, not for both at once.")
    since, until = range_of(given.get("since", ""), given.get("until", ""))
    if "before" in given and "after" in given:
        raise BadQuestion("Ask for `before` or for `after`, not for both.")
    return Asked(
        {name: given[name] for name in FILTERS if name in given},
        Wanted(
            table, since, until, frozenset(needs),
            frozenset(ODD if flag == "any" else one_of),
        ),
        given.get("house", ""),
        _place(given, "before"),
        _place(given, "after"),
    )  # fmt: skip


def range_of(since: str, until: str) -> tuple[int, int]:
    """The µs of two days (UTC), the first within and the last without; empty for no bound.

    Raises BadQuestion.
    """
    first, last = _day("since", since), _day("until", until)
    if first and last and last < first:
        raise BadQuestion(
            f"`until` ({last}) is before `since` ({first}): write the earlier day first."
        )
    bounds = Wanted()
    return (
        _start(first) if first else bounds.since,
        _start(last + timedelta(days=1)) if last else bounds.until,
    )


def _start(day: date) -> int:
    return microseconds(datetime(day.year, day.month, day.day, tzinfo=UTC))


def _day(name: str, text: str) -> date | None:
    if not text:
        return None
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise BadQuestion(f"`{name}` takes a day as 2026-01-31, not {text[:40]!r}.") from None
    if not 1970 <= day.year < 9999:
        raise BadQuestion(f"`{name}` takes a day from 1970 on, not {text[:40]!r}.")
    return day


def _one_of(given: Mapping[str, str], name: str, known: Iterable[str]) -> str:
    text = given.get(name, "")
    if text and text not in (all_known := [*known]):
        raise BadQuestion(f"`{name}` takes {', '.join(all_known)}, not {text[:40]!r}.")
    return text


def _place(given: Mapping[str, str], name: str) -> Place | None:
    text = given.get(name, "")
    if not text:
        return None
    if not (match := _PLACE.fullmatch(text)):
        raise BadQuestion(f"`{name}` takes the place that a page's link gives, not {text[:40]!r}.")
    return Place(*(max(-(2**62), min(int(part), 2**62)) for part in match.groups()))
