"""A rank that is sure and a suit that is not: the game goes on, and the suit may be named later."""

from __future__ import annotations

import copy
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.baccarat.cards import CARDS, DECK, RANKS, SUIT_UNKNOWN, Card
from server.baccarat.events import CardRead
from server.baccarat.play import replay
from server.baccarat.rules import FirstCardBurn, FixedBurn
from server.baccarat.snapshot import snapshot

from .notation import EIGHT_DECKS, ONE_DECK, coups, event, hold, numbered, play, refusal

UNKNOWN = [*SUIT_UNKNOWN.values()]


@pytest.mark.parametrize("rank", RANKS)
def test_there_is_one_card_of_unknown_suit_a_rank(rank):
    card = Card.parse(f"{rank}?")
    assert card is SUIT_UNKNOWN[rank] is Card.parse(f" {rank.lower()}?\n")
    assert (str(card), card.rank, card.suit) == (f"{rank}?", rank, "?")
    assert card.value == CARDS[f"{rank}S"].value
    assert copy.deepcopy(card) is card is pickle.loads(pickle.dumps(card))


def test_no_deck_holds_one():
    assert not {*UNKNOWN} & {*DECK}
    assert len(CARDS) == 52
    assert Card.parse("10?") is SUIT_UNKNOWN["T"]


@given(st.sampled_from([*DECK, *UNKNOWN]), st.sampled_from([*DECK, *UNKNOWN]))
def test_two_cards_may_be_one_where_no_rank_and_no_known_suit_differs(one, other):
    same_suit = one.suit == other.suit or "?" in (one.suit, other.suit)
    assert one.may_be(other) is other.may_be(one) is (one.rank == other.rank and same_suit)
    assert not one.may_be(None)


# The game goes on.


@given(st.permutations(DECK), st.lists(st.booleans(), min_size=52, max_size=52))
def test_the_game_is_the_same_without_suits(cards, is_known):
    seen = [
        card if known else SUIT_UNKNOWN[card.rank]
        for card, known in zip(cards, is_known, strict=True)
    ]
    as_dealt, as_seen = (play(" ".join(map(str, faces)), ONE_DECK) for faces in (cards, seen))
    results = [[settled.result for settled in shoe.settled] for shoe in (as_seen, as_dealt)]
    assert results[0] == results[1]
    told, truth = (snapshot(shoe, house=ONE_DECK) for shoe in (as_seen, as_dealt))
    for key in ("roads", "ask", "counts", "beads", "shoe", "expects", "phase"):
        assert told[key] == truth[key]


def test_it_is_told_as_it_was_read():
    told = snapshot(play("8? KD KH 7C 9?"), house=EIGHT_DECKS)
    assert told["last"]["player"] == ["8?", "KH"]
    assert told["coup"]["player"] == ["9?"]
    assert told["coup"]["player_total"] == 9
    assert told["hold"] is None


@pytest.mark.parametrize("first", ["8?", "8S"])
def test_two_of_a_rank_are_a_pair_whatever_their_suits(first):
    (settled,) = play(f"{first} KD 8? 7C 5S").settled
    assert settled.result.player_pair


def test_the_first_card_decides_the_burn_by_its_rank():
    house = replace(EIGHT_DECKS, burn=FirstCardBurn())
    assert play("3?", house).to_burn == 3


def test_the_crew_may_type_one_too():
    assert coups(play("+8? +KD +KH +7C")) == ["8? KD KH 7C"]


# What compares cards.


@pytest.mark.parametrize(("lies", "again"), [("9?", "9H"), ("9H", "9?"), ("9?", "9?")])
def test_a_card_that_it_may_be_is_that_card_once_more(lies, again):
    assert play(f"{lies}@p1 {again}@p1") == play(f"{lies}@p1")
    coup = f"{lies}@p1 KD@b1 KH@p2 7C@b2"
    assert play(f"{coup} 7?@b2") == play(coup)


@pytest.mark.parametrize(("lies", "again"), [("9?", "TH"), ("TH", "9?"), ("9?", "T?")])
def test_one_that_it_cannot_be_is_another(lies, again):
    told = hold(play(f"{lies}@p1 {again}@p1"))
    assert told == f"The shoe gave {again} to player 1, where {lies} lies."


def test_a_burned_card_told_again_is_that_card():
    house = replace(EIGHT_DECKS, burn=FixedBurn(cards=3))
    assert play("9?@burn1 9H@burn1", house) == play("9?@burn1", house)
    assert play("9?@burn1 8H@burn1", house).burned == 2


@pytest.mark.parametrize("again", ["9H", "9?"])
def test_a_carried_card_told_again_at_its_place_is_that_card(again):
    coup = "8S@p1 KD@b1 KH@p2 7C@b2"
    assert len(play(f"{coup} 9?@p1> {again}@p1 2C@b1").coup.cards) == 2
    assert "is it that one, or the next?" in hold(play(f"{coup} 9?@p1> {again}"))
    assert len(play(f"{coup} 9?@p1> 4C@b1").coup.cards) == 2


# How many a shoe can hold.


def test_a_fifth_of_a_rank_is_one_too_many_whatever_its_suit():
    four = "9S 9? 9? 9D KD KH KS 8S"
    for fifth in ("9H", "9?"):
        assert hold(play(f"{four} {fifth}", ONE_DECK)) == "5th 9 in 1 deck."
    assert refusal(f"{four} +9?", ONE_DECK).startswith("5th 9 in 1 deck. Look for a card")


def test_a_second_of_a_suit_is_one_too_many_as_ever():
    assert hold(play("9H KD 9? 9H", ONE_DECK)) == "2nd 9H in 1 deck."
    assert play("9? KD 9H", ONE_DECK).hold is None
    assert hold(play("9? KD 9H /fix:2=9H", ONE_DECK)) == "2nd 9H in 1 deck."


def test_eight_decks_hold_32_of_a_rank():
    shoe = " ".join(["K?"] * 32)
    assert play(shoe).hold is None
    assert hold(play(f"{shoe} K?")) == "33rd K in 8 decks."
    assert hold(play(f"{shoe} KH")) == "33rd K in 8 decks."


# Naming the suit.


def test_a_suit_is_named_by_an_ordinary_correction():
    named = play("8? KD KH 7C  9D /fix:2=8S")
    assert coups(named) == ["8S KD KH 7C"]
    assert named.seen == play("8S KD KH 7C 9D").seen
    assert named.settled[0].flags == {"corrected"}
    assert coups(play("8? KD KH 7C /fix:2=8S /undo:6")) == ["8? KD KH 7C"]


def test_an_unread_card_can_be_typed_without_its_suit():
    typed = play("?? /fix:2=9?")
    assert typed.hold is None
    assert snapshot(typed, house=EIGHT_DECKS)["coup"]["player"] == ["9?"]


def test_why_a_card_was_not_read_is_told_to_the_crew_alone():
    joker = CardRead(reader="camera", card=None, why="it is a joker")
    shoe = replay(numbered([event("/open"), joker]))
    assert hold(shoe) == "A card for player 1 could not be read: it is a joker."
    assert shoe.hold.plain == "A card could not be read."
