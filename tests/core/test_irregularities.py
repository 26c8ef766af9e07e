"""Every irregularity that houses know (procedures of the table), put right by the crew."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.baccarat.rules import HOUSES, Misdeal
from server.baccarat.shoe import Phase
from server.baccarat.snapshot import snapshot

from .notation import EIGHT_DECKS, ONE_DECK, coup, coups, hold, play, refusal

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"  # player by a natural 8; banker by a natural 9
DUMMY_AFTER = replace(EIGHT_DECKS, dummy_after_misdeal=True)
FREE_OFF = replace(EIGHT_DECKS, free_coups_in_roads=False)


def flags(shoe, number=1):
    return shoe.settled[number - 1].flags


def beads(shoe):
    return "".join(str(settled.outcome)[0].upper() for settled in shoe.on_roads)


def test_an_excess_card_is_the_next_coups_first_by_itself():
    shoe = play(f"{COUP} 5S")
    assert (coups(shoe), shoe.coup) == ([COUP], coup("5S"))


def test_an_excess_card_that_the_shoe_gave_a_side_is_carried_to_the_next_coup():
    held = "8S@p1 KD@b1 KH@p2 7C@b2 5S@p3"
    assert "gave 5S to player 3, but by the rules player 1 comes next" in hold(play(held))
    carried = play(f"{held} /misdealt:6=carry_to_next")
    assert (carried.phase, carried.coup, coups(carried)) == (Phase.DEALING, coup("5S"), [COUP])
    assert carried.flags == {"misdealt"}


@pytest.mark.parametrize("use", [Misdeal.BURN, Misdeal.NEXT_BURN])
@pytest.mark.parametrize("card", ["5S", "5S@p3", "+5S"])
def test_an_excess_card_is_burned_where_the_house_says_so(use, card):
    shoe = play(f"8S@p1 KD@b1 KH@p2 7C@b2 {card} /misdealt:6={use}")
    assert (shoe.phase, shoe.burned, shoe.left) == (Phase.READY, 1, 411)
    assert coups(play(f"8S KD KH 7C {card} /misdealt:6={use} {NEXT}")) == [COUP, NEXT]


def test_an_excess_card_after_the_last_coup_is_burned():
    house = HOUSES["paramount"]
    over = f"cut {COUP} 5S"
    assert "the last coup of the shoe is dealt" in hold(play(over, house))
    burned = play(f"{over} /misdealt:7=burn", house)
    assert (burned.phase, burned.burned, burned.left) == (Phase.OVER, 1, 411)


def test_an_excess_card_within_a_coup_is_burned_and_the_coup_goes_on():
    shoe = play("8S KD 5S /misdealt:4=burn KH 7C")
    assert (coups(shoe), shoe.burned, shoe.left) == ([COUP], 1, 411)


def test_a_players_wrong_third_card_is_the_bankers_where_the_banker_draws():
    # Player 6 stands, banker 5 draws: the card laid to the player is the banker's third.
    held = "6S@p1 5D@b1 KH@p2 KC@b2 4S@p3"
    assert "gave 4S to player 3, but by the rules banker 3" in hold(play(held))
    ruled = play(f"{held} /misdealt:6=carry_to_next")
    assert ruled.settled[0].coup.banker == coup("6S 5D KH KC 4S").banker
    assert (ruled.phase, flags(ruled)) == (Phase.READY, {"misdealt"})


def test_a_players_wrong_third_card_opens_a_dummy_coup_where_the_banker_stands():
    held = "6S@p1 7D@b1 KH@p2 KC@b2 4S@p3"
    ruled = f"{held} /misdealt:6=carry_to_next"
    assert play(ruled, DUMMY_AFTER).flags == {"misdealt", "dummy"}
    assert play(ruled).flags == {"misdealt"}
    assert flags(play(f"{ruled} 9D QH TC 5C", DUMMY_AFTER), 2) == {"misdealt", "dummy"}


def test_a_card_that_was_not_read_is_put_before_the_next():
    assert coups(play(f"8S KH 7C {NEXT} /before:3=KD")) == [COUP, NEXT]
    assert flags(play("8S KH 7C /before:3=KD")) == {"corrected"}
    skipped = "8S@p1 KH@p2 7C@b2"  # the shoe said where: the table is on hold at once
    assert hold(play(skipped)).startswith("The shoe gave KH to player 2, but by the rules banker 1")
    assert coups(play(f"{skipped} /before:3=KD")) == [COUP]
    assert coups(play("8S 7C /before:3=KH /before:4=KD")) == [COUP]
    assert coups(play("8S KH 7C /before:3=5D /fix:5=KD")) == [COUP]
    assert play("8S KH 7C /before:3=KD /undo:5") == play("8S KH 7C")


def test_cards_in_the_wrong_hand_are_swapped():
    assert coups(play("KD 8S KH 7C /swap:2,3")) == [COUP]
    assert flags(play("KD 8S KH 7C /swap:2,3")) == {"corrected"}
    assert play("KD 8S KH 7C /swap:2,3 /undo:6") == play("KD 8S KH 7C")


def test_a_card_of_an_earlier_coup_is_corrected_and_all_after_it_reflows():
    shoe = play(f"8S KD KH 9C {NEXT} /fix:5=7C")
    assert (coups(shoe), beads(shoe)) == ([COUP, NEXT], "PB")


def test_a_settled_coup_is_void_and_leaves_the_roads_but_not_the_history():
    shoe = play(f"{COUP} {NEXT} {COUP} /void:7")
    assert (beads(shoe), coups(shoe)) == ("PP", [COUP, NEXT, COUP])
    assert (flags(shoe, 2), shoe.settled[1].why) == ({"void"}, "damaged card")
    assert shoe.left == play(f"{COUP} {NEXT} {COUP}").left


def test_a_coup_that_is_being_dealt_is_void_and_the_next_begins():
    shoe = play(f"{COUP} KS 9D /void:7 {NEXT}")
    assert (beads(shoe), coups(shoe)) == ("PB", [COUP, "KS 9D", NEXT])


def test_a_void_can_be_taken_back():
    assert play(f"{COUP} /void:3 /undo:6") == play(COUP)
    assert coups(play("8S KD /void:2 /undo:4 KH 7C")) == [COUP]


def test_a_coup_is_declared_without_cards_with_pairs_and_natural():
    shoe = play("/says:banker+bp+n /says:tie /says:player+pp")
    assert (beads(shoe), shoe.left) == ("BTP", 416)
    counts = snapshot(shoe, house=EIGHT_DECKS)["counts"]
    assert counts == {
        "banker": 1, "player": 1, "tie": 1, "banker_pair": 1, "player_pair": 1, "natural": 1,
    }  # fmt: skip
    last = snapshot(shoe, house=EIGHT_DECKS)["last"]
    assert (last["outcome"], last["player"], last["player_total"]) == ("player", [], None)


def test_a_coup_whose_cards_cannot_be_told_any_more_is_declared():
    shoe = play("8S KD ?? /says:banker /go")
    assert (beads(shoe), coups(shoe), shoe.phase) == ("B", ["8S KD"], Phase.READY)


def test_a_missed_coup_is_put_in_its_place():
    shoe = play(f"{COUP} {NEXT} /missed:5=tie")
    assert (beads(shoe), [settled.number for settled in shoe.settled]) == ("PTB", [1, 2, 3])
    assert flags(shoe, 2) == {"inserted", "declared"}
    assert beads(play(f"{COUP} /missed:0=banker")) == "BP"
    assert play(f"{COUP} {NEXT} /missed:5=tie /undo:10") == play(f"{COUP} {NEXT}")


def test_a_free_coup_is_on_the_roads_or_not_as_the_house_says():
    for words in (f"/free {COUP} {NEXT}", f"8S /free KD KH 7C {NEXT}", f"{COUP} {NEXT} /free:5"):
        assert beads(play(words)) == "PB"
        assert beads(play(words, FREE_OFF)) == "B"
        assert "free" in flags(play(words))
    assert play(f"{COUP} /free:5 /undo:6", FREE_OFF) == play(COUP, FREE_OFF)


def test_a_cut_card_after_which_a_coup_is_declared_counts_it():
    assert play("cut /says:tie", HOUSES["paramount"]).phase is Phase.OVER


def test_the_shoe_is_changed_in_mid_coup_once_the_coup_is_void():
    assert "a coup is being dealt" in refusal("8S KD /close")
    assert play("8S KD /void:2 /close").phase is Phase.CLOSED
    assert play("8S ?? /void:2 /close").phase is Phase.CLOSED


def test_limits_change_now_and_are_announced_until_the_coup_is_over():
    shoe = play("8S /limits:50-5000")
    assert (shoe.house.limits.min, shoe.house.limits.max) == (50, 5000)
    assert snapshot(shoe, house=EIGHT_DECKS)["limits_changed"] is True
    assert (
        snapshot(play("8S /limits:50-5000 KD KH 7C"), house=EIGHT_DECKS)["limits_changed"] is False
    )
    assert play("8S /limits:50-5000 /undo:3") == play("8S")


def test_limits_from_the_next_shoe_are_announced_and_leave_this_one_alone():
    shoe = play("8S /limits:50-5000+next")
    assert shoe.house == EIGHT_DECKS
    assert snapshot(shoe, house=EIGHT_DECKS)["next_limits"]["min"] == 50


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (f"{COUP} /void:5 /void:5", "Coup 1 is void already."),
        (f"gap /go {COUP} /void:2", "Entry 2 belongs to no coup of this shoe."),
        (f"{COUP} /void:9", "There is no entry 9 in this shoe, so it cannot be corrected."),
        ("8S KD /swap:2,9", "There is no entry 9 in this shoe, so it cannot be corrected."),
        ("8S cut /swap:2,3", "Entry 3 is not a card, so it has no card to correct."),
        ("8S ?? /swap:2,3", "The card of entry 3 was not read: type it in first."),
        (f"{COUP} /missed:9=tie", "Entry 9 belongs to no coup of this shoe."),
        ("8S KH 7C /before:3=KD /undo:3", "Entry 5 rests on entry 3: take entry 5 back first."),
        ("8S KD /swap:2,3 /undo:3", "Entry 4 rests on entry 3: take entry 4 back first."),
        ("cut 8S /misdealt:2=burn", "Entry 2 is not a card, so it has no card to correct."),
        ("/shows", "There is nothing to reveal: no card lies face down."),
    ],
)  # fmt: skip
def test_what_is_not_there_cannot_be_ruled_on(words, said):
    house = replace(EIGHT_DECKS, cut_card=HOUSES["paramount"].cut_card)
    assert refusal(words, house) == said


def test_a_correction_that_takes_the_ground_from_a_decision_is_refused_and_says_which():
    assert refusal(f"{COUP} /close /undo:5") == (
        "That would take the ground from entry 6, Ann's decision of 21:00:06 to close the shoe: "
        "You cannot close the shoe now: a coup is being dealt: finish it, void it, or undo its "
        "cards, first."
    )
    assert "entry 6, Ann's decision of 21:00:06 to enter a card" in refusal(
        "8S KD KH 7C +2H /fix:2=2H", ONE_DECK
    )
