"""Coups by the million against the core's objects: settling given cards, and whole shuffled shoes.

    python -m tests.bench.bulk

All subjects take turns in one thread. What counts is the processor's time, so that others who use
the machine meanwhile do not: they still slow it down by what they push out of its caches.
"""

from __future__ import annotations

import time

import numpy as np

from server.baccarat.cards import Card
from server.baccarat.coup import MOST_CARDS, Coup
from server.baccarat.rules import House
from server.bulk.codes import CARD, Codes
from server.bulk.settle import settle_in_blocks
from server.bulk.shoes import deal, shuffled_shoes, sure_coups
from server.bulk.tally import Tally

from .measure import rounds, spread
from .rules import DECKS, dealt

SHOES, GIVEN = 4096, 2_000_000
HOUSE = House(name="bench", title="", decks=DECKS)


def given_cards(count: int) -> Codes:
    """Six cards for each coup, out of shuffled shoes: shape (6, coups)."""
    each = DECKS * 52 // MOST_CARDS
    shoes = shuffled_shoes(DECKS, 1, 1, count // each + 1)[:, : each * MOST_CARDS]
    return np.ascontiguousarray(shoes.reshape(-1, MOST_CARDS)[:count].T)


def main() -> None:
    cards = given_cards(GIVEN)
    few: list[list[Card]] = [[CARD[int(code)] for code in coup] for coup in cards[:, :4000].T]

    def settled_in_bulk() -> int:
        return len(settle_in_blocks(cards))

    def settled_one_by_one() -> int:
        for coup in few:
            assert Coup.deal(iter(coup)).result is not None
        return len(few)

    def dealt_in_bulk() -> int:
        tally = Tally(sure_coups(HOUSE))
        tally.add(deal(shuffled_shoes(DECKS, 1, 1, SHOES), HOUSE))
        return tally.coups

    def dealt_one_by_one() -> int:
        return dealt("result")

    subjects = {
        "settled, given cards": (settled_in_bulk, settled_one_by_one),
        "dealt and counted, shuffle included": (dealt_in_bulk, dealt_one_by_one),
    }
    times = rounds(
        {f"{name}/{n}": work for name, two in subjects.items() for n, work in enumerate(two)},
        clock=time.process_time,
    )
    print("Coups with result, pairs, natural and totals, in a second of one processor's time:")
    for name in subjects:
        bulk, objects = times[f"{name}/0"], times[f"{name}/1"]
        ratios = sorted(slow / fast for fast, slow in zip(bulk, objects, strict=True))
        print(f"  {name}")
        print(f"    in bulk            {spread([1 / each for each in bulk], 1e-6, 'M/s')}")
        print(f"    baseline: objects  {spread([1 / each for each in objects], 1e-6, 'M/s')}")
        middle = ratios[len(ratios) // 2]
        print(
            f"    bulk / objects     {middle:.0f}x (least {ratios[0]:.0f}, most {ratios[-1]:.0f})"
        )


if __name__ == "__main__":
    main()
