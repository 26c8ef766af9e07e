"""JSON and JSON lines: the coups for reading, and the whole log, which `import_log` takes back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

from ..baccarat.events import SCHEMA, Entry, Event
from ..codec import BadEntry, event_body, event_kind, parse_event
from ..heads import BadHead
from ..history import ShoeLog, late_rulings, shoe_logs
from ..ledger.told import Told
from ..log import DAMAGED, TABLE_NAME, EventLog, LogError, decoded
from ..row import GENESIS, Row, first_bad, new_row
from .source import Options, Source

FORMAT, VERSION = "shoeboard", 1


class BadImport(Exception):
    """A file that is no export, or was changed since; the message says where."""


def json_document(source: Source, options: Options) -> Iterator[str]:
    """One JSON object: `coups` for reading, `log` for importing."""
    late = _Late()
    with TemporaryFile("w+", encoding="utf-8") as log:
        headed = between = comma = ""
        for shoe, coups in source.logs_and_rows():
            if not headed:
                headed = _opening(source.table, shoe.previous)
                yield headed
            late.add(shoe)
            for row in shoe.rows:
                log.write(f"{comma}\n  {_entry(row)}")
                comma = ","
            for coup in coups:
                yield f"{between}\n  {_compact(_coup(coup))}"
                between = ","
        yield f'{"" if headed else _opening(source.table, GENESIS)}\n ],\n "log": ['
        log.seek(0)
        while piece := log.read(1 << 16):
            yield piece
    rulings = ",".join(f"\n  {_compact(ruling)}" for ruling in late.told())
    yield f'\n ],\n "late": [{rulings}\n ]\n}}\n'


def _opening(table: str, previous: str) -> str:
    head = json.dumps(_head(table, previous), ensure_ascii=False, indent=1)
    return head.removesuffix("\n}") + ',\n "coups": ['


def json_lines(source: Source, options: Options) -> Iterator[str]:
    """A head line, then for each shoe its entries as `{"entry": ...}` and its `{"coup": ...}`."""
    headed, late = False, _Late()
    for shoe, coups in source.logs_and_rows():
        if not headed:
            yield _compact(_head(source.table, shoe.previous)) + "\n"
            headed = True
        for row in shoe.rows:
            yield f'{{"entry":{_entry(row)}}}\n'
        for coup in coups:
            yield _compact({"coup": _coup(coup)}) + "\n"
        late.add(shoe)
    for ruling in late.told():
        yield _compact({"late": ruling}) + "\n"
    if not headed:
        yield _compact(_head(source.table, GENESIS)) + "\n"


def import_log(log: EventLog, path: Path) -> tuple[str, int]:
    """Take an exported log back; returns its table and how many entries came in.

    Raises BadImport for a file that is no sound export or whose table has a log here already, and
    LogError where the log cannot be written. Nothing is kept then.
    """
    head, entries, late = _parts(path)
    table, previous = head.get("table"), str(head.get("previous", GENESIS))
    if not isinstance(table, str) or not TABLE_NAME.fullmatch(table):
        raise BadImport(f"{path} names no table that could be one of ours.")
    if table in log.tables():
        raise BadImport(
            f"Table {table} has a log in {log.where} already: import into another folder "
            "with --data."
        )
    rows = [_row(path, table, number, entry) for number, entry in enumerate(entries, start=1)]
    if rows and (bad := first_bad(rows, previous=previous, seq=rows[0].seq)):
        raise BadImport(f"{path} was changed since it was exported: {bad}.")
    since = [
        _row(path, table, number, entry | {"digest": ""}) for number, entry in enumerate(late, 1)
    ]
    if rows and (since or rows[0].seq > 1):
        rows = _numbered_from_one(rows, since)
    _check_head(log, table, rows)
    try:
        for shoe in shoe_logs(rows, late_rulings(decoded(rows))):
            shoe.coups()
    except LogError as error:
        raise BadImport(f"{path}: {error}") from None
    log.append_all(rows)
    return table, len(rows)


def _check_head(log: EventLog, table: str, rows: list[Row]) -> None:
    """Raises BadImport where the table had entries here once that the file has not."""
    try:
        head = log.heads.read(table)
    except BadHead as error:
        raise BadImport(f"Table {table} was here before, but {error}.") from None
    if head is None:
        return
    digest = next((row.digest for row in rows if row.seq == head.seq), None)
    if bad := head.against(rows[-1].seq if rows else 0, digest):
        raise BadImport(
            f"Table {table} had a log in {log.where} that this is not: {bad}. Import into another "
            "folder with --data."
        )


def _head(table: str, previous: str) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "table": table, "previous": previous}


def _entry(row: Row) -> str:
    """An entry as JSON; its body is JSON already, and stands in it as it stands in the log."""
    try:
        json.loads(row.body)
    except ValueError:
        raise LogError(f"Entry {row.seq} of table {row.table_name} is damaged. {DAMAGED}") from None
    head = {"seq": row.seq, "time": row.time, "event": row.event, "version": row.version}
    return f'{_compact(head)[:-1]},"body":{row.body},"digest":{_compact(row.digest)}}}'


class _Late:
    """The rulings that were made on some shoes in later ones that are not among them."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []
        self._end = 0

    def add(self, shoe: ShoeLog) -> None:
        self._entries += shoe.late
        self._end = shoe.rows[-1].seq if shoe.rows else self._end

    def told(self) -> Iterator[dict[str, Any]]:
        return (_ruling(entry) for entry in self._entries if entry.seq > self._end)


def _ruling(entry: Entry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "time": entry.time.isoformat(timespec="microseconds"),
        "event": event_kind(entry.event),
        "version": SCHEMA,
        "body": json.loads(event_body(entry.event)),
    }


def _coup(row: Told) -> dict[str, Any]:
    return {
        "table": row.table,
        "house": row.house,
        "shoe": row.shoe,
        "coup": row.coup,
        "time": row.time.isoformat(),
        "outcome": row.outcome,
        "player": row.player.split(),
        "banker": row.banker.split(),
        "player_total": row.player_total,
        "banker_total": row.banker_total,
        "natural": row.natural,
        "player_pair": row.player_pair,
        "banker_pair": row.banker_pair,
        "flags": row.flags,
        "reason": row.reason,
        "bets": row.bets,
    }


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parts(path: Path) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """The head, the entries and the later rulings of an export of either form."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadImport(f"Cannot read {path}: {why}.") from None
    try:
        whole = json.loads(text)
        parts = whole if isinstance(whole, dict) else {}
        head, entries, late = whole, parts.get("log", []), parts.get("late", [])
    except (ValueError, RecursionError):
        head, *lines = _lines(path, text)
        entries, late = (
            [line[key] for line in lines if isinstance(line, dict) and key in line]
            for key in ("entry", "late")
        )
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(entries, list):
        raise BadImport(f"{path} is no export of Shoeboard.")
    if head.get("version") != VERSION:
        raise BadImport(f"{path} was written by a newer Shoeboard: use that one to import it.")
    if not isinstance(late, list) or not all(isinstance(ruling, dict) for ruling in late):
        raise BadImport(f"{path}: its later rulings cannot be read.")
    return head, entries, late


def _lines(path: Path, text: str) -> list[Any]:
    if not text.strip():
        return [None]
    values = []
    # Only LF ends a line of JSON lines; other separators may stand in a text.
    for number, line in enumerate(text.rstrip("\n").split("\n"), start=1):
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            other = " Other files come in with --results or --mapping." if number == 1 else ""
            raise BadImport(f"{path}, line {number} is not JSON.{other}") from None
    return values


def _row(path: Path, table: str, number: int, entry: Any) -> Row:
    """The row that an exported entry was; its body is written anew, in the log's own form."""
    try:
        event = parse_event(entry["event"], entry["version"], json.dumps(entry["body"]))
        body = event_body(event) if entry["version"] == SCHEMA else _compact(entry["body"])
        seq, time = int(entry["seq"]), str(entry["time"])
        return Row(table, seq, time, entry["event"], entry["version"], body, str(entry["digest"]))
    except (BadEntry, KeyError, TypeError, ValueError, OverflowError) as error:
        why = f"{error.args[0]} is missing" if isinstance(error, KeyError) else error
        raise BadImport(f"{path}: entry {number} cannot be read: {why}.") from None


def _moved(event: Event, offset: int) -> Event:
    """An event whose references to entries are less by an offset."""
    names = [name for name in ("seq", "other", "after") if getattr(event, name, None)]
    return replace(event, **{name: getattr(event, name) - offset for name in names})


def _numbered_from_one(rows: list[Row], late: list[Row]) -> list[Row]:
    """A part of a log as a log of its own, with the rulings that were made on it since.

    Numbers and what refers to them begin at 1.
    """
    offset, previous, renumbered = rows[0].seq - 1, GENESIS, []
    for number, row in enumerate((*rows, *late), start=1):
        event = row.entry().event
        event = _moved(event, offset)
        time = datetime.fromisoformat(row.time)
        renumbered.append(new_row(row.table_name, number, time, event, previous))
        previous = renumbered[-1].digest
    return renumbered
