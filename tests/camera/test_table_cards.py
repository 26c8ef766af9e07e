"""Cards shown to a camera over a table: they tune the eye to the deck and prove how it reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from drivers.camera.laid import apart, suit_of
from drivers.camera.looking import eye_of
from drivers.camera.mount import BadMount, Mount, card_file, load_mount, mount_in_use
from drivers.camera.mount_pictures import index_patches, write_picture
from drivers.camera.net import loaded
from drivers.camera.picture import Picture
from drivers.camera.recogniser import chances
from drivers.camera.seer import Sees
from drivers.camera.sight import NO_RANK
from drivers.camera.sitting import Sitting
from drivers.camera.tuned import features, tuned
from drivers.camera.verdict import verdict
from server.baccarat.cards import SUITS

from .drawn import Lying, deck, laid
from .laid_out import DECK, SIZE, alone, suit, table

SOFT, DIM = 1.4, 0.75  # a lens that is not sharp, and another lamp


def sitting() -> Sitting:
    begun = Sitting("table", "", {})
    begun.take_empty(table())
    return begun


def read(eye: Sees, picture: Picture) -> list[str | None]:
    """What an eye says of a laid out suit, by the place of each card."""
    boxes = apart(picture, np.asarray(table() * DIM, np.uint8))
    said: list[str | None] = [None] * len(boxes)
    for seen in eye.look(picture):
        for at, (x, y, width, height) in enumerate(boxes):
            if x < seen.centre[0] < x + width and y < seen.centre[1] < y + height:
                said[at] = verdict(seen).card or said[at]
    return said


def sure(eye: Sees) -> tuple[int, int]:
    """Of a deck in other light: how many cards are read right, and how many wrong."""
    right = wrong = 0
    for name in SUITS:
        said = read(eye, suit(name, blur=SOFT, light=DIM))
        for card, word in zip(suit_of(name), said, strict=True):
            right += word == card
            wrong += word not in (card, f"{card[0]}?", None)
    return right, wrong


@pytest.fixture(scope="module")
def mount(tmp_path_factory: pytest.TempPathFactory) -> Mount:
    """A table's camera that was shown a deck none too sharply."""
    begun = sitting()
    for name in SUITS:
        begun.take_suit(name, suit(name, blur=SOFT))
    begun.measure()
    folder = tmp_path_factory.mktemp("table") / "mount"
    begun.save(folder)
    return load_mount(folder)


def test_a_deck_that_is_shown_is_read_better_in_any_light(mount: Mount) -> None:
    general = eye_of(Mount("table", SIZE, index_height=mount.index_height), SIZE[0], print)
    before, _ = sure(general)
    after, wrong = sure(eye_of(mount, SIZE[0], print))
    assert wrong == 0
    assert after >= before + 5


def test_what_was_measured_is_shown_and_decides(mount: Mount, tmp_path: Path) -> None:
    accuracy = mount.accuracy
    assert accuracy is not None
    assert accuracy.is_enough, str(accuracy)
    assert mount.index_height == pytest.approx(24.7, abs=1)
    assert mount_in_use(mount.folder) == mount
    few = sitting()
    few.take_suit("S", suit("S", blur=SOFT))
    assert few.shown() == dict.fromkeys(suit_of("S"), 1)
    few.measure()
    few.save(tmp_path / "few")
    with pytest.raises(BadMount, match=r"is not good enough: 1\d of 52 read; .*AH .* not shown"):
        mount_in_use(tmp_path / "few")


def test_a_card_alone_adds_to_what_is_known() -> None:
    begun = sitting()
    begun.take_card("6C", alone("6C"))
    begun.take_card("6C", alone("6C", light=0.8))
    begun.take_card("9H", alone("9H"))
    assert begun.shown() == {"6C": 2, "9H": 1}
    begun.drop_card("6C")
    assert begun.shown() == {"6C": 1, "9H": 1}
    accuracy = begun.measure()
    assert accuracy is not None
    assert (accuracy.read, len(accuracy.missing)) == (2, 50)


def test_a_card_whose_index_does_not_show_is_shown_and_not_sure() -> None:
    picture = alone("9H")
    (box,) = apart(picture, table())
    x, y, width, height = map(round, box)
    picture[y : y + height, x : x + width] = 235  # a card without any print
    begun = sitting()
    begun.take_card("9H", picture)
    assert begun.shown() == {"9H": 1}
    accuracy = begun.measure()
    assert accuracy is not None
    assert (accuracy.read, accuracy.unsure) == (0, ("9H",))


def test_cards_that_do_not_lie_as_asked_are_refused() -> None:
    begun = sitting()
    with pytest.raises(BadMount, match="13 cards must lie there, and 1 can be told apart"):
        begun.take_suit("S", alone("9H"))
    with pytest.raises(BadMount, match="One card must lie there, and 0 can be told apart"):
        begun.take_card("9H", table())
    with pytest.raises(BadMount, match=r"They are read as AH 2H .*, and should be AS 2S"):
        begun.take_suit("S", suit("H"))
    with pytest.raises(BadMount, match=r"This picture is 640x360, the first was 1280x720"):
        begun.take_card("9H", np.ascontiguousarray(alone("9H")[::2, ::2]))
    assert begun.shown() == {}
    with pytest.raises(BadMount, match="record the empty scene"):
        Sitting("table", "", {}).take_card("9H", alone("9H"))
    with pytest.raises(BadMount, match="In a shoe the cards are shown one by one"):
        Sitting("shoe", "", {}).take_suit("S", suit("S"))


def test_an_index_of_another_size_belongs_to_another_calibration(
    mount: Mount, tmp_path: Path
) -> None:
    write_picture(card_file(tmp_path, "9H", 1), table())
    strange = Mount("table", SIZE, folder=tmp_path)
    with pytest.raises(BadMount, match=r"9H-1\.png is 1280x720 and should be 40x48"):
        index_patches(strange)
    assert len(index_patches(mount)) >= 52


def test_what_is_no_index_stays_as_likely_as_it_was(mount: Mount) -> None:
    general = loaded()
    shown = tuned(general, index_patches(mount))
    known = features(general, [patch for _, patch in index_patches(mount)])
    none = [chances(model.logits(known))[0][:, NO_RANK] for model in (general, shown)]
    np.testing.assert_allclose(none[0], none[1], atol=1e-5)
    assert tuned(general, []) is general


def test_a_card_on_a_white_table_is_found_by_its_print() -> None:
    white = np.full_like(table(), 236)
    picture = laid(white, [Lying(deck(DECK)["9H"], 600, 300, 150)])
    assert len(apart(picture, white, is_alone=True)) == 1
