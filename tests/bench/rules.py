"""Coups a second through the public objects, from shuffled eight-deck shoes, shuffle included."""

from __future__ import annotations

import random
from operator import attrgetter

from drivers.simulated import shuffled
from server.baccarat.coup import MOST_CARDS, Coup

from .measure import rounds, spread

SHOES, DECKS = 60, 8


def dealt(what: str = "outcome") -> int:
    """Deal the shoes coup by coup and ask each for its outcome or result; how many there were."""
    rng, coups, ask = random.Random(1), 0, attrgetter(what)
    for _ in range(SHOES):
        cards = shuffled(DECKS, rng)
        shoe, left = iter(cards), len(cards)
        while left >= MOST_CARDS:
            coup = Coup.deal(shoe)
            assert ask(coup) is not None
            left -= len(coup.player) + len(coup.banker)
            coups += 1
    return coups


def main() -> None:
    def built_up() -> int:
        rng, coups = random.Random(1), 0
        for _ in range(SHOES):
            cards = shuffled(DECKS, rng)
            shoe, left = iter(cards), len(cards)
            while left >= MOST_CARDS:
                coup = Coup()
                while not coup.is_complete:
                    coup = coup.add(next(shoe))
                    left -= 1
                assert coup.outcome is not None
                coups += 1
        return coups

    times = rounds({"dealt": dealt, "built up": built_up})
    per_second = {name: [1 / value for value in values] for name, values in times.items()}
    print(f"Coups with their outcome, {SHOES} shuffled shoes of {DECKS} decks, shuffle included:")
    print(f"  Coup.deal                 {spread(per_second['dealt'], 1, 'coups/s')}")
    print(f"  baseline: card by card    {spread(per_second['built up'], 1, 'coups/s')}")
    pairs = zip(times["built up"], times["dealt"], strict=True)
    ratios = [slow / fast for slow, fast in pairs]
    print(f"  card by card / deal       {sorted(ratios)[len(ratios) // 2]:.1f}x")
