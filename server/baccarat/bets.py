"""Bets: a rule on a settled coup, and what a stake is paid where it holds.

A bet's prizes are tried in order and the first whose rule holds is paid; where none does, the stake
is lost. A rule is plain data, so a house file can say one, and a shoe's log keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .cards import CARDS, RANKS, SUIT_UNKNOWN, SUITS, Card
from .coup import Outcome
from .facts import COUNTS, FLAGS, PATTERNS, TOTALS, Facts

_STRICT = {"extra": "forbid"}  # read by pydantic, which the shell checks houses with
MOST_PAID = 10_000  # to 1; more is a slip of the pen
_MOST_CALLED = 20  # the commission's 19:20

Check = tuple[str, frozenset[object] | Mapping[Card, bool | None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Conditions that must all hold, named as the facts are; what is left out is not asked.

    Numbers are one of those given. A pattern is letters of ranks and suits, which all the cards
    that it is asked of must match: `89` is an eight or nine, `HD` a red card, `JQKS` a picture of
    spades. Raises ValueError with a sentence that begins with the condition's name.
    """

    __pydantic_config__ = _STRICT
    winner: tuple[Outcome, ...] = ()
    player_total: tuple[int, ...] = ()
    banker_total: tuple[int, ...] = ()
    player_opening: tuple[int, ...] = ()
    banker_opening: tuple[int, ...] = ()
    margin: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    player_cards: tuple[int, ...] = ()
    banker_cards: tuple[int, ...] = ()
    suits: tuple[int, ...] = ()
    natural: bool | None = None
    player_natural: bool | None = None
    banker_natural: bool | None = None
    player_pair: bool | None = None
    banker_pair: bool | None = None
    player_suited: bool | None = None
    banker_suited: bool | None = None
    player_first_two: str = ""
    banker_first_two: str = ""
    player_third: str = ""
    banker_third: str = ""
    player_hand: str = ""
    banker_hand: str = ""
    every_card: str = ""
    checks: tuple[Check, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        checks = (*self._checks(),)
        if not checks:
            raise ValueError("winner or another condition must be given: else it always holds.")
        object.__setattr__(self, "checks", checks)

    def _checks(self) -> Iterator[Check]:
        if self.winner:
            yield "winner", frozenset(self.winner)
        for name, known in (*dict.fromkeys(TOTALS, range(10)).items(), *COUNTS.items()):
            wanted = getattr(self, name)
            for number in wanted:
                if number not in known:
                    raise ValueError(f"{name} must be {known[0]} to {known[-1]}, not {number}.")
            if wanted:
                yield name, frozenset(wanted)
        for name in FLAGS:
            if (flag := getattr(self, name)) is not None:
                yield name, frozenset([flag])
        for name in PATTERNS:
            if pattern := getattr(self, name):
                yield name, _matches(name, pattern)

    def holds(self, facts: Facts) -> bool | None:
        """Whether it holds of a coup; None where what is not known decides."""
        told: bool | None = True
        for name, wanted in self.checks:
            value = facts[name]
            if value is None:
                told = None
            elif isinstance(wanted, frozenset):
                if value not in wanted:
                    return False
            else:
                matched = [wanted[card] for card in value] or [False]
                if False in matched:
                    return False
                if None in matched:
                    told = None
        return told


def _matches(name: str, pattern: str) -> dict[Card, bool | None]:
    """Whether each card matches a pattern; None where its suit must be known for that."""
    letters = {*pattern}
    if strange := letters - {*RANKS, *SUITS}:
        raise ValueError(
            f"{name} {pattern!r} is made of ranks {RANKS} and suits {SUITS}; "
            f"{min(strange)!r} is none of them."
        )
    ranks, suits = letters & {*RANKS} or {*RANKS}, letters & {*SUITS} or {*SUITS}
    known = {card: card.rank in ranks and card.suit in suits for card in CARDS.values()}
    by_rank = None if len(suits) < len(SUITS) else True
    return known | {
        card: by_rank if card.rank in ranks else False for card in SUIT_UNKNOWN.values()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """What a stake is paid where a rule holds, as an exact fraction of it; 0 gives it back.

    `pays` is None where no source is sure of it: a house that offers it must say.
    """

    __pydantic_config__ = _STRICT
    when: Rule
    pays: Fraction | None = None
    name: str = ""

    def __post_init__(self) -> None:
        if self.pays is not None and not 0 <= self.pays <= MOST_PAID:
            raise ValueError(f"pays must be 0 to {MOST_PAID} to 1, not {ratio(self.pays)}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bet:
    """A bet by its key, with what the table calls it and a mark of one to three letters.

    `min` and `max` are the smallest and largest stake, None where the table's limits say.
    """

    __pydantic_config__ = _STRICT
    key: str
    title: str
    short: str
    prizes: tuple[Prize, ...]
    min: int | None = None
    max: int | None = None

    def __post_init__(self) -> None:
        if not self.key.isascii() or not self.key.replace("_", "").isalnum():
            raise ValueError(f"key {self.key!r} must be letters, digits and underscores.")
        if not 1 <= len(self.short) <= 3:
            raise ValueError(f"short must be one to three letters, not {self.short!r}.")
        if not any(prize.pays is None or prize.pays > 0 for prize in self.prizes):
            raise ValueError("prizes must pay something: a stake could only be lost or given back.")
        names = [prize.name for prize in self.prizes]
        if len({*names}) < len(names):
            raise ValueError("prizes must differ in their names.")
        for name, stake in (("min", self.min), ("max", self.max)):
            if stake is not None and not 1 <= stake <= 10**9:
                raise ValueError(f"{name} must be 1 to {10**9}, not {stake}.")
        if self.min is not None and self.max is not None and self.max < self.min:
            raise ValueError(f"max ({self.max}) is less than min ({self.min}).")

    def prize(self, facts: Facts) -> Prize | None:
        """The prize of a coup, None where the stake is lost; raises NotKnown."""
        for prize in self.prizes:
            holds = prize.when.holds(facts)
            if holds:
                return prize
            if holds is None:
                raise NotKnown(f"{self.title}: the cards that decide it are not known.")
        return None


class NotKnown(ValueError):
    """A coup of which too little is known to settle a bet."""


def ratio(pays: Fraction) -> str:
    """A pay as it is called: `19:20`, `40:1`, and `0.54:1` where nobody says 27:50."""
    if pays.denominator > _MOST_CALLED:
        return f"{money(pays)}:1"
    return f"{pays.numerator}:{pays.denominator}"


def money(sum_: Fraction) -> str:
    """A sum as it is counted out: `195`, `-12.5`; a fraction where no decimals are exact."""
    if sum_.denominator == 1:
        return str(sum_.numerator)
    places = next((n for n in range(1, 9) if 10**n % sum_.denominator == 0), 0)
    if not places:
        return str(sum_)
    sign, units = "-" if sum_ < 0 else "", abs(sum_.numerator) * 10**places // sum_.denominator
    return f"{sign}{units // 10**places}.{units % 10**places:0{places}d}"
