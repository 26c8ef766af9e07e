"""What the shipped model sees of cards that are drawn here."""

from __future__ import annotations

import math
import random
import shutil
from pathlib import Path

import pytest

from drivers.camera.eye import Eye
from drivers.camera.net import SHIPPED, BadModel, loaded
from drivers.camera.picture import Picture
from drivers.camera.seer import seer
from drivers.camera.templates import TemplateEye, templates
from drivers.camera.training.decks import others
from drivers.camera.verdict import verdict
from server.baccarat.cards import DECK
from tests.camera.drawn import Lying, deck, felt, laid, packages, row

CARDS = [str(card) for card in DECK]


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye(loaded())


def cards(eye: Eye | TemplateEye, picture: Picture) -> list[str]:
    return sorted(said.card for seen in eye.look(picture) if (said := verdict(seen)).card)


@pytest.mark.parametrize("suit", "SHDC")
def test_all_cards_of_the_cc0_deck(eye: Eye, suit: str) -> None:
    there = [card for card in CARDS if card[1] == suit]
    assert cards(eye, row(" ".join(there))) == sorted(there)


def test_scattered_cards_of_several_decks_are_never_wrong(eye: Eye) -> None:
    draw = random.Random(3)
    right = there = 0
    for number in (0, 7):
        for background in ((62, 98, 24), (235, 238, 240), (20, 20, 20)):
            picked = draw.sample(CARDS, 6)
            table = laid(
                felt(1280, 720, background),
                [
                    Lying(deck(number)[card], 220 + 400 * (at % 3), 190 + 340 * (at // 3),
                          draw.uniform(120, 240), draw.uniform(0, 360))
                    for at, card in enumerate(picked)
                ],
            )  # fmt: skip
            read = cards(eye, table)
            assert set(read) <= set(picked) | {f"{card[0]}?" for card in picked}
            assert len(read) <= len(picked)
            right += len(set(read) & set(picked))
            there += len(picked)
    assert right / there > 0.9


def test_a_fan_and_a_card_laid_across_need_no_outline(eye: Eye) -> None:
    fan = [
        Lying(deck()[card], 400 + 260 * math.sin(turn), 560 - 260 * math.cos(turn), 260,
              math.degrees(turn))
        for card, turn in zip(("5H", "TC", "KD", "2S"), (-0.6, -0.25, 0.1, 0.45), strict=True)
    ]  # fmt: skip
    across = [Lying(deck()["8S"], 950, 300, 240), Lying(deck()["3D"], 950, 330, 240, 90)]
    read = cards(eye, laid(felt(1280, 720), fan + across))
    assert set(read) >= {"5H", "TC", "KD", "2S", "3D", "8S"}


def test_both_ends_of_a_card_are_one_card_and_two_alike_are_two(eye: Eye) -> None:
    assert cards(eye, row("7H")) == ["7H"]
    assert cards(eye, row("7H 7H 7H")) == ["7H", "7H", "7H"]


def test_a_card_cut_by_the_edge_is_read_where_an_index_shows(eye: Eye) -> None:
    whole = row("QC", height=300)
    assert cards(eye, whole[:, : whole.shape[1] // 2]) == ["QC"]
    assert cards(eye, whole[: whole.shape[0] // 2]) == ["QC"]


def test_small_cards_are_found(eye: Eye) -> None:
    narrow = 63  # px high, so 45 wide
    table = laid(
        felt(1280, 720),
        [Lying(deck(7)["9S"], 300, 300, narrow), Lying(deck(7)["KH"], 800, 400, narrow, 40)],
    )
    assert cards(eye, table) == ["9S", "KH"]


def test_what_is_no_card_is_none(eye: Eye) -> None:
    strange = others(5, packages())
    for four in (strange[:4], strange[10:14], strange[16:20], strange[-4:]):
        table = laid(
            felt(1280, 500),
            [Lying(face, 180 + 300 * at, 250, 300, 7 * at) for at, face in enumerate(four)],
        )
        assert cards(eye, table) == []


def test_turned_by_any_angle_it_is_the_same_card(eye: Eye) -> None:
    for turn in range(0, 360, 30):
        table = laid(felt(500, 500), [Lying(deck()["6D"], 250, 250, 260, turn)])
        assert cards(eye, table) == ["6D"]


def test_a_model_that_was_changed_is_not_used_and_that_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(SHIPPED, folder)
    whole = (folder / "locator.onnx").read_bytes()
    (folder / "locator.onnx").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadModel, match="hash differs"):
        loaded(folder)
    told: list[str] = []
    eye = seer(told.append, folder=folder)
    assert isinstance(eye, TemplateEye)
    assert "install Shoeboard again" in told[0]
    (folder / "templates.png").unlink()
    with pytest.raises(BadModel, match="templates"):
        seer(told.append, folder=folder)


def test_a_model_that_opencv_cannot_load_is_told(tmp_path: Path) -> None:
    import hashlib
    import json

    folder = tmp_path / "model"
    shutil.copytree(SHIPPED, folder)
    half = (folder / "recogniser.onnx").read_bytes()[:1000]
    (folder / "recogniser.onnx").write_bytes(half)
    facts = json.loads((folder / "model.json").read_text())
    facts["sha256"]["recogniser"] = hashlib.sha256(half).hexdigest()
    (folder / "model.json").write_text(json.dumps(facts))
    with pytest.raises(BadModel, match="cannot be loaded"):
        loaded(folder)


def test_without_the_model_whole_lone_cards_are_read_or_not_but_none_wrong() -> None:
    eye = TemplateEye(templates())
    there = ["AS", "5H", "TC", "KD", "2S", "9D", "JC", "3H", "8S", "6C", "QD", "4H"]
    spots = [(160 + 190 * (at % 6), 190 + 340 * (at // 6)) for at in range(12)]
    lying = [Lying(deck()[card], *spot, 230) for card, spot in zip(there, spots, strict=True)]
    read = cards(eye, laid(felt(1280, 720), lying))
    assert set(read) <= set(there) | {f"{card[0]}?" for card in there}
    assert len(read) >= 4


def test_the_shipped_model_is_small() -> None:
    assert sum(path.stat().st_size for path in SHIPPED.glob("*.onnx")) < 3_000_000
