"""The chaos table: each fault alone, then all at once; how often held, corrected, silently wrong.

python -m tests.chaos [SHOES]
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from itertools import cycle
from pathlib import Path

from drivers.virtual.mischief import FAULTS
from server.baccarat.events import Refused
from server.baccarat.rules import HOUSES

from .killed import KilledNight
from .night import Night

_ALONE, _TOGETHER = 0.05, 0.01  # rates
_SHOES_ALONE = 5
_GARBAGE = {"garbage": 1.0, "drop": 0.02}  # it comes when a line is opened


def main() -> None:
    shoes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(
        f"{'fault alone':<14}{'injected':>9}{'held':>7}{'decisions':>11}{'silent differences':>20}"
    )
    for fault in FAULTS:
        rates = {fault: _ALONE} | (_GARBAGE if fault == "garbage" else {})
        counts, faults = _night("olympic", 11, rates, _SHOES_ALONE)
        _row(fault, (counts, Counter({fault: faults[fault]})))
    began, total = time.monotonic(), Counter[str]()
    injected: Counter[str] = Counter()
    kinds = cycle(
        (house, protocol, line)
        for house in HOUSES
        for protocol, line in (("angel_eye", "pty"), ("line", "tcp"), ("angel_eye", "tcp"))
    )
    for seed in range(shoes):
        house, protocol, line = next(kinds)
        rates = dict.fromkeys(FAULTS, _TOGETHER)
        counts, faults = _night(house, seed, rates, 1, protocol=protocol, line=line)
        total += counts
        injected += faults
    _row(f"all, {shoes} shoes", (total, injected))
    print("  " + ", ".join(f"{name} {count}" for name, count in injected.most_common()))
    print(f"  {total['coups']} coups in {time.monotonic() - began:.0f} s")
    sys.exit(total["silent"] + killed(max(1, shoes // 10)) > 0)


def killed(shoes: int) -> int:
    """Shoes at a real server that is killed again and again; returns the silent differences."""
    counts: Counter[str] = Counter()
    rates = {**dict.fromkeys(FAULTS, _TOGETHER), "drop": 0.0}
    lines = cycle((("angel_eye", "pty"), ("line", "tcp"), ("angel_eye", "tcp")))
    for seed in range(shoes):
        protocol, line = next(lines)
        with tempfile.TemporaryDirectory() as folder:
            night = KilledNight(
                Path(folder), "punto_banco", seed, rates, protocol=protocol, line=line
            )
            try:
                night.deal_shoe(kills=0.02)
            except (AssertionError, Refused) as wrong:
                counts["silent"] += 1
                print(f"killed, seed {seed}: {str(wrong)[:300]}", file=sys.stderr)
            finally:
                night.close()
        counts["kills"] += night.kills
        counts["held"] += len(night.crew.holds)
        counts["acts"] += sum(night.crew.acts.values())
        counts["faults"] += sum(night.shoe.mischief.done.values())
    print(
        f"killed -9 {counts['kills']} times in {shoes} shoes, with {counts['faults']} faults: held "
        f"{counts['held']}, decisions {counts['acts']}, silent differences {counts['silent']}"
    )
    return counts["silent"]


def _night(
    house: str, seed: int, rates: dict[str, float], shoes: int, **more: str
) -> tuple[Counter[str], Counter[str]]:
    counts: Counter[str] = Counter()
    with Night(house, seed, rates, **more) as night:
        try:
            for _ in range(shoes):
                night.deal_shoe()
        except (AssertionError, Refused) as wrong:
            counts["silent"] += 1
            what = f"{house}, seed {seed}, {more}, {[*rates][:1]}"
            print(f"{what}: {str(wrong)[:300]}", file=sys.stderr)
        counts["held"] = len(night.crew.holds)
        counts["acts"] = sum(night.crew.acts.values())
        counts["coups"] = sum(len(shoe.coups) for shoe in night.truth.shoes)
        return counts, Counter(night.faults)


def _row(name: str, found: tuple[Counter[str], Counter[str]]) -> None:
    counts, faults = found
    print(
        f"{name:<14}{sum(faults.values()):>9}{counts['held']:>7}{counts['acts']:>11}"
        f"{counts['silent']:>20}",
        flush=True,
    )


if __name__ == "__main__":
    main()
