"""The simulated shoe: seeded, by the tableau, with faults on request."""

from __future__ import annotations

import pytest

from drivers.simulated import FAULTS, burn_count, shoe_cards, shoe_events
from server.baccarat.cards import DECK
from server.baccarat.coup import Coup, Side
from server.baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderLost,
    ResultReported,
    ShoeOpened,
)
from server.baccarat.play import replay
from server.baccarat.rules import HOUSES
from tests.core.notation import numbered


def events(house: str, seed: int = 4, **faults: float) -> list[Observation]:
    return list(shoe_events(HOUSES[house], seed, 1, faults))


def test_the_same_seed_deals_the_same_shoes() -> None:
    assert shoe_cards(8, 4) == shoe_cards(8, 4)
    assert shoe_cards(8, 4) != shoe_cards(8, 5)
    assert shoe_cards(8, 4, number=2) != shoe_cards(8, 4)
    assert events("classic") == events("classic")


def test_a_shoe_is_all_its_decks() -> None:
    assert sorted(map(str, shoe_cards(6, 1))) == sorted(map(str, DECK * 6))


def test_this_seed_will_always_deal_these_cards() -> None:
    """`random()` is promised to stay as it is, so a written-down seed stays good for ever."""
    first = "8H 4D KS QS 2H 2D 8H JH 5C AD 7D 2S TH 2D 2H"
    assert " ".join(map(str, shoe_cards(8, 1)[:15])) == first


@pytest.mark.parametrize("house", HOUSES)
def test_every_house_is_dealt_by_the_tableau(house: str) -> None:
    cards = shoe_cards(HOUSES[house].decks, 4)
    burned = burn_count(HOUSES[house], cards)
    reads = [event for event in events(house) if isinstance(event, CardRead)]
    assert [read.side for read in reads[:burned]] == [Side.BURN] * burned
    dealt = [read.card for read in reads[burned:]]
    assert dealt == cards[burned : burned + len(dealt)]
    coup = Coup()
    for read in reads[burned:]:
        seat = coup.next_seat
        assert seat is not None
        assert (read.side, read.place) == (seat.side, seat.place)
        assert read.card is not None
        coup = coup.add(read.card)
        coup = Coup() if coup.is_complete else coup
    assert len(cards) - burned - len(dealt) < 6


def test_unseen_burn_cards_have_no_face() -> None:
    assert [e.card for e in events("olympic")[:6] if isinstance(e, CardRead)] == [None] * 6


def test_the_cut_card_comes_once_at_its_place() -> None:
    told = events("classic")
    (cut,) = [n for n, event in enumerate(told) if isinstance(event, CutCardShown)]
    after = [event for event in told[cut:] if isinstance(event, CardRead)]
    unread = 416 - sum(isinstance(event, CardRead) for event in told)
    assert len(after) + unread == 16


def test_faults_come_only_on_request() -> None:
    clean = events("paramount")
    assert not any(isinstance(event, ReaderLost) for event in clean)
    assert all(event.card for event in clean if isinstance(event, CardRead))


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault(fault: str) -> None:
    told = events("paramount", **{fault: 1.0})
    reads = [event for event in told if isinstance(event, CardRead)]
    match fault:
        case "unreadable":
            assert all(read.card is None for read in reads)
        case "suit":
            assert {str(read.card)[1] for read in reads} == {"?"}
            opened = ShoeOpened(by="Ann", number=1, house=HOUSES["paramount"])
            assert replay(numbered([opened, *told[:400]])).hold is None
        case "double":
            assert reads[0] == reads[1]
        case "extra":
            after = told[next(n for n, e in enumerate(told) if isinstance(e, ResultReported)) + 1]
            assert isinstance(after, CardRead)
            assert (after.side, after.place) == (Side.BANKER, 3)
        case "lost":
            assert any(isinstance(event, ReaderLost) for event in told)
