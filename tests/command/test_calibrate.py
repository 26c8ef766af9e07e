"""shoeboard calibrate: a folder from pictures or from a film, checked, copied, refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from drivers.camera.mount import load_mount, mount_in_use
from drivers.camera.mount_pictures import write_picture
from server.cli import shoeboard
from tests.camera import laid_out
from tests.camera.slot_camera import FACES, shot

CARDS = ("AS", "7H", "KD")


def calibrate(*words: object, typed: str = "") -> Result:
    return CliRunner().invoke(shoeboard, ["calibrate", *map(str, words)], input=typed)


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A folder of labelled pictures, and one of the empty shoe."""
    folder = tmp_path / "pictures"
    write_picture(folder / "empty.png", shot(None, 1))
    for number, card in enumerate(CARDS):
        for again in range(2):
            write_picture(folder / f"{card}-{again}.png", shot(FACES[card], 10 * number + again))
    return folder


def from_files(pictures: Path, output: Path, *more: object) -> Result:
    files = ("--empty", pictures / "empty.png", "--cards", pictures)
    return calibrate("--mode", "shoe", *files, "-o", output, *more)


def test_pictures_in_files_make_a_mount_that_says_how_well_it_reads(
    pictures: Path, tmp_path: Path
) -> None:
    done = from_files(pictures, tmp_path / "mount")
    assert "6 pictures of 3 cards." in done.stdout
    assert "of 52 read" in done.stdout
    assert done.exit_code == 1
    assert "That is too little for a table" in done.stderr
    again = from_files(pictures, tmp_path / "mount")
    assert again.exit_code == 2
    assert "There is a calibration in" in again.stderr
    accepted = calibrate("--accept", tmp_path / "mount")
    assert "may be used" in accepted.stdout
    shutil.copytree(tmp_path / "mount", tmp_path / "copied")
    assert mount_in_use(tmp_path / "copied").digest() == load_mount(tmp_path / "mount").digest()
    assert "6 pictures of cards" in calibrate("--check", tmp_path / "copied").stdout


def film(path: Path, *shown: str | None, frames: int = 20) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 25, (128, 128))
    for number, card in enumerate(shown):
        for frame in range(frames):
            writer.write(shot(FACES[card] if card else None, 1000 * number + (0 * frame)))
    writer.release()
    return path


def test_cards_are_asked_for_at_the_camera(tmp_path: Path) -> None:
    camera = film(tmp_path / "shoe.mp4", None, "AS")
    shown = calibrate(
        f"camera:{camera}", "--mode", "shoe", "--show", "--accept", "-o", tmp_path / "mount",
        typed="2x\nAS\n\nq\n",
    )  # fmt: skip
    assert shown.exit_code == 0, shown.output
    assert "AS (1 of 52)? " in shown.stdout
    assert "'2x' is not a card" in shown.stdout.replace("2X", "2x")
    assert [card for card, _ in load_mount(tmp_path / "mount").card_files()] in ([], ["AS"])
    assert f"The reader: camera@{tmp_path / 'mount'}:{camera}" in shown.stdout
    check = calibrate("--check", tmp_path / "mount", f"camera:{film(tmp_path / 'e.mp4', None)}")
    assert "stands as it was calibrated" in check.stdout


def test_a_table_has_its_places(tmp_path: Path) -> None:
    camera, output = film(tmp_path / "table.mp4", None), tmp_path / "table"
    places = [
        word
        for at, name in enumerate(("P1", "P2", "P3", "B1", "B2", "B3"))
        for word in ("--place", f"{name}={20 * at},10,18,40")
    ]
    done = calibrate(f"camera:{camera}", *places, "--exposure", "exposure=120", "-o", output)
    assert done.exit_code == 0, done.output
    mount = load_mount(output)
    assert mount.places["B1"][0] == (60, 10)
    assert mount.exposure == {"exposure": 120}


def test_a_table_is_shown_cards_and_suits(tmp_path: Path) -> None:
    folder, output = tmp_path / "pictures", tmp_path / "table"
    write_picture(folder / "empty.png", laid_out.table())
    write_picture(folder / "spades.png", laid_out.suit("S"))
    write_picture(folder / "9H-1.png", laid_out.alone("9H"))
    done = calibrate("--empty", folder / "empty.png", "--cards", folder, "-o", output)
    assert "2 pictures of 14 cards." in done.stdout, done.output
    assert "14 of 52 read; AH 2H" in done.stdout
    assert "with the camera closer or sharper, or allow it" in done.stderr
    assert "camera@" in calibrate("--accept", output).stdout or mount_in_use(output).accepted


def test_suits_are_asked_for_at_a_table(tmp_path: Path) -> None:
    camera = tmp_path / "table.mp4"
    writer = cv2.VideoWriter(str(camera), cv2.VideoWriter.fourcc(*"mp4v"), 25, laid_out.SIZE)
    for picture in (*[laid_out.table()] * 16, *[laid_out.suit("S")] * 6):
        writer.write(picture)
    writer.release()
    done = calibrate(
        f"camera:{camera}", "--show", "--accept", "-o", tmp_path / "mount", typed="\n6x\nb\n\nq\n"
    )
    assert "spades (1 of 4)? hearts (2 of 4)? " in done.stdout
    assert "'6X' is not a card" in done.stdout.replace("6x", "6X")
    assert "13 of 52 read" in done.stdout, done.output


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["camera:0"], "Say what to do"),
        (["-o", "x"], "Name a camera, for example camera:0, or give --empty and --cards"),
        (["0", "-o", "x"], "'0' is no camera: write camera:0"),
        (["camera:0", "-o", "x", "--window", "1,2,3,4"], "goes with --mode shoe"),
        (["camera:0", "-o", "x", "--mode", "shoe", "--find-places"], "go with --mode table"),
        (["camera:0", "-o", "x", "--exposure", "much"], "write NAME=VALUE"),
        (["--check", "nowhere"], "There is no calibration folder nowhere"),
        (["camera:ftp://a", "-o", "x"], "camera:ftp"),
        (["camera:none.mp4", "-o", "x"], "The camera cannot be used"),
    ],
)
def test_what_cannot_be_done_is_said(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = calibrate(*words)
    assert done.exit_code in (1, 2)
    assert why in done.stderr
    assert "Traceback" not in done.output
