"""What is counted of settled coups, and how often it is to be expected."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ..baccarat.coup import Outcome
from ..baccarat.settled import Settled
from .band import Band, Tries, band
from .exact import expected


@dataclass(frozen=True, slots=True)
class Named:
    """What is counted: its name, and its words for people."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Counted(Named):
    """A kind of coup: whether a coup is of it, and its chance by decks.

    `holds` answers None where it cannot be known, as without the cards of a declared coup.
    """

    holds: Callable[[Settled], bool | None]
    chance: Callable[[int], Fraction]


@dataclass(frozen=True, slots=True)
class Count:
    """How many coups are of a kind, of how many of which that is known."""

    count: int
    of: int

    @property
    def share(self) -> float:
        """The part of the coups that are of the kind, 0 to 1."""
        return self.part(self.count)

    def part(self, count: float) -> float:
        """Another count as a part of the same coups."""
        return count / self.of if self.of else 0.0


@dataclass(frozen=True, slots=True)
class Share:
    """A kind's count over some coups, and the band in which it is usual."""

    kind: Named
    count: Count
    band: Band

    @property
    def share(self) -> float:
        return self.count.share

    @property
    def expected(self) -> float:
        return self.count.part(self.band.expected)

    @property
    def low(self) -> float:
        return self.count.part(self.band.low)

    @property
    def high(self) -> float:
        return self.count.part(self.band.high)

    @property
    def is_usual(self) -> bool:
        return self.band.holds(self.count.count)


def _outcome(outcome: Outcome) -> Counted:
    name = str(outcome)
    return Counted(
        name, name.capitalize(), lambda coup: coup.outcome is outcome, lambda d: expected(d)[name]
    )


def _befell(name: str, words: str) -> Counted:
    return Counted(
        name, words, lambda coup: bool(getattr(coup.result, name)), lambda d: expected(d)[name]
    )


def _took(cards: int) -> Counted:
    def holds(settled: Settled) -> bool | None:
        return len(settled.coup.cards) == cards if settled.coup.is_complete else None

    name = f"cards_{cards}"
    return Counted(name, f"{cards} cards", holds, lambda d: expected(d)[name])


COUNTED = (
    *map(_outcome, (Outcome.BANKER, Outcome.PLAYER, Outcome.TIE)),
    _befell("natural", "Natural"),
    _befell("banker_pair", "Banker pair"),
    _befell("player_pair", "Player pair"),
    *map(_took, (4, 5, 6)),
)


def count(settled: Iterable[Settled], kinds: Sequence[Counted] = COUNTED) -> dict[str, Count]:
    """Each kind's count over the coups that have a result; void ones count for nothing."""
    coups = [coup for coup in settled if coup.result is not None]
    counts = {}
    for kind in kinds:
        known = [holds for coup in coups if (holds := kind.holds(coup)) is not None]
        counts[kind.name] = Count(sum(known), len(known))
    return counts


def shares(
    counts: Sequence[tuple[int, Mapping[str, Count]]], kinds: Sequence[Counted] = COUNTED
) -> list[Share]:
    """Each kind's share over several shoes, given as their decks and counts."""
    told = []
    for kind in kinds:
        own = [(decks, each[kind.name]) for decks, each in counts]
        by_decks: dict[int, int] = {}
        for decks, each in own:
            by_decks[decks] = by_decks.get(decks, 0) + each.of
        tries = [Tries(of, float(kind.chance(decks))) for decks, of in by_decks.items()]
        total = Count(sum(each.count for _, each in own), sum(each.of for _, each in own))
        told.append(Share(kind, total, band(tries)))
    return told
