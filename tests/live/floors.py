"""Tables in the middle of a shoe: their logs, made before the server, in short notation."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from server.baccarat.events import ShoeOpened
from server.baccarat.roads import parse_results
from server.baccarat.rules import CutCard, LastCoup, Limits
from server.log import EventLog
from server.table import Table
from tests.core.notation import EIGHT_DECKS, event

_CUT = CutCard(from_end=14, last_coup=LastCoup.ONE_MORE)
LIMITS = ((100, 10_000), (200, 20_000), (500, 50_000), (1_000, 100_000), (5_000, 500_000))


def fill(data: Path, shoes: Mapping[str, str]) -> None:
    """A shoe at each table: words of the notation, results such as BBPT, and `min-max` first.

    Nothing but limits: no shoe is open.
    """
    data.mkdir(parents=True, exist_ok=True)
    with closing(EventLog.open(data)) as log:
        for name, words in shoes.items():
            limits, *told = words.split()
            least, most = map(int, limits.split("-"))
            span = Limits(min=least, max=most)
            house = replace(EIGHT_DECKS, limits=span, cut_card=_CUT)
            table = Table(
                name, title=name, house=house, log=log, clock=lambda: datetime.now(UTC), boot_id="x"
            )  # fmt: skip
            if told:
                table.record(ShoeOpened(by="Ann", number=1, house=house))
            for word in told:
                if set(word) <= set("BPT"):
                    for outcome in parse_results(word):
                        table.record(event(f"/says:{outcome}"))
                else:
                    table.record(event(word))


_ENDS = (
    "", "", "", "", "8S AH", "/hold", "/cut", "/limits:300-30000", "/limits:50-5000+next", "/close",
)  # fmt: skip


def many(count: int, *, ends: Sequence[str] = _ENDS, seed: int = 1) -> dict[str, str]:
    """So many tables as a floor has them: in the middle of a shoe, and then what `ends` says."""
    chance = random.Random(seed)
    floor = {}
    for n in range(1, count + 1):
        least, most = LIMITS[n * n % len(LIMITS)]
        results = "".join(chance.choices("BPT", (46, 44, 10), k=chance.randint(3, 66)))
        results += chance.choice(["", "", "", "BBBBBBB", "BPBPBP", "PPBBPPBB"])
        floor[f"t{n}"] = f"{least}-{most} {results} {ends[n % len(ends)]}".strip()
    return floor
