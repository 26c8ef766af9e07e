"""Every format: its types, its pictures, its fonts, and what a full disk leaves of it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree
from zipfile import ZipFile

import pyarrow.parquet as pq
import pytest

from server.assets import font_dir
from server.baccarat.events import ShoeOpened
from server.baccarat.roads import Roads, parse_results, roads_json
from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES
from server.export import FORMATS, ExportError, Options, formats_here
from server.export.source import source
from server.export.whole_file import whole_file
from server.ledger.asked import range_of
from server.ledger.ledger import Ledger
from server.log import EventLog
from tests.conftest import TABLE, OpenTable, deal
from tests.live.site import Place

from .exported import file, text

COUPS = "8S AH KD TC  9S 2H 9D 3C KS  TS 5H TD 5C 8S"
NAME = "第十二桌"


@pytest.fixture
def dealt(open_table: OpenTable, log: EventLog) -> EventLog:
    deal(open_table(), COUPS)
    return log


def sheet(data: bytes) -> list[list[tuple[str, str]]]:
    """The cells of a workbook's first sheet, each with its type."""
    with ZipFile(BytesIO(data)) as book:
        root = ElementTree.fromstring(book.read("xl/worksheets/sheet1.xml"))
    space = {"x": root.tag[1:].split("}")[0]}
    pane = root.find(".//x:pane", space)
    assert pane is not None
    assert (pane.get("ySplit"), pane.get("state")) == ("1", "frozen")
    return [
        [(cell.get("t", "n"), "".join(cell.itertext())) for cell in row.iterfind("x:c", space)]
        for row in root.iterfind(".//x:row", space)
    ]


def test_xlsx_has_real_types_below_a_frozen_header(dealt: EventLog) -> None:
    head, first, *_ = sheet(file(dealt, "xlsx"))
    told = dict(zip([name for _, name in head], first, strict=True))
    assert told["table"] == ("inlineStr", "t1")
    assert told["player_total"] == ("n", "8")
    assert told["natural"] == ("b", "1")
    kind, days = told["time_utc"]
    assert (kind, 45_000 < float(days) < 100_000) == ("n", True)
    with ZipFile(BytesIO(file(dealt, "xlsx", by_shoe=True))) as book:
        assert 'name="Shoe 1"' in book.read("xl/workbook.xml").decode()


def test_parquet_has_typed_columns(dealt: EventLog) -> None:
    rows = pq.read_table(BytesIO(file(dealt, "parquet"))).to_pylist()
    assert [row["coup"] for row in rows] == [1, 2, 3]
    assert (rows[0]["outcome"], rows[0]["natural"], rows[0]["flags"]) == ("player", True, ["typed"])
    assert isinstance(rows[0]["time_utc"], datetime)


def test_an_svg_shows_the_marks_of_the_display_s_own_roads(dealt: EventLog) -> None:
    beads = text(dealt, "svg", road="bead_plate")
    letters = re.findall(r"<text [^>]*>([BPT])</text>", beads)
    told = [json.loads(line) for line in text(dealt, "jsonl").splitlines()]
    outcomes = [line["coup"]["outcome"][0].upper() for line in told if "coup" in line]
    assert letters == outcomes
    for road in ("big_road", "big_eye_boy", "small_road", "cockroach_pig"):
        picture = text(dealt, "svg", road=road)
        roads = roads_json(Roads.empty().extend(parse_results("".join(outcomes))))
        cells = [cell for cell in roads[road] if cell["mark"]]
        drawn = re.findall(r'<(?:circle|line) [^>]*stroke="#(?!dfe3e7)[^>]*>|<circle', picture)
        assert len(drawn) >= len(cells)
    whole = text(dealt, "svg")
    ElementTree.fromstring(whole)
    assert "coup 3 of 3" in whole
    assert "coup 1 of 3" in text(dealt, "svg", coup=1)


def test_png_is_the_same_picture_painted(dealt: EventLog) -> None:
    assert file(dealt, "png", road="big_road").startswith(b"\x89PNG")


def test_roads_as_text_and_the_results_alone(dealt: EventLog) -> None:
    told = text(dealt, "txt")
    results = told.splitlines()[1]
    assert re.fullmatch("[PBT]{3}", results)
    assert "\nBig road\n" in told
    assert text(dealt, "txt", road="results").splitlines()[1] == results


def test_a_scorecard_s_names_keep_their_letters(dealt: EventLog) -> None:
    if not (font_dir() / "noto-sans-tc").is_dir():
        pytest.skip("the fonts are not installed")
    ledger, out = Ledger(dealt), BytesIO()
    ledger.follow(TABLE)
    FORMATS["pdf"].write(source(ledger, TABLE, NAME), out, Options())
    said = out.getvalue().upper()  # the fonts' maps from glyphs to letters are plain text in it
    assert all(f"<{ord(letter):04X}>".encode() in said for letter in NAME)
    assert out.getvalue().count(b"/Type /Page\n") == 1


def test_a_workbook_and_parquet_carry_the_side_bets(open_table: OpenTable, log: EventLog) -> None:
    deal(open_table("macau"), "AS 2H  JS AH JD TC 3H 9D  8S AH KD TC")
    head, first, _ = sheet(file(log, "xlsx"))
    at = [name for _, name in head].index("bets")
    assert first[at] == ("inlineStr", "player_pair=11:1 big=0.54:1")
    rows = pq.read_table(BytesIO(file(log, "parquet"))).to_pylist()
    assert rows[1]["bets"] == [{"bet": "small", "prize": "", "pays": "3:2"}]


@pytest.mark.parametrize("form", FORMATS)
def test_a_shoe_without_a_coup_has_an_export(
    open_table: OpenTable, log: EventLog, form: str
) -> None:
    open_table()
    data = file(log, form)
    assert data
    if form == "txt":
        assert data.splitlines()[0].endswith(b"no coup yet")


@pytest.mark.parametrize("form", [form for form in FORMATS if FORMATS[form].of_table])
def test_a_table_without_a_shoe_has_an_export(
    open_table: OpenTable, log: EventLog, form: str
) -> None:
    open_table(shoe=False)
    assert file(log, form) or form == "txt"


def test_what_cannot_be_drawn_or_found_gets_a_sentence(dealt: EventLog) -> None:
    ledger = Ledger(dealt)
    ledger.follow(TABLE)
    with pytest.raises(ExportError, match="has no coup 9: its last is 3"):
        file(dealt, "svg", coup=9)
    with pytest.raises(ExportError, match="Table t1 has no shoe 4"):
        source(ledger, TABLE, TABLE, shoe=4)
    with pytest.raises(ExportError, match="opened no shoe in those days"):
        source(ledger, TABLE, TABLE, days=range_of("1999-01-01", "1999-12-31"))
    assert [k.number for k in source(ledger, TABLE, TABLE, days=range_of("2020-01-01", "")).kept]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("needs the right to mount a tmpfs")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.parametrize("form", FORMATS)
def test_a_disk_that_fills_leaves_nothing_behind(
    dealt: EventLog, small_disk: Path, form: str
) -> None:
    ledger, path = Ledger(dealt), small_disk / f"out.{form}"
    ledger.follow(TABLE)
    path.write_bytes(b"the old one")

    def fill() -> None:
        with whole_file(path) as out:
            FORMATS[form].write(source(ledger, TABLE, TABLE), out, Options())
            out.write(b"0" * 40_000)

    with pytest.raises(ExportError, match=r"No space left on device"):
        fill()
    assert [*small_disk.iterdir()] == [path]
    assert path.read_bytes() == b"the old one"


def test_a_disk_that_is_full_is_told_on_the_page_too(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = Place(tmp_path / "data").register(Role.INSPECTOR)
    table = place.site.tables["t1"]
    table.record(ShoeOpened(by="Ann", number=1, house=HOUSES["paramount"]))
    deal(table, COUPS)
    with pytest.raises(OSError, match="No space left"), (small_disk / "full").open("wb") as full:
        full.write(b"0" * 40_000)
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk))
    browser = place.browser(Role.INSPECTOR)
    for form in ("csv", "json", "xlsx", "parquet", "svg"):
        answer = browser.get(f"/api/v1/tables/t1/export.{form}?shoe=1")
        said = "Cannot write the export: No space left on device. Nothing was left behind."
        assert (answer.status_code, answer.get_json()) == (507, {"error": said})
    assert [each.name for each in small_disk.iterdir()] == ["full"]
    place.site.stop()


def test_pages_offer_no_format_whose_library_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert formats_here() == FORMATS
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert FORMATS.keys() - formats_here().keys() == {"parquet", "png"}
