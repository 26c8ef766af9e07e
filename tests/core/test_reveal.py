"""What the players have not seen is in nothing that they are told."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.baccarat.cards import DECK
from server.baccarat.events import Refused
from server.baccarat.reveal import first_withheld, view
from server.baccarat.rules import Policy, Reveal
from server.baccarat.shoe import Phase
from server.baccarat.snapshot import open_snapshot, snapshot

from .notation import EIGHT_DECKS, entries, event, numbered, play, refusal, replay

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"
TOGETHER = replace(EIGHT_DECKS, reveal=Reveal(policy=Policy.ON_RESULT))
ONE_BY_ONE = replace(EIGHT_DECKS, reveal=Reveal(policy=Policy.PER_CARD))
BY_THE_SHOE = replace(EIGHT_DECKS, reveal=Reveal(policy=Policy.ON_RESULT, on_report=True))


def told(words, house=TOGETHER):
    return snapshot(play(words, house), house=house)


def test_face_down_cards_are_told_by_their_number_only():
    now = told("8S KD KH")
    assert now["coup"] == {
        "number": 1, "player": [None, None], "banker": [None],
        "player_total": None, "banker_total": None,
    }  # fmt: skip
    assert (now["withheld"], now["expects"], now["phase"]) == (True, "", "dealing")


def test_a_complete_coup_looks_as_if_it_were_still_dealt_until_it_is_revealed():
    hidden, shown = told(COUP), told(f"{COUP} /shows")
    assert (hidden["phase"], hidden["last"], hidden["shoe"]["coups"]) == ("dealing", None, 0)
    assert not hidden["roads"]["big_road"]
    assert (shown["phase"], shown["withheld"]) == ("ready", False)
    assert shown["last"]["outcome"] == "player"
    assert shown["roads"] == told(COUP, EIGHT_DECKS)["roads"]


def test_the_reveal_shows_all_at_once_and_undo_hides_it_again():
    assert told(f"{COUP} /shows /undo:6") == told(COUP)
    assert told(f"{COUP} /shows {NEXT} /shows")["counts"]["banker"] == 1


def test_a_coup_that_was_not_revealed_stays_hidden_when_the_next_begins():
    now = told(f"{COUP} KS 9D")
    assert now["coup"]["player"] == [None, None]
    assert now["last"] is None
    assert told(f"{COUP} KS 9D /shows")["coup"]["player"] == [None]


def test_card_by_card_and_the_result_with_the_last():
    cards = told(f"{COUP} /shows:p1", ONE_BY_ONE)["coup"]
    assert (cards["player"], cards["player_total"]) == (["8S", None], None)
    hand = told(f"{COUP} /shows:p", ONE_BY_ONE)
    assert (hand["coup"]["player_total"], hand["coup"]["banker_total"]) == (8, None)
    assert hand["last"] is None
    done = told(f"{COUP} /shows:p /shows:b", ONE_BY_ONE)
    assert (done["last"]["natural"], done["phase"]) == (True, "ready")


def test_the_shoes_own_result_reveals_where_the_house_says_so():
    assert told(f"{COUP} says:player", BY_THE_SHOE)["last"]["outcome"] == "player"
    assert told(f"{COUP} says:player")["last"] is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("8S@p1 KD@b1 KH@p2 7C@b2 5S@p3", "Stop: the shoe gave a card that the rules do not give"),
        ("8S KD ??", "A card could not be read."),
        (f"{COUP} says:banker", "Coup 1: the shoe reports another result than its cards make."),
        ("8S KD says:banker", "The shoe reports a result, but a card is still to come."),
        ("8S " * 9, "A card is one more than the decks hold."),
    ],
)
def test_an_alarm_during_a_squeeze_says_stop_without_values(words, said):
    now = told(words)
    assert now["hold"].startswith(said)
    assert not re.search(r"\b[A23456789TJQK][SHDC]\b", json.dumps(now))


@pytest.mark.parametrize(
    ("words", "house", "said"),
    [
        ("8S KD /shows", TOGETHER, "The coup is not dealt to its end yet: reveal it then."),
        ("8S KD /shows:p", TOGETHER, "Eight Decks reveals both hands together, with the result."),
        ("8S KD /shows:p2", ONE_BY_ONE, "No card of the player lies face down there."),
        (f"{COUP} /shows /shows", TOGETHER, "There is nothing to reveal: no card lies face down."),
        (f"{COUP} /close", TOGETHER, "Coup 1 is not revealed yet: reveal it, then close the shoe."),
        (f"{COUP} /says:tie", TOGETHER, "Coup 1 is not revealed yet: reveal it first."),
    ],
)
def test_what_cannot_be_revealed_is_refused(words, house, said):
    assert refusal(words, house) == said


def test_a_void_coup_has_nothing_to_withhold():
    assert told(f"{COUP} /void:3")["phase"] == "ready"
    assert told(f"{COUP} /void:3 /close")["phase"] == "closed"


def test_the_log_may_be_told_up_to_the_first_card_that_is_withheld():
    assert first_withheld(play(COUP, EIGHT_DECKS)) is None
    assert first_withheld(play(f"{COUP} /shows {NEXT}", TOGETHER)) == 7
    assert first_withheld(play(f"{COUP} /shows", TOGETHER)) is None


def test_those_whom_the_house_lets_see_are_told_all():
    now = open_snapshot(play("8S KD KH", TOGETHER), house=TOGETHER)
    assert now["coup"]["player"] == ["8S", "KH"]


words = st.lists(
    st.sampled_from([str(card) for card in DECK])
    | st.sampled_from(["??", "/shows", "/go", "gap", "says:banker", "/void:2", "/says:tie"])
    | st.builds("{}@{}".format, st.sampled_from(["5S", "??"]), st.sampled_from(["p3", "b1"])),
    max_size=25,
)


@given(st.sampled_from([TOGETHER, ONE_BY_ONE]), words)
@settings(max_examples=150)
def test_no_face_that_was_not_shown_is_told_after_anything(house, said):
    log = entries("", house)
    for word in said:
        try:
            shoe = replay(trial := numbered([*(entry.event for entry in log), event(word)]))
        except Refused:
            continue
        log = trial
        seen = {card for settled in shoe.settled[: shoe.shown] for card in settled.coup.cards}
        coup = shoe.settled[shoe.shown].coup if shoe.shown < len(shoe.settled) else shoe.coup
        seen |= {coup.at(seat) for seat in shoe.turned}
        text = json.dumps(snapshot(shoe, house=house))
        faces = set(re.findall(r"\b([A23456789TJQK][SHDC])\b", text))
        assert faces <= {str(card) for card in seen}
        assert view(shoe).shoe.stage in Phase
