"""Kept pictures: served only as they were read from, and deleted oldest first, within bounds."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path

import pytest

from server.baccarat.cards import Card
from server.baccarat.events import CardRead, ShoeClosed
from server.pictures import Forged, NoPicture, Pictures
from server.pruner import Bounds, Picture, Pruner, surplus
from server.table import Table
from tests.conftest import TABLE, OpenTable
from tests.wire import until

HOUR, DAY = 3_600, 86_400


@pytest.fixture
def pictures(folder: Path) -> Pictures:
    pictures = Pictures(folder)
    pictures.folder(TABLE).mkdir(parents=True)
    return pictures


def keep(pictures: Pictures, data: bytes, *, age_s: float = 0) -> str:
    """A picture in the folder as a reader keeps it; returns its digest."""
    name = hashlib.sha256(data).hexdigest()
    path = pictures.folder(TABLE) / f"{name}.jpg"
    path.write_bytes(data)
    os.utime(path, times=(time.time() - age_s,) * 2)
    return name


def kept(pictures: Pictures) -> set[str]:
    return {path.stem for path in pictures.folder(TABLE).iterdir()}


def read(table: Table, card: str, picture: str) -> None:
    table.record(CardRead(reader="camera", card=Card.parse(card), picture=picture))


def test_a_picture_is_found_by_its_digest(pictures: Pictures) -> None:
    assert pictures.read(TABLE, keep(pictures, b"nine of hearts")) == b"nine of hearts"


def test_one_that_was_deleted_says_so(pictures: Pictures) -> None:
    with pytest.raises(NoPicture, match="not kept any more: pictures go after `pictures_days`"):
        pictures.read(TABLE, "0" * 64)
    with pytest.raises(NoPicture, match="not kept any more"):
        pictures.read("t9", keep(pictures, b"nine of hearts"))  # a table has its own


@pytest.mark.parametrize(
    "name",
    ["", "0", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 63 + "\n", "../" + "0" * 61, "/etc/x"],
)
def test_what_is_no_digest_names_no_file(pictures: Pictures, name: str) -> None:
    with pytest.raises(NoPicture, match="names no picture"):
        pictures.read(TABLE, name)


def test_a_picture_that_was_changed_is_not_shown(pictures: Pictures) -> None:
    name = keep(pictures, b"nine of hearts")
    path = pictures.folder(TABLE) / f"{name}.jpg"
    for forged in (b"ten of hearts", b"", b"nine of heart"):
        path.write_bytes(forged)
        with pytest.raises(Forged, match=r"not what the card was read from.*Look at .*\.jpg"):
            pictures.read(TABLE, name)
    path.unlink()
    path.mkdir()
    with pytest.raises(NoPicture):
        pictures.read(TABLE, name)


def test_a_link_a_pipe_and_a_monster_are_no_pictures(pictures: Pictures, tmp_path: Path) -> None:
    name = keep(pictures, b"nine of hearts")
    path = pictures.folder(TABLE) / f"{name}.jpg"
    (tmp_path / "elsewhere").write_bytes(b"nine of hearts")
    path.unlink()
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NoPicture, match="cannot be read"):
        pictures.read(TABLE, name)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(Forged):
        pictures.read(TABLE, name)
    path.unlink()
    with path.open("wb") as file:
        file.truncate(50_000_000_000)  # sparse
    with pytest.raises(Forged):
        pictures.read(TABLE, name)


# Which go.

NOW = 1_000_000_000.0


def gone(ages_h: dict[str, float], *, keeps: str = "", days: float = 30, most: float = 1000) -> str:
    """The letters of the pictures to delete, of 10 bytes and these ages in hours, in order."""
    pictures = [Picture(NOW - age * HOUR, 10, letter) for letter, age in ages_h.items()]
    found = surplus(pictures, frozenset(keeps), Bounds(days * DAY, most), NOW)
    return "".join(picture.name for picture in found)


AGES = {"a": 5, "b": 800, "c": 2.1, "d": 2.2, "e": 0.01, "f": 721}


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({}, "bf"),  # over thirty days old
        ({"days": 0}, "bfadc"),  # e came in this minute
        ({"days": 10_000}, ""),
        ({"days": 10_000, "most": 60}, ""),
        ({"days": 10_000, "most": 59}, "b"),
        ({"days": 10_000, "most": 40}, "bf"),
        ({"days": 10_000, "most": 40, "keeps": "b"}, "fa"),
        ({"days": 10_000, "most": 1}, "bfadc"),
        ({"keeps": "bf"}, ""),
        ({"keeps": "bf", "most": 40}, "ad"),
    ],
    ids=str,
)
def test_the_oldest_go_and_never_those_of_the_open_shoe(asked: dict, expected: str) -> None:
    assert gone(AGES, **asked) == expected


def test_a_picture_of_a_clock_that_was_wrong_goes_last() -> None:
    assert gone({"a": -9000, "b": 1, "c": -0.01}, days=0, most=0) == "ba"


# On real files.


def pruner(tables: dict[str, Table], pictures: Pictures, *, days: float, mb: float) -> Pruner:
    return Pruner(tables, pictures.folder, days=days, mb=mb)


def test_what_the_open_shoe_was_read_from_stays_until_it_is_closed(
    open_table: OpenTable, pictures: Pictures
) -> None:
    table = open_table()
    old, of_shoe = (keep(pictures, name, age_s=40 * DAY) for name in (b"old", b"of the shoe"))
    new = keep(pictures, b"new", age_s=DAY)
    read(table, "9H", of_shoe)
    a_month = pruner({TABLE: table}, pictures, days=30, mb=1)
    assert a_month.prune(table, pictures.folder(TABLE)) == 1
    assert kept(pictures) == {of_shoe, new}
    table.record(CardRead(reader="camera", card=Card.parse("KD")))
    while table.shoe.seqs:
        read(table, "KC", old)  # that file is gone: the cards do not care
    table.record(ShoeClosed(by="Ann"))
    assert a_month.prune(table, pictures.folder(TABLE)) == 1
    assert kept(pictures) == {new}


def test_the_bound_holds_for_many_files_and_nothing_else_is_touched(
    open_table: OpenTable, pictures: Pictures, tmp_path: Path
) -> None:
    table, folder = open_table(), pictures.folder(TABLE)
    names = [keep(pictures, b"%04d" % n + bytes(9_996), age_s=HOUR + n) for n in range(250)]
    for name in ("notes.txt", "0.jpg", f"{'0' * 64}.png"):
        (folder / name).write_bytes(bytes(5_000_000))
    (tmp_path / "linked").write_bytes(bytes(5_000_000))
    (folder / f"{'1' * 64}.jpg").symlink_to(tmp_path / "linked")
    others = kept(pictures) - {*names}
    half = folder / f".{'2' * 64}.4711"  # of a server that was killed
    half.write_bytes(b"half")
    os.utime(half, times=(0, 0))
    assert pruner({TABLE: table}, pictures, days=30, mb=1).prune(table, folder) == 151
    assert kept(pictures) == others | {*names[:100]}  # the hundred newest: a megabyte


def test_it_begins_at_the_start_and_no_folder_is_no_trouble(
    open_table: OpenTable, pictures: Pictures
) -> None:
    tables = {"t0": open_table(name="t0"), TABLE: open_table()}
    keep(pictures, b"old", age_s=40 * DAY)
    running = pruner(tables, pictures, days=30, mb=1)
    running.start()
    until(lambda: not kept(pictures))
    running.stop()


def test_a_folder_that_cannot_be_read_is_said_once(
    open_table: OpenTable, pictures: Pictures, caplog: pytest.LogCaptureFixture
) -> None:
    pictures.folder(TABLE).rmdir()
    pictures.folder(TABLE).write_text("no folder")
    running = pruner({TABLE: open_table()}, pictures, days=30, mb=1)
    running.start()
    until(lambda: caplog.messages)
    running.stop()
    assert caplog.messages == [
        f"{pictures.folder(TABLE)} cannot be read: Not a directory. The cards go on."
    ]
