"""The cut card: which coup is the last once it is out."""

from __future__ import annotations

import pytest

from server.baccarat.rules import CutCard, FixedBurn, House, LastCoup
from server.baccarat.shoe import Phase

from .notation import EIGHT_DECKS, coups, hold, play, refusal

FIRST, SECOND, THIRD = "8S KD KH 7C", "KS 9D QH TC", "9S 8D KH JC"
# The coup that the cut card comes before, or within: how many are dealt from it on.
DEALT_FROM_THERE = {
    (LastCoup.THIS, "before"): 1,
    (LastCoup.THIS, "within"): 1,
    (LastCoup.ONE_MORE, "before"): 2,
    (LastCoup.ONE_MORE, "within"): 2,
    (LastCoup.THIS_IF_FIRST, "before"): 1,
    (LastCoup.THIS_IF_FIRST, "within"): 2,
}
WITHOUT = "The cut card came out, but Eight Decks is dealt without one."
cut_words = pytest.mark.parametrize("cut", ["cut", "/cut"])


def house(last_coup):
    return House(
        name="cut", title="Cut", decks=8, cut_card=CutCard(from_end=14, last_coup=last_coup)
    )


def cut_in(cards, where, cut):
    """A coup's cards with the cut card before the first or after the second."""
    return f"{cut} {cards}" if where == "before" else f"{cards[:5]} {cut} {cards[5:]}"


@cut_words
@pytest.mark.parametrize("last_coup", LastCoup)
@pytest.mark.parametrize("where", ["before", "within"])
def test_the_last_coup_is_the_one_that_the_house_says(last_coup, where, cut):
    rest = [cut_in(FIRST, where, cut), SECOND, THIRD]
    dealt = DEALT_FROM_THERE[last_coup, where]
    rules = house(last_coup)
    for count in range(1, dealt):
        assert play(" ".join(rest[:count]), rules).phase is Phase.READY
    over = play(" ".join(rest[:dealt]), rules)
    assert over.phase is Phase.OVER
    assert len(over.settled) == dealt
    assert [settled.number for settled in over.settled if "last_coup" in settled.flags] == [dealt]


@cut_words
@pytest.mark.parametrize("last_coup", LastCoup)
@pytest.mark.parametrize("where", ["before", "within"])
def test_the_last_coup_is_announced_before_and_while_it_is_dealt(last_coup, where, cut):
    rules = house(last_coup)
    begin = cut if where == "before" else f"{FIRST[:5]} {cut}"
    one_coup = DEALT_FROM_THERE[last_coup, where] == 1
    assert play(begin, rules).is_last_coup == one_coup
    whole = cut_in(FIRST, where, cut)
    assert play(whole, rules).is_last_coup == (not one_coup)  # it is over, or one is to come
    if not one_coup:
        for cards in ("", "KS", "KS 9D QH"):
            assert play(f"{whole} {cards}", rules).is_last_coup


def test_no_coup_is_the_last_before_the_cut_card_is_out():
    rules = house(LastCoup.ONE_MORE)
    assert not play(FIRST, rules).is_last_coup
    assert not play("8S KD", rules).is_last_coup


@pytest.mark.parametrize("again", ["cut", "/cut"])
def test_a_second_cut_card_changes_nothing(again):
    rules = house(LastCoup.ONE_MORE)
    whole = f"cut {FIRST} {again} {SECOND}"
    assert play(whole, rules).phase is Phase.OVER
    assert not play(f"cut {FIRST} {again}", rules).hold


def test_a_cut_card_seen_after_the_last_coup_changes_nothing():
    rules = house(LastCoup.THIS)
    assert play(f"cut {FIRST} cut", rules) == play(f"cut {FIRST}", rules)


def test_a_card_after_the_last_coup_holds_the_table():
    held = play(f"cut {FIRST} KS", house(LastCoup.THIS))
    assert hold(held) == (
        "KS left the shoe, but the last coup of the shoe is dealt: close the shoe."
    )


@pytest.mark.parametrize("cards", ["", "8S KD"])
def test_a_house_without_a_cut_card_is_asked_about_one(cards):
    held = play(f"{cards} cut", EIGHT_DECKS)
    assert hold(held) == WITHOUT
    assert refusal(f"{cards} /cut", EIGHT_DECKS) == WITHOUT
    assert coups(play(f"{FIRST} cut /go {SECOND}", EIGHT_DECKS)) == [FIRST, SECOND]


def test_a_cut_card_before_any_shoe_or_within_the_burn_holds_the_table():
    assert hold(play("cut", None)) == "The cut card came out, but no shoe is open."
    burning = House(name="b", title="B", decks=6, burn=FixedBurn(cards=6))
    assert hold(play("cut", burning)) == (
        "The cut card came out, but a shoe is open and the burn comes next."
    )
    assert hold(play("?? cut", burning)) == "The cut card came out, but cards are being burned."


def test_a_cut_card_taken_back_was_never_out():
    rules = house(LastCoup.THIS)
    assert play(f"cut {FIRST} /undo:2", rules).phase is Phase.READY
