"""Somebody's CSV, read as a mapping says: a coup a line, its shoes in order."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from ..baccarat.cards import BadCard, parse_cards
from ..baccarat.coup import Coup, NoPlace, Outcome, Result, coup_of_hands
from .foreign import BadLines, ForeignCoup, ForeignShoe
from .mapping import Mapping

_Cells = dict[str, str]


class _BadLine(ValueError):
    """A line that makes no coup; the message says why."""


def read_csv(path: Path, mapping: Mapping) -> list[ForeignShoe]:
    """The shoes of a file, a new one wherever the shoe's column changes.

    Raises BadLines, OSError, UnicodeDecodeError.
    """
    shoes: list[ForeignShoe] = []
    faults: list[tuple[int, str]] = []
    with path.open(encoding=mapping.encoding, newline="") as file:
        try:
            for number, cells in _lines(path, file, mapping):
                name = _cell(cells, mapping.columns.shoe)
                if not shoes or shoes[-1].name != name:
                    if name in {shoe.name for shoe in shoes}:
                        faults.append((number, f"shoe {name!r} comes a second time."))
                    shoes.append(ForeignShoe(name, []))
                try:
                    shoes[-1].coups.append(_coup(number, cells, mapping, len(shoes[-1].coups) + 1))
                except _BadLine as bad:
                    faults.append((number, str(bad)))
        except csv.Error as error:
            faults.append((1, f"that is no CSV: {error}."))
    if faults:
        raise BadLines(path, faults)
    return shoes


def _lines(path: Path, file: Iterator[str], mapping: Mapping) -> Iterator[tuple[int, _Cells]]:
    rows = csv.reader(file, delimiter=mapping.delimiter, strict=True)
    head = [name.strip() for name in next(rows, [])]
    named = [name for name in mapping.columns.model_dump().values() if name]
    if missing := [name for name in named if name not in head]:
        raise BadLines(
            path,
            [(1, f"there is no column {missing[0]!r}; there are {', '.join(head) or 'none'}.")],
        )
    for row in rows:
        if any(cell.strip() for cell in row):
            yield rows.line_num, dict(zip(head, (cell.strip() for cell in row), strict=False))


def _coup(number: int, cells: _Cells, mapping: Mapping, expected: int) -> ForeignCoup:
    columns = mapping.columns
    if (text := _cell(cells, columns.coup)) and text.lstrip("0") != str(expected):
        raise _BadLine(f"coup {expected} is expected here, not {text[:20]!r}.")
    outcome = _outcome(_cell(cells, columns.outcome), mapping)
    cards = _cell(cells, columns.player), _cell(cells, columns.banker)
    coup = _of_cards(*cards) if any(cards) else Coup()
    time = _time(_cell(cells, columns.time), mapping)
    if coup.result is not None:
        if outcome not in (None, coup.result.outcome):
            raise _BadLine(f"by its cards the coup is {coup.result.outcome}, not {outcome}.")
        return ForeignCoup(number, coup.result, coup, time)
    if outcome is None:
        raise _BadLine("it says neither an outcome nor cards.")
    natural, player_pair, banker_pair = (
        _cell(cells, column).casefold() in {word.casefold() for word in mapping.yes}
        for column in (columns.natural, columns.player_pair, columns.banker_pair)
    )
    return ForeignCoup(number, Result(outcome, natural, player_pair, banker_pair), coup, time)


def _cell(cells: _Cells, column: str) -> str:
    return cells.get(column, "") if column else ""


def _outcome(text: str, mapping: Mapping) -> Outcome | None:
    if not text:
        return None
    words = {word.casefold(): outcome for word, outcome in mapping.outcomes.items()}
    word = words.get(text.casefold())
    if word is None:
        raise _BadLine(f"{text[:40]!r} is no outcome; [outcomes] of the mapping says what is.")
    if word == "void":
        raise _BadLine("a void coup has no result: leave its line out.")
    return Outcome(word)


def _of_cards(player: str, banker: str) -> Coup:
    try:
        return coup_of_hands(*(parse_cards(_spaced(hand)) for hand in (player, banker)))
    except (BadCard, NoPlace) as bad:
        raise _BadLine(str(bad)) from None


def _spaced(hand: str) -> str:
    return " ".join(hand.replace(",", " ").replace(";", " ").replace("/", " ").split())


def _time(text: str, mapping: Mapping) -> datetime | None:
    if not text:
        return None
    parse: Callable[[str], datetime] = datetime.fromisoformat
    try:
        time = datetime.strptime(text, mapping.time_format) if mapping.time_format else parse(text)
    except ValueError:
        how = mapping.time_format or "2026-01-31T20:15:00"
        raise _BadLine(f"{text[:40]!r} is no time as {how}.") from None
    if time.tzinfo is None:
        time = time.replace(tzinfo=ZoneInfo(mapping.zone))
    try:
        return time.astimezone(UTC)
    except (OverflowError, ValueError):
        raise _BadLine(f"{text[:40]!r} is no time that can be.") from None
