"""The five roads against our vectors, and against the boards of real tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from server.baccarat.roads import DERIVED, BadResults, parse_results

from .drawing import EYE, asked, cells, draw, marks

HERE = Path(__file__)
VECTORS = json.loads((HERE.parents[1] / "data" / "roads.json").read_text("utf-8"))["vectors"]
BOARDS_FILE = HERE.parents[3] / "shared" / "data" / "boards.jsonl"
BOARDS = (
    [json.loads(line) for line in BOARDS_FILE.read_text("utf-8").splitlines()]
    if BOARDS_FILE.is_file()
    else []
)


def drawn_as(vector):
    return draw(vector["results"], vector["tail"], vector["leading_ties"])


def every_vector(test):
    ids = [f"{v['name']}, {v['tail']}, {v['leading_ties']}" for v in VECTORS]
    return pytest.mark.parametrize("vector", VECTORS, ids=ids)(test)


def test_there_are_152_vectors_under_all_four_settings():
    assert len(VECTORS) == 152
    assert {(v["tail"], v["leading_ties"]) for v in VECTORS} == {
        (tail, ties) for tail in ("straight", "down") for ties in ("mark", "column")
    }


@every_vector
def test_the_big_road_is_drawn_as_in_our_vectors(vector):
    assert cells(drawn_as(vector)["big_road"]) == vector["big_road"]


@every_vector
def test_the_derived_roads_are_drawn_as_in_our_vectors(vector):
    drawn = drawn_as(vector)
    for name in DERIVED:
        assert cells(drawn[name]) == vector[name]


@every_vector
def test_the_ask_marks_are_those_of_our_vectors(vector):
    assert asked(drawn_as(vector)) == vector["ask"]


@every_vector
def test_the_bead_plate_has_all_results_in_columns_of_six(vector):
    assert cells(drawn_as(vector)["bead_plate"]) == [
        [number // 6, number % 6, letter] for number, letter in enumerate(vector["results"])
    ]


def test_the_bead_plate_of_eight_coups_fills_a_column_and_begins_another():
    assert cells(draw("BPTTBPBT")["bead_plate"]) == [
        [0, 0, "B"],
        [0, 1, "P"],
        [0, 2, "T"],
        [0, 3, "T"],
        [0, 4, "B"],
        [0, 5, "P"],
        [1, 0, "B"],
        [1, 1, "T"],
    ]


def test_results_may_be_in_lower_case_and_spaced_anyhow():
    spaced = parse_results(" b P\tt\r\n\nbB\u00a0")
    assert spaced == parse_results("BPTBB")
    assert [str(outcome) for outcome in spaced] == ["banker", "player", "tie", "banker", "banker"]
    assert parse_results("") == parse_results(" \n") == ()


@pytest.mark.parametrize(
    ("text", "position", "letter"),
    [("X", 1, "X"), ("BPX", 3, "X"), ("b p\n1T", 5, "1"), ("BP,BT", 3, ","), ("BP-X", 3, "-")],
)
def test_a_stray_letter_is_named_by_its_position(text, position, letter):
    with pytest.raises(BadResults) as bad:
        parse_results(text)
    expected = f"Position {position}: {letter!r} is not a result; write B, P or T."
    assert str(bad.value) == expected


# None of the boards has a streak that turns, frees itself and could go down again, nor ties
# before its first win, so each must come out the same under every setting.
@pytest.mark.skipif(not BOARDS, reason="the captured boards are not on this machine")
@pytest.mark.parametrize("board", BOARDS, ids=[board["id"] for board in BOARDS])
@pytest.mark.parametrize("tail", ["straight", "down"])
@pytest.mark.parametrize("leading_ties", ["mark", "column"])
def test_a_captured_board_is_drawn_as_its_table_drew_it(board, tail, leading_ties):
    drawn = draw(board["results"], tail, leading_ties)
    compared = 0
    for key, name in (
        ("bead", "bead_plate"),
        ("big_road", "big_road"),
        ("big_eye", "big_eye_boy"),
        ("small", "small_road"),
        ("cockroach", "cockroach_pig"),
    ):
        if board[key] is not None:
            width = 4 if key == "big_road" else 3
            assert cells(drawn[name]) == [cell[:width] for cell in board[key]]
            compared += 1
    if board.get("ask"):
        for shown, road in enumerate(("big_eye", "small", "cockroach")):
            for winner in "BP":
                ours = asked(drawn)[winner][shown]
                assert ours == board["ask"][road][f"next_{winner}"]
        compared += 1
    if prefix := board.get("big_eye_seq_prefix"):
        assert marks(drawn[EYE])[: len(prefix)] == prefix
        compared += 1
    assert compared
