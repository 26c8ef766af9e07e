"""The slips of the five seed texts, by their numbers: the engine follows none of them."""

from __future__ import annotations

import pytest

from server.baccarat.cards import CARDS, parse_cards, total
from server.baccarat.coup import B3, P3, Outcome
from server.baccarat.shoe import Phase

from .notation import coup, coups, hold, play

# Openings P1 B1 P2 B2, by both two-card totals; the player's third card may follow.
PLAYER_DRAWS = {3: "2S 3D 2H KC", 4: "2S 4D 2H KC", 5: "2S 5D 2H KC", 6: "2S 6D 2H KC"}
BANKER_FIRST = ["KD", "AD", "2D", "3D", "4D", "5D", "6D", "7D"]
PLAYER_STOOD = {bank: f"6S {first} KH QC" for bank, first in enumerate(BANKER_FIRST)}
THIRD = ["KS", "AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S"]


def banker_draws(opening, third=None):
    """Whether the banker gets a third card."""
    dealt = coup(opening if third is None else f"{opening} {third}")
    return dealt.next_seat is B3


def values_drawn_on(bank):
    """The values of the player's third card on which the banker draws."""
    return [value for value, card in enumerate(THIRD) if banker_draws(PLAYER_DRAWS[bank], card)]


def test_err_000_1_the_banker_stands_on_3_against_an_8():
    assert not banker_draws("2S 3D 2H KC", "8S")
    assert values_drawn_on(3) == [0, 1, 2, 3, 4, 5, 6, 7, 9]


def test_err_000_2_the_banker_draws_on_5_against_4_to_7_and_nothing_else():
    assert values_drawn_on(5) == [4, 5, 6, 7]


def test_err_000_3_the_banker_draws_on_6_against_6_and_7_and_nothing_else():
    assert values_drawn_on(6) == [6, 7]


@pytest.mark.parametrize("player", ["6S", "7S"])
def test_seed_000_the_banker_stands_on_6_where_the_player_stood(player):
    assert not banker_draws(f"{player} 6D KH QC")


@pytest.mark.parametrize("opening", ["KS 6D QH KC", "AS 6D KH KC", "5S 7D KH KC"])
def test_seeds_000_and_001_the_player_must_draw_on_5_or_less_not_may(opening):
    assert coup(opening).next_seat is P3
    assert coup(opening).outcome is None


def test_seed_000_a_coup_can_end_in_a_tie():
    assert coup("7S 7D KH KC").outcome is Outcome.TIE


@pytest.mark.parametrize("suit", "SHDC")
def test_err_001_1_a_ten_counts_nothing(suit):
    assert CARDS[f"T{suit}"].value == 0
    assert total(parse_cards(f"K{suit} 10{suit}")) == 0


@pytest.mark.parametrize("bank", range(8))
def test_err_001_2_the_banker_draws_on_0_to_5_where_the_player_stood(bank):
    assert banker_draws(PLAYER_STOOD[bank]) == (bank <= 5)


@pytest.mark.parametrize(
    ("hand", "points"), [("4S 6H", 0), ("KS TH", 0), ("9S 9H 9D", 7), ("9S AH", 0), ("TS", 0)]
)
def test_err_002_1_tens_are_taken_off_until_less_than_ten_is_left(hand, points):
    assert total(parse_cards(hand)) == points


@pytest.mark.parametrize("bank", [4, 5])
def test_err_002_2_the_banker_draws_on_4_and_5_where_the_player_stood(bank):
    assert banker_draws(PLAYER_STOOD[bank])


@pytest.mark.parametrize(
    ("bank", "drawn_on"),
    [
        (3, [0, 1, 2, 3, 4, 5, 6, 7, 9]),
        (4, [2, 3, 4, 5, 6, 7]),
        (5, [4, 5, 6, 7]),
        (6, [6, 7]),
    ],
)
def test_err_003_1_the_garbled_sentence_means_the_official_rows(bank, drawn_on):
    assert values_drawn_on(bank) == drawn_on


@pytest.mark.parametrize("player", ["6S", "7S"])
def test_err_003_2_the_6_cards_in_the_banker_field_are_6_points(player):
    assert not banker_draws(f"{player} 6D KH QC")
    for bank in (3, 4, 5):
        assert banker_draws(f"{player} {bank}D KH QC")


def test_err_003_3_a_disputed_game_is_suspended_not_resumed():
    disputed = play("8S KD /hold KH 7C")
    assert disputed.phase is Phase.ON_HOLD
    assert coups(disputed) == []
    assert hold(disputed) == "Held by the crew."
    assert coups(play("8S KD /hold KH 7C /go")) == ["8S KD KH 7C"]


def test_err_004_1_the_matrix_is_for_a_player_who_drew():
    assert banker_draws("6S 4D KH QC")  # stood: the matrix has no such column
    assert not banker_draws("2S 4D 2H KC", "KS")  # drew a 0: its row 4, column 0
    assert not banker_draws("6S 6D KH QC")
    assert banker_draws("2S 6D 2H KC", "6S")
