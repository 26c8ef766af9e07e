"""Files that are no pictures are refused with a sentence; of a picture one JSON line is said."""

from __future__ import annotations

import json
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.photo import BadPicture, photo
from tests.camera.drawn import Lying, deck, felt, laid, row
from tests.command.shoeboard import run


@pytest.fixture(scope="module")
def jpeg(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("photo") / "row.jpg"
    cv2.imwrite(str(path), row("9H TC"))
    return path.read_bytes()


def _huge_png() -> bytes:
    """A PNG of 40,000 x 40,000 pixels in a few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        sum_ = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", sum_)

    header = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


def test_a_picture_is_read_as_it_is(tmp_path: Path, jpeg: bytes) -> None:
    (tmp_path / "row.jpg").write_bytes(jpeg)
    assert photo(tmp_path / "row.jpg").shape == row("9H TC").shape


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.jpg", "cannot be read: No such file"),
        ("empty.jpg", "is empty"),
        ("text.jpg", "is no picture"),
        ("cut.jpg", "is cut off"),
        ("cut.png", "is cut off"),
        ("huge.png", "too many pixels"),
        ("dot.png", "only 3 x 2 pixels"),
        ("", "cannot be read"),
    ],
)
def test_what_is_no_picture_is_refused_with_a_sentence(
    tmp_path: Path, jpeg: bytes, name: str, words: str
) -> None:
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "text.jpg").write_text("nine of hearts")
    (tmp_path / "cut.jpg").write_bytes(jpeg[: len(jpeg) // 2])
    png = cv2.imencode(".png", row("9H"))[1].tobytes()
    (tmp_path / "cut.png").write_bytes(png[:-200])
    (tmp_path / "huge.png").write_bytes(_huge_png())
    cv2.imwrite(str(tmp_path / "dot.png"), np.zeros((2, 3, 3), np.uint8))
    with pytest.raises(BadPicture, match=words):
        photo(tmp_path / name)


def test_read_says_one_line_a_file_and_draws_the_boxes(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "row.png"), row("9H TC AS"))
    (tmp_path / "bad.png").write_bytes(b"\x89PNG nothing")
    ran = run("read", tmp_path / "row.png", tmp_path / "bad.png", "--draw", tmp_path / "seen")
    good, bad = map(json.loads, ran.out.splitlines())
    assert ran.status == 1
    assert sorted(card["card"] for card in good["cards"]) == ["9H", "AS", "TC"]
    assert all(card["confidence"] > 0.9 and len(card["box"]) == 4 for card in good["cards"])
    assert bad["file"].endswith("bad.png")
    assert "is no picture" in bad["error"]
    assert photo(tmp_path / "seen" / "row.png").shape == row("9H TC AS").shape


def test_read_wants_to_know_what() -> None:
    ran = run("read")
    assert ran.status == 2
    assert "which pictures" in ran.err


def test_an_empty_table_holds_no_cards(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "felt.png"), felt(640, 360))
    assert json.loads(run("read", tmp_path / "felt.png").out)["cards"] == []


def test_boxes_lie_around_their_cards(tmp_path: Path) -> None:
    table = laid(
        felt(900, 600), [Lying(deck()["KD"], 200, 300), Lying(deck()["4C"], 650, 300, 260, 30)]
    )
    cv2.imwrite(str(tmp_path / "two.png"), table)
    cards = json.loads(run("read", tmp_path / "two.png").out)["cards"]
    middles = {
        c["card"]: (c["box"][0] + c["box"][2] / 2, c["box"][1] + c["box"][3] / 2) for c in cards
    }
    assert middles["KD"] == pytest.approx((200, 300), abs=25)
    assert middles["4C"] == pytest.approx((650, 300), abs=25)


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--video", "missing.mp4"], 1, "there is no such file"),
        (["--video", "text.mp4"], 1, "is no film"),
        (["--video", "text.mp4", "row.png"], 2, "no pictures"),
        (["--calibration", "nowhere", "row.png"], 1, "nowhere"),
        (["--video", "text.mp4", "--calibration", "nowhere"], 1, "nowhere"),
    ],
)
def test_a_film_that_is_none_is_refused_with_a_sentence(
    tmp_path: Path, arguments: list[str], status: int, words: str
) -> None:
    (tmp_path / "text.mp4").write_text("nine of hearts")
    ran = run("read", *arguments, cwd=tmp_path)
    assert ran.status == status
    assert words in ran.err
