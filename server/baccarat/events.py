"""What can happen at a table, as facts in the past tense.

Observations come from a reader and are always taken. Decisions come from the crew and may be
refused, with a sentence; a refused decision is not logged and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from .cards import Card
from .coup import Outcome, Side
from .observations import (
    CardRead as CardRead,
)
from .observations import (
    CutCardShown as CutCardShown,
)
from .observations import (
    Observation as Observation,
)
from .observations import (
    ReaderFault as ReaderFault,
)
from .observations import (
    ReaderFound as ReaderFound,
)
from .observations import (
    ReaderGap as ReaderGap,
)
from .observations import (
    ReaderLost as ReaderLost,
)
from .observations import (
    ResultReported as ResultReported,
)
from .observations import (
    ShoeStarted as ShoeStarted,
)
from .roles import Role
from .rules import House, Limits, Misdeal

SCHEMA = 1  # the version that new log entries are written in


class Refused(Exception):
    """A decision that the table does not allow now; the message is for the crew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Something that a person decided; `by` is who, `why` the reason where one was given.

    `role` is what they were signed in as; None where the software itself decided, and in logs from
    before there were roles. `command` is the console's id of the decision: one id decides once.
    """

    by: str
    role: Role | None = None
    why: str = ""
    command: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeOpened(Decision):
    """A new shoe; it carries the whole house, so it replays under the rules it was dealt by."""

    number: int
    house: House
    limits_by_crew: bool = False  # the limits are not the house's own: the crew changed them


@dataclass(frozen=True, slots=True, kw_only=True)
class BurnEnded(Decision):
    """The burn was skipped, or ended before its count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardEntered(Decision):
    """A card typed in by hand, at a table without a reader or for one it missed."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardCalled(Decision):
    """The cut card, by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeClosed(Decision):
    """The shoe is finished with."""


class HoldReason(StrEnum):
    """Why a table is on hold, as the players may read it."""

    CHECK = "The cards are being checked"
    DISPUTE = "A dispute is being settled"
    FAULT = "A technical fault"
    PAUSE = "The table pauses"


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Decision):
    """The crew put the table on hold; `why` is for the crew, `reason` for the display."""

    reason: HoldReason = HoldReason.CHECK


@dataclass(frozen=True, slots=True, kw_only=True)
class Released(Decision):
    """The crew looked and lets the table go on; what caused the hold is left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed(Decision):
    """The crew turned cards: all that is withheld, a side's, or the one at a side's place."""

    side: Side | None = None
    place: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsChanged(Decision):
    """New limits: at once, or from the next shoe."""

    limits: Limits
    from_next_shoe: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderChanged(Decision):
    """Another reader, "" for none, in place of that of the settings, then `configured`."""

    reader: str
    configured: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling(Decision):
    """A decision on what was dealt: in this shoe, or in the earlier one of number `shoe`."""

    shoe: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupMarkedFree(Ruling):
    """A coup without bets: the one that is dealt or comes next, or that of entry `seq`.

    `kind` is `free`, or `dummy` where a misdeal caused it.
    """

    seq: int | None = None
    kind: Literal["free", "dummy"] = "free"


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupDeclared(Decision):
    """The coup that is dealt or comes next by its result: its cards were not, or badly, read.

    `cards` in dealing order where they are known.
    """

    outcome: Outcome
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupInserted(Ruling):
    """A coup that was missed, in its place: after that of entry `after`, 0 for the first."""

    after: int
    outcome: Outcome
    natural: bool = False
    player_pair: bool = False
    banker_pair: bool = False
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction(Ruling):
    """A decision on entry `seq`."""

    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CoupVoided(Correction):
    """The coup of entry `seq` does not count; its cards have left the shoe all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided(Correction):
    """Entry `seq` is taken back, as if it had never been; voiding a Voided brings it back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardCorrected(Correction):
    """The card of entry `seq` was in truth `card`."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardInserted(Correction):
    """Before the card of entry `seq`, another left the shoe that was not read: `card`."""

    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSwapped(Correction):
    """The cards of entries `seq` and `other` lie the other way round."""

    other: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardMisdealt(Correction):
    """The card of entry `seq` was drawn in error, or laid where the rules do not; see Misdeal."""

    use: Misdeal


Event = Observation | Decision
# Decisions that change what an earlier entry was, so that all after it is worked out anew.
REWRITES = (Voided, CardCorrected, CardInserted, CardsSwapped, CardMisdealt)

EVENTS: dict[str, type[Observation] | type[Decision]] = {
    name: kind
    for name, kind in [*globals().items()]
    if isinstance(kind, type)
    and issubclass(kind, Observation | Decision)
    and not kind.__subclasses__()
}


@dataclass(frozen=True, slots=True)
class Entry:
    """An event in its place in the log: its number there, and when it was taken (UTC)."""

    seq: int
    time: datetime
    event: Event
    corrected: bool = False  # the event is not as it was logged: a correction changed it
    misdealt: Misdeal | None = None  # the card was drawn in error: what became of it
