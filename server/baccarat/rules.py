"""Houses: named sets of rules around the one tableau: decks, burn, cut card, odds, limits.

A house is plain data. Five that come with the product are the five seed texts (`ema_d52`,
`classic`, `punto_banco`, `olympic`, `paramount`), whose slips are not followed; `macau` and `ez`
are the two other games, with the side bets that go with them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from .bets import Bet
from .cards import Card
from .known_bets import KNOWN_BETS
from .odds import GAMES, MAIN, Odds
from .roles import Role

_STRICT = {"extra": "forbid"}  # read by pydantic, which the shell checks houses with


class LastCoup(StrEnum):
    """Which coup is the last once the cut card is out."""

    THIS = "this"
    ONE_MORE = "one_more"
    THIS_IF_FIRST = "this_if_before_first_card_else_one_more"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoBurn:
    """No card is burned when a shoe is opened."""

    __pydantic_config__ = _STRICT
    kind: Literal["none"] = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class FixedBurn:
    """A fixed number of cards is burned; `seen` where their faces are shown."""

    __pydantic_config__ = _STRICT
    kind: Literal["fixed"] = "fixed"
    cards: int
    seen: bool = True
    skippable: bool = True

    def __post_init__(self) -> None:
        _between("burn.cards", self.cards, 1, 26)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstCardBurn:
    """The first card is shown, then as many as its pips are burned (10, J, Q, K ten; ace `ace`)."""

    __pydantic_config__ = _STRICT
    kind: Literal["first_card"] = "first_card"
    ace: Literal[1, 11] = 1
    seen: bool = False  # the cards after the first
    skippable: bool = True

    def count(self, first: Card) -> int:
        """How many cards are burned after the first one."""
        return self.ace if first.rank == "A" else first.value or 10


Burn = NoBurn | FixedBurn | FirstCardBurn


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCard:
    """Where the cut card goes in, in cards from the end, and which coup it makes the last."""

    __pydantic_config__ = _STRICT
    from_end: int
    last_coup: LastCoup

    def __post_init__(self) -> None:
        _between("cut_card.from_end", self.from_end, 1, 208)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The smallest and largest stake on a side, the largest on a tie, in the table's money.

    `banker_multiple` is the sum that a stake on the banker must be a multiple of.
    """

    __pydantic_config__ = _STRICT
    min: int = 10
    max: int = 1000
    tie_max: int | None = None
    banker_multiple: int = 1

    def __post_init__(self) -> None:
        _between("limits.min", self.min, 1, 10**9)
        _between("limits.banker_multiple", self.banker_multiple, 1, 10**6)
        if self.max < self.min:
            raise ValueError(f"limits.max ({self.max}) is less than limits.min ({self.min}).")
        if self.tie_max is not None and self.tie_max < 1:
            raise ValueError("limits.tie_max must be 1 or more.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoadStyle:
    """How this house draws what the sources leave open (see roads.py)."""

    __pydantic_config__ = _STRICT
    tail: Literal["straight", "down"] = "straight"
    leading_ties: Literal["mark", "column"] = "mark"


class Misdeal(StrEnum):
    """What becomes of a card that was drawn in error (procedures of the houses differ)."""

    CARRY_TO_NEXT = "carry_to_next"  # it is the next card that the rules ask for
    BURN = "burn"
    NEXT_BURN = "next_burn"  # laid aside as the next card to burn


class Retransmission(StrEnum):
    """What a shoe means that gives an excess card once more (two readings of one protocol)."""

    NEXT_COUP = "next_coup"  # it is the first card of the next coup
    REDEAL = "redeal"  # the coup is dealt again from it: the crew decides


class Policy(StrEnum):
    """When the players may see a card."""

    FACE_UP = "face_up"  # at once
    ON_RESULT = "on_result"  # both hands together, when the crew reveals them
    PER_CARD = "per_card"  # card by card, as the crew turns them


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """What is shown when; until then a card's face leaves the server for nobody.

    `on_report`: the shoe's own result reveals, too. `alarm_s`: seconds after which a complete coup
    that is not revealed alarms the crew; it never reveals by itself. `seen_by`: the least role that
    may see withheld cards, None for nobody.
    """

    __pydantic_config__ = _STRICT
    policy: Policy = Policy.FACE_UP
    on_report: bool = False
    alarm_s: int = 60
    seen_by: Role | None = None

    def __post_init__(self) -> None:
        _between("reveal.alarm_s", self.alarm_s, 1, 3600)
        _of_the_game("reveal.seen_by", self.seen_by)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A named set of rules. Raises ValueError with a sentence for a value that cannot be."""

    __pydantic_config__ = _STRICT
    name: str
    title: str
    decks: int
    burn: Burn = field(default_factory=NoBurn)
    cut_card: CutCard | None = None
    odds: Odds = field(default_factory=Odds)
    limits: Limits = field(default_factory=Limits)
    boxes: tuple[str, ...] = ("1", "2", "3", "4", "5", "6", "7")
    misdeal: Misdeal = Misdeal.CARRY_TO_NEXT
    retransmission: Retransmission = Retransmission.NEXT_COUP
    dummy_after_misdeal: bool = False  # the coup that a misdealt card opens is dealt without bets
    free_coups_in_roads: bool = True  # coups without bets; no source says, their cards are dealt
    released_by: Role = Role.DEALER  # who may let a table on hold go on
    disputes_by: Role = Role.PIT_BOSS  # who may end a dispute
    reveal: Reveal = field(default_factory=Reveal)
    roads: RoadStyle = field(default_factory=RoadStyle)
    bets: tuple[Bet, ...] = ()  # the side bets that it offers

    def __post_init__(self) -> None:
        _between("decks", self.decks, 1, 12)
        _of_the_game("released_by", self.released_by)
        _of_the_game("disputes_by", self.disputes_by)
        if not self.name.replace("_", "").isalnum():
            raise ValueError(f"name {self.name!r} must be letters, digits and underscores.")
        if self.cut_card is not None and self.cut_card.from_end >= self.decks * 52 - 6:
            raise ValueError(
                f"cut_card.from_end ({self.cut_card.from_end}) leaves no coup to deal from "
                f"{self.decks} deck(s)."
            )
        _offered(self.bets)


def _offered(bets: tuple[Bet, ...]) -> None:
    keys = [*MAIN, *(bet.key for bet in bets)]
    for bet in bets:
        if keys.count(bet.key) > 1:
            raise ValueError(f"bets.{bet.key} is there already.")
        if any(prize.pays is None for prize in bet.prizes):
            raise ValueError(f"bets.{bet.key} needs what this house pays, no source is sure of it.")


def _of_the_game(name: str, role: Role | None) -> None:
    if role is Role.TECHNICIAN:
        raise ValueError(f"{name} cannot be the technician, who decides nothing of the game.")


def _between(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least} to {most}, not {value}.")


def _known(*keys: str) -> tuple[Bet, ...]:
    return tuple(KNOWN_BETS[key] for key in keys)


HOUSES = {
    house.name: house
    for house in (
        # Seed 000: one deck, no burn and no payment named, so our defaults stand.
        House(name="ema_d52", title="EMA Baccarat D52", decks=1),
        # Seed 001: the plain game; decks, burn and cut card are not named: the usual ones
        # (first card decides the burn; cut card 16 from the end, Wizard of Odds rules).
        House(
            name="classic",
            title="Baccarat",
            decks=8,
            burn=FirstCardBurn(),
            cut_card=CutCard(from_end=16, last_coup=LastCoup.THIS_IF_FIRST),
        ),
        # Seed 002: 6 or 8 decks; eight here, six by a house file.
        House(
            name="punto_banco",
            title="Punto Banco",
            decks=8,
            burn=FirstCardBurn(),
            cut_card=CutCard(from_end=14, last_coup=LastCoup.ONE_MORE),
        ),
        # Seed 003 and its origin (six decks): six unseen burn cards, never made up for later.
        House(
            name="olympic",
            title="Baccarat",
            decks=6,
            burn=FixedBurn(cards=6, seen=False),
            cut_card=CutCard(from_end=14, last_coup=LastCoup.THIS),
            limits=Limits(min=10, max=1000, tie_max=100, banker_multiple=10),
            disputes_by=Role.INSPECTOR,  # the seed: inspector or pit boss
        ),
        # Seed 004: an online table, both hands face up; decks and payment are not named.
        House(
            name="paramount",
            title="Bacará",
            decks=8,
            cut_card=CutCard(from_end=16, last_coup=LastCoup.THIS),
        ),
        # Macau 73/2005, article 18(2), and 56/2018: no commission, a banker six pays half.
        House(
            name="macau",
            title="Baccarat",
            decks=8,
            burn=FirstCardBurn(),
            cut_card=CutCard(from_end=14, last_coup=LastCoup.ONE_MORE),
            odds=GAMES["no_commission"],
            bets=_known("player_pair", "banker_pair", "lucky_6", "big", "small"),
        ),
        # 58 Pa. Code 627a.1: no commission, a banker seven in three cards gives the stake back.
        House(
            name="ez",
            title="EZ Baccarat",
            decks=8,
            burn=FirstCardBurn(),
            cut_card=CutCard(from_end=16, last_coup=LastCoup.THIS_IF_FIRST),
            odds=GAMES["ez"],
            bets=_known("dragon_7", "panda_8"),
        ),
    )
}
