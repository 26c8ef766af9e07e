"""Holds: what has no place stops the table, is kept, and is sorted out by the crew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.baccarat.rules import CutCard, LastCoup
from server.baccarat.shoe import Phase

from .notation import EIGHT_DECKS, coups, hold, play, refusal

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"
LOST = (
    "The reader was lost in coup 1: compare the cards on the table with the display, put them "
    "right, then release."
)


def test_an_unread_card_holds_the_table_until_it_is_typed_in():
    held = play("8S ??")
    assert held.phase is Phase.ON_HOLD
    assert hold(held) == "A card for banker 1 could not be read."
    assert (held.hold.seq, held.hold.unread) == (3, True)
    assert coups(play("8S ?? /fix:3=KD KH 7C")) == [COUP]
    assert coups(play("8S ?? KH 7C /fix:3=KD")) == [COUP]


def test_an_unread_card_that_is_released_is_left_out():
    released = play("8S ?? /go")
    assert released.phase is Phase.DEALING
    assert released.expected == "banker 1"
    assert coups(play("8S ?? /go +KD KH 7C")) == [COUP]


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("8S@b1", "The shoe gave 8S to banker 1, but by the rules player 1 comes next."),
        ("8S@p1 KD@p2", "The shoe gave KD to player 2, but by the rules banker 1 comes next."),
        ("8S KD@p", "The shoe gave KD to player, but by the rules banker 1 comes next."),
        ("8S KD@b2", "The shoe gave KD to banker 2, but by the rules banker 1 comes next."),
        ("8S KD 8H@p1", "The shoe gave 8H to player 1, where 8S lies."),
        (
            "6S 3D KH KC 4H@p3",
            "The shoe gave 4H to player 3, but by the rules banker 3 comes next.",
        ),
        (f"{COUP} 2S@b3", "The shoe gave 2S to banker 3, but by the rules player 1 comes next."),
        ("8S ??@p2", "The shoe gave a card to player 2, but by the rules banker 1 comes next."),
    ],
)
def test_a_card_at_the_wrong_side_or_place_holds_the_table(cards, said):
    held = play(cards)
    assert held.phase is Phase.ON_HOLD
    assert hold(held) == said
    assert not held.hold.unread


def test_a_misplaced_card_is_left_out_when_the_crew_releases():
    released = play("8S KD@p2 /go")
    assert released.phase is Phase.DEALING
    assert released.expected == "banker 1"
    assert coups(play("8S KD@p2 /go +KD KH 7C")) == [COUP]


@pytest.mark.parametrize(
    "cards", ["8S@p1 8S@p1 KD@b1", "8S@p1 KD@b1 KD@b1 8S@p1", "8S@p1 KD@b1 8S@p1 KD@b1"]
)
def test_the_same_card_read_again_at_its_place_is_the_same_card(cards):
    shoe = play(cards)
    assert (shoe.coup, shoe.left, shoe.seen) == (
        play("8S@p1 KD@b1").coup,
        414,
        play("8S KD").seen,
    )


@pytest.mark.parametrize("again", ["7C@b2", "KH@p2", "KD@b1", "7C@b2 7C@b2"])
def test_a_card_of_the_coup_just_settled_read_again_is_no_new_card(again):
    seen = "8S@p1 KD@b1 KH@p2 7C@b2"
    assert play(f"{seen} {again}") == play(seen)
    assert coups(play(f"{seen} {again} {NEXT}")) == [COUP, NEXT]


def test_the_first_card_after_a_coup_opens_the_next_even_with_the_same_face():
    assert play("8S@p1 KD@b1 KH@p2 7C@b2 8S@p1").coup == play("8S").coup


def test_another_card_at_a_taken_place_holds_the_table():
    assert hold(play("8S@p1 8H@p1")) == "The shoe gave 8H to player 1, where 8S lies."
    assert hold(play(f"{COUP} 8H@b2")) == "The shoe gave 8H to banker 2, where 7C lies."


def test_the_same_face_at_the_next_place_is_another_card():
    assert play("8S@p1 8S@b1").coup == play("8S 8S").coup


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        (COUP, "player"),
        ("KS 9D QH TC", "banker"),
        ("7S 7D KH KC", "tie"),
        ("JS 9D JH KC", "banker+pp"),
        ("KS 4D QH 4C", "banker+bp"),
        ("9S 4D 9H 4C", "tie+pp+bp"),  # 8 to 8
    ],
)
def test_the_shoes_own_result_is_taken_where_it_is_that_of_the_cards(cards, said):
    assert play(f"{cards} says:{said}") == play(cards)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("banker", "banker"),
        ("tie", "tie"),
        ("player+pp", "player, player pair"),
        ("player+pp+bp", "player, player pair, banker pair"),
        ("banker+bp", "banker, banker pair"),
    ],
)
def test_another_result_than_that_of_the_cards_holds_the_table(said, words):
    held = play(f"{COUP} says:{said}")
    assert held.phase is Phase.ON_HOLD
    assert hold(held) == (
        f"Coup 1: the shoe reports {words}; by its cards it is player, player 8 to banker 7. "
        "Look at the cards."
    )
    assert coups(held) == [COUP]  # the cards win
    assert coups(play(f"{COUP} says:{said} /go")) == [COUP]


def test_a_result_before_the_last_card_holds_the_table():
    assert hold(play("8S KD KH says:player")) == (
        "The shoe reports player, but banker 2 is still to come."
    )


def test_a_result_without_a_coup_holds_the_table():
    assert hold(play("says:tie")) == "The shoe reports tie, but no coup was dealt."
    assert hold(play("says:tie", None)) == "The shoe reports tie, but no coup was dealt."


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("lost", LOST),
        ("found", LOST.replace("was lost", "or the server was away")),
        ("started", LOST.replace("reader was lost", "shoe restarted")),
    ],
)
def test_a_reader_that_goes_or_comes_within_a_coup_holds_the_table(word, said):
    assert hold(play(f"8S KD {word}")) == said
    assert hold(play(f"{COUP} 8S {word}")) == said.replace("coup 1", "coup 2")


@pytest.mark.parametrize("word", ["lost found", "lost found lost found"])
@pytest.mark.parametrize("before", ["", COUP, f"{COUP} /close"])
def test_a_reader_may_go_and_come_between_coups_while_we_watch(word, before):
    assert play(f"{before} {word}") == play(before)
    assert play(f"{before} lost").hold is None


def test_a_shoe_that_starts_between_coups_came_back_where_a_cut_card_would_tell_its_end():
    cut = replace(EIGHT_DECKS, cut_card=CutCard(from_end=16, last_coup=LastCoup.THIS))
    for before in ("", f"{COUP} /close", f"{COUP} cut"):
        assert play(f"{before} started", cut) == play(before, cut)
    assert hold(play(f"{COUP} started", cut)).startswith("The shoe restarted after coup 1: compare")


def test_a_shoe_that_starts_between_coups_may_be_the_next_where_no_cut_card_tells():
    assert hold(play(f"{COUP} started")).startswith(
        "The shoe started anew after coup 1, and no cut"
    )
    assert play(f"{COUP} started /go") == play(COUP)
    assert play("started") == play("")


def test_a_reader_found_that_was_not_seen_to_go_means_that_nobody_counted():
    """The server was down: cards may have left the shoe, and no count tells."""
    said = LOST.replace("was lost in coup 1", "or the server was away after coup 1")
    assert hold(play(f"{COUP} found")) == said
    assert hold(play(f"{COUP} found /go found")) == said
    assert hold(play("found")) == said.replace("after", "before")  # whole coups may be missing
    assert play(f"{COUP} /close found").hold is None


@pytest.mark.parametrize(
    "said", ["/hold lost found /go", "/hold lost /go found", "lost /hold found /go"]
)
def test_a_loss_that_was_noticed_on_hold_is_noticed_all_the_same(said):
    assert play(f"{COUP} {said}") == play(COUP)
    assert play(f"{COUP} {said} found").hold is not None


@pytest.mark.parametrize(("word", "said"), [("gap", "A frame is missing."), ("fault", "Overdraw.")])
def test_a_gap_and_a_fault_hold_the_table_while_a_shoe_is_open(word, said):
    for before in ("", "8S KD", COUP):
        assert hold(play(f"{before} {word}")) == said
    assert play(word, None).phase is Phase.CLOSED
    assert play(f"{COUP} /close {word}").phase is Phase.CLOSED


def test_cards_seen_on_hold_wait_and_are_taken_up_in_order():
    held = play("8S KD lost KH 7C KS 9D")
    assert held.phase is Phase.ON_HOLD
    assert (coups(held), len(held.waiting)) == ([], 4)
    released = play("8S KD lost KH 7C KS 9D /go")
    assert coups(released) == [COUP]
    assert released.coup == play("KS 9D").coup
    assert released.waiting == ()


def test_what_waited_is_gone_with_its_shoe():
    assert play(f"{COUP} gap 5S 6S /close").waiting == ()
    released = play("5S 6S 7S /go", None)
    assert (released.phase, released.waiting) == (Phase.CLOSED, ())


def test_a_reader_found_on_hold_is_no_new_hold():
    assert play("8S KD lost found /go").phase is Phase.DEALING
    assert coups(play("8S KD lost found KH 7C /go")) == [COUP]


def test_what_waited_can_hold_the_table_again_and_the_rest_waits_on():
    again = play("8S lost KD ?? 7C 5S /go")
    assert hold(again) == "A card for player 2 could not be read."
    assert (again.hold.seq, len(again.waiting)) == (5, 2)
    assert coups(play("8S lost KD ?? 7C 5S /go /fix:5=KH")) == [COUP]
    released = play("8S lost KD ?? KH 7C /go /go")
    assert coups(released) == [COUP]


def test_the_crew_can_hold_the_table_and_say_why():
    held = play("8S /hold")
    assert (held.phase, hold(held)) == (Phase.ON_HOLD, "Held by the crew.")
    assert play("8S /hold /go").coup == play("8S").coup


def test_a_coup_that_was_held_is_marked():
    flags = [settled.flags for settled in play(f"8S lost KD KH 7C /go {COUP}").settled]
    assert flags == [{"held"}, frozenset()]


def test_nothing_is_decided_on_hold_but_the_release_and_the_closing():
    for decision in ("+KD", "/cut", "/burned", "/hold", "/open"):
        assert refusal(f"8S ?? {decision}").endswith("the table is on hold: release it first.")
    assert play(f"{COUP} gap /close").phase is Phase.CLOSED
