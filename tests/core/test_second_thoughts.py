"""What the crew puts right after it has already let the table go on."""

from __future__ import annotations

import pytest

from server.baccarat.cards import parse_cards
from server.baccarat.rules import HOUSES, FixedBurn, House

from .notation import ONE_DECK, play


@pytest.mark.parametrize(
    ("said", "cards"),
    [
        ("8S KD KH 9C says:player /go /fix:5=7C", "8S KD KH 7C"),  # misread, released, corrected
        ("8S ?? /go /fix:3=KD", "8S KD"),
        ("8S gap /go KD /undo:3", "8S KD"),
    ],
)
def test_the_cause_of_a_hold_can_be_put_right_after_the_release(said: str, cards: str) -> None:
    shoe = play(said)
    assert shoe.hold is None
    dealt = [card for settled in shoe.settled for card in settled.coup.cards]
    assert (*dealt, *shoe.coup.cards) == parse_cards(cards)


def test_a_coup_whose_last_card_was_typed_is_marked() -> None:
    assert play("8S KD KH +7C").settled[0].flags == {"typed"}


def test_what_a_release_leaves_out_does_not_end_the_shoe_as_it_may_be_typed_in_its_place() -> None:
    house = House(name="big_burn", title="Big Burn", decks=1, burn=FixedBurn(cards=26))
    dealt = "8S KS TS QS 8H KH TH QH 8D KD TD QD 8C KC TC QC 9S JS JH JD"
    shoe = play("?? " * 26 + f"{dealt} 2S@b1 /go", house)
    assert (shoe.left, shoe.phase) == (6, "ready")


@pytest.mark.parametrize("said", ["KH KD 8S KS KH@burn", "8S KD 2C@burn"])
def test_a_hold_never_tells_the_face_of_a_burned_card(said: str) -> None:
    hold = play(said, ONE_DECK).hold
    assert hold is not None
    assert not {"KH", "2C"} & set(hold.why.replace(".", "").split())


def test_a_repeat_of_the_last_card_is_ignored_when_the_shoe_is_over_too() -> None:
    shoe = play("cut 8S@p1 KD@b1 KH@p2 7C@b2 7C@b2", HOUSES["paramount"])
    assert (shoe.phase, shoe.hold, len(shoe.settled)) == ("over", None, 1)


def test_a_thousand_undos_of_undos_do_not_tire_it() -> None:
    undos = " ".join(f"/undo:{seq}" for seq in range(2, 1200))
    assert play(f"8S {undos}").coup.cards == parse_cards("8S")


def test_an_entry_undone_twice_stays_undone_while_one_undo_stands() -> None:
    # 3 is undone by 4; 5 takes 4 back; 6 undoes 3 again; 7 takes 5 back, so 4 stands again too;
    # 8 takes 6 back: 3 is still undone, by 4.
    shoe = play("8S KD /undo:3 /undo:4 /undo:3 /undo:5 /undo:6")
    assert shoe.coup.cards == parse_cards("8S")
