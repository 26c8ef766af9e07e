"""What a shoe can report, whatever protocol it speaks. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from server.baccarat.cards import Card
from server.baccarat.coup import Coup, Seat


@dataclass(frozen=True, slots=True)
class Started:
    """Power up, reset: the shoe begins anew."""


@dataclass(frozen=True, slots=True)
class StandBy:
    """Between two coups; nothing happened."""


@dataclass(frozen=True, slots=True)
class Burned:
    """A burned card, None where its face is not read; place 0 is the one that decides the count."""

    card: Card | None
    place: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A card drawn to a seat."""

    card: Card
    seat: Seat


@dataclass(frozen=True, slots=True)
class Unread:
    """A card drawn whose face could not be read."""


@dataclass(frozen=True, slots=True)
class Carried:
    """An excess card that the shoe gives to the next coup."""

    card: Card
    seat: Seat


@dataclass(frozen=True, slots=True)
class Outside:
    """A card drawn outside the game: while locked (0), in error (1), in the settings (2)."""

    card: Card
    mode: int


@dataclass(frozen=True, slots=True)
class Result:
    """The shoe's own result of a complete coup."""

    coup: Coup


@dataclass(frozen=True, slots=True)
class ForcedQuit:
    """The coup was broken off at the shoe."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut card."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """An error by its code: 2 overdraw, 5 pushed back midway; `is_over` where it was cancelled."""

    code: int
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class Locked:
    """The shoe was locked, or its lid opened; or the other way round."""

    is_so: bool


Report = (
    Started | StandBy | Burned | Drawn | Unread | Carried | Outside | Result | ForcedQuit | Cut
    | Trouble | Locked
)  # fmt: skip

OVERDRAW, PUSHED_BACK = 2, 5
