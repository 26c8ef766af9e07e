"""Corrections: the log is never changed, and the shoe is as if the mistake had never been."""

from __future__ import annotations

import pytest

from server.baccarat.effective import effective
from server.baccarat.events import CardCorrected, Voided
from server.baccarat.play import replay
from server.baccarat.roads import roads_json
from server.baccarat.rules import FixedBurn, House
from server.baccarat.shoe import Phase
from server.baccarat.snapshot import snapshot

from .drawing import roads
from .notation import EIGHT_DECKS, coups, entries, hold, play, refusal

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"  # player by a natural 8; banker by a natural 9
SIX_UNSEEN = House(name="six", title="Six", decks=6, burn=FixedBurn(cards=6, seen=False))


def flags(shoe):
    return [settled.flags for settled in shoe.settled]


def test_a_card_taken_back_was_never_dealt():
    undone = play("8S KD /undo:3")
    assert undone == play("8S")
    assert coups(play("8S 5D /undo:3 KD KH 7C")) == [COUP]


def test_an_undo_can_itself_be_taken_back_and_that_again():
    assert play("8S KD /undo:3 /undo:4") == play("8S KD")
    assert play("8S KD /undo:3 /undo:4 /undo:5") == play("8S")
    assert play("8S KD /undo:3 /undo:4 /undo:5 /undo:6") == play("8S KD")


def test_a_card_can_be_taken_back_again_after_its_undo_was():
    assert play("8S KD /undo:3 /undo:4 /undo:3") == play("8S")


def test_a_last_card_taken_back_opens_its_coup_again():
    undone = play(f"{COUP} /undo:5")
    assert (undone.phase, undone.expected, undone.settled) == (Phase.DEALING, "banker 2", ())


def test_a_corrected_card_is_dealt_as_it_truly_was():
    corrected = play("8S 5D /fix:3=KD KH 7C")
    assert coups(corrected) == [COUP]
    assert flags(corrected) == [{"corrected"}]
    assert corrected.seen == play(COUP).seen


def test_a_typed_card_can_be_corrected_as_well():
    assert coups(play("+8S +5D /fix:3=KD +KH +7C")) == [COUP]


def test_a_card_can_be_corrected_twice_and_the_last_word_stands():
    assert coups(play("8S 5D /fix:3=6D /fix:3=KD KH 7C")) == [COUP]


def test_a_correction_can_itself_be_taken_back():
    taken_back = play("8S KD /fix:3=5D /undo:4 KH 7C")
    assert coups(taken_back) == [COUP]
    assert flags(taken_back) == [frozenset()]
    earlier = play("8S 5D /fix:3=KD /fix:3=6D /undo:5 KH 7C")
    assert coups(earlier) == [COUP]


def test_a_corrected_card_can_make_its_coup_longer_and_move_all_later_cards_up():
    words = "8S 3D KH 7C  5S 9D QH TC  6H"
    assert coups(play(words)) == ["8S 3D KH 7C", "5S 9D QH TC"]
    longer = play(f"{words} /fix:2=2S")  # 2 to 0: the player draws a 5, the banker the 9
    assert coups(longer) == ["2S 3D KH 7C 5S 9D"]
    assert longer.coup == play("QH TC 6H").coup


def test_a_correction_redraws_the_roads_and_counts_of_later_coups_too():
    wrong = f"{COUP} {COUP} {NEXT} {COUP}"
    before = snapshot(play(wrong), house=EIGHT_DECKS)
    after = snapshot(play(f"{wrong} /fix:6=6S"), house=EIGHT_DECKS)  # 6 to 7: banker, no natural
    drawn = roads_json(roads("PBBP"))
    assert before["counts"] | {"player": 2, "banker": 2, "natural": 3} == after["counts"]
    assert (after["ask"], after["roads"]) == (drawn.pop("ask"), drawn)
    assert before["roads"] != after["roads"]


def test_a_corrected_face_counts_and_the_misread_one_does_not():
    one_deck = House(name="d", title="D", decks=1)
    assert hold(play("KH KH", one_deck)) == "2nd KH in 1 deck."
    assert not play("KH KH /fix:2=KD", one_deck).hold
    assert not play("KH KH /fix:3=KD", one_deck).hold
    assert hold(play("KH KD /fix:3=KH", one_deck)) == "2nd KH in 1 deck."


def test_a_hold_goes_with_the_mistake_that_caused_it():
    assert coups(play(f"8S KD@p2 /undo:3 KD@b1 KH 7C {NEXT}")) == [COUP, NEXT]
    assert play("8S gap /undo:3") == play("8S")
    assert coups(play("8S lost KD KH 7C /undo:3")) == [COUP]


def test_a_wrong_result_holds_until_the_misread_card_is_put_right():
    assert play("8S KD KH 6C says:player+bp").phase is Phase.ON_HOLD
    misread = "8S KD KH 9C says:player"
    assert play(misread).phase is Phase.ON_HOLD
    assert play(f"{misread} /fix:5=7C").phase is Phase.READY


def test_burn_cards_can_be_taken_back_and_corrected():
    by_hand = play("?? ?? ?? /undo:4 ?? ?? ?? ??", SIX_UNSEEN)
    assert (by_hand.phase, by_hand.burned) == (Phase.READY, 6)
    assert play("AS /fix:2=2S", SIX_UNSEEN).seen == play("2S", SIX_UNSEEN).seen
    assert play("/burned /undo:2 ??", SIX_UNSEEN).phase is Phase.BURNING


def test_the_closing_of_a_shoe_can_be_taken_back():
    assert play(f"{COUP} /close /undo:6") == play(COUP)


def test_a_release_can_be_taken_back():
    assert play("8S gap /go /undo:4") == play("8S gap")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("8S /undo:9", "There is no entry 9 in this shoe, so it cannot be corrected."),
        ("8S /undo:3", "There is no entry 3 in this shoe, so it cannot be corrected."),
        ("8S /fix:7=9S", "There is no entry 7 in this shoe, so it cannot be corrected."),
        ("8S /undo:2 /undo:2", "Entry 2 has already been undone."),
        ("8S /undo:2 /fix:2=9S", "Entry 2 has already been undone."),
        ("8S /undo:2 /undo:3 /undo:3", "Entry 3 has already been undone."),
        ("8S /undo:1", "The opening of a shoe cannot be undone: close the shoe."),
        ("8S cut /fix:3=9S", "Entry 3 is not a card, so it has no card to correct."),
        ("8S /undo:2 /fix:3=9S", "Entry 3 is not a card, so it has no card to correct."),
        ("/fix:1=9S", "Entry 1 is not a card, so it has no card to correct."),
    ],
)
def test_what_cannot_be_corrected_is_refused(words, said):
    house = House(name="x", title="X", decks=8)
    assert refusal(words, house) == said


def test_corrections_are_allowed_on_hold_and_after_the_shoe_is_closed():
    assert play("8S ?? /undo:2").phase is Phase.ON_HOLD
    closed = play("8S KD KH 9C /close /fix:5=7C")
    assert (closed.phase, coups(closed)) == (Phase.CLOSED, [COUP])


def test_the_log_with_its_corrections_carried_out_has_no_corrections():
    log = entries("8S 5D /fix:3=KD KH 9C /undo:6 7C")
    carried_out = effective(log)
    assert [entry.seq for entry in carried_out] == [1, 2, 3, 5, 8]
    assert [entry.seq for entry in carried_out if entry.corrected] == [3]
    assert not any(isinstance(entry.event, Voided | CardCorrected) for entry in carried_out)
    assert replay(carried_out) == replay(log)


def test_a_log_without_corrections_stays_as_it_is():
    log = entries(f"{COUP} {NEXT}")
    assert effective(log) == log
