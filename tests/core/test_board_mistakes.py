"""What public boards get wrong: each is an input on which at least one of them failed."""

from __future__ import annotations

import pytest

from server.baccarat.roads import DERIVED

from .drawing import EYE, PIG, SMALL, asked, cells, draw, marks, place


def test_big_eye_boy_begins_at_the_second_row_of_the_second_streak():
    assert marks(draw("PBB")[EYE]) == "B"


def test_small_road_begins_at_the_second_row_of_the_third_streak():
    assert marks(draw("PBPP")[SMALL]) == "B"


def test_cockroach_pig_begins_at_the_second_row_of_the_fourth_streak():
    assert marks(draw("PBPBB")[PIG]) == "B"


def test_a_straight_drop_is_red():
    assert marks(draw("BPPP")[EYE]) == "BR"
    assert marks(draw("BPPPPPPPP")[EYE]) == "BRRRRRR"


@pytest.mark.parametrize("tail", ["straight", "down"])
def test_a_streak_never_joins_an_earlier_tail_of_its_own_colour(tail):
    drawn = draw("PPPPPPPPBPPPPPP", tail)
    assert place(drawn, -1) == (3, 4)
    assert len({(cell["column"], cell["row"]) for cell in drawn["big_road"]}) == 15


def test_a_streak_begins_beside_the_start_of_the_one_before_not_beside_its_tail():
    assert place(draw("PPPPPPPB"), -1) == (1, 0)
    assert place(draw("BBBBBBBBP"), -1) == (1, 0)


def test_derived_roads_follow_the_streaks_not_the_bent_drawing():
    assert marks(draw("PPPPPPPBPB")[EYE]) == "BR"


@pytest.mark.parametrize("tail", ["straight", "down"])
def test_a_taken_top_cell_is_passed_over_and_nothing_is_overwritten(tail):
    drawn = draw("BBBBBBBPPPPPPBBBBBPPPPBBBPPB", tail)
    assert place(drawn, -1) == (7, 0)
    assert len({(cell["column"], cell["row"]) for cell in drawn["big_road"]}) == 28


def test_a_double_dragon_tail_goes_straight_on_or_down_again():
    results = "B" * 9 + "P" * 10  # the banker's tail ends at (3,5)
    straight, down = draw(results), draw(results, tail="down")
    assert [place(straight, n) for n in (-3, -2, -1)] == [(4, 4), (5, 4), (6, 4)]
    assert [place(down, n) for n in (-3, -2, -1)] == [(4, 4), (4, 5), (5, 5)]


def test_a_tie_as_the_first_hand_is_drawn():
    drawn = draw("T")
    assert cells(drawn["bead_plate"]) == [[0, 0, "T"]]
    assert cells(drawn["big_road"]) == [[0, 0, None, 1]]


def test_an_empty_shoe_has_empty_roads_and_nothing_to_ask():
    drawn = draw("")
    assert [drawn[name] for name in ("bead_plate", "big_road", *DERIVED)] == [[]] * 5
    assert asked(drawn) == {"B": [None] * 3, "P": [None] * 3}


def test_64_alternating_hands_take_64_columns():
    drawn = draw("PB" * 32)
    assert place(drawn, -1) == (63, 0)
    assert marks(drawn[EYE]) == "R" * 62


def test_the_61st_column_stands_beside_the_60th():
    drawn = draw("BP" * 30 + "B")
    assert place(drawn, -2) == (59, 0)
    assert place(drawn, -1) == (60, 0)


def test_the_113th_hand_goes_into_column_19_of_the_bead_plate_and_nothing_is_wiped():
    beads = cells(draw("BPT" * 37 + "BP")["bead_plate"])
    assert len(beads) == 113
    assert beads[0] == [0, 0, "B"]
    assert beads[-1] == [18, 4, "P"]


def test_six_ties_in_a_row_are_one_number_on_one_cell():
    assert cells(draw("BTTTTTTP")["big_road"]) == [[0, 0, "B", 6], [1, 0, "P", 0]]
