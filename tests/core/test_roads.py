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


def unlike(drawn, expected):
    """What is drawn of those vectors, by name, of which it is not as expected."""
    return {
        f"{vector['name']}, {vector['tail']}, {vector['leading_ties']}": (ours, theirs)
        for vector in VECTORS
        if (ours := drawn(drawn_as(vector))) != (theirs := expected(vector))
    }


def test_there_are_152_vectors_under_all_four_settings():
    assert len(VECTORS) == 152
    assert {(v["tail"], v["leading_ties"]) for v in VECTORS} == {
        (tail, ties) for tail in ("straight", "down") for ties in ("mark", "column")
    }


@pytest.mark.parametrize("road", ["big_road", *DERIVED])
def test_each_road_is_drawn_as_in_our_vectors(road):
    assert unlike(lambda drawn: cells(drawn[road]), lambda vector: vector[road]) == {}


def test_the_ask_marks_are_those_of_our_vectors():
    assert unlike(asked, lambda vector: vector["ask"]) == {}


def test_the_bead_plate_has_all_results_in_columns_of_six():
    def beads(vector):
        return [[number // 6, number % 6, bead] for number, bead in enumerate(vector["results"])]

    assert unlike(lambda drawn: cells(drawn["bead_plate"]), beads) == {}


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
