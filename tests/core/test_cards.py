"""Cards: 52 objects, one notation."""

from __future__ import annotations

import copy
import pickle
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.baccarat.cards import CARDS, DECK, RANKS, SUITS, BadCard, Card, parse_cards, total

ALL_CODES = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"]
VALUES = dict(zip("A23456789TJQK", [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], strict=True))


def test_a_deck_is_the_52_cards_each_once():
    assert len(DECK) == 52
    assert sorted(map(str, DECK)) == sorted(ALL_CODES)
    assert set(DECK) == set(CARDS.values())
    assert (sorted(RANKS), sorted(SUITS)) == (sorted("A23456789TJQK"), sorted("SHDC"))


def test_each_card_is_written_as_it_is_read():
    for code in ALL_CODES:
        card = Card.parse(code)
        assert (str(card), card.rank, card.suit) == (code, code[0], code[1])
        assert card.value == VALUES[code[0]], code
        assert repr(card) == f"Card.parse('{code}')"


def test_a_card_reads_the_same_in_lower_case_and_with_white_space():
    for code in ALL_CODES:
        assert Card.parse(code.lower()) is Card.parse(f" \t{code}\r\n") is Card.parse(code)


@pytest.mark.parametrize("suit", "SHDC")
def test_a_ten_may_be_written_out(suit):
    assert Card.parse(f"10{suit}") is Card.parse(f"10{suit.lower()}") is CARDS[f"T{suit}"]


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda card: pickle.loads(pickle.dumps(card))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copy_of_a_card_is_the_same_card(copied):
    for code in ALL_CODES:
        assert copied(CARDS[code]) is CARDS[code]


def test_a_card_cannot_be_changed():
    with pytest.raises(AttributeError):
        Card.parse("9H").value = 8


@pytest.mark.parametrize(
    "text",
    ["", "9", "H", "H9", "1S", "0S", "11S", "100S", "10", "10TS", "T0S", "9HH", "9 H", "XX",
     "joker", "9♥", "９H", "?", "??", "?H", "9??", "?9"],
)  # fmt: skip
def test_a_bad_code_is_named_in_the_error(text):
    with pytest.raises(BadCard) as bad:
        Card.parse(text)
    assert repr(text) in str(bad.value)
    assert str(bad.value).endswith("for example 9H or TS.")


@given(st.text(max_size=4))
def test_any_text_is_a_card_of_that_name_or_a_bad_card(text):
    code = text.strip().upper().replace("10", "T")
    if code in ALL_CODES or (len(code) == 2 and code[0] in RANKS and code[1] == "?"):
        assert str(Card.parse(text)) == code
    else:
        with pytest.raises(BadCard, match=re.escape(repr(text.strip()))):
            Card.parse(text)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("9S 9H 9D", 7),
        ("KS TS", 0),
        ("4S 6H", 0),
        ("AS", 1),
        ("8S KD", 8),
        ("7C QH", 7),
        ("7C 2H", 9),
        ("8D 7D", 5),
        ("JS QS KS", 0),
        ("5S 5H 5D", 5),
    ],
)
def test_a_hand_counts_the_units_digit_of_its_sum(hand, points):
    assert total(parse_cards(hand)) == points


def test_no_card_counts_nothing():
    assert total(()) == 0


def test_cards_are_separated_by_any_white_space():
    assert parse_cards(" 8S\tKD\n\n10h ") == (CARDS["8S"], CARDS["KD"], CARDS["TH"])
    assert parse_cards(" \n") == ()


@pytest.mark.parametrize(
    ("text", "position", "code"),
    [("XX", 1, "XX"), ("8S 9X KD", 2, "9X"), ("8S\nKD\n\n8", 3, "8"), ("8S KD 1S 9X", 3, "1S")],
)
def test_the_first_bad_card_of_many_is_named_by_its_position(text, position, code):
    with pytest.raises(BadCard) as bad:
        parse_cards(text)
    assert str(bad.value).startswith(f"Card {position}: {code!r} is not a card")


@given(st.lists(st.sampled_from(DECK)))
def test_cards_written_out_read_back_as_the_same_cards(cards):
    assert parse_cards(" ".join(map(str, cards))) == tuple(cards)
