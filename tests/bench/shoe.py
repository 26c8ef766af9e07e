"""One card more at the end of a shoe: by the fold's last step, and by replaying it whole."""

from __future__ import annotations

from datetime import UTC, datetime

from drivers.simulated import shoe_cards
from server.baccarat.events import CardRead, Entry, ShoeOpened
from server.baccarat.play import advance, replay
from server.baccarat.rules import HOUSES

from .measure import rounds, spread

CARDS, TIMES = 400, 50


def main() -> None:
    now, house = datetime.now(UTC), HOUSES["paramount"]
    entries = [Entry(1, now, ShoeOpened(by="bench", number=1, house=house))]
    entries += [
        Entry(seq, now, CardRead(reader="bench", card=card))
        for seq, card in enumerate(shoe_cards(house.decks, seed=7)[:CARDS], start=2)
    ]
    shoe, last = replay(entries[:-1]), entries[-1]

    def stepped() -> int:
        for _ in range(TIMES):
            advance(shoe, entries[:-1], last)
        return TIMES

    def replayed() -> int:
        for _ in range(TIMES):
            replay(entries)
        return TIMES

    times = rounds({"stepped": stepped, "replayed": replayed})
    print(f"Card {CARDS} of a shoe worked out:")
    print(f"  the fold's last step      {spread(times['stepped'], 1e6, 'µs')}")
    print(f"  baseline: replayed whole  {spread(times['replayed'], 1e6, 'µs')}")
