"""Whatever is edited in the database's file, `verify` says where, and no start goes past it."""

from __future__ import annotations

import logging
import random
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.baccarat.cards import Card
from server.baccarat.events import CardEntered
from server.cli import shoeboard
from server.export.json_log import BadImport, import_log
from server.heads import Head
from server.history import lag, verify
from server.log import EventLog, LogError
from server.row import new_row
from tests.command.shoeboard import Ran, run
from tests.conftest import TABLE, OpenTable, deal

from .exported import text as export
from .test_log import database

CARDS = "8S AH KD TC 2S 3S"  # entries 2 to 7; entry 1 opened the shoe
FORGED = (
    "INSERT INTO entries SELECT table_name, {seq}, time, event, version, body, digest"
    " FROM entries WHERE seq = 7"
)
CHAIN = "does not match its digest"

EDITS = {
    # Each column of a row, by another value of its kind and by none of its kind.
    "table name": ("UPDATE entries SET table_name = 't2' WHERE seq = 3", "t1: entry 3 is missing"),
    "last table name": ("UPDATE entries SET table_name = 't2' WHERE seq = 7", "ends at entry 6"),
    "seq": ("UPDATE entries SET seq = 99 WHERE seq = 3", "entry 3 is missing"),
    "last seq": ("UPDATE entries SET seq = 99 WHERE seq = 7", "entry 7 is missing"),
    "seq below 1": ("UPDATE entries SET seq = -3 WHERE seq = 3", "entry -3 has no place"),
    "seq no number": ("UPDATE entries SET seq = 'x' WHERE seq = 7", "Entry 'x' of table t1"),
    "seq a fraction": ("UPDATE entries SET seq = 3.5 WHERE seq = 4", "Entry 3.5 of table t1"),
    "time": ("UPDATE entries SET time = '2020-01-01T00:00:00+00:00' WHERE seq = 3", CHAIN),
    "time no time": ("UPDATE entries SET time = 'noon' WHERE seq = 3", CHAIN),
    "event": ("UPDATE entries SET event = 'Voided' WHERE seq = 3", CHAIN),
    "event bytes": ("UPDATE entries SET event = x'ff' WHERE seq = 3", CHAIN),
    "version": ("UPDATE entries SET version = 2 WHERE seq = 3", CHAIN),
    "version no number": ("UPDATE entries SET version = 'x' WHERE seq = 3", CHAIN),
    "body": ("UPDATE entries SET body = replace(body, 'AH', 'AS') WHERE seq = 3", CHAIN),
    "body bytes": ("UPDATE entries SET body = x'00ff' WHERE seq = 3", CHAIN),
    "body no UTF-8": ("UPDATE entries SET body = CAST(x'7bff7d' AS TEXT) WHERE seq = 3", CHAIN),
    "digest": ("UPDATE entries SET digest = upper(digest) WHERE seq = 3", CHAIN),
    "last digest": ("UPDATE entries SET digest = digest || '0' WHERE seq = 7", CHAIN),
    "digest bytes": ("UPDATE entries SET digest = x'ff' WHERE seq = 3", CHAIN),
    # Rows that are gone, moved or new.
    "first row": ("DELETE FROM entries WHERE seq = 1", "entry 1 is missing"),
    "middle row": ("DELETE FROM entries WHERE seq = 4", "entry 4 is missing"),
    "last row": (
        "DELETE FROM entries WHERE seq = 7",
        "Table t1: the log ends at entry 6, but entry 7 had been written: 1 entry is missing.",
    ),
    "last rows": (
        "DELETE FROM entries WHERE seq > 4",
        "Table t1: the log ends at entry 4, but entry 7 had been written: 3 entries are missing.",
    ),
    "all rows": (
        "DELETE FROM entries",
        "Table t1: the log holds no entry, but entry 7 had been written: 7 entries are missing.",
    ),
    "swapped rows": (
        "UPDATE entries SET seq = 99 WHERE seq = 3; UPDATE entries SET seq = 3 WHERE seq = 4;"
        "UPDATE entries SET seq = 4 WHERE seq = 99",
        f"entry 3 {CHAIN}",
    ),
    "re-numbered rows": (
        "DELETE FROM entries WHERE seq = 3; UPDATE entries SET seq = -seq WHERE seq > 3;"
        "UPDATE entries SET seq = -seq - 1 WHERE seq < 0",
        f"entry 3 {CHAIN}",
    ),
    "a row put before all": (FORGED.format(seq=0), "entry 0 has no place"),
    "a row put after all": (FORGED.format(seq=8), f"entry 8 {CHAIN}"),
    "a row put far after all": (FORGED.format(seq=80), "entry 8 is missing"),
    "no table of entries": ("DROP TABLE entries", "no such table: entries"),
    "a migration of nobody's": ("UPDATE alembic_version SET version_num = 'x'", "cannot be opened"),
    "a table without a name": (
        "UPDATE entries SET table_name = x'ff' WHERE seq = 3", "Entry 3 is of no table"
    ),
    "a table whose name is no text": (
        "UPDATE entries SET table_name = CAST(x'ff' AS TEXT) WHERE seq = 3",
        "Entry 3 is of no table",
    ),
}  # fmt: skip


@pytest.fixture
def data(open_table: OpenTable, log: EventLog, folder: Path) -> Path:
    """The folder of a log of seven entries, which nobody has open."""
    deal(open_table(), CARDS)
    log.close()
    return folder


def verified(data: Path) -> Ran:
    """`shoeboard verify` in this process, which an error that it does not tell would end."""
    done = CliRunner().invoke(shoeboard, ["verify", "--data", str(data)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.exit_code, done.stdout, done.stderr)


@pytest.mark.parametrize("what", EDITS)
def test_verify_names_what_was_edited(data: Path, what: str) -> None:
    statements, said = EDITS[what]
    connection = database(data)
    connection.executescript(statements)
    connection.close()
    ran = verified(data)
    assert ran.status == 1
    assert said in ran.err


@pytest.mark.parametrize("what", ["last row", "last rows", "all rows", "last table name"])
def test_a_table_whose_log_was_cut_does_not_open(
    data: Path, open_table: OpenTable, what: str
) -> None:
    connection = database(data)
    connection.executescript(EDITS[what][0])
    connection.close()
    with pytest.raises(LogError, match=r"was cut: the log .* 7 had been written.*heads/t1 away"):
        open_table()
    ran = run("run", "--table", TABLE, "--data", data, "--port", "8496")
    assert (ran.status, "had been written" in ran.err) == (1, True)
    shutil.rmtree(data / "heads")  # the loss is accepted
    open_table()


def test_a_log_that_was_written_anew_is_not_the_one_that_was_kept(
    data: Path, open_table: OpenTable, log: EventLog
) -> None:
    rows = list(log.rows(TABLE))
    connection = database(data)
    connection.execute("DELETE FROM entries WHERE seq > 6")
    connection.commit()
    connection.close()
    card = CardEntered(by="Eve", card=Card.parse("9C"))
    head = (data / "heads" / TABLE).read_text()
    log.append(new_row(TABLE, 7, rows[6].entry().time, card, rows[5].digest))
    (data / "heads" / TABLE).write_text(head)
    assert "entry 7 is not the one that was written" in str(verify(log, TABLE))
    with pytest.raises(LogError, match="entry 7 is not the one"):
        open_table()


@pytest.mark.parametrize("size", [0, 1, 511, 4096, 8192, 12_288, 20_000, -4096, -1])
def test_a_file_that_was_cut_gets_a_sentence(data: Path, size: int) -> None:
    file = data / "shoeboard.sqlite"
    file.write_bytes(file.read_bytes()[:size])
    ran = run("verify", "--data", data)
    assert ran.status == 1
    assert "restore it from a backup" in ran.err
    file.write_bytes(file.read_bytes()[:size])
    shutil.rmtree(data / "heads")  # it needs none to be noticed
    assert verified(data) == ran


@pytest.mark.parametrize("seed", range(4))
def test_rubbish_in_the_middle_of_the_file_gets_a_sentence(data: Path, seed: int) -> None:
    file = data / "shoeboard.sqlite"
    whole = bytearray(file.read_bytes())
    at = whole.index(b"CardEntered")
    whole[at - 300 : at + 1000] = random.Random(seed).randbytes(1300)
    file.write_bytes(whole)
    ran = verified(data)
    assert (ran.status, bool(ran.err)) == (1, True)


# The heads.


def test_a_head_follows_every_entry(open_table: OpenTable, log: EventLog, folder: Path) -> None:
    table = open_table()
    for card in CARDS.split():
        deal(table, card)
        last = list(log.rows(TABLE))[-1]
        assert log.heads.read(TABLE) == Head(last.seq, last.digest)
    assert [path.name for path in (folder / "heads").iterdir()] == [TABLE]


def test_a_log_without_heads_is_sound_and_gets_one_with_the_next_entry(
    data: Path, open_table: OpenTable, log: EventLog
) -> None:
    shutil.rmtree(data / "heads")
    assert verify(log, TABLE) is None
    deal(open_table(), "4S")
    assert log.heads.read(TABLE) == Head(8, list(log.rows(TABLE))[-1].digest)


def test_a_head_that_lags_is_no_fault_but_is_told(
    data: Path, open_table: OpenTable, log: EventLog
) -> None:
    head = (data / "heads" / TABLE).read_text()
    table = open_table()
    deal(table, "4S")
    assert lag(log, TABLE) == ""
    (data / "heads" / TABLE).write_text(head)  # as a kill between the two writes leaves it
    assert verify(log, TABLE) is None
    ran = verified(data)
    assert ran.status == 0
    assert "What comes after entry 7 is not noted as written" in ran.out
    deal(open_table(), "5S")
    assert verify(log, TABLE) is None


@pytest.mark.parametrize("text", ["", "7", "7 xyz\n", "x" * 5000, "-7 " + "0" * 64 + "\n"])
def test_a_damaged_head_is_told_and_does_not_stop_the_table(
    data: Path, open_table: OpenTable, log: EventLog, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    (data / "heads" / TABLE).write_text(text)
    assert "heads/t1 is damaged" in str(verify(log, TABLE))
    table = open_table()
    assert "heads/t1 is damaged" in caplog.text
    deal(table, "4S")
    assert verify(log, TABLE) is None


def test_a_head_that_cannot_be_written_loses_no_card(
    open_table: OpenTable, log: EventLog, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = open_table()
    shutil.rmtree(folder / "heads")
    (folder / "heads").write_text("in the way")
    with caplog.at_level(logging.WARNING, "shoeboard"):
        deal(table, CARDS)
    assert table.seq == 7
    assert table.trouble is None
    assert "heads/t1 cannot be written" in caplog.text
    (folder / "heads").unlink()
    deal(table, "4S")
    assert log.heads.read(TABLE) is not None


def test_an_import_writes_the_head_and_goes_back_behind_none(
    data: Path, open_table: OpenTable, log: EventLog, tmp_path: Path
) -> None:
    short, whole = tmp_path / "short.jsonl", tmp_path / "whole.jsonl"
    short.write_text(export(log, "jsonl"))
    deal(open_table(), "4S")
    whole.write_text(export(log, "jsonl"))
    connection = database(data)
    connection.executescript("DELETE FROM entries")
    connection.close()
    with pytest.raises(BadImport, match=r"had a log in .* ends at entry 7, but entry 8"):
        import_log(log, short)
    assert import_log(log, whole) == (TABLE, 8)
    assert verify(log, TABLE) is None
    other = EventLog.open(tmp_path / "other")
    import_log(other, short)
    assert other.heads.read(TABLE) == Head(7, list(other.rows(TABLE))[-1].digest)
    other.close()
