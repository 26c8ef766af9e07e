"""The crew is told which cards wait for a release, but none that lies face down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.baccarat.rules import Policy, Reveal
from server.crew import coups_for_the_crew
from tests.core.notation import EIGHT_DECKS, play

SQUEEZED = replace(EIGHT_DECKS, reveal=Reveal(policy=Policy.ON_RESULT))
SEEN = "8S@p1 gap KH@p2 ??@b2 2S@burn"


def test_what_waits_comes_first_and_has_no_number() -> None:
    waiting, coup = coups_for_the_crew(play(SEEN), sees_all=False)
    assert (waiting["number"], waiting["flags"], coup["number"]) == (None, ["waiting"], 1)
    assert [(card["entry"], card["card"], card["seat"]) for card in waiting["cards"]] == [
        (4, "KH", "player 2"),
        (5, None, "banker 2"),
        (6, None, "burn"),
    ]


@pytest.mark.parametrize(
    "seen", [SEEN, "/hold KH@p1 7C@b1", "gap KH@p1", "8S KD KH 7C /shows gap KH"]
)
def test_what_waits_face_down_is_not_told(seen: str) -> None:
    told = coups_for_the_crew(play(seen, SQUEEZED), sees_all=False)
    waiting = [coup for coup in told if coup["number"] is None]
    assert "KH" not in str(waiting)
    assert all(card["card"] is None for coup in waiting for card in coup["cards"])
    assert coups_for_the_crew(play(SEEN, SQUEEZED), sees_all=True)[0]["flags"] == ["waiting"]
