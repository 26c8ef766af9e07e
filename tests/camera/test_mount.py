"""A mount's folder: kept, copied, damaged; every refusal names what is wrong and what to do."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from drivers import BadReader
from drivers.camera.limits import Limits
from drivers.camera.mount import (
    Accuracy,
    BadMount,
    Mount,
    card_file,
    load_mount,
    mount_in_use,
    save_mount,
)

SQUARE = ((10.0, 10.0), (60.0, 10.0), (60.0, 60.0), (10.0, 60.0))
PLACES = dict.fromkeys(("P1", "P2", "P3", "B1", "B2", "B3"), SQUARE)
SHOE: dict[str, Any] = {
    "mode": "shoe", "size": (320, 240), "window": (40, 20, 200, 180), "turn": 90,
    "exposure": {"exposure": 120.0}, "created": "2026-01-02T03:04:05Z",
    "accuracy": Accuracy(51, 52, unsure=("6C",)), "limits": Limits(0.5, 0.7, 0.4),
}  # fmt: skip


def kept(folder: Path, **changed: Any) -> Mount:
    """A mount in a folder, with files in the place of pictures."""
    mount = Mount(**(SHOE | changed), folder=folder)
    save_mount(mount)
    mount.empty_file.write_bytes(b"the empty scene")
    path = card_file(folder, "9H", 1)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"the nine of hearts")
    return mount


def rewritten(folder: Path, **changed: Any) -> None:
    path = folder / "mount.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))


def test_a_mount_is_kept_and_comes_back_as_it_was(tmp_path: Path) -> None:
    mount = kept(tmp_path / "shoe")
    assert load_mount(tmp_path / "shoe") == mount == mount_in_use(tmp_path / "shoe")
    assert mount.card_files() == (("9H", tmp_path / "shoe" / "cards" / "9H-1.png"),)
    table = kept(tmp_path / "table", mode="table", window=None, turn=0, places=PLACES)
    assert load_mount(tmp_path / "table") == table == mount_in_use(tmp_path / "table")


def test_a_folder_copied_elsewhere_is_the_same_mount(tmp_path: Path) -> None:
    mount = kept(tmp_path / "here")
    shutil.copytree(tmp_path / "here", tmp_path / "there")
    copied = load_mount(tmp_path / "there")
    assert copied.digest() == mount.digest()
    copied.empty_file.write_bytes(b"another scene")
    assert copied.digest() != mount.digest()


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"mode": "slot"}, "mode: must be 'table' or 'shoe', not 'slot'"),
        ({"size": [320]}, "size"),
        ({"size": [0, 240]}, "size.0: must be greater than or equal to 16, not 0"),
        ({"size": [1e9, 240]}, "size.0"),
        ({"window": None}, "window: shoe mode needs it"),
        ({"window": [40, 20, 300, 180]}, "window: it reaches outside the 320x240 picture"),
        ({"window": [40, 20, -5, 180]}, "window.2: must be greater"),
        ({"places": PLACES}, "places: they go with table mode"),
        ({"turn": 45}, "turn: must be 0, 90, 180 or 270, not 45"),
        ({"mode": "table"}, "window, turn: they go with shoe mode"),
        ({"turns": 90}, "turns: there is no such key"),
        ({"format": 2}, "format: must be 1"),
        ({"exposure": {"gain": float("nan")}}, "exposure.gain"),
        ({"accuracy": {"read": 1}}, "accuracy.of: this key is missing"),
        ({"accuracy": {"read": 1, "of": 2, "wrong": ["../x"]}}, "accuracy.wrong.0"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_mount_is_named(
    tmp_path: Path, changed: dict[str, Any], what: str
) -> None:
    kept(tmp_path)
    rewritten(tmp_path, **changed)
    with pytest.raises(BadMount) as bad:
        load_mount(tmp_path)
    assert f"{tmp_path / 'mount.json'}: {what}" in str(bad.value)
    assert "shoeboard calibrate camera:SOURCE" in str(bad.value)


@pytest.mark.parametrize(
    ("places", "what"),
    [
        ({"P1": SQUARE}, "places: all of B1, B2, B3, P1, P2, P3 are needed, or none; there are P1"),
        (PLACES | {"B2": ((300.0, 9.0), (321.0, 9.0), (300.0, 60.0))}, "places.B2: a corner lies"),
        (PLACES | {"B2": ((9.0, 9.0), (9.0, 9.0), (9.0, 9.0))}, "places.B2: its corners enclose"),
        (PLACES | {"B2": ((9.0, 9.0), (60.0, 9.0))}, "places.B2"),
        (PLACES | {"B2": ((9.0, "x"), (60.0, 9.0), (60.0, 60.0))}, "places.B2.0.1"),
    ],
)
def test_places_lie_in_the_picture(tmp_path: Path, places: Any, what: str) -> None:
    kept(tmp_path, mode="table", window=None, turn=0)
    rewritten(tmp_path, places=places)
    with pytest.raises(BadMount, match="mount") as bad:
        load_mount(tmp_path)
    assert what in str(bad.value)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"format": 1, "mode": "sh', "it is not JSON, or was cut off"),
        ("", "it is not JSON, or was cut off"),
        ("[" * 100_000, "mount.json"),
        ("7", "must be an object"),
        ("\0" * 40, "it is not JSON"),
    ],
    ids=["cut off", "empty", "deep", "number", "zeros"],
)
def test_rubbish_is_no_mount(tmp_path: Path, text: str, what: str) -> None:
    kept(tmp_path)
    (tmp_path / "mount.json").write_text(text)
    with pytest.raises(BadMount) as bad:
        load_mount(tmp_path)
    assert what in str(bad.value)


def test_bytes_that_are_no_text_are_no_mount(tmp_path: Path) -> None:
    kept(tmp_path)
    (tmp_path / "mount.json").write_bytes(b"\xff\xfe{}")
    with pytest.raises(BadMount, match="it is not UTF-8 text"):
        load_mount(tmp_path)


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadReader, match="There is no calibration folder"):
        load_mount(tmp_path / "nowhere")
    with pytest.raises(BadMount, match=r"Cannot read .*mount\.json: No such file"):
        load_mount(tmp_path)
    mount = kept(tmp_path)
    mount.empty_file.unlink()
    with pytest.raises(BadMount, match=r"Cannot read .*empty\.png: No such file"):
        load_mount(tmp_path)


def test_an_unproved_shoe_is_not_read_with(tmp_path: Path) -> None:
    kept(tmp_path / "poor", accuracy=Accuracy(40, 52, unsure=("6C",), wrong=("9D",)))
    with pytest.raises(BadMount, match=r"40 of 52 read; 6C not sure; 9D WRONG\. Calibrate again"):
        mount_in_use(tmp_path / "poor")
    kept(tmp_path / "told", accuracy=Accuracy(40, 52), accepted=True)
    assert mount_in_use(tmp_path / "told").accepted
    kept(tmp_path / "unmeasured", accuracy=None)
    with pytest.raises(BadMount, match=r"was shown no cards.*--mode shoe -o .* with `--cards`"):
        mount_in_use(tmp_path / "unmeasured")
    kept(tmp_path / "short", accuracy=Accuracy(51, 51, missing=("KC",)))
    with pytest.raises(BadMount, match="51 of 51 read; KC not shown"):
        mount_in_use(tmp_path / "short")


def test_what_cannot_be_kept_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadMount, match="This is no calibration to keep: window"):
        save_mount(Mount(**(SHOE | {"window": None}), folder=tmp_path))
    (tmp_path / "file").touch()
    with pytest.raises(BadMount, match="Cannot write"):
        save_mount(Mount(**SHOE, folder=tmp_path / "file" / "under"))
