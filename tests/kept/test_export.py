"""The history as files, and back."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.simulated import shoe_events
from server.baccarat.cards import Card
from server.baccarat.events import (
    CardCorrected,
    CardRead,
    Held,
    Released,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from server.baccarat.rules import HOUSES
from server.export.csv_rows import COLUMNS
from server.export.json_log import BadImport, import_log
from server.history import CoupRow, history, verify
from server.log import EventLog
from server.table import Table
from tests.conftest import TABLE, OpenTable, deal

from .exported import text as export


@pytest.fixture
def played(open_table: OpenTable) -> Table:
    """Two shoes with all that can befall them, the second one still open."""
    table = open_table("ema_d52")
    for event in shoe_events(HOUSES["ema_d52"], 4, 1, {"extra": 0.2, "lost": 0.05}):
        table.record(event)
        if table.shoe.hold:
            table.record(Released(by="Ann", why="looked at the cards"))
    table.record(ShoeClosed(by="Ann"))
    table.record(ShoeOpened(by="Bé", number=2, house=replace(HOUSES["ema_d52"], title="Мой дом")))
    deal(table, "8S AH KD TC 9S")
    table.record(Voided(by="Ann", seq=table.seq))
    table.record(CardCorrected(by="Ann", seq=table.seq - 5, card=Card.parse("9S"), why="misread"))
    table.record(Held(by="Ann", why='=SUM(A1)\n"quoted", comma'))
    return table


def _told(row: CoupRow) -> CoupRow:
    """A row without the numbers of its entries."""
    return replace(row, settled=replace(row.settled, seqs=()))


def test_csv_has_a_row_for_each_coup(open_table: OpenTable, log: EventLog) -> None:
    table = open_table()
    deal(table, "JS AH JD TC 3H 9D  8S AH KD TC")
    text = export(log, "csv")
    assert text.startswith(",".join(COLUMNS) + "\r\n")
    first, second = csv.DictReader(io.StringIO(text))
    del first["time_utc"]
    assert first == {
        "table": "t1", "house": "paramount", "shoe": "1", "coup": "1",
        "player_cards": "JS JD 3H", "banker_cards": "AH TC 9D",
        "player_total": "3", "banker_total": "0", "outcome": "player", "natural": "no",
        "player_pair": "yes", "banker_pair": "no", "flags": "typed", "reason": "",
        "bets": "",
    }  # fmt: skip
    assert second["natural"] == "yes"
    assert second["time_utc"].endswith("Z")


def test_exports_carry_the_side_bets_that_a_coup_pays(open_table: OpenTable, log: EventLog) -> None:
    deal(open_table("macau"), "AS 2H  JS AH JD TC 3H 9D  8S AH KD TC")
    first, second = csv.DictReader(io.StringIO(export(log, "csv")))
    assert (first["bets"], second["bets"]) == ("player_pair=11:1 big=0.54:1", "small=3:2")
    coup = json.loads(export(log, "json"))["coups"][1]
    small = {"bet": "small", "title": "Small", "short": "SM", "prize": "", "pays": "3:2"}
    assert coup["bets"] == [small]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_a_spreadsheet_would_run_is_made_harmless(
    open_table: OpenTable, log: EventLog, start: str
) -> None:
    deal(open_table(name=f"{start}cmd|' /C calc'!A0"), "8S AH KD TC")
    name = log.tables()[0]
    (row,) = csv.DictReader(io.StringIO(export(log, "csv", name)))
    assert row["table"].startswith("'" + start)


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_what_was_exported_comes_back_without_loss(
    played: Table, log: EventLog, tmp_path: Path, form: str
) -> None:
    text = export(log, form)
    file = tmp_path / f"export.{form}"
    file.write_text(text, encoding="utf-8")
    other = EventLog.open(tmp_path / "other")
    assert import_log(other, file) == (TABLE, played.seq)
    assert list(other.rows(TABLE)) == list(log.rows(TABLE))
    assert export(other, form) == text
    assert verify(other, TABLE) is None
    other.close()


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_one_shoe_comes_back_as_a_log_of_its_own(
    played: Table, log: EventLog, tmp_path: Path, form: str
) -> None:
    file = tmp_path / f"export.{form}"
    file.write_text(export(log, form, shoe=2), encoding="utf-8")
    other = EventLog.open(tmp_path / "other")
    import_log(other, file)
    assert verify(other, TABLE) is None
    (mine,), (theirs,) = history(other, TABLE), history(log, TABLE, 2)
    assert [_told(row) for row in mine.coups()] == [_told(row) for row in theirs.coups()]
    assert mine.coups()[0].settled.coup.player[0] is Card.parse(
        "9S"
    )  # corrected, so still referred to
    other.close()


def test_a_reason_with_a_line_separator_in_it_comes_back(
    open_table: OpenTable, log: EventLog, tmp_path: Path
) -> None:
    open_table().record(Held(by="Ann", why="one\u2028two\u2029three\u0085four"))
    file = tmp_path / "export.jsonl"
    file.write_text(export(log, "jsonl"), encoding="utf-8")
    other = EventLog.open(tmp_path / "other")
    assert import_log(other, file) == (TABLE, 2)
    other.close()


def test_json_tells_the_coups_for_reading(open_table: OpenTable, log: EventLog) -> None:
    deal(open_table(), "8S AH KD TC")
    (coup,) = json.loads(export(log, "json"))["coups"]
    assert coup["outcome"] == "player"
    assert (coup["shoe"], coup["coup"], coup["player"]) == (1, 1, ["8S", "KD"])
    coups = [json.loads(line).get("coup") for line in export(log, "jsonl").splitlines()]
    assert [c for c in coups if c] == [coup]


BAD = {
    "": "is no export",
    "[]": "is no export",
    "null": "is no export",
    '{"format": "other"}': "is no export",
    '{"format": "shoeboard", "version": 99, "table": "x"}': "newer Shoeboard",
    '{"format": "shoeboard", "version": 1}': "names no table",
    '{"format": "shoeboard", "version": 1, "table": "../x"}': "names no table",
    '{"format": "shoeboard", "version": 1, "table": "x", "log": 5}': "is no export",
    '{"format": "shoeboard", "version": 1, "table": "x", "log": null}': "is no export",
    "[" * 100_000: "line 1 is not JSON",
    "9" * 5_000: "line 1 is not JSON",
    '{"format": "shoeboard", "version": 1, "table": "x", "log": [{}]}': "entry 1 cannot be read",
    '{"format": "shoeboard", "version": 1, "table": "x"}\n{"entry": 5}': "entry 1 cannot be read",
    '{"format": "shoeboard", "version": 1, "table": "x"}\nKH': "line 2 is not JSON",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:60])
def test_a_file_that_is_no_export_gets_a_sentence(log: EventLog, tmp_path: Path, text: str) -> None:
    file = tmp_path / "import.json"
    file.write_text(text)
    with pytest.raises(BadImport, match=BAD[text]):
        import_log(log, file)
    assert log.tables() == []


def test_a_file_that_is_no_text_or_not_there_gets_a_sentence(log: EventLog, tmp_path: Path) -> None:
    (tmp_path / "image").write_bytes(b"\x89PNG\xff")
    with pytest.raises(BadImport, match="not UTF-8"):
        import_log(log, tmp_path / "image")
    with pytest.raises(BadImport, match="No such file"):
        import_log(log, tmp_path / "nothing")


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_camera_s_reads_come_back_with_their_pictures(
    open_table: OpenTable, log: EventLog, tmp_path: Path, form: str
) -> None:
    table, seen = open_table(), {"picture": "ab" * 32, "model": "0123456789ab", "taken": 1.25}
    for code in ("8S", "A?", "KD", "TC"):
        table.record(CardRead(reader="camera", card=Card.parse(code), confidence=0.75, **seen))
    table.record(CardRead(reader="camera", card=None, why="glare", **seen))
    (first, *_) = csv.DictReader(io.StringIO(export(log, "csv")))
    assert (first["banker_cards"], first["flags"]) == ("A? TC", "")
    file, other = tmp_path / "export", EventLog.open(tmp_path / "other")
    file.write_text(export(log, form))
    import_log(other, file)
    assert [*other.rows(TABLE)] == [*log.rows(TABLE)]
    assert verify(other, TABLE) is None
    other.close()


@pytest.mark.parametrize(("old", "new"), [("KD", "QD"), ('"seq":3', '"seq":7'), ("Ann", "Bob")])
def test_a_file_that_was_changed_since_is_not_taken(
    open_table: OpenTable, log: EventLog, tmp_path: Path, old: str, new: str
) -> None:
    deal(open_table(), "8S AH KD TC")
    file = tmp_path / "export.jsonl"
    file.write_text(export(log, "jsonl").replace(old, new))
    other = EventLog.open(tmp_path / "other")
    with pytest.raises(BadImport, match="was changed since it was exported"):
        import_log(other, file)
    assert other.tables() == []
    other.close()


def test_a_log_is_never_written_over(played: Table, log: EventLog, tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_text(export(log, "json"))
    with pytest.raises(BadImport, match=f"Table {TABLE} has a log in .* already"):
        import_log(log, file)
