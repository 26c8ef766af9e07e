"""A row of the journal: one entry of the log, told for the crew and for auditors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from ..baccarat.events import (
    CardRead,
    CoupInserted,
    CoupMarkedFree,
    Decision,
    Event,
    Held,
    Observation,
    Released,
    Ruling,
)
from ..baccarat.roles import Role


class Kind(StrEnum):
    """What the entries are sorted into."""

    OBSERVATIONS = "observations"
    DECISIONS = "decisions"
    CORRECTIONS = "corrections"
    HOLDS = "holds"


# The first that fits is an event's kind.
_KINDS: tuple[tuple[type[Observation] | type[Decision], Kind], ...] = (
    (Observation, Kind.OBSERVATIONS),
    (Held, Kind.HOLDS),
    (Released, Kind.HOLDS),
    (Ruling, Kind.CORRECTIONS),
    (Decision, Kind.DECISIONS),
)
NOTHING = "nothing"  # what was before something came, and is after it went


def kind_of(event: Event) -> Kind:
    """The kind of an event."""
    return next(kind for fits, kind in _KINDS if isinstance(event, fits))


def target_of(event: Event) -> int | None:
    """The entry that a ruling is on, None where it is on none."""
    if isinstance(event, CoupInserted):
        return event.after or None
    if isinstance(event, CoupMarkedFree):
        return event.seq
    return getattr(event, "seq", None)


@dataclass(frozen=True, slots=True)
class Shot:
    """What a camera read a card from: the picture's SHA-256, and what the log says beside it."""

    picture: str
    confidence: float | None  # 0 to 1
    taken: datetime | None  # UTC
    model: str | None


def shot_of(event: Event) -> Shot | None:
    """What a card was read from, None where no picture is named."""
    if not isinstance(event, CardRead) or not event.picture:
        return None
    try:
        taken = None if event.taken is None else datetime.fromtimestamp(event.taken, UTC)
    except (ValueError, OverflowError, OSError):  # no time that a calendar has
        taken = None
    return Shot(event.picture, event.confidence, taken, event.model)


@dataclass(frozen=True, slots=True)
class JournalRow:
    """An entry in words.

    `person` is who decided, or the reader's name. `before` and `after` are empty where the entry
    changed nothing. `shoe` is the shoe that it is on, `coup` the coup there, None where it belongs
    to none. `corrects` is the entry that it corrects, `undone_by` the one that took it back.
    `holds`: it put the table on hold. `shot` is the picture of a card that was read.
    """

    seq: int
    time: datetime  # UTC
    kind: Kind
    person: str
    role: Role | None
    words: str
    why: str
    before: str
    after: str
    shoe: int
    coup: int | None
    corrects: int | None = None
    undone_by: int | None = None
    holds: bool = False
    shot: Shot | None = None

    @property
    def stands(self) -> bool:
        return self.undone_by is None

    @property
    def changes(self) -> bool:
        """Whether the entry changed something that was there before."""
        return bool(self.before or self.after)

    def withheld(self, words: str) -> JournalRow:
        """The row without all that cards that lie face down could be read from."""
        told = replace(self, words=words, why="", before="", after="")
        return replace(told, coup=None, holds=False, shot=None)
