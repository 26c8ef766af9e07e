"""The watch over a shoe's window: one event for each card that passes."""

from __future__ import annotations

import numpy as np
import pytest

from drivers.camera.glance import Facts, Glance, Window
from drivers.camera.shape import Outline
from drivers.camera.shoe_watch import ShoeWatch

from .cards_seen import seen

NOTHING = np.zeros((1, 1), np.bool_)
SHAPE = Outline((50, 60), 0.0, 88.0)


class Shoe:
    """A shoe, told in the game's words; 25 pictures a second."""

    def __init__(self) -> None:
        self.watch = ShoeWatch()
        self.said: list[str] = []
        self.whys: list[str] = []
        self.frame = 0

    def empty(self, pictures: int = 4) -> None:
        self._see(pictures, Window(0.0, 0.0, 1.0, 0.0))

    def comes(self, pictures: int = 2) -> None:
        """A card comes into the window, or another part of it passes."""
        self._see(pictures, Window(0.8, 0.7, 0.1, 0.7))

    def lies(self, card: str, pictures: int = 5, sure: float = 0.97) -> None:
        self._see(pictures, Window(0.9, 0.0, 1.0, 0.8), card, sure)

    def finger(self, pictures: int = 3) -> None:
        """A finger goes over the card that lies there."""
        self._see(pictures, Window(0.9, 0.6, 0.3, 0.2))

    def shows(self, pictures: int, *, paper: float, plain: bool = False) -> None:
        """Something without an index lies there."""
        self._see(pictures, Window(0.9, 0.0, 1.0, paper, plain))

    def _see(self, pictures: int, window: Window, card: str = "", sure: float = 0.97) -> None:
        for _ in range(pictures):
            cards = (seen(card, SHAPE, sure=sure, shown=(0,)),) if card else ()
            facts = Facts(1.0, NOTHING, NOTHING, NOTHING, window=window)
            for event in self.watch.see(Glance(self.frame, self.frame / 25, cards, facts)):
                self.said.append(event.card or event.kind.value)
                self.whys.append(event.why)
            self.frame += 1


def test_each_card_that_passes_is_told_once() -> None:
    shoe = Shoe()
    for card in ("9H", "KD", "KD"):
        shoe.empty()
        shoe.comes()
        shoe.lies(card, 30)
        shoe.comes()
    shoe.empty()
    assert shoe.said == ["9H", "KD", "KD"]


def test_identical_cards_that_touch_are_two() -> None:
    shoe = Shoe()
    shoe.comes()
    shoe.lies("9H")
    shoe.comes()
    shoe.lies("9H")
    shoe.comes()
    shoe.empty()
    assert shoe.said == ["9H", "9H"]


def test_a_finger_over_a_card_makes_no_second() -> None:
    shoe = Shoe()
    shoe.comes()
    shoe.lies("9H")
    shoe.finger()
    shoe.lies("9H", 20)
    shoe.empty()
    assert shoe.said == ["9H"]


def test_a_card_that_passes_too_fast_is_unreadable() -> None:
    shoe = Shoe()
    shoe.empty()
    shoe.comes(3)
    shoe.empty()
    assert shoe.said == ["unreadable"]
    assert "passed" in shoe.whys[0]


def test_a_card_that_touches_the_next_before_it_was_read_is_unreadable() -> None:
    shoe = Shoe()
    shoe.comes()
    shoe.lies("9H", 2)
    shoe.comes()
    shoe.lies("KD")
    shoe.comes()
    shoe.empty()
    assert shoe.said == ["unreadable", "KD"]


@pytest.mark.parametrize(
    ("paper", "plain", "told"),
    [(0.8, False, ["unreadable"]), (0.1, False, []), (0.0, True, ["cut_card"])],
    ids=["joker", "back", "cut card"],
)
def test_what_has_no_index(paper: float, plain: bool, told: list[str]) -> None:
    shoe = Shoe()
    shoe.empty()
    shoe.shows(40, paper=paper, plain=plain)
    shoe.empty()
    assert shoe.said == told


def test_a_doubtful_card_is_unreadable() -> None:
    shoe = Shoe()
    shoe.comes()
    shoe.lies("9H", 40, sure=0.5)
    shoe.comes()
    shoe.empty()
    assert shoe.said == ["unreadable"]
