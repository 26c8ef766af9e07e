"""What a shoe means by what it sends, as it was settled in the field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.baccarat.rules import CutCard, FirstCardBurn, FixedBurn, LastCoup, Retransmission
from server.baccarat.shoe import Phase

from .notation import EIGHT_DECKS, coups, hold, play

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"
SEEN = "8S@p1 KD@b1 KH@p2 7C@b2"
BURNING = replace(EIGHT_DECKS, burn=FirstCardBurn())
SIX = replace(EIGHT_DECKS, burn=FixedBurn(cards=6, seen=False))
CUT = replace(EIGHT_DECKS, cut_card=CutCard(from_end=16, last_coup=LastCoup.ONE_MORE))
AGAIN = replace(EIGHT_DECKS, retransmission=Retransmission.REDEAL)


def test_an_excess_card_opens_no_coup_and_is_the_first_of_the_next():
    carried = play(f"{COUP} KS@p1>")
    assert (carried.phase, carried.coup.cards) == (Phase.READY, ())
    assert carried.expected == "banker 1 (player 1 is carried over)"
    went_on = play(f"{COUP} KS@p1> 9D@b1 QH@p2 TC@b2")
    assert coups(went_on) == [COUP, NEXT]
    assert went_on.left == play(f"{COUP} {NEXT}").left


def test_an_excess_card_that_is_reported_once_more_as_it_is_laid_is_one_card():
    went_on = play(f"{COUP} KS@p1> KS@p1 9D QH TC")
    assert coups(went_on) == [COUP, NEXT]
    assert went_on.left == play(f"{COUP} {NEXT}").left


def test_the_same_face_without_a_seat_may_be_the_next_card():
    asked = f"{COUP} KS@p1> KS"
    assert "is it that one, or the next?" in hold(play(asked))
    assert coups(play(f"{asked} /go 9D QH TC")) == [COUP, NEXT]
    assert play(f"{asked} /misdealt:7=carry_to_next").coup == play("KS KS").coup
    assert play(f"{COUP} KS@p1> +KS").coup == play("KS +KS").coup  # typed as banker 1, as asked


def test_another_first_card_than_the_one_carried_over_is_a_conflict_for_the_crew():
    held = play(f"{COUP} KS@p1> 9D@p1")
    assert hold(held) == "The shoe gave 9D to player 1, where KS lies."
    assert coups(play(f"{COUP} KS@p1> 9D@p1 /misdealt:7=carry_to_next QH TC")) == [COUP, NEXT]


def test_a_carried_card_that_the_last_coup_had_too_is_not_taken_for_its_copy():
    shoe = play(f"{SEEN} KS@p1> KD@b1")
    assert [str(card) for card in shoe.coup.cards] == ["KS", "KD"]


def test_a_carried_card_can_be_corrected_or_taken_back():
    assert coups(play(f"{COUP} QS@p1> 9D QH TC /fix:6=KS")) == [COUP, NEXT]
    assert coups(play(f"{COUP} QS@p1> /undo:6 {NEXT}")) == [COUP, NEXT]


def test_a_carried_card_whose_face_was_not_read_is_typed():
    assert coups(play(f"{COUP} ??@p1> /fix:6=KS 9D QH TC")) == [COUP, NEXT]


def test_a_ninth_card_is_not_carried_over():
    one_deck = replace(EIGHT_DECKS, decks=1)
    assert hold(play("8S KD KH 7C 8S@p1>", one_deck)) == "2nd 8S in 1 deck."


def test_a_house_may_read_it_as_the_coup_dealt_again():
    held = play("8S KD KH@p1>", AGAIN)
    assert hold(held) == "The shoe deals the coup again, from KH: void it, release, then type KH."
    again = play(f"8S KD KS@p1> /void:3 /go +KS {NEXT[3:]}", AGAIN)
    assert coups(again) == ["8S KD", NEXT]


@pytest.mark.parametrize("before", ["", COUP, f"{COUP} 8S", "KS"])
def test_what_was_on_the_line_before_it_was_opened_opens_no_coup(before):
    held = play(f"{before} 2S@p1~ 3S@b1~ 4S@p2~ says:tie~")
    assert held.coup == play(before).coup
    assert "perhaps from an old shoe" in hold(held)
    released = play(f"{before} 2S@p1~ 3S@b1~ 4S@p2~ says:tie~ /go")
    assert released._replace(flags=frozenset()) == play(before)


def test_what_was_on_the_line_and_lies_on_the_table_is_dealt_by_the_rules():
    assert play("8S@p1~ /misdealt:2=carry_to_next").coup == play("8S").coup
    both = play("8S@p1~ KD@b1~ /misdealt:2=carry_to_next /misdealt:3=carry_to_next")
    assert both.coup == play("8S KD").coup


@pytest.mark.parametrize("old", ["8S@p1~", "8S@p1~ KD@b1~"])
def test_what_was_on_the_line_and_is_known_is_nothing_new(old):
    assert play(f"8S@p1 KD@b1 {old}") == play("8S@p1 KD@b1")


def test_an_old_cut_card_ends_no_shoe():
    assert "brought the cut card from before" in hold(play(f"{COUP} cut~", CUT))
    assert play(f"{COUP} cut~ /go", CUT).coups_to_go is None
    assert play(f"{COUP} cut cut~", CUT) == play(f"{COUP} cut", CUT)


def test_nothing_old_stops_a_table_without_a_shoe():
    assert hold(play("8S@p1~", None)).endswith("no shoe is open.")
    assert play("8S@p1~ 9S@b1~ /go", None).hold is None


@pytest.mark.parametrize(
    ("house", "burn", "again"),
    [
        (BURNING, "3S@burn0", "3S@burn0"),
        (BURNING, "3S@burn0 ??@burn1", "??@burn1"),
        (SIX, "??@burn1 ??@burn2", "??@burn2"),
    ],
)
def test_a_burned_card_reported_again_is_one_card(house, burn, again):
    assert play(f"{burn} {again}", house) == play(burn, house)
    assert play(f"{burn} ??@burn5", house).burned == play(burn, house).burned + 1


def test_burned_cards_between_coups_are_each_their_own():
    assert play(f"{COUP} ??@burn1 {NEXT} ??@burn1").burned == 2


def test_a_card_drawn_outside_the_game_joins_no_hand():
    held = play(f"{COUP} 2S!")
    assert hold(held) == "A card (2S) was drawn outside the game: it joins no hand."
    assert coups(play(f"{COUP} 2S! /go {NEXT}")) == [COUP, NEXT]
    assert coups(play(f"{COUP} KS! /go +KS 9D QH TC")) == [COUP, NEXT]  # its report got lost


def test_an_excess_card_is_one_card_from_its_drawing_to_its_place():
    shoe = play(f"{COUP} fault KS! KS@p1> /go 9D QH TC")
    assert coups(shoe) == [COUP, NEXT]
    assert (shoe.left, shoe.seen) == (play(f"{COUP} {NEXT}").left, play(f"{COUP} {NEXT}").seen)


def test_after_a_restart_in_mid_coup_a_card_at_a_taken_place_may_be_a_new_one():
    """The shoe has lost its place: it counts from player 1 again."""
    held = play("8S@p1 KD@b1 started /go 8S@p1")
    assert hold(held) == "The shoe gave 8S to player 1, where 8S lies."
    went_on = play("8S@p1 KD@b1 started /go 8S@p1 /misdealt:6=carry_to_next 7C")
    assert coups(went_on) == ["8S KD 8S 7C"]
    assert play("8S@p1 KD@b1 started /go KH 7C 8S@p1 KD@b1 KD@b1").hold is None  # the next coup


def test_troubles_that_come_together_take_one_look():
    assert hold(play("8S fault gap fault")) == "Overdraw. A frame is missing."
    assert play("8S fault gap fault /go").phase is Phase.DEALING
    assert hold(play("8S ?? gap")) == "A card for banker 1 could not be read. A frame is missing."
    assert hold(play("8S ?? gap /fix:3=KD")) == "A frame is missing."
    assert hold(play(f"{COUP} fault 2S!")).endswith("joins no hand.")
    assert play(f"{COUP} fault 2S! /go").phase is Phase.READY


def test_a_trouble_after_a_card_that_waits_is_looked_at_in_its_place():
    assert hold(play("8S fault KD gap /go")) == "A frame is missing."
    assert len(play("8S fault KD gap").waiting) == 2


def test_troubles_without_end_do_not_grow_the_sentence_without_end():
    gaps = " ".join(["8S", *["gap", "fault"] * 40])
    assert len(hold(play(gaps))) < 450
