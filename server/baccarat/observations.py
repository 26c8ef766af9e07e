"""What a reader can see at a table, as facts in the past tense. They are always taken."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card
from .coup import Outcome, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """Something that a reader saw.

    `late`: the line brought it the moment it was opened, so it was on its way before we came. It
    may be of this coup, or of an old day.
    """

    reader: str
    late: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRead(Observation):
    """A card left the shoe; `card` is None where its face could not be read.

    `side` and `place` (1 to 3 in a hand) are where the reader says it went, None where it cannot
    know. `confidence` is 0 to 1, None for readers that do not guess. `carried`: the shoe gives the
    excess card of the coup before once more; see rules.Retransmission. `outside`: it was drawn
    outside the game (the shoe was locked, in error, being set up) and joins no hand.

    What a camera adds: `picture`, the SHA-256 in hex of the JPEG that it read the card from and
    kept; `model`, the first 12 hex digits of that of what read it; `taken`, when the picture was
    taken, in seconds since the epoch; `why`, in a few words, no full stop, why there is no face.
    """

    card: Card | None
    side: Side | None = None
    place: int | None = None
    confidence: float | None = None
    carried: bool = False
    outside: bool = False
    picture: str | None = None
    model: str | None = None
    taken: float | None = None
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultReported(Observation):
    """The shoe's own result of the coup; it is checked against the cards, never believed."""

    outcome: Outcome
    player_pair: bool
    banker_pair: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CutCardShown(Observation):
    """The cut card came out of the shoe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeStarted(Observation):
    """The shoe started up: a new shoe where the last one is over, else a restart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderLost(Observation):
    """The reader went away: unplugged, switched off, line dropped."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderFound(Observation):
    """The reader answers (again).

    `is_sure`: its count tells if it reported anything while it was away.
    """

    is_sure: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderGap(Observation):
    """The reader's count jumped or a frame was damaged: something it saw may be missing."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderFault(Observation):
    """The shoe reports a trouble that the crew must look at: overdraw, foreign card, ..."""

    why: str
