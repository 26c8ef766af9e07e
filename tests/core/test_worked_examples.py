"""The worked examples of the road conventions, E1 to E20, drawn by hand."""

from __future__ import annotations

import pytest

from server.baccarat.roads import DERIVED

from .drawing import EYE, PIG, SMALL, asked, cells, draw, marks

# Name | results | big road, as mark, column, row and ties | big eye, small, pig | ask B | ask P.
EXAMPLES = """
E1 columns | BBPPPB | B00 B01 P10 P11 P12 B20 | RBB - - | R R - | B B -
E2 dragon tail | BBBBBBBBBPP | B00 B01 B02 B03 B04 B05 B15 B25 B35 P10 P11 | R - - | B - - | R - -
E3 tail blocked | BBBBBBBPPPPPPP | B00 B01 B02 B03 B04 B05 B15 P10 P11 P12 P13 P14 P24 P34 | \
RRRRRR - - | R - - | B - -
E4 same colour below | PPPPPPPPPBPPPPPP | P00 P01 P02 P03 P04 P05 P15 P25 P35 B10 \
P20 P21 P22 P23 P24 P34 | BBRRRR RRRRR - | B B - | R R -
E5 ties first | TTBTB | B00+3 B01 | - - - | - - - | - - -
E6 ties in the middle | BTTBTPTTT | B00+2 B01+1 P10+3 | - - - | B - - | R - -
E7 only ties | TT | ?00+2 | - - - | - - - | - - -
E8 big eye boy at column 2 row 2 | BPP | B00 P10 P11 | B - - | B - - | R - -
E9 big eye boy at column 3 row 1 | BPB | B00 P10 B20 | R - - | B B - | R R -
E10 straight drop is red | BPPPP | B00 P10 P11 P12 P13 | BRR - - | B - - | R - -
E11 published example | BBPPPBPBB | B00 B01 P10 P11 P12 B20 P30 B40 B41 | RBBBRB BBB BR | \
R R R | B B B
E12 logical columns | PPPPPPPBPB | P00 P01 P02 P03 P04 P05 P15 B10 P20 B30 | BR B - | B B R | R R B
E13 long by short | BPPPPPPPP | B00 P10 P11 P12 P13 P14 P15 P25 P35 | BRRRRRR - - | B - - | R - -
E14 textbook | BPBBPPPB | B00 P10 B20 B21 P30 P31 P32 B40 | RBBRBB BBBRB BRB | R R B | B B R
E15 small road at column 3 row 2 | PBPP | P00 B10 P20 P21 | RB B - | B B - | R R -
E16 small road at column 4 row 1 | BPBP | B00 P10 B20 P30 | RR R - | R R R | B B B
E17 cockroach pig at column 4 row 2 | BPBPP | B00 P10 B20 P30 P31 | RRB RB B | B B B | R R R
E18 cockroach pig at column 5 row 1 | BPBPB | B00 P10 B20 P30 B40 | RRR RR R | B B B | R R R
E19 top cell taken | BBBBBBBPPPPPPBBBBBPPPPBBBPPB | B00 B01 B02 B03 B04 B05 B15 \
P10 P11 P12 P13 P14 P24 B20 B21 B22 B23 B33 P30 P31 P32 P42 B40 B41 B51 P50 P60 B70 | \
RRRRRBRRRRBRRRBRRBRB RRRRBRRRBRRBRB RRRBRRBRB | R R R | B B B
"""
LINES = [line.split(" | ") for line in EXAMPLES.strip().splitlines()]


def cell(word):
    """A big-road cell: `B12+3` is banker in column 1, row 2, with three ties."""
    place, _, ties = word.partition("+")
    mark, column, row = place
    return [int(column), int(row), None if mark == "?" else mark, int(ties or 0)]


def none_for_dash(words):
    return [None if word == "-" else word for word in words.split()]


@pytest.mark.parametrize(
    ("results", "big", "derived", "next_b", "next_p"),
    [pytest.param(*rest, id=name) for name, *rest in LINES],
)
def test_each_example_is_drawn_as_by_hand(results, big, derived, next_b, next_p):
    drawn = draw(results)
    assert cells(drawn["big_road"]) == [cell(word) for word in big.split()]
    assert [marks(drawn[name]) or "-" for name in DERIVED] == derived.split()
    assert asked(drawn) == {"B": none_for_dash(next_b), "P": none_for_dash(next_p)}


def test_e3_under_the_other_rule_the_tail_goes_down_again():
    assert cells(draw("BBBBBBBPPPPPPP", tail="down")["big_road"])[-3:] == [
        [1, 4, "P", 0],
        [2, 4, "P", 0],
        [2, 5, "P", 0],
    ]


def test_e5_under_the_other_rule_ties_first_are_a_column_of_their_own():
    assert cells(draw("TTBTB", leading_ties="column")["big_road"]) == [
        [0, 0, "T", 0],
        [0, 1, "T", 0],
        [1, 0, "B", 1],
        [1, 1, "B", 0],
    ]


def test_e20_fifty_alternating_hands_take_fifty_columns():
    drawn = draw("BP" * 25)
    assert cells(drawn["big_road"]) == [[n, 0, "BP"[n % 2], 0] for n in range(50)]
    assert [marks(drawn[name]) for name in (EYE, SMALL, PIG)] == ["R" * 48, "R" * 47, "R" * 46]
