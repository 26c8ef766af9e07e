"""How many cards of the photographs in ../shared/data/cards/dev are read right, and wrong."""

from __future__ import annotations

import csv
import itertools
import json
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from drivers.camera.photo import photo
from drivers.camera.seer import Sees
from drivers.camera.verdict import verdict

DEV = Path(__file__).parents[3] / "shared" / "data" / "cards" / "dev"
_SOURCES = {
    "rf100": "overlapping cards on white or dark", "sergio": "green felt from above",
    "kent": "single cards on black", "nan11": "boards, fabric, far and dark",
    "pawelas": "colours, distances, cut by the edge", "arnab": "others", "neg": "no cards",
}  # fmt: skip
_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.01)


@dataclass(frozen=True, slots=True)
class Read:
    """One photograph: what lies there, and what was read, surest first, with its confidence."""

    file: str
    there: tuple[str, ...]
    said: tuple[tuple[str, float], ...]
    unreadable: int

    @property
    def right(self) -> int:
        return sum((Counter(self.there) & Counter(card for card, _ in self.said)).values())

    @property
    def wrong(self) -> list[str]:
        """Cards that do not lie there; one whose suit is not told is right if its rank is."""
        rest = Counter(self.there)
        wrong = []
        for card, _ in sorted(self.said, key=lambda said: said[0].endswith("?")):
            fits = [one for one in rest if rest[one] and (one == card or card == f"{one[0]}?")]
            if fits:
                rest[fits[0]] -= 1
            else:
                wrong.append(card)
        return wrong


def read_all(eye: Sees, folder: Path = DEV) -> list[Read]:
    """Every photograph of labels.csv."""
    with (folder / "labels.csv").open() as lines:
        return [
            _read(eye, folder / row["file"], tuple(row["cards"].split()))
            for row in csv.DictReader(lines)
        ]


def _read(eye: Sees, path: Path, there: tuple[str, ...]) -> Read:
    verdicts = [verdict(seen) for seen in eye.look(photo(path))]
    said = tuple((one.card, one.confidence) for one in verdicts if one.card)
    return Read(path.name, there, said, sum(one.card is None for one in verdicts))


def table(reads: list[Read]) -> Iterable[str]:
    """The figures as lines."""
    yield f"{'photographs of':<42} cards  right  share  wrong  unread"
    for source, words in _SOURCES.items():
        mine = [read for read in reads if read.file.split("_")[0] == source]
        if mine:
            yield _line(words, mine)
    yield _line("all", reads)
    for read in reads:
        if read.wrong:
            yield f"  wrong in {read.file}: {' '.join(read.wrong)}"


def _line(words: str, reads: list[Read]) -> str:
    cards = sum(len(read.there) for read in reads)
    right = sum(read.right for read in reads)
    wrong = sum(len(read.wrong) for read in reads)
    unread = sum(read.unreadable for read in reads)
    share = f"{right / cards:.3f}" if cards else "-"
    return f"{words:<42} {cards:>5} {right:>6} {share:>6} {wrong:>6} {unread:>7}"


def reliability(reads: list[Read]) -> Iterable[str]:
    """How often a card is right, by how sure the eye was of it."""
    told = [(confidence, card in read.there) for read in reads for card, confidence in read.said]
    for low, high in itertools.pairwise(_BINS):
        mine = [(sure, right) for sure, right in told if low <= sure < high]
        if mine:
            mean = math.fsum(sure for sure, _ in mine) / len(mine)
            right = sum(right for _, right in mine) / len(mine)
            reach = f"{low:.2f} to {min(high, 1):.2f}"
            yield f"  {reach}: {len(mine):>4} cards, {mean:.3f} sure, {right:.3f} right"


def failures(reads: list[Read]) -> list[dict[str, object]]:
    """The photographs in which something is missing or wrong, for looking at."""
    return [
        {"file": r.file, "there": r.there, "said": r.said, "wrong": r.wrong}
        for r in reads
        if r.wrong or r.right < len(r.there)
    ]


def write_failures(reads: list[Read], path: Path) -> None:
    path.write_text("\n".join(map(json.dumps, failures(reads))) + "\n")
