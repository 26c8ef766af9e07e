"""The eye of a shoe: after a calibration it reads its own deck, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from drivers.camera.limits import SURE
from drivers.camera.mount import BadMount, Mount, load_mount, mount_in_use
from drivers.camera.mount_pictures import write_picture
from drivers.camera.sight import NO_RANK, Seen
from drivers.camera.sitting import Sitting
from drivers.camera.slot import Slot
from tests.command.shoeboard import run

from .slot_camera import FACES, JOKER, SIZE, shot

SEVERAL = ("AS", "2H", "3D", "4C", "6S", "7H", "9D", "TC", "JS", "QH", "KD", "KC")


def calibrated(folder: Path, *, cards: tuple[str, ...], turn: int = 0) -> Mount:
    """A shoe that was shown some cards twice."""
    sitting = Sitting("shoe", "", {})
    sitting.set_window((0, 0, SIZE, SIZE), (360 - turn) % 360)
    sitting.take_empty(shot(None, 7, turn=turn))
    for number, card in enumerate(cards):
        for picture in range(2):
            sitting.take_card(card, shot(FACES[card], 100 * number + picture, turn=turn))
    sitting.measure()
    return sitting.save(folder)


def read(seen: tuple[Seen, ...]) -> str:
    """What is sure of the one card that was seen, if any."""
    if not seen or not seen[0].rank[0] or seen[0].rank[1] < SURE:
        return ""
    (rank, _), (suit, sure) = seen[0].rank, seen[0].suit
    return rank + (suit if sure >= SURE else "?")


@pytest.fixture(scope="module")
def mount(tmp_path_factory: pytest.TempPathFactory) -> Mount:
    return calibrated(tmp_path_factory.mktemp("shoe") / "mount", cards=SEVERAL)


def test_it_reads_its_cards_in_other_light_and_places(mount: Mount) -> None:
    slot = Slot(load_mount(mount.folder))
    said = [read(slot.look(shot(FACES[card], 5000 + at))) for at, card in enumerate(SEVERAL)]
    for card, one in zip(SEVERAL, said, strict=True):
        assert one in (card, card[0] + "?", "")
    assert sum(map(str.__eq__, said, SEVERAL)) >= len(SEVERAL) - 1


def test_what_is_no_card_of_the_deck_is_none(mount: Mount) -> None:
    slot = Slot(mount)
    for seed in range(3):
        (seen,) = slot.look(shot(JOKER, seed))
        assert seen.ranks[NO_RANK] > SURE
        assert seen.rank[0] == ""
    assert slot.look(shot(None, 11)) == ()
    assert slot.present(shot(None, 11)) < 0.2 < 0.6 < slot.present(shot(FACES["9D"], 4))


def test_a_card_that_comes_in_is_not_guessed_at(mount: Mount) -> None:
    slot, whole, empty = Slot(mount), shot(FACES["6S"], 70), shot(None, 70)
    for shown in (10, 30, 50, 64):
        coming = np.concatenate([empty[:-shown], whole[:shown]])
        assert read(slot.look(coming)) in ("", "6?", "6S")


def nothing() -> Seen:
    return Seen((0, 0), (0, 0, 1, 1), 1, (0.0,) * 13 + (1.0,), (0.0,) * 4 + (1.0,), ())


def test_a_camera_that_hangs_askew_reads_upright(tmp_path: Path) -> None:
    cards = ("AS", "3D", "7H", "KC")
    mount = calibrated(tmp_path, cards=cards, turn=90)
    assert mount.turn == 270
    slot = Slot(mount)
    said = [read(slot.look(shot(FACES[card], 900 + at, turn=90))) for at, card in enumerate(cards)]
    assert sum(map(str.__eq__, said, cards)) >= len(cards) - 1
    (seen,) = slot.look(shot(FACES["KC"], 3, turn=90))
    assert seen.box == (0, 0, SIZE, SIZE)
    assert seen.indexes[0].angle == pytest.approx(np.pi / 2)


def test_a_folder_copied_elsewhere_reads_the_same(mount: Mount, tmp_path: Path) -> None:
    copied = mount.folder.rename(tmp_path / "elsewhere")
    try:
        card = shot(FACES["AS"], 12)
        assert Slot(load_mount(copied)).look(card) == Slot(load_mount(copied)).look(card) != ()
        assert load_mount(copied).digest() == load_mount(copied).digest()
    finally:
        copied.rename(mount.folder)


def test_pictures_of_its_window_are_read_by_command(mount: Mount, tmp_path: Path) -> None:
    for name, face in (("card", FACES["9D"]), ("joker", JOKER), ("empty", None)):
        write_picture(tmp_path / f"{name}.png", shot(face, 40))
    write_picture(tmp_path / "large.png", np.zeros((300, 300, 3), np.uint8))
    names = ("card.png", "joker.png", "empty.png", "large.png")
    ran = run("read", *names, "--calibration", mount.folder, cwd=tmp_path)
    card, joker, empty, large = map(json.loads, ran.out.splitlines())
    assert [one["card"] for one in card["cards"]] == ["9D"]
    assert joker["cards"] == empty["cards"] == []
    assert "was calibrated at 128x128" in large["error"]
    assert ran.status == 1


def test_a_picture_of_another_size_is_refused(mount: Mount) -> None:
    small = np.zeros((96, 128, 3), np.uint8)
    with pytest.raises(BadMount, match="gives 128x96 and was calibrated at 128x128"):
        Slot(mount).look(small)


def test_damaged_pictures_are_named(mount: Mount, tmp_path: Path) -> None:
    folder = tmp_path / "damaged"
    broken = calibrated(folder, cards=("AS",))
    path = broken.card_files()[0][1]
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(BadMount, match=r"AS-1\.png is cut off"):
        Slot(broken)
    write_picture(path, np.zeros((40, 40, 3), np.uint8))
    with pytest.raises(BadMount, match=r"AS-1\.png is 40x40 and should be 128x128"):
        Slot(broken)


def test_too_few_cards_are_told_and_not_used(mount: Mount) -> None:
    assert mount.accuracy is not None
    assert mount.accuracy.of == 52
    assert len(mount.accuracy.missing) == 40
    assert not mount.accuracy.wrong
    with pytest.raises(BadMount, match=r"is not good enough: \d+ of 52 read.* not shown"):
        mount_in_use(mount.folder)


def test_a_mount_without_cards_is_read_by_the_eye(tmp_path: Path) -> None:
    sitting = Sitting("shoe", "", {})
    sitting.take_empty(shot(None, 7))
    bare = sitting.save(tmp_path, accepted=True)
    with pytest.raises(BadMount, match="no pictures of cards to read by"):
        Slot(bare)

    class Eye:
        def look(self, picture: object) -> tuple[Seen, ...]:
            return (nothing(),)

    (seen,) = Slot(mount_in_use(tmp_path), Eye()).look(shot(FACES["8H"], 1))
    assert seen.box == (0, 0, SIZE, SIZE)
