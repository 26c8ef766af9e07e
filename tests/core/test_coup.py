"""A coup: the dealing order, how it ends, and hands that cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.baccarat.cards import CARDS, DECK, parse_cards
from server.baccarat.coup import (
    B1,
    B2,
    B3,
    P1,
    P2,
    P3,
    Coup,
    NoPlace,
    Outcome,
    Side,
    coup_of_hands,
)

from .notation import coup

SIX_CARDS = "2S 3D 2H KC 7S 4H"  # player 2 2 7 is 1, banker 3 K 4 is 7


def test_cards_go_to_player_banker_player_banker_then_the_thirds():
    dealt, seats = Coup(), []
    for card in parse_cards(SIX_CARDS):
        seats.append(dealt.next_seat)
        dealt = dealt.add(card)
    assert seats == [P1, B1, P2, B2, P3, B3]
    assert dealt.player == parse_cards("2S 2H 7S")
    assert dealt.banker == parse_cards("3D KC 4H")
    assert dealt.next_seat is None


def test_the_bankers_third_card_comes_fifth_where_the_player_stands():
    dealt = coup("6S 3D KH KC")
    assert dealt.next_seat is B3
    assert dealt.add(CARDS["4H"]).banker == parse_cards("3D KC 4H")


def test_each_seat_is_named_for_the_crew():
    assert [str(seat) for seat in (P1, B1, P2, B2, P3, B3)] == [
        "player 1",
        "banker 1",
        "player 2",
        "banker 2",
        "player 3",
        "banker 3",
    ]


def test_a_card_is_found_at_its_seat():
    dealt = coup("2S 3D 2H KC 7S")
    at = {str(seat): dealt.at(seat) for seat in (P1, B1, P2, B2, P3, B3)}
    assert at == {
        "player 1": CARDS["2S"],
        "banker 1": CARDS["3D"],
        "player 2": CARDS["2H"],
        "banker 2": CARDS["KC"],
        "player 3": CARDS["7S"],
        "banker 3": None,
    }
    assert dealt.hand(Side.PLAYER) == parse_cards("2S 2H 7S")
    assert dealt.hand(Side.BANKER) == parse_cards("3D KC")


@pytest.mark.parametrize(
    ("cards", "outcome", "player", "banker"),
    [
        ("8S KD KH 7C", Outcome.PLAYER, 8, 7),
        ("KS 9D QH TC", Outcome.BANKER, 0, 9),
        ("8S 9D KH KC", Outcome.BANKER, 8, 9),
        ("9S 9D KH KC", Outcome.TIE, 9, 9),
        ("7S 7D KH KC", Outcome.TIE, 7, 7),
        (SIX_CARDS, Outcome.BANKER, 1, 7),
        ("6S 3D KH KC 3H", Outcome.TIE, 6, 6),
        ("5S 7D KH KC 4H", Outcome.PLAYER, 9, 7),
    ],
)
def test_the_higher_total_wins(cards, outcome, player, banker):
    dealt = coup(cards)
    assert dealt.is_complete
    assert (dealt.outcome, dealt.player_total, dealt.banker_total) == (outcome, player, banker)


@pytest.mark.parametrize("length", range(6))
def test_a_coup_has_no_outcome_while_cards_are_missing(length):
    dealt = Coup.of(parse_cards(SIX_CARDS)[:length])
    assert dealt.outcome is None
    assert not dealt.is_complete


@pytest.mark.parametrize("cards", ["8S KD KH 7C", "KS 9D QH TC", "9S 8D KH KC", "4S 4D 4H 4C"])
def test_8_and_9_in_two_cards_are_naturals(cards):
    assert coup(cards).is_natural
    assert coup(cards).is_complete


@pytest.mark.parametrize(
    "cards", ["5S 7D KH KC 4H", "2S 6D KH KC 6H 3H", "6S 4D KH KC 4H", "7S 6D KH KC", "8S KD KH"]
)
def test_8_and_9_in_three_cards_or_no_8_and_9_are_no_naturals(cards):
    assert not coup(cards).is_natural


@pytest.mark.parametrize(
    ("cards", "player_pair", "banker_pair"),
    [
        ("JS 9D JH KC", True, False),
        ("JS 9D QH KC", False, False),
        ("TS 9D KH KC", False, False),
        ("9S 4D 9H 4C", True, True),
        ("KS 4D QH 4C", False, True),
        ("2S 3D 2H KC 7S 4H", True, False),
        ("5S 3D QH KC QS KH", False, False),  # the third cards pair: they never count
        ("5S 3D KH 4C 5H", False, False),
        ("AS 9D AS KC", True, False),  # same suit too, from several decks
        ("JS 9D", False, False),
        ("", False, False),
    ],
)
def test_a_pair_is_the_first_two_cards_of_a_hand_with_the_same_rank(
    cards, player_pair, banker_pair
):
    dealt = coup(cards)
    assert (dealt.has_player_pair, dealt.has_banker_pair) == (player_pair, banker_pair)


@pytest.mark.parametrize(
    ("player", "banker"),
    [
        ("", "KD"),  # the banker's card first
        ("8S 2H", ""),
        ("8S", "KD 7C"),
        ("8S KH 2H", "KD 7C"),  # a card after a natural
        ("8S KH", "KD 7C 2C"),
        ("6S KH 2H", "KD 5C"),  # the player stands on 6
        ("5S KH", "KD 5C 2H"),  # the player must draw first
        ("2S KH 8H", "KD 3C 2C"),  # the banker stands on 3 against an 8
        ("6S KH", "KD 6C 2C"),
        ("2S KH 3H 4H", "KD 3C"),
        ("2S KH 3H", "KD 3C 4C 5C"),
        ("2S KH 3H", "KD"),
        ("2S", "KD 3C 4C"),
    ],
)
def test_hands_that_the_tableau_does_not_deal_cannot_be(player, banker):
    with pytest.raises(NoPlace) as no_place:
        Coup(parse_cards(player), parse_cards(banker))
    assert str(no_place.value) == (
        f"The tableau does not deal {player or 'no card'} to the player and "
        f"{banker or 'no card'} to the banker."
    )


@pytest.mark.parametrize("cards", ["8S KD KH 7C", "6S 3D KH KC 4H", "5S 7D KH KC 4H", SIX_CARDS])
def test_a_card_after_the_last_has_no_place(cards):
    with pytest.raises(NoPlace, match="9S has no place: by the tableau the coup is complete"):
        coup(cards).add(CARDS["9S"])
    with pytest.raises(NoPlace, match="9S has no place"):
        coup(f"{cards} 9S")


def test_whole_hands_make_a_coup():
    dealt = coup_of_hands(parse_cards("2S 2H 7S"), parse_cards("3D KC 4H"))
    assert dealt == coup(SIX_CARDS)


@pytest.mark.parametrize(
    ("player", "banker", "seat"),
    [
        ("", "", "player 1"),
        ("8S", "", "banker 1"),
        ("8S", "KD", "player 2"),
        ("8S KH", "KD", "banker 2"),
        ("2S KH", "KD 3C", "player 3"),
        ("2S KH 3H", "KD 3C", "banker 3"),
        ("6S KH", "KD 3C", "banker 3"),
    ],
)
def test_a_missing_card_is_named_by_its_seat(player, banker, seat):
    with pytest.raises(NoPlace) as no_place:
        coup_of_hands(parse_cards(player), parse_cards(banker))
    expected = f"A card is missing: by the tableau {seat} is still to come."
    assert str(no_place.value) == expected


def test_a_shoe_that_runs_out_deals_no_half_coup():
    for length in range(6):
        with pytest.raises(StopIteration):
            Coup.deal(iter(parse_cards(SIX_CARDS)[:length]))


@given(st.permutations(DECK))
def test_a_shuffled_shoe_is_dealt_the_same_at_once_and_card_by_card(cards):
    shoe, left = iter(cards), list(cards)
    while len(left) >= 6:
        dealt = Coup.deal(shoe)
        held, left = left[: len(dealt.cards)], left[len(dealt.cards) :]
        assert dealt.is_complete
        assert dealt.cards == tuple(held)
        assert dealt == Coup.of(held) == coup_of_hands(dealt.player, dealt.banker)


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=6), st.integers(0, 6))
def test_the_cards_of_a_coup_build_it_again(cards, length):
    dealt = Coup.deal(iter(cards))
    part = Coup.of(dealt.cards[:length])
    assert part.cards == dealt.cards[:length]
    assert part == Coup(part.player, part.banker)
    assert hash(part) == hash(Coup.of(part.cards))
