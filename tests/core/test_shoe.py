"""A shoe from its first coup to its last card."""

from __future__ import annotations

import pytest

from server.baccarat.coup import Coup, Outcome
from server.baccarat.events import ShoeOpened
from server.baccarat.play import replay
from server.baccarat.rules import FixedBurn, House
from server.baccarat.shoe import Phase

from .notation import EIGHT_DECKS, ONE_DECK, coup, coups, event, hold, numbered, play, refusal

# Eight naturals of four cards each from one deck.
NATURALS = """
    8S KS TS QS  8H KH TH QH  8D KD TD QD  8C KC TC QC
    9S 2S JS 2H  9H 3S JH 3H  9D 4S JD 3D  9C 2D JC 2C
"""


def test_a_coup_is_dealt_card_by_card():
    steps = [play(" ".join(["2S", "3D", "2H", "KC", "7S", "4H"][:count])) for count in range(7)]
    assert [shoe.expected for shoe in steps] == [
        "player 1",
        "banker 1",
        "player 2",
        "banker 2",
        "player 3",
        "banker 3",
        "player 1",
    ]
    assert [shoe.phase for shoe in steps] == [Phase.READY, *[Phase.DEALING] * 5, Phase.READY]
    assert [shoe.left for shoe in steps] == [416, 415, 414, 413, 412, 411, 410]
    assert [len(shoe.settled) for shoe in steps] == [0, 0, 0, 0, 0, 0, 1]


def test_a_settled_coup_knows_its_number_outcome_and_last_entry():
    shoe = play("8S KD KH 7C  KS 9D QH TC  6S 3D KH KC 3H  7S 7D")
    assert [
        (settled.number, settled.coup, settled.outcome, settled.seq) for settled in shoe.settled
    ] == [
        (1, coup("8S KD KH 7C"), Outcome.PLAYER, 5),
        (2, coup("KS 9D QH TC"), Outcome.BANKER, 9),
        (3, coup("6S 3D KH KC 3H"), Outcome.TIE, 14),
    ]
    assert shoe.last == shoe.settled[-1]
    assert shoe.coup == coup("7S 7D")


def test_an_extra_card_is_the_next_card():
    assert coups(play("8S KD KH 7C 9S  9D QH TC")) == ["8S KD KH 7C", "9S 9D QH TC"]


def test_cards_seen_at_their_places_are_dealt_the_same():
    seen = play("2S@p1 3D@b1 2H@p2 KC@b2 7S@p3 4H@b3")
    assert seen.settled == play("2S 3D 2H KC 7S 4H").settled
    assert seen.settled == play("2S@p 3D@b 2H@p KC@b 7S@p 4H@b").settled


def test_cards_typed_in_are_dealt_the_same_and_marked():
    typed = play("+8S +KD KH 7C  KS 9D QH TC")
    assert coups(typed) == ["8S KD KH 7C", "KS 9D QH TC"]
    assert [settled.flags for settled in typed.settled] == [{"typed"}, frozenset()]


def test_each_card_is_counted_by_its_face():
    shoe = play("8S KD KH 7C  8S 9D QH TC")
    assert {str(card): count for card, count in shoe.seen.items()} == {
        "8S": 2, "KD": 1, "KH": 1, "7C": 1, "9D": 1, "QH": 1, "TC": 1,
    }  # fmt: skip


def test_a_shoe_is_over_with_fewer_than_six_cards():
    house = House(name="short", title="Short", decks=1, burn=FixedBurn(cards=15))
    burn = "?? " * 15
    dealt = play(f"{burn}{NATURALS}", house)  # 37 cards, less 8 coups of 4, is 5
    assert (dealt.phase, dealt.left, len(dealt.settled)) == (Phase.OVER, 5, 8)
    assert dealt.expected == "nowhere"
    before = play(f"{burn}{NATURALS.rsplit(maxsplit=1)[0]}", house)
    assert (before.phase, before.left) == (Phase.DEALING, 6)


def test_six_cards_are_enough_for_another_coup():
    house = House(name="six", title="Six Left", decks=1, burn=FixedBurn(cards=14))
    assert play("?? " * 14 + NATURALS, house).phase is Phase.READY


def test_a_card_after_the_shoe_is_over_holds_the_table():
    house = House(name="short", title="Short", decks=1, burn=FixedBurn(cards=15))
    over = "?? " * 15 + NATURALS
    held = play(f"{over} 5S", house)
    assert held.phase is Phase.ON_HOLD
    assert hold(held) == (
        "5S left the shoe, but the last coup of the shoe is dealt: close the shoe."
    )
    released = play(f"{over} 5S /go", house)
    assert (released.phase, len(released.settled)) == (Phase.OVER, 8)
    assert play(f"{over} 5S 6S 7S /go", house).phase is Phase.OVER  # one release is enough
    assert play(f"{over} 5S /close", house).phase is Phase.CLOSED


def test_a_card_without_an_open_shoe_holds_the_table():
    held = play("5S", None)
    assert (held.phase, hold(held)) == (Phase.ON_HOLD, "A card left the shoe, but no shoe is open.")
    assert hold(play("??", None)) == "A card left the shoe, but no shoe is open."
    assert play("5S /go", None).phase is Phase.CLOSED
    assert hold(play("8S KD KH 7C /close 5S")) == "A card left the shoe, but no shoe is open."


def test_a_closed_shoe_is_followed_by_a_fresh_one():
    log = numbered(
        [
            ShoeOpened(by="Ann", number=1, house=ONE_DECK),
            *map(event, ["8S", "KD", "KH", "7C", "/close"]),
            ShoeOpened(by="Ann", number=2, house=EIGHT_DECKS),
            *map(event, ["8S", "KD"]),
        ]
    )
    second = replay(log)
    assert (second.number, second.house, second.left) == (2, EIGHT_DECKS, 414)
    assert (second.settled, second.coup) == ((), Coup.of(coup("8S KD").cards))


def test_the_shoe_cannot_be_closed_within_a_coup():
    assert refusal("8S KD /close") == (
        "You cannot close the shoe now: a coup is being dealt: finish it, void it, or undo "
        "its cards, first."
    )
    assert refusal("8S KD /hold /close") == refusal("8S KD /close")


@pytest.mark.parametrize(("decks", "words"), [(1, "1 deck"), (2, "2 decks"), (8, "8 decks")])
def test_no_card_can_come_more_often_than_there_are_decks(decks, words):
    house = House(name="d", title="D", decks=decks)
    kings = "KH " * decks
    nth = {1: "2nd", 2: "3rd", 8: "9th"}[decks]
    if decks == 8:
        # Kings tie with kings: each coup of kings alone takes all six cards.
        assert coups(play(kings, house)) == ["KH KH KH KH KH KH"]
    assert not play(kings, house).hold
    held = play(f"{kings}KH", house)
    assert hold(held) == f"{nth} KH in {words}."
    assert refusal(f"{kings}+KH", house) == (
        f"{nth} KH in {words}. Look for a card that was entered or read wrong before."
    )
    assert play(f"{kings}KD", house).phase is Phase.DEALING
