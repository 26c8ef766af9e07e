"""The start of a shoe: what is burned, seen or unseen, counted or skipped."""

from __future__ import annotations

import pytest

from server.baccarat.rules import FirstCardBurn, FixedBurn, House
from server.baccarat.shoe import Phase

from .notation import EIGHT_DECKS, ONE_DECK, coups, hold, play, refusal

SIX_UNSEEN = House(name="six", title="Six Unseen", decks=6, burn=FixedBurn(cards=6, seen=False))
BY_FIRST_CARD = House(name="first", title="First Card", decks=8, burn=FirstCardBurn())
ACE_IS_11 = House(name="eleven", title="Ace Eleven", decks=8, burn=FirstCardBurn(ace=11))
TO_THE_END = [
    House(name="a", title="Three", decks=8, burn=FixedBurn(cards=3, skippable=False)),
    House(name="b", title="Three", decks=8, burn=FirstCardBurn(skippable=False)),
]


def test_a_house_without_a_burn_deals_from_the_first_card():
    opened = play("", EIGHT_DECKS)
    assert (opened.phase, opened.left, opened.burned) == (Phase.READY, 416, 0)
    assert opened.expected == "player 1"
    dealt = play("8S KD KH 7C", EIGHT_DECKS)
    assert coups(dealt) == ["8S KD KH 7C"]
    assert dealt.left == 412


def test_six_cards_are_burned_before_the_first_coup():
    opened = play("", SIX_UNSEEN)
    assert (opened.phase, opened.expected) == (Phase.OPENED, "the burn")
    for count in range(1, 6):
        burning = play("?? " * count, SIX_UNSEEN)
        assert (burning.phase, burning.burned, burning.left) == (Phase.BURNING, count, 312 - count)
        assert burning.expected == "the burn"
    ready = play("?? " * 6, SIX_UNSEEN)
    assert (ready.phase, ready.burned, ready.left) == (Phase.READY, 6, 306)
    assert coups(play("?? ?? ?? ?? ?? ??  8S KD KH 7C", SIX_UNSEEN)) == ["8S KD KH 7C"]


@pytest.mark.parametrize(
    "burn", ["AS 2S 3S 4S 5S 6S", "AS ?? 3S ?? 5S ??", "??@burn " * 6, "+AS +2S +3S +4S +5S +6S"]
)
def test_burn_cards_may_be_read_unread_seen_as_burned_or_typed_in(burn):
    ready = play(burn, SIX_UNSEEN)
    assert (ready.phase, ready.burned, ready.left) == (Phase.READY, 6, 306)
    assert coups(ready) == []


@pytest.mark.parametrize(
    ("first", "count"),
    [("AS", 1), ("2S", 2), ("3H", 3), ("4D", 4), ("5C", 5), ("6S", 6), ("7H", 7), ("8D", 8),
     ("9C", 9), ("TS", 10), ("JH", 10), ("QD", 10), ("KC", 10)],
)  # fmt: skip
def test_the_first_card_says_how_many_are_burned_after_it(first, count):
    one_short = play(first + " ??" * (count - 1), BY_FIRST_CARD)
    assert (one_short.phase, one_short.burned) == (Phase.BURNING, count)
    burned = play(first + " ??" * count, BY_FIRST_CARD)
    assert (burned.phase, burned.burned) == (Phase.READY, count + 1)
    assert burned.left == 416 - count - 1


def test_an_ace_burns_eleven_in_some_houses():
    assert play("AS" + " ??" * 10, ACE_IS_11).phase is Phase.BURNING
    assert play("AS" + " ??" * 11, ACE_IS_11).phase is Phase.READY
    assert play("KS" + " ??" * 10, ACE_IS_11).phase is Phase.READY


def test_an_unread_first_card_holds_the_table_for_it_decides():
    held = play("??", BY_FIRST_CARD)
    assert held.phase is Phase.ON_HOLD
    assert hold(held) == "A card for the burn could not be read."
    assert held.hold.unread
    corrected = play("?? /fix:2=2S", BY_FIRST_CARD)
    assert (corrected.phase, corrected.to_burn) == (Phase.BURNING, 2)
    assert play("?? /fix:2=2S ?? ??", BY_FIRST_CARD).phase is Phase.READY


@pytest.mark.parametrize("house", [SIX_UNSEEN, BY_FIRST_CARD])
def test_a_burn_can_be_skipped_or_ended_before_its_count(house):
    skipped = play("/burned", house)
    assert (skipped.phase, skipped.burned) == (Phase.READY, 0)
    ended = play("4S ?? /burned", house)
    assert (ended.phase, ended.burned) == (Phase.READY, 2)
    assert coups(play("/burned 8S KD KH 7C", house)) == ["8S KD KH 7C"]


@pytest.mark.parametrize("house", TO_THE_END)
@pytest.mark.parametrize("before", ["", "3S", "3S ??"])
def test_some_houses_burn_to_the_end(house, before):
    assert refusal(f"{before} /burned", house) == (
        "Three burns to the end: the burn cannot be skipped."
    )


def test_burned_faces_count_among_the_cards_of_the_shoe():
    one_deck = House(name="d", title="One Deck", decks=1, burn=FixedBurn(cards=2))
    assert hold(play("KH 2S  KH", one_deck)) == "2nd KH in 1 deck."
    assert refusal("KH 2S  +KH", one_deck).startswith("2nd KH in 1 deck.")


@pytest.mark.parametrize("seat", ["p1", "b1", "p", "b"])
def test_a_card_that_goes_to_a_hand_during_the_burn_holds_the_table(seat):
    held = play(f"8S@{seat}", SIX_UNSEEN)
    assert held.phase is Phase.ON_HOLD
    assert hold(held).endswith("but by the rules the burn comes next.")
    assert hold(held).startswith("The shoe gave 8S to ")


@pytest.mark.parametrize("card", ["8S@burn", "??@burn"])
def test_a_card_may_be_burned_between_coups(card):
    between = play(f"8S KD KH 7C {card}", EIGHT_DECKS)
    assert (between.phase, between.burned, between.left) == (Phase.READY, 1, 411)
    assert coups(play(f"8S KD KH 7C {card} KS 9D QH TC")) == ["8S KD KH 7C", "KS 9D QH TC"]


def test_a_card_burned_within_a_coup_holds_the_table():
    held = play("8S KD 2C@burn")
    assert hold(held) == "The shoe gave a card to burn, but by the rules player 2 comes next."
    assert coups(play("8S KD 2C@burn /go KH 7C")) == ["8S KD KH 7C"]


def test_a_shoe_that_is_burned_down_to_five_cards_is_over():
    half = House(name="half", title="Half", decks=1, burn=FixedBurn(cards=26))
    assert play("?? " * 26, half).phase is Phase.READY
    between = play("?? " * 26 + "??@burn " * 20, half)
    assert (between.phase, between.left) == (Phase.READY, 6)
    over = play("?? " * 26 + "??@burn " * 21, half)
    assert (over.phase, over.left) == (Phase.OVER, 5)


def test_a_house_without_a_burn_has_none_to_end():
    assert refusal("/burned", ONE_DECK) == (
        "You cannot end the burn now: a shoe is open and the next coup is awaited."
    )


def test_a_burned_card_that_was_missed_is_seen_at_the_first_coup_and_the_burn_ended_there():
    six = House(name="six", title="Six", decks=6, burn=FixedBurn(cards=6, seen=False))
    burned = " ".join(f"??@burn{n}" for n in (1, 2, 3, 5, 6))
    held = play(f"{burned} 8S@p1 KD@b1", six)
    assert held.hold.why == "The shoe gave 8S to player 1, but by the rules the burn comes next."
    went_on = play(f"{burned} 8S@p1 KD@b1 /burned", six)
    assert (went_on.hold, went_on.coup) == (None, play("8S KD").coup)
    assert play(f"{burned} 8S@p1 KD@b1 /go", six).coup.cards == ()
    assert refusal("8S ?? /burned").endswith("the table is on hold: release it first.")
