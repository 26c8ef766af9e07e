"""What a pattern file may say, checked by pydantic. Pure.

Complaints are sentences without the file and the key: drivers.pattern_file puts those before them.
"""

from __future__ import annotations

import re
import warnings
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from server.baccarat.cards import RANKS, SUITS, Card

from .checksum import KINDS, Checksum, width
from .framing import Shape

# The groups that an expression may name, by what it tells.
_COUNT = frozenset({"count"})
_WHERE = _COUNT | {"side", "place"}
GROUPS: dict[str, frozenset[str]] = {
    "card": _WHERE | {"card", "rank", "suit"},
    "unreadable": _WHERE,
    "cut_card": _COUNT,
    "result": _COUNT | {"outcome", "pairs"},
    "shoe_started": _COUNT,
    "fault": _COUNT | {"text"},
    "heartbeat": _COUNT,
    "ignore": _COUNT,
}
# A line full of starts has a checksum worked out at each byte: 0.5 ms of 128 bytes where measured.
_LONGEST_FIXED, _LONGEST_WITHOUT_STARTS = 128, 64


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


def _stop_bits(value: float) -> float:
    if value not in (1, 1.5, 2):
        raise ValueError("must be 1, 1.5 or 2")
    return value


def _one_of(*known: str) -> AfterValidator:
    """What a table of ours names, told as pydantic tells a Literal."""

    def check(value: str) -> str:
        if value not in known:
            raise ValueError(f"must be {', '.join(map(repr, known[:-1]))} or {known[-1]!r}")
        return value

    return AfterValidator(check)


class LineTable(_Table):
    """How the serial line runs."""

    baud: int = Field(default=9600, ge=50, le=4_000_000)
    bits: Literal[5, 6, 7, 8] = 8
    parity: Literal["none", "even", "odd", "mark", "space"] = "none"
    stop_bits: Annotated[float, AfterValidator(_stop_bits)] = 1
    flow: Literal["none", "rts_cts", "xon_xoff"] = "none"


class FrameTable(_Table):
    """Where a frame begins and ends, and as what its content is shown to the expressions."""

    starts: str = ""
    starts_hex: str = ""
    ends: str = ""
    ends_hex: str = ""
    length: int = Field(default=0, ge=1, le=_LONGEST_FIXED)  # of the whole frame
    longest: int = Field(default=128, ge=4, le=4096)
    pause_s: float = Field(default=2, gt=0, le=60)
    encoding: Literal["text", "hex"] = "text"

    @model_validator(mode="after")
    def _can_be_found(self) -> Self:
        for key in ("starts", "ends"):
            if len(self.delimiter(key)) > 16:
                raise ValueError(f"{key} has more than 16 bytes")
        if not self.length and not self.delimiter("ends"):
            raise ValueError("say where a frame ends: by ends, by ends_hex, or by its length")
        if self.length > _LONGEST_WITHOUT_STARTS and not self.delimiter("starts"):
            raise ValueError(
                f"a length over {_LONGEST_WITHOUT_STARTS} needs starts or starts_hex, by which the "
                "frames are found again after a lost byte"
            )
        return self

    def delimiter(self, key: str) -> bytes:
        """The bytes of `starts` or `ends`; raises ValueError with a sentence."""
        text, as_hex = getattr(self, key), getattr(self, f"{key}_hex")
        if text and as_hex:
            raise ValueError(f"give {key} or {key}_hex, not both")
        try:
            return bytes.fromhex(as_hex) if as_hex else text.encode("latin-1")
        except UnicodeEncodeError:
            raise ValueError(f'{key} must be characters of one byte, as "\\u0002"') from None
        except ValueError:
            raise ValueError(
                f'{key}_hex must be bytes in hex, as "AA 55", not {as_hex!r}'
            ) from None


class ChecksumTable(_Table):
    """How a frame is checked; `from` and `to` are offsets in the whole frame, as in slices."""

    kind: Annotated[str, _one_of("none", *KINDS)]
    written: Literal["hex", "hex_upper", "big", "little"] = "hex"
    place: Literal["before_end", "after_end"] = "before_end"
    start: int | None = Field(default=None, alias="from")  # None: after `starts`
    stop: int | None = Field(default=None, alias="to")  # None: up to the checksum


class CountTable(_Table):
    """The sender's running count: `first`, ... `most`, and `first` again."""

    first: int = Field(default=1, ge=0)
    most: int = Field(le=2**32)

    @model_validator(mode="after")
    def _runs_up(self) -> Self:
        if self.most <= self.first:
            raise ValueError(f"most must be more than first, which is {self.first}")
        return self


class MessageTable(_Table):
    """A kind of frame: the expression that all of its content matches, and what it tells."""

    match: str = Field(max_length=1000)
    event: Annotated[str, _one_of(*GROUPS)]
    side: Literal["player", "banker", "burn"] | None = None
    place: int | None = Field(default=None, ge=0, le=99)
    text: str = Field(default="", max_length=80)  # what a fault is told as

    @model_validator(mode="after")
    def _says_what_its_event_needs(self) -> Self:
        groups, may = set(self.expression().groupindex), GROUPS[self.event]
        if unknown := groups - may:
            raise ValueError(
                f"match names the group {min(unknown)!r}: for event {self.event!r} it may be "
                + ", ".join(sorted(may))
            )
        if self.event == "card" and groups & {"card", "rank", "suit"} not in (
            {"card"},
            {"rank", "suit"},
        ):
            raise ValueError("match needs the group card, or the groups rank and suit")
        if self.event == "result" and not {"outcome", "pairs"} <= groups:
            raise ValueError(
                "match needs the groups outcome and pairs; where the reader does not tell pairs, "
                'say event = "ignore": its result cannot be compared'
            )
        for constant in ("side", "place", "text"):
            if getattr(self, constant) in (None, ""):
                continue
            if constant not in may:
                raise ValueError(f"{constant} means nothing for event {self.event!r}")
            if constant in groups:
                raise ValueError(f"{constant} is a group of match already: say it once")
        if (self.place is not None or "place" in groups) and not (self.side or "side" in groups):
            raise ValueError("a place needs a side")
        if self.side != "burn" and self.place not in (None, 1, 2, 3):
            raise ValueError("place must be 1, 2 or 3")
        return self

    def expression(self, flags: int = 0) -> re.Pattern[str]:
        """The expression, ready for use; raises ValueError with a sentence."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                return re.compile(self.match, re.ASCII | re.DOTALL | flags)
        except (re.error, Warning, OverflowError, RecursionError) as error:
            raise ValueError(f"match is no regular expression: {error}") from None


def _rank(text: str) -> str:
    rank = "T" if text == "10" else text
    if len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"must be a rank, {', '.join(RANKS)} (or 10), not {text!r}")
    return rank


def _suit(text: str) -> str:
    if len(text) != 1 or text not in SUITS:
        raise ValueError(f"must be a suit, {', '.join(SUITS)}, not {text!r}")
    return text


class Description(_Table):
    """A whole pattern file."""

    name: str = Field(pattern=r"^[A-Za-z0-9_]{1,32}$")
    unknown: Literal["gap", "ignore"] = "gap"
    repeat_s: float = Field(default=0, ge=0, le=60)
    line: LineTable = LineTable()
    frame: FrameTable
    checksum: ChecksumTable = ChecksumTable(kind="none")
    count: CountTable | None = None
    messages: tuple[MessageTable, ...] = Field(min_length=1, max_length=200, strict=False)
    ranks: dict[str, Annotated[str, AfterValidator(_rank)]] = {}
    suits: dict[str, Annotated[str, AfterValidator(_suit)]] = {}
    cards: dict[str, Annotated[str, AfterValidator(lambda code: str(Card.parse(code)))]] = {}
    sides: dict[str, Literal["player", "banker", "burn"]] = {}
    places: dict[str, Annotated[int, Field(ge=0, le=99)]] = {}
    outcomes: dict[str, Literal["player", "banker", "tie"]] = {}
    pairs: dict[str, Literal["none", "player", "banker", "both"]] = {}

    @property
    def is_hex(self) -> bool:
        return self.frame.encoding == "hex"

    def shape(self) -> Shape:
        """Where its frames begin and end."""
        is_after = self.checksum.kind != "none" and self.checksum.place == "after_end"
        return Shape(
            starts=self.frame.delimiter("starts"),
            ends=self.frame.delimiter("ends"),
            length=self.frame.length,
            after_end=width(self.checksum.kind, self.checksum.written) if is_after else 0,
            longest=self.frame.longest,
            pause_s=self.frame.pause_s,
        )

    def check(self) -> Checksum | None:
        """Its frames' checksum, None where they have none."""
        told, shape = self.checksum, self.shape()
        if told.kind == "none":
            return None
        return Checksum(
            kind=told.kind,
            written=told.written,
            start=len(shape.starts) if told.start is None else told.start,
            stop=told.stop,
            behind=0 if shape.after_end else len(shape.ends),
        )
