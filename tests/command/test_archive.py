"""export, import and verify over a log on disk."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from server.log import EventLog
from tests.conftest import OpenTable, deal

from .shoeboard import run


@pytest.fixture
def data(open_table: OpenTable, log: EventLog, folder: Path) -> Path:
    """The folder of a log with one coup, which nobody has open."""
    deal(open_table(), "8S AH KD TC")
    log.close()
    return folder


def test_export_to_a_file_and_to_the_terminal(data: Path, tmp_path: Path) -> None:
    shown = run("export", "--table", "t1", "--data", data)
    assert shown.out.splitlines()[1].startswith("t1,paramount,1,1,")
    file = tmp_path / "shoe.csv"
    assert run("export", "--table", "t1", "--data", data, "--bom", "-o", file).status == 0
    assert file.read_bytes() == b"\xef\xbb\xbf" + shown.out.encode()


def test_an_export_without_a_coup_says_so(
    open_table: OpenTable, log: EventLog, folder: Path
) -> None:
    open_table()
    log.close()
    ran = run("export", "--table", "t1", "--data", folder, "--shoe", "1")
    assert (ran.status, len(ran.out.splitlines())) == (0, 1)
    assert ran.err == "No coup of it is settled yet, so there is none in the file.\n"


def test_there_and_back(data: Path, tmp_path: Path) -> None:
    for form in ("json", "jsonl"):
        file, other = tmp_path / f"log.{form}", tmp_path / form
        export = ("export", "--table", "t1", "--format", form)
        assert run(*export, "--data", data, "-o", file).status == 0
        ran = run("import", file, "--data", other)
        assert "Table t1: 5 entries imported" in ran.out
        again = run(*export, "--data", other)
        assert again.out == file.read_text()
        ran = run("import", file, "--data", other)
        assert (ran.status, "already" in ran.err) == (1, True)


def test_verify_says_all_is_well_or_where_it_is_not(data: Path) -> None:
    ran = run("verify", "--data", data)
    assert (ran.status, ran.out) == (0, "Table t1: every entry is as it was written.\n")
    connection = sqlite3.connect(data / "shoeboard.sqlite")
    connection.executescript(
        "DROP TRIGGER entries_no_update; UPDATE entries SET body = '{}' WHERE seq = 3"
    )
    connection.close()
    ran = run("verify", "--data", data, "--table", "t1")
    assert ran.status == 1
    assert "Table t1: entry 3 does not match its digest" in ran.err
    ran = run("run", "--table", "t1", "--data", data, "--port", "8499")
    assert (ran.status, "entry 3" in ran.err) == (1, True)


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["export", "--table", "t9"], 1, "Table 't9' has no log"),
        (["export", "--table", "t1", "--shoe", "7"], 1, "Table t1 has no shoe 7"),
        (["export", "--table", "t1", "--shoe", "x"], 2, "takes a number or `all`"),
        (["export", "--table", "t1", "--shoe", "²"], 2, "takes a number or `all`"),
        (["export", "--table", "t1", "-o", "/nowhere/x.csv"], 1, "Cannot write /nowhere/x.csv"),
        (["verify", "--table", "t9"], 1, "Table 't9' has no log"),
        (["import", "/nowhere/x.json"], 1, "Cannot read /nowhere/x.json"),
    ],
)
def test_what_is_not_there_gets_a_sentence(
    data: Path, arguments: list[str], status: int, says: str
) -> None:
    ran = run(*arguments, "--data", data)
    assert ran.status == status
    assert says in ran.err


def test_reading_a_folder_without_a_log_makes_none(tmp_path: Path) -> None:
    ran = run("verify", "--data", tmp_path / "none")
    assert ran.status == 1
    assert "There is no log in" in ran.err
    assert not (tmp_path / "none").exists()
