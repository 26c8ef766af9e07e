"""settle, deal, score and roads: a contract that other programs rely on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from .shoeboard import run


def answers(out: str) -> list[Any]:
    return [json.loads(line) for line in out.splitlines()]


SETTLED = {
    "outcome": "player",
    "player": ["8S", "KD"],
    "banker": ["AH", "TC"],
    "player_total": 8,
    "banker_total": 1,
    "natural": True,
    "player_pair": False,
    "banker_pair": False,
}


@pytest.mark.parametrize(
    "line",
    [
        '{"player": ["8S", "KD"], "banker": ["AH", "TC"]}',
        '{"player": ["8s", "kd"], "banker": ["ah", "10c"]}',
        '{"cards": ["8S", "AH", "KD", "TC"]}',
    ],
)
def test_settle_answers_a_coup(line: str) -> None:
    ran = run("settle", stdin=line + "\n")
    assert answers(ran.out) == [SETTLED]
    assert (ran.status, ran.err) == (0, "")


def test_settle_and_score_under_a_house_tell_the_side_bets() -> None:
    dragon = {"bet": "dragon_7", "title": "Dragon 7", "short": "D7", "prize": "", "pays": "40:1"}
    settled = answers(
        run("settle", "--house", "ez", stdin='{"cards": ["2S","3D","AH","KC","2C","4H"]}').out
    )
    assert settled[0]["bets"] == [dragon]
    scored = answers(run("score", "--house", "ez", stdin="AS 2H 2S 3D AH KC 2C 4H 8S AH KD TC").out)
    assert [coup["bets"] for coup in scored] == [[dragon], []]


def test_a_suit_that_is_not_known_settles_and_is_told_so() -> None:
    ran = run("settle", stdin='{"player": ["8?", "KD"], "banker": ["ah", "10?"]}\n')
    assert answers(ran.out) == [{**SETTLED, "player": ["8?", "KD"], "banker": ["AH", "T?"]}]
    scored = answers(run("score", stdin="8? AH KD T? 9?").out)
    assert scored == [{"coup": 1, **answers(ran.out)[0]}, {"unfinished": ["9?"]}]


BAD_LINES = {
    "no JSON": "not JSON",
    "[]": "A coup is",
    "7": "A coup is",
    '{"cards": "8S"}': "A coup is",
    '{"cards": [], "more": 1}': "A coup is",
    '{"player": ["8S"]}': "A coup is",
    '{"cards": []}': "player 1 is still to come",
    '{"cards": ["8S", "AH", "KD"]}': "banker 2 is still to come",
    '{"cards": ["8S", "AH", "KD", "TC", "2S"]}': "2S has no place",
    '{"cards": ["ZZ"]}': "'ZZ' is not a card",
    '{"cards": [9]}': "9 is not a card",
    '{"cards": [null]}': "null is not a card",
    '{"player": ["8S", "KD", "2D"], "banker": ["AH", "TC"]}': "The tableau does not deal",
    '{"player": ["2S", "KD"], "banker": ["AH", "TC"]}': "player 3 is still to come",
    '{"player": ["2S", "KD", "8H"], "banker": ["AH", "2C"]}': "",  # banker 3 stands on an eight
    '{"player": ["2S", "KD", "8H"], "banker": ["AH", "2C", "5S"]}': "The tableau does not deal",
    "[" * 100_000: "not JSON",
    "9" * 5_000: "not JSON",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=lambda line: line[:60])
def test_settle_answers_a_line_that_cannot_be_and_settles_the_others(line: str) -> None:
    good = json.dumps({"cards": ["8S", "AH", "KD", "TC"]})
    ran = run("settle", stdin=f"{good}\n{line}\n{good}\n")
    first, second, third = answers(ran.out)
    assert first == third == SETTLED
    if BAD_LINES[line]:
        assert second.keys() == {"line", "error"}
        assert second["line"] == 2
        assert BAD_LINES[line] in second["error"]
        assert ran.status == 1
    else:
        assert (second["outcome"], ran.status) == ("banker", 0)


def test_settle_of_nothing_is_nothing() -> None:
    assert run("settle").out == ""


def test_deal_is_a_whole_shoe_on_one_line() -> None:
    cards = run("deal", "--decks", "8", "--seed", "1").out
    assert cards.count("\n") == 1
    assert len(cards.split()) == 416
    assert sorted(cards.split()).count("KH") == 8
    assert run("deal", "--decks", "8", "--seed", "1").out == cards
    assert run("deal", "--decks", "8", "--seed", "2").out != cards
    assert len(run("deal", "--house", "olympic").out.split()) == 312


def test_a_dealt_shoe_can_be_scored_and_its_roads_drawn() -> None:
    cards = run("deal", "--decks", "6", "--seed", "3").out
    coups = answers(run("score", stdin=cards).out)
    unfinished = coups.pop()["unfinished"] if "unfinished" in coups[-1] else []
    assert [coup["coup"] for coup in coups] == list(range(1, len(coups) + 1))
    dealt = sum(len(coup["player"]) + len(coup["banker"]) for coup in coups)
    assert dealt + len(unfinished) == 312
    letters = "".join(coup["outcome"][0].upper() for coup in coups)
    drawn = json.loads(run("roads", stdin=letters).out)
    assert len(drawn["bead_plate"]) == len(coups)


def test_score_settles_what_settle_settles() -> None:
    cards = run("deal", "--seed", "5", "--coups", "20").out
    coups = answers(run("score", stdin=cards).out)
    lines = "".join(
        json.dumps({"player": coup["player"], "banker": coup["banker"]}) + "\n" for coup in coups
    )
    settled = answers(run("settle", stdin=lines).out)
    assert [{"coup": n, **coup} for n, coup in enumerate(settled, start=1)] == coups
    assert len(coups) == 20


def test_score_keeps_what_is_left_over() -> None:
    ran = run("score", stdin="8S AH\n KD\tTC 2S 3H")
    assert answers(ran.out) == [{"coup": 1, **SETTLED}, {"unfinished": ["2S", "3H"]}]


def test_score_under_a_house_burns_counts_and_ends() -> None:
    cards = run("deal", "--house", "classic", "--seed", "2").out
    coups = answers(run("score", "--house", "classic", stdin=cards).out)
    plain = answers(run("score", stdin=cards).out)
    assert coups[0] != plain[0]
    ran = run("score", "--house", "ema_d52", stdin="KH KH")
    assert ran.status == 1
    assert ran.err == "Error: Card 2: 2nd KH in 1 deck.\n"


ROADS = {
    "bead_plate": [
        {"column": 0, "row": row, "mark": mark}
        for row, mark in enumerate(["tie", "banker", "player", "tie"])
    ],
    "big_road": [
        {"column": 0, "row": 0, "mark": "banker", "ties": 1},
        {"column": 1, "row": 0, "mark": "player", "ties": 1},
    ],
    "big_eye_boy": [],
    "small_road": [],
    "cockroach_pig": [],
    "ask": {
        "banker": {"big_eye_boy": "red", "small_road": None, "cockroach_pig": None},
        "player": {"big_eye_boy": "blue", "small_road": None, "cockroach_pig": None},
    },
}


def test_roads_of_results() -> None:
    assert json.loads(run("roads", stdin="TBp t\n").out) == ROADS
    column = json.loads(run("roads", "--leading-ties", "column", stdin="TB").out)
    assert [cell["mark"] for cell in column["big_road"]] == ["tie", "banker"]
    only = json.loads(run("roads", stdin="TT").out)
    assert only["big_road"] == [{"column": 0, "row": 0, "mark": None, "ties": 2}]
    assert json.loads(run("roads").out)["bead_plate"] == []
    straight, down = (
        json.loads(run("roads", "--tail", tail, stdin="B" * 7 + "P" * 7).out)["big_road"][-1]
        for tail in ("straight", "down")
    )
    assert (straight["row"], down["row"]) == (4, 5)


@pytest.mark.parametrize(
    ("arguments", "stdin", "says"),
    [
        (["roads"], "BPX", "Position 3: 'X' is not a result; write B, P or T."),
        (["roads"], "BP 莊", "Position 4: '莊' is not a result"),
        (["roads"], b"B\xff", "byte 2 is not UTF-8"),
        (["score"], "KH 1Z", "Card 2: '1Z' is not a card"),
        (["score"], b"\x00\xff", "is not UTF-8"),
        (["settle"], b"\xff", "is not UTF-8"),
        (["deal", "--coups", "99"], "", "The shoe holds only"),
    ],
)
def test_bad_input_gets_one_sentence_and_status_1(
    arguments: list[str], stdin: str | bytes, says: str
) -> None:
    ran = run(*arguments, stdin=stdin)
    assert ran.status == 1
    assert says in ran.err
    assert ran.err.count("\n") == 1
    assert ran.out == ""


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["shuffle"], "No such command"),
        (["deal", "--decks", "13"], "13 is not in the range"),
        (["deal", "--seed", "x"], "not a valid integer"),
        (["score", "--house", "nope"], "There is no house 'nope'"),
        (["score", "--house", "nope.toml"], "Cannot read nope.toml"),
        (["roads", "--tail", "up"], "not one of"),
        (["export", "--table", "t", "--format", "doc"], "not one of"),
        (["run", "--reader", "camra:0"], "There is no reader 'camra:0'"),
        (["run", "--table", "T 1"], "must be small letters"),
        (["run", "--port", "99999"], "less than or equal to 65535"),
        (["run", "--config", "nope.toml"], "Cannot read nope.toml"),
    ],
)
def test_wrong_usage_gets_a_sentence_and_status_2(arguments: list[str], says: str) -> None:
    ran = run(*arguments)
    assert ran.status == 2
    assert says in ran.err


def test_a_reader_of_our_output_may_go_away(tmp_path: Path) -> None:
    import subprocess

    from .shoeboard import SHOEBOARD

    shoe = tmp_path / "cards"
    shoe.write_text(run("deal").out * 50)
    pipe = f"'{SHOEBOARD}' score < '{shoe}' | head -1"
    done = subprocess.run(["bash", "-c", pipe], capture_output=True, check=False)
    assert done.stdout.count(b"\n") == 1
    assert b"Traceback" not in done.stderr
