"""The snapshot: all that a display is told of a shoe, and nothing that was not seen."""

from __future__ import annotations

import json

import pytest

from server.baccarat.cards import DECK
from server.baccarat.roads import DERIVED, roads_json
from server.baccarat.rules import HOUSES, House, RoadStyle
from server.baccarat.snapshot import coup_json, snapshot

from .drawing import draw, place, roads
from .notation import EIGHT_DECKS, coup, play

# Player by a natural 8; tie of 6 in five cards; banker 1 to 7 in six, with a player pair.
THREE = "8S KD KH 7C  6S 3D KH KC 3H  2S 3D 2H KC 7S 4H"


def shown(words, house=EIGHT_DECKS):
    return snapshot(play(words, house), house=house)


def test_a_coup_is_told_as_the_settle_command_answers_it():
    assert coup_json(coup("8S AH KD TC")) == {
        "outcome": "player",
        "player": ["8S", "KD"],
        "banker": ["AH", "TC"],
        "player_total": 8,
        "banker_total": 1,
        "natural": True,
        "player_pair": False,
        "banker_pair": False,
    }


def test_the_promised_keys_are_there():
    assert {"phase", "shoe", "coup", "last", "counts", "roads", "ask", "hold"} <= set(shown(""))


def test_a_shoe_of_three_coups_is_told_whole():
    now = shown(f"{THREE} 9S 2D QH")
    assert now["phase"] == "dealing"
    assert now["shoe"] == {"number": 1, "coups": 3, "burned": 0, "left": 416 - 15 - 3}
    assert now["coup"] == {
        "number": 4,
        "player": ["9S", "QH"],
        "banker": ["2D"],
        "player_total": 9,
        "banker_total": 2,
    }
    assert now["last"] == {"number": 3, **coup_json(coup("2S 3D 2H KC 7S 4H")), "bets": []}
    assert now["counts"] == {
        "banker": 1,
        "player": 1,
        "tie": 1,
        "banker_pair": 0,
        "player_pair": 1,
        "natural": 1,
    }
    assert (now["expects"], now["hold"], now["unread"], now["waiting"]) == (
        "banker 2",
        None,
        None,
        0,
    )
    assert now["last_coup"] is False


def test_the_roads_and_ask_marks_are_those_of_the_roads_command():
    now = shown(f"{THREE} {THREE}")
    drawn = roads_json(roads("PTBPTB"))
    assert now["ask"] == drawn.pop("ask")
    assert now["roads"] == drawn
    assert set(now["roads"]) == {"bead_plate", "big_road", *DERIVED}


def test_the_roads_are_drawn_in_the_style_of_the_house():
    style = RoadStyle(tail="down", leading_ties="column")
    house = House(name="own", title="Own", decks=8, roads=style)
    words = "7S 7D KH KC " + "KS 9D QH TC " * 7 + "8S KD KH 7C " * 7
    results = "T" + "B" * 7 + "P" * 7
    usual, own = shown(words)["roads"], shown(words, house)["roads"]
    assert usual["big_road"] == draw(results)["big_road"]
    assert own["big_road"] == draw(results, "down", "column")["big_road"]
    assert place(usual, -1) == (3, 4)
    assert place(own, -1) == (3, 5)  # one column on for the tie, and down again


def test_each_bead_has_its_pairs_natural_and_total():
    said = [
        [name for name in ("player_pair", "banker_pair", "natural", "free") if bead[name]]
        for bead in shown(THREE)["beads"]
    ]
    assert said == [["natural"], [], ["player_pair"]]
    assert [bead["total"] for bead in shown(THREE)["beads"]] == [8, 6, 7]
    assert shown("/says:banker")["beads"][0]["total"] is None  # its cards are not known


def test_an_empty_table_shows_its_house_and_nothing_else():
    now = snapshot(play("", None), house=HOUSES["olympic"])
    assert now["phase"] == "closed"
    assert now["house"]["name"] == "olympic"
    assert now["shoe"] == {"number": 0, "coups": 0, "burned": 0, "left": 0}
    assert (now["coup"], now["last"], now["hold"]) == (None, None, None)
    assert now["counts"] == dict.fromkeys(now["counts"], 0)


def test_a_house_shows_its_numbers():
    assert snapshot(play("", HOUSES["olympic"]), house=EIGHT_DECKS)["house"] == {
        "name": "olympic",
        "title": "Baccarat",
        "decks": 6,
        "limits": {"min": 10, "max": 1000, "tie_max": 100, "banker_multiple": 10},
        "odds": {"player": "1:1", "banker": "19:20", "tie": "8:1"},
        "game": "commission",
        "banker_but": [],
        "bets": [],
        "boxes": ["1", "2", "3", "4", "5", "6", "7"],
    }


def test_a_coup_of_one_card_has_no_banker_total_yet():
    assert shown("8S")["coup"] == {
        "number": 1,
        "player": ["8S"],
        "banker": [],
        "player_total": 8,
        "banker_total": None,
    }


def test_a_hold_is_told_with_what_the_crew_is_to_type_in():
    now = shown("8S ?? 7C")
    assert now["phase"] == "on_hold"
    assert now["hold"] == "A card for banker 1 could not be read."
    assert (now["unread"], now["waiting"]) == (3, 1)
    assert shown("8S gap")["unread"] is None


def test_the_last_coup_is_announced():
    olympic = HOUSES["olympic"]
    assert shown("/burned cut", olympic)["last_coup"] is True
    assert shown("/burned cut 8S KD", olympic)["last_coup"] is True
    assert shown("/burned 8S KD", olympic)["last_coup"] is False


@pytest.mark.parametrize(
    "words",
    [
        "AS 2H 3D",  # within the burn
        "AS 2H 3D 4C 5S 6H",
        "+AS +2H +3D +4C +5S +6H",
        "AS@burn 2H@burn 3D@burn 4C@burn 5S@burn 6H@burn",
        "AS /fix:2=2H /undo:3 3D",
        "AS 2H gap 3D /go /hold",
        f"AS 2H 3D 4C 5S 6H {'8S KD KH 7C ' * 3} 9S",
        "AS 2H 3D 4C 5S 6H 8S KD KH 7C  2C@burn 3C@burn  9S",
        "AS 2H 3D 4C 5S 6H cut 8S KD KH 7C /close",
    ],
)
def test_a_burned_cards_face_is_told_to_nobody(words):
    told = json.dumps(shown(words, HOUSES["olympic"]))
    dealt = {"8S", "KD", "KH", "7C", "9S"}
    assert [str(card) for card in DECK if str(card) in told and str(card) not in dealt] == []
