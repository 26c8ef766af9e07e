"""All five roads and the ask marks after each of 10,000 coups, in shoes of 75."""

from __future__ import annotations

import random

from server.baccarat.coup import Outcome
from server.baccarat.roads import Roads

from .measure import rounds, spread

COUPS, SHOE = 10_000, 75


def main() -> None:
    rng = random.Random(1)
    outcomes = [Outcome.BANKER, Outcome.PLAYER, Outcome.TIE]
    shoes = [
        rng.choices(outcomes, weights=[4586, 4462, 952], k=min(SHOE, COUPS - start))
        for start in range(0, COUPS, SHOE)
    ]

    def grown() -> int:
        for shoe in shoes:
            roads = Roads.empty()
            for outcome in shoe:
                roads = roads.add(outcome)
                roads.ask(Outcome.BANKER)
                roads.ask(Outcome.PLAYER)
        return COUPS

    def redrawn() -> int:
        for shoe in shoes:
            for length in range(1, len(shoe) + 1):
                roads = Roads.empty().extend(shoe[:length])
                roads.ask(Outcome.BANKER)
                roads.ask(Outcome.PLAYER)
        return COUPS

    times = rounds({"grown": grown}, count=7) | rounds({"redrawn": redrawn}, count=2)
    print(f"Roads and ask after each of {COUPS:,} coups, shoes of {SHOE}:")
    print(f"  one coup more             {spread(times['grown'], 1e6, 'µs a coup')}")
    print(f"  baseline: redrawn whole   {spread(times['redrawn'], 1e6, 'µs a coup')}")
    ratio = sorted(times["redrawn"])[0] / sorted(times["grown"])[0]
    print(f"  redrawn / one more        {ratio:.1f}x")
