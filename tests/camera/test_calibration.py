"""The steps of a calibration: names of files, still scenes, places, and what has changed since."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from drivers.camera.calibration import average, drift, labelled, suggested, trouble
from drivers.camera.mount import BadMount, Mount
from drivers.camera.mount_file import area
from drivers.camera.picture import Picture
from drivers.camera.sight import Seen

from .slot_camera import FACES, shot


@pytest.mark.parametrize(
    ("name", "card"),
    [
        ("9H-1.png", "9H"), ("slot_H9_0.png", "9H"), ("10s.jpg", "TS"), ("ST_3.png", "TS"),
        ("kd (2).png", "KD"), ("slot_Nothing_0.png", ""), ("slot_Black_Joker_1.png", ""),
        ("empty.png", ""), ("19H.png", ""), ("AAS.png", ""),
    ],
)  # fmt: skip
def test_a_file_is_named_by_its_card(name: str, card: str) -> None:
    assert labelled(Path(name)) == card


def scene(seed: int, *, light: float = 1.0) -> Picture:
    """A still scene with something to hold on to."""
    picture = np.full((120, 160, 3), 60, np.float32)
    for x in range(10, 150, 20):
        cv2.rectangle(picture, (x, 20 + x // 3), (x + 9, 40 + x // 3), (90, 140, 120), -1)
    noise = np.random.default_rng(seed).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture * light + noise, 0, 255), np.uint8)


def test_a_still_and_lit_scene_is_averaged() -> None:
    pictures = [scene(seed) for seed in range(8)]
    assert trouble(pictures) == ""
    spread = [
        float(np.std(one.astype(float) - scene(99))) for one in (pictures[0], average(pictures))
    ]
    assert spread[1] < spread[0]


def test_what_is_wrong_with_a_scene_is_told() -> None:
    assert "something moves" in trouble([scene(1), scene(2, light=1.6)])
    assert "it is black" in trouble([np.zeros((120, 160, 3), np.uint8)] * 2)
    assert "white without any detail" in trouble([np.full((120, 160, 3), 255, np.uint8)] * 2)


def lying(x: float, y: float) -> Seen:
    ace, spade = (1.0, *[0.0] * 13), (1.0, *[0.0] * 4)
    return Seen((x, y), (x - 5, y - 5, 10, 10), 20, ace, spade, ())


def test_places_are_found_from_six_cards() -> None:
    cards = [lying(x, 100) for x in (60, 120, 180, 300, 360, 420)]
    doubtful = Seen((240, 50), (235, 45, 10, 10), 20, (1 / 14,) * 14, (0.2,) * 5, ())
    places, index_height = suggested([*cards, doubtful], (480, 200))
    assert index_height == 20
    middles = {name: sum(x for x, _ in corners) / 4 for name, corners in places.items()}
    assert middles == {"P1": 180, "P2": 120, "P3": 60, "B1": 300, "B2": 360, "B3": 420}
    assert all(area(corners) > 50 * 50 for corners in places.values())
    with pytest.raises(
        BadMount, match="six cards must lie on them, face up and apart: 5 were seen"
    ):
        suggested(cards[1:], (480, 200))


def test_what_changed_since_is_told() -> None:
    mount, before = Mount("table", (160, 120)), scene(1)
    assert drift(mount, before, scene(2)) == ()
    (dark,) = drift(mount, before, scene(2, light=0.5))
    assert "as bright as it was" in dark
    (knocked,) = drift(mount, before, np.roll(scene(2), (9, 0), (1, 0)))
    assert "has moved by 9, 0 pixels" in knocked
    (soft,) = drift(mount, before, cv2.GaussianBlur(scene(2), (0, 0), 2).astype(np.uint8))
    assert "less sharp" in soft
    (small,) = drift(mount, before, scene(2)[:60])
    assert "The picture is 160x60, and was 160x120" in small
    shoe = Mount("shoe", (128, 128), window=(0, 0, 128, 128))
    said = drift(shoe, shot(None, 1), shot(FACES["9H"], 1))
    assert said  # a card lies there
