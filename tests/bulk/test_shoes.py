"""Whole shoes by the thousand end where the table ends them: burn, cut card and last coup."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from drivers.simulated import burn_count
from server.baccarat.cards import DECK, Card
from server.baccarat.events import CardRead, CutCardShown, Entry, Event, ShoeOpened
from server.baccarat.play import step
from server.baccarat.rules import HOUSES, CutCard, FirstCardBurn, FixedBurn, House, LastCoup
from server.baccarat.shoe import Phase, Shoe
from server.bulk.codes import CARD
from server.bulk.shoes import deal, shuffled_shoes, sure_coups
from server.bulk.tally import Tally
from server.bulk.words import NO_COUP, result_of, totals_of

NOW = datetime(2026, 11, 30, tzinfo=UTC)
ONE_DECK = House(name="one", title="One deck", decks=1)
HARD = [
    replace(ONE_DECK, burn=burn, cut_card=CutCard(from_end=from_end, last_coup=last_coup))
    for burn in (FixedBurn(cards=26), FirstCardBurn(ace=11))
    for from_end in (5, 20, 44)  # after the last coup, in the middle, within the burn
    for last_coup in LastCoup
]


def at_the_table(cards: list[Card], house: House) -> Shoe:
    """The shoe as a table has it: each card an event, the cut card where it lies."""
    shoe = step(Shoe(), Entry(1, NOW, ShoeOpened(by="Ann", number=1, house=house)))
    burned = burn_count(house, cards)
    events: list[Event] = []
    for place, card in enumerate(cards):
        is_cut = house.cut_card and len(cards) - place == house.cut_card.from_end
        if is_cut and place >= burned:
            events.append(CutCardShown(reader="slot"))
        events.append(CardRead(reader="slot", card=card))
    for seq, event in enumerate(events, start=2):
        if shoe.stage is Phase.OVER:
            break
        shoe = step(shoe, Entry(seq, NOW, event))
        assert not shoe.hold
    assert shoe.stage is Phase.OVER
    return shoe


@pytest.mark.parametrize("house", [*HOUSES.values(), *HARD])
def test_every_shoe_is_dealt_as_at_the_table(house: House) -> None:
    count = 4 if house.decks > 1 else 12
    shoes = shuffled_shoes(house.decks, 3, 1, count)
    dealt = deal(shoes, house)
    for number, codes in enumerate(shoes):
        settled = at_the_table([CARD[int(code)] for code in codes], house).settled
        coups = int(dealt.coups[number])
        words = [int(word) for word in dealt.words[:coups, number]]
        assert [(result_of(word), totals_of(word)) for word in words] == [
            (each.result, (each.coup.player_total, each.coup.banker_total)) for each in settled
        ]
        assert (dealt.words[coups:, number] == NO_COUP).all()
        assert coups >= sure_coups(house)


def test_a_shoe_hangs_on_its_seed_and_number_alone() -> None:
    shoes = shuffled_shoes(8, 7, 1, 20)
    assert sorted(CARD[int(code)].__str__() for code in shoes[4]) == sorted(map(str, DECK * 8))
    assert (shuffled_shoes(8, 7, 5, 3) == shoes[4:7]).all()
    assert not (shoes[0] == shoes[1]).all()
    assert not (shuffled_shoes(8, 8, 1, 1) == shoes[:1]).all()


def test_every_card_may_be_anywhere() -> None:
    shoes = shuffled_shoes(1, 1, 1, 52_000)
    at = np.stack([np.bincount(place, minlength=128) for place in shoes.T])
    counts = at[at > 0].reshape(52, 52)
    # 2,704 counts around 1,000: chi squared of 51 x 51 degrees of freedom, six deviations.
    assert abs(((counts - 1000.0) ** 2 / 1000).sum() - 51 * 51) < 6 * (2 * 51 * 51) ** 0.5


def test_counts_are_those_of_the_shoes_one_by_one() -> None:
    house = HOUSES["olympic"]
    together, apart = Tally(sure_coups(house)), Tally(sure_coups(house))
    together.add(deal(shuffled_shoes(6, 1, 1, 30), house))
    for number in range(1, 31):
        apart.add(deal(shuffled_shoes(6, 1, number, 1), house))
    assert together.counts() == apart.counts()
    assert together.sure_counts() == apart.sure_counts()
    assert together.sure_coups == 30 * sure_coups(house)
    assert (together.shoes, together.coups) == (30, apart.coups)
    assert (together.fewest, together.most) == (apart.fewest, apart.most)
    outcomes = [together.counts()[name] for name in ("banker", "player", "tie")]
    assert sum(outcomes) == together.coups
