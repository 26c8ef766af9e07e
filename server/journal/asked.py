"""What is asked of a journal: the filters of its page and of its CSV, and the page's place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple

from .row import JournalRow, Kind

PAGE = 100  # rows
ALL = "all"  # shoes, or entries to check
_NUMBER = re.compile(r"[0-9]{1,9}")
_UNDONE = ("show", "hide")


class BadQuestion(ValueError):
    """A filter that cannot be; the message says what it takes."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The filters: None or empty for what is not asked. `shoe` None stands for all shoes."""

    shoe: int | None
    coup: int | None = None
    person: str = ""
    kind: Kind | None = None
    q: str = ""
    hides_undone: bool = False
    before: int | None = None  # the page of rows older than this entry
    after: int | None = None  # the page of rows newer than it
    checks_all: bool = False

    def takes(self, row: JournalRow) -> bool:
        """Whether a row is asked for."""
        return (
            self.coup in (None, row.coup)
            and self.person.casefold() in ("", row.person.casefold())
            and (self.kind in (None, row.kind) or (self.kind is Kind.HOLDS and row.holds))
            and self.q.casefold() in _text(row)
            and not (self.hides_undone and not row.stands)
        )

    def query(self) -> dict[str, str]:
        """The filters as a query, without the page's place: so its links keep them."""
        values = {
            "shoe": ALL if self.shoe is None else str(self.shoe),
            "coup": "" if self.coup is None else str(self.coup),
            "person": self.person,
            "kind": self.kind or "",
            "q": self.q,
            "undone": "hide" if self.hides_undone else "",
        }
        return {name: str(value) for name, value in values.items() if value}


def _text(row: JournalRow) -> str:
    """What is searched of a row."""
    return "\n".join((row.words, row.why, row.before, row.after)).casefold()


def parse(query: Mapping[str, str], newest: int | None) -> Asked:
    """The question of a query string; `newest` is the shoe where none is named, if
    any was opened.

    Raises BadQuestion with a sentence for a value that cannot be.
    """
    given = {name: value.strip() for name, value in query.items()}
    shoe = given.get("shoe", "")
    if given.get("before") and given.get("after"):
        raise BadQuestion("Ask for `before` or for `after`, not for both.")
    return Asked(
        shoe=None if shoe == ALL else _number(given, "shoe", f"a number or `{ALL}`", newest),
        coup=_number(given, "coup"),
        person=given.get("person", ""),
        kind=Kind(kind) if (kind := _one_of(given, "kind", [*Kind])) else None,
        q=given.get("q", ""),
        hides_undone=_one_of(given, "undone", _UNDONE) == "hide",
        before=_number(given, "before"),
        after=_number(given, "after"),
        checks_all=_one_of(given, "check", [ALL]) == ALL,
    )


def _number(
    given: Mapping[str, str], name: str, takes: str = "a number", missing: int | None = None
) -> int | None:
    text = given.get(name, "")
    if not text:
        return missing
    if not _NUMBER.fullmatch(text):
        raise BadQuestion(f"`{name}` takes {takes}, not {text[:40]!r}.")
    return int(text)


def _one_of(given: Mapping[str, str], name: str, known: Iterable[str]) -> str:
    text = given.get(name, "")
    if text and text not in known:
        raise BadQuestion(f"`{name}` takes {', '.join(known)}, not {text[:40]!r}.")
    return text


class Page(NamedTuple):
    """A page of rows, newest first, and the entries that the older and newer pages begin at."""

    rows: list[JournalRow]
    older: int | None  # `before` of the older page, None where this is the oldest
    newer: int | None  # `after` of the newer page, None where this is the newest


def page(rows: Iterable[JournalRow], asked: Asked, size: int = PAGE) -> Page:
    """The page that is asked for out of rows, newest first; it reads no further than it must."""
    wanted = (row for row in rows if asked.takes(row))
    if asked.after is not None:
        return _newer(wanted, asked.after, size)
    return _older(wanted, asked.before, size)


def _older(wanted: Iterator[JournalRow], before: int | None, size: int) -> Page:
    """The newest rows that are older than an entry."""
    shown: list[JournalRow] = []
    is_newest = True
    for row in wanted:
        if before is not None and row.seq >= before:
            is_newest = False
            continue
        shown.append(row)
        if len(shown) > size:
            break
    older = shown[size - 1].seq if len(shown) > size else None
    newer = None if is_newest or before is None else shown[0].seq if shown else before - 1
    return Page(shown[:size], older, newer)


def _newer(wanted: Iterator[JournalRow], after: int, size: int) -> Page:
    """The oldest rows that are newer than an entry."""
    above = list(takewhile(lambda row: row.seq > after, wanted))
    shown = above[-size:]
    older = shown[-1].seq if shown else after + 1
    return Page(shown, older, shown[0].seq if len(above) > size else None)
