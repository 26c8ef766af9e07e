"""The watch over a table: one event for each physical card."""

from __future__ import annotations

import math

import pytest

from drivers.camera.glance import Face, Kind

from .felt import FPS, Felt

LEFT, MIDDLE, RIGHT = (140.0, 150.0), (300.0, 150.0), (460.0, 150.0)
ACROSS = math.pi / 2


def test_a_card_that_lies_still_is_told_once_and_soon() -> None:
    felt = Felt()
    felt.wait(5)
    felt.deal("9H", MIDDLE)
    at_rest = felt.frame - 1
    felt.wait(60)
    assert felt.told == "9H"
    assert (felt.said[0].frame - at_rest) / FPS < 0.25
    assert felt.said[0].confidence > 0.9


def test_a_coup_is_told_in_the_order_in_which_it_is_dealt() -> None:
    felt = Felt()
    for card, at in (("9H", LEFT), ("KD", RIGHT), ("9H", MIDDLE), ("2C", (560.0, 150.0))):
        felt.deal(card, at)
        felt.wait(8)
    assert felt.told == "9H KD 9H 2C"


def test_a_hand_over_a_card_for_long_gives_no_second_event() -> None:
    felt = Felt()
    felt.deal("9H", MIDDLE)
    felt.wait(10)
    hand = felt.hand_over(MIDDLE)
    felt.wait(200)
    felt.away(hand)
    felt.wait(30)
    assert felt.told == "9H"


def test_a_card_that_comes_under_a_hand_is_told_when_the_hand_goes() -> None:
    felt = Felt()
    hand = felt.hand_over(MIDDLE)
    felt.pieces.insert(0, felt.lay("9H", MIDDLE))
    felt.pieces.pop()
    felt.wait(50)
    assert felt.told == ""
    felt.away(hand)
    felt.wait(10)
    assert felt.told == "9H"


def test_two_identical_cards_at_one_place_are_two() -> None:
    felt = Felt()
    first = felt.deal("9H", MIDDLE)
    felt.wait(10)
    felt.take(first)
    felt.wait(4)
    felt.deal("9H", MIDDLE)
    felt.wait(10)
    assert felt.told == "9H 9H"


@pytest.mark.parametrize("read", [{0, 1, 2}, {0}, {1}, {0, 1}])
def test_two_identical_cards_are_two_although_no_felt_was_seen_between(read: set[int]) -> None:
    felt = Felt()
    first = felt.deal("9H", MIDDLE)
    felt.wait(10)
    second = felt.lay("9H", (300.0, 150.0 - 90))
    for picture in range(3):
        first.is_blurred = second.is_blurred = picture not in read
        first.shape, second.shape = first.shape.moved((0, 30)), second.shape.moved((0, 30))
        felt.wait(1)
    second.is_blurred = False
    felt.wait(1)
    felt.take(first, pictures=3)
    felt.wait(10)
    assert felt.told == "9H 9H"


def test_a_card_that_is_pushed_aside_stays_the_same() -> None:
    felt = Felt()
    card = felt.deal("9H", MIDDLE)
    felt.wait(10)
    felt.slide(card, (340.0, 170.0), 6, 0.3, is_read=True)
    felt.wait(20)
    assert felt.told == "9H"


def test_a_card_that_is_pushed_too_fast_to_be_read_stays_the_same() -> None:
    felt = Felt()
    card = felt.deal("9H", LEFT)
    felt.wait(10)
    felt.slide(card, RIGHT, 5)
    felt.wait(40)
    assert felt.told == "9H"


def test_a_card_that_a_hand_moves_hidden_stays_the_same() -> None:
    felt = Felt()
    card = felt.deal("9H", LEFT)
    felt.wait(10)
    hand = felt.hand_over(LEFT, 260.0)
    felt.wait(40)
    card.shape = card.shape.moved((70, 30))
    hand.shape = hand.shape.moved((70, 30))
    felt.wait(10)
    felt.away(hand)
    felt.wait(60)
    assert felt.told == "9H"


def test_a_third_card_laid_across_is_another_card_also_with_the_same_label() -> None:
    felt = Felt()
    felt.deal("9H", MIDDLE)
    felt.wait(10)
    felt.lay("9H", MIDDLE, ACROSS)
    felt.wait(40)
    assert felt.told == "9H 9H"


def test_a_card_that_is_turned_is_no_other_card() -> None:
    felt = Felt()
    card = felt.deal("9H", MIDDLE)
    felt.wait(10)
    felt.slide(card, MIDDLE, 4, ACROSS)
    felt.wait(40)
    assert felt.told == "9H"


@pytest.mark.parametrize("apart", [20.0, 30.0, 60.0])
def test_fanned_cards_are_two_also_with_the_same_label(apart: float) -> None:
    felt = Felt()
    felt.deal("9H", MIDDLE)
    felt.wait(10)
    felt.deal("9H", (MIDDLE[0] + apart, MIDDLE[1]))
    felt.wait(40)
    assert felt.told == "9H 9H"


def test_another_card_at_a_place_that_was_covered_is_told() -> None:
    felt = Felt()
    first = felt.deal("9H", MIDDLE)
    felt.wait(10)
    hand = felt.hand_over(MIDDLE)
    felt.wait(10)
    felt.away(first)
    felt.pieces.insert(0, felt.lay("KD", MIDDLE))
    felt.pieces.pop()
    felt.wait(10)
    felt.away(hand)
    felt.wait(30)
    assert felt.told == "9H KD"


def test_other_readings_of_a_card_that_nothing_touched_are_no_card() -> None:
    felt = Felt()
    felt.lay("9H", MIDDLE, read_as=lambda frame: ("9H" if frame < 20 else "6H", 0.97, 0.97))
    felt.wait(100)
    assert felt.told == "9H"


def test_a_split_vote_is_unreadable_and_says_between_what() -> None:
    felt = Felt()
    felt.lay("9H", MIDDLE, read_as=lambda frame: ("96"[frame % 2] + "H", 0.9, 0.97))
    felt.wait(60)
    assert felt.told == "unreadable"
    assert "not sure" in felt.said[0].why


def test_a_rank_without_a_sure_suit_is_told_so() -> None:
    felt = Felt()
    felt.lay("9H", MIDDLE, read_as=lambda _: ("9H", 0.97, 0.5))
    felt.wait(30)
    assert felt.told == "9?"


def test_a_few_wrong_pictures_do_not_make_a_wrong_card() -> None:
    felt = Felt()
    felt.lay("9H", MIDDLE, read_as=lambda frame: ("6H" if frame % 5 == 1 else "9H", 0.9, 0.95))
    felt.wait(60)
    assert felt.told == "9H"


def test_a_card_that_goes_before_it_was_sure_is_unreadable() -> None:
    felt = Felt()
    card = felt.lay("9H", MIDDLE, read_as=lambda _: ("9H", 0.6, 0.6))
    felt.wait(10)
    felt.take(card)
    felt.wait(60)
    assert felt.told == "unreadable"
    assert "taken away" in felt.said[0].why


def test_what_was_seen_when_the_camera_is_lost_is_unreadable() -> None:
    felt = Felt()
    felt.deal("9H", MIDDLE)
    felt.wait(1)
    assert felt.watch.in_flight == 1
    felt.lost()
    felt.wait(0)
    assert [one.kind for one in felt.said] == [Kind.UNREADABLE]
    assert felt.watch.in_flight == 0


def test_a_back_is_no_event_until_it_is_turned() -> None:
    felt = Felt()
    back = felt.lay_face(Face.PATTERN, MIDDLE)
    felt.wait(100)
    assert felt.told == ""
    felt.away(back)
    felt.lay("9H", MIDDLE)
    felt.wait(20)
    assert felt.told == "9H"


def test_a_joker_is_unreadable_once() -> None:
    felt = Felt()
    felt.lay_face(Face.WHITE, MIDDLE)
    felt.wait(100)
    assert felt.told == "unreadable"
    assert "joker" in felt.said[0].why


def test_a_cut_card_is_told_once_also_when_it_is_moved() -> None:
    felt = Felt()
    cut = felt.lay_face(Face.PLAIN, LEFT)
    felt.wait(30)
    felt.slide(cut, RIGHT, 5)
    felt.wait(60)
    assert felt.told == "cut_card"


def test_hands_chips_and_a_glass_are_nothing() -> None:
    felt = Felt()
    felt.hand_over(LEFT, 150.0)
    felt.hand_over(RIGHT, 40.0)
    felt.wait(100)
    assert felt.told == ""


def test_after_the_light_is_switched_nothing_is_told_again() -> None:
    felt = Felt()
    for card, at in (("9H", LEFT), ("KD", RIGHT)):
        felt.deal(card, at)
        felt.wait(8)
    felt.light_switched()
    felt.wait(50)
    assert felt.told == "9H KD"


def test_after_the_camera_is_knocked_nothing_is_told_again() -> None:
    felt = Felt()
    for card, at in (("9H", LEFT), ("KD", RIGHT)):
        felt.deal(card, at)
        felt.wait(8)
    felt.knocked((35.0, -20.0))
    felt.wait(50)
    felt.deal("2C", MIDDLE)
    felt.wait(10)
    assert felt.told == "9H KD 2C"


def test_collected_cards_are_not_told_again_on_their_pile() -> None:
    felt = Felt()
    cards = []
    for card, at in (("9H", LEFT), ("KD", RIGHT), ("2C", MIDDLE)):
        cards.append(felt.deal(card, at))
        felt.wait(8)
    for _ in range(5):
        for card in cards:
            card.is_blurred = True
            x, y = card.shape.centre
            card.shape = card.shape.moved(((320 - x) * 0.5, (280 - y) * 0.5))
        felt.wait(1)
    for card in cards:
        card.is_blurred = False
    felt.wait(30)
    assert felt.told == "9H KD 2C"
    felt.take(*cards)
    felt.wait(50)
    felt.deal("KD", MIDDLE)
    felt.wait(10)
    assert felt.told == "9H KD 2C KD"
