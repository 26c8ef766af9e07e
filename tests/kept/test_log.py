"""The log keeps what it took: durable, append-only, and honest about damage."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.baccarat.cards import Card
from server.baccarat.events import CardEntered, CardRead, ShoeClosed, ShoeOpened
from server.baccarat.rules import HOUSES
from server.history import verify
from server.log import EventLog, LogError
from tests.conftest import TABLE, OpenTable, deal


def database(folder: Path) -> sqlite3.Connection:
    """The file as somebody would open it past us, the triggers dropped."""
    connection = sqlite3.connect(folder / "shoeboard.sqlite")
    connection.executescript("DROP TRIGGER entries_no_update; DROP TRIGGER entries_no_delete;")
    return connection


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET body = '{}'",
        "DELETE FROM entries WHERE seq = 2",
        "INSERT OR REPLACE INTO entries SELECT table_name, 2, time, event, version, '{}', digest"
        " FROM entries WHERE seq = 3",
    ],
)
def test_the_database_itself_refuses_changes(
    open_table: OpenTable, folder: Path, statement: str
) -> None:
    deal(open_table(), "8S AH KD TC")
    connection = sqlite3.connect(folder / "shoeboard.sqlite")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        connection.execute(statement)
    connection.close()


def test_every_entry_is_synced_before_it_is_shown(log: EventLog) -> None:
    with log._engine.connect() as connection:
        assert connection.scalar(sa.text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(sa.text("PRAGMA synchronous")) == 2  # FULL


DAMAGE = {
    "a changed card": ("UPDATE entries SET body = replace(body, 'KD', 'QD') WHERE seq = 4", 4),
    "a changed time": ("UPDATE entries SET time = '2020-01-01T00:00:00+00:00' WHERE seq = 3", 3),
    "a deleted entry": ("DELETE FROM entries WHERE seq = 3", 3),
    "a deleted beginning": ("DELETE FROM entries WHERE seq < 3", 1),
    "two swapped entries": (
        "UPDATE entries SET seq = 99 WHERE seq = 3; UPDATE entries SET seq = 3 WHERE seq = 4;"
        "UPDATE entries SET seq = 4 WHERE seq = 99",
        3,
    ),
    "an entry put in": (
        "UPDATE entries SET seq = -seq WHERE seq > 2;"
        "UPDATE entries SET seq = 1 - seq WHERE seq < 0;"
        "INSERT INTO entries SELECT table_name, 3, time, event, version, body, digest"
        " FROM entries WHERE seq = 2",
        3,
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_verify_names_the_first_bad_entry(
    open_table: OpenTable, log: EventLog, folder: Path, what: str
) -> None:
    deal(open_table(), "8S AH KD TC 2S 3S")
    assert verify(log, TABLE) is None
    statements, seq = DAMAGE[what]
    connection = database(folder)
    connection.executescript(statements)
    connection.close()
    fault = verify(log, TABLE)
    assert fault is not None
    assert f"entry {seq} " in fault


def test_a_table_with_a_damaged_shoe_does_not_open(open_table: OpenTable, folder: Path) -> None:
    deal(open_table(), "8S AH KD TC")
    connection = database(folder)
    connection.execute("UPDATE entries SET body = replace(body, 'AH', '9H') WHERE seq = 3")
    connection.commit()
    connection.close()
    with pytest.raises(LogError, match=r"entry 3 does not match its digest.*shoeboard verify"):
        open_table()


def test_a_missing_entry_before_the_last_shoe_is_noticed_at_the_start(
    open_table: OpenTable, folder: Path
) -> None:
    table = open_table()
    table.record(ShoeClosed(by="Ann"))
    table.record(ShoeOpened(by="Ann", number=2, house=HOUSES["paramount"]))
    connection = database(folder)
    connection.executescript("DELETE FROM entries WHERE seq = 2")
    connection.close()
    with pytest.raises(LogError, match="entry 2 is missing"):
        open_table()


def test_an_entry_of_a_newer_program_is_not_guessed_at(
    open_table: OpenTable, log: EventLog
) -> None:
    table = open_table()
    rows = list(log.rows(TABLE))
    row = rows[-1]._replace(seq=2, version=99, event="Shuffled", digest="")
    log.append(row._replace(digest=row.expected_digest(rows[-1].digest)))
    with pytest.raises(LogError, match="version 99"):
        open_table()
    assert table.seq == 1


def test_two_writers_do_not_mix(open_table: OpenTable) -> None:
    one, two = open_table(), open_table()
    deal(one, "8S")
    with pytest.raises(LogError, match="another Shoeboard writes"):
        deal(two, "9S")
    assert two.shoe.coup.player == ()


def test_a_file_that_is_no_database_gets_a_sentence(folder: Path) -> None:
    folder.mkdir()
    (folder / "shoeboard.sqlite").write_bytes(b"these are no cards" * 100)
    with pytest.raises(LogError, match=r"file is not a database.*restore it from a backup"):
        EventLog.open(folder)


def test_a_folder_that_cannot_be_made_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LogError, match="Cannot make the folder"):
        EventLog.open(tmp_path / "file" / "data")


def fill_up(log: EventLog) -> Callable[[], None]:
    """Let the disk be full, by SQLite's own limit on the file's size; returns what makes room."""
    limit = "PRAGMA max_page_count = {}"

    def set_limit(pages: int) -> None:
        log._engine.dispose()
        sa.event.listen(log._engine, "connect", lambda c, _: c.execute(limit.format(pages)).close())

    set_limit(1)
    return lambda: set_limit(1_000_000)


def test_a_full_disk_shows_nothing_that_was_not_kept(open_table: OpenTable, log: EventLog) -> None:
    table = open_table()
    told: list[dict[str, object]] = []
    table.subscribe(told.append)
    before = table.snapshot()
    make_room = fill_up(log)
    card = CardRead(reader="slot", card=Card.parse("9H"))
    for _ in range(400):  # what is left in the file's last page first
        try:
            table.record(card)
        except LogError as error:
            sentence = str(error)
            break
    else:
        pytest.fail("the disk was never full")
    assert "disk is full" in sentence
    assert "Make room" in sentence
    now = table.snapshot()
    assert table.trouble == sentence
    assert now["trouble"] == told[-1]["trouble"] == "The log cannot be written."
    assert now["seq"] == len(list(log.rows(TABLE)))
    make_room()
    seq = table.record(card)
    assert seq == now["seq"] + 1
    assert table.snapshot()["trouble"] is None
    assert before["seq"] == 1


def test_a_read_only_log_shows_nothing_that_was_not_kept(
    open_table: OpenTable, log: EventLog
) -> None:
    table = open_table()
    log._engine.dispose()
    sa.event.listen(log._engine, "connect", lambda c, _: c.execute("PRAGMA query_only=1").close())
    with pytest.raises(LogError, match=r"readonly.*Make the folder writable"):
        table.record(CardEntered(by="Ann", card=Card.parse("9H")))
    assert table.seq == 1
    assert table.shoe.coup.player == ()
