"""JSON and JSON lines: the coups for reading, and the whole log, which `import_log` takes back."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from ..baccarat.events import SCHEMA, CardCorrected, Voided
from ..baccarat.snapshot import coup_json
from ..codec import BadEntry, event_body, parse_event
from ..history import CoupRow, ShoeLog, shoe_logs
from ..log import GENESIS, TABLE_NAME, EventLog, LogError, Row, first_bad, new_row

FORMAT, VERSION = "shoeboard", 1


class BadImport(Exception):
    """A file that is no export, or was changed since; the message says where."""


def json_document(table: str, shoes: Iterable[ShoeLog]) -> Iterator[str]:
    """One JSON object: `coups` for reading, `log` for importing."""
    shoes = list(shoes)
    document = {
        **_head(table, shoes[0].previous if shoes else GENESIS),
        "coups": [_coup(row) for shoe in shoes for row in shoe.coups()],
        "log": [_entry(row) for shoe in shoes for row in shoe.rows],
    }
    yield json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def json_lines(table: str, shoes: Iterable[ShoeLog]) -> Iterator[str]:
    """A head line, then for each shoe its entries as `{"entry": ...}` and its `{"coup": ...}`."""
    headed = False
    for shoe in shoes:
        if not headed:
            yield _compact(_head(table, shoe.previous)) + "\n"
            headed = True
        for row in shoe.rows:
            yield _compact({"entry": _entry(row)}) + "\n"
        for coup in shoe.coups():
            yield _compact({"coup": _coup(coup)}) + "\n"
    if not headed:
        yield _compact(_head(table, GENESIS)) + "\n"


def import_log(log: EventLog, path: Path) -> tuple[str, int]:
    """Take an exported log back; returns its table and how many entries came in.

    Raises BadImport for a file that is no sound export or whose table has a log here already, and
    LogError where the log cannot be written. Nothing is kept then.
    """
    head, entries = _parts(path)
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
    if rows and rows[0].seq > 1:
        rows = _numbered_from_one(rows)
    try:
        for shoe in shoe_logs(rows):
            shoe.coups()
    except LogError as error:
        raise BadImport(f"{path}: {error}") from None
    log.append_all(rows)
    return table, len(rows)


def _head(table: str, previous: str) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "table": table, "previous": previous}


def _entry(row: Row) -> dict[str, Any]:
    return {
        "seq": row.seq,
        "time": row.time,
        "event": row.event,
        "version": row.version,
        "body": json.loads(row.body),
        "digest": row.digest,
    }


def _coup(row: CoupRow) -> dict[str, Any]:
    return {
        "table": row.table,
        "house": row.house,
        "shoe": row.shoe,
        "coup": row.number,
        "time": row.time.isoformat(),
        **coup_json(row.coup),
        "flags": list(row.flags),
    }


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _parts(path: Path) -> tuple[dict[str, Any], list[Any]]:
    """The head and the entries of an export of either form."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BadImport(f"Cannot read {path}: {why}.") from None
    try:
        whole = json.loads(text)
        head, entries = whole, whole.get("log", []) if isinstance(whole, dict) else []
    except (ValueError, RecursionError):
        head, *lines = _lines(path, text)
        entries = [line["entry"] for line in lines if isinstance(line, dict) and "entry" in line]
    if not isinstance(head, dict) or head.get("format") != FORMAT or not isinstance(entries, list):
        raise BadImport(f"{path} is no export of Shoeboard.")
    if head.get("version") != VERSION:
        raise BadImport(f"{path} was written by a newer Shoeboard: use that one to import it.")
    return head, entries


def _lines(path: Path, text: str) -> list[Any]:
    if not text.strip():
        return [None]
    values = []
    # Only LF ends a line of JSON lines; other separators may stand in a text.
    for number, line in enumerate(text.rstrip("\n").split("\n"), start=1):
        try:
            values.append(json.loads(line))
        except (ValueError, RecursionError):
            raise BadImport(f"{path}, line {number} is not JSON.") from None
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


def _numbered_from_one(rows: list[Row]) -> list[Row]:
    """A part of a log as a log of its own: numbers and what refers to them begin at 1."""
    offset, previous, renumbered = rows[0].seq - 1, GENESIS, []
    for row in rows:
        event = row.entry().event
        if isinstance(event, Voided | CardCorrected):
            event = replace(event, seq=event.seq - offset)
        time = datetime.fromisoformat(row.time)
        renumbered.append(new_row(row.table_name, row.seq - offset, time, event, previous))
        previous = renumbered[-1].digest
    return renumbered
