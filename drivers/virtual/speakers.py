"""The protocols that a virtual shoe speaks: a report in, its frame out. Pure."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import xor
from typing import Any

from server.baccarat.cards import RANKS, Card
from server.baccarat.coup import Seat, Side

from .. import angel_eye, line
from .report import (
    Burned,
    Carried,
    Cut,
    Drawn,
    ForcedQuit,
    Locked,
    Outside,
    Report,
    Result,
    StandBy,
    Started,
    Trouble,
    Unread,
)

_SUITS = {"D": 1, "C": 2, "S": 3, "H": 4}
_OUTCOMES = {"player": 0x90, "tie": 0xA0, "banker": 0xC0}
_IN_ERROR = 0x40


class Speaker:
    """One shoe's side of a protocol: counts its reports and frames them."""

    def __init__(
        self,
        name: str,
        most: int,
        words: dict[type, Callable[[Any], bytes]],
        frame: Callable[[int, bytes], bytes],
        *,
        counts_starts: bool,
    ) -> None:
        """`most` is the highest count, after which it begins again."""
        self.name, self._counts_starts = name, counts_starts
        self._most, self._words, self._frame = most, words, frame
        self._count = 0

    def frame(self, report: Report) -> bytes:
        """The frame of a report, counted; nothing where the protocol has no word for it."""
        content = self._words[type(report)](report)
        if not content:
            return b""
        if isinstance(report, Started):
            self._count = int(self._counts_starts)
            return self._frame(1, content)
        self.count(1)
        return self._frame(self._count, content)

    def count(self, reports: int) -> None:
        """Go on counting by so many reports, whether they are sent or get lost."""
        self._count = (self._count + reports - 1) % self._most + 1


def angel_frame(count: int, data: bytes) -> bytes:
    """An Angel Eye report: `count` is 1 to 9, `data` the letter and what follows it."""
    body = bytes([0x30 + count]) + data + b"\x03"
    return b"\x05" + body + b"%02X" % reduce(xor, body)


def line_frame(count: int, content: bytes) -> bytes:
    """A line of our own protocol; `count` is 1 to 9999."""
    text = b"%d,%s" % (count, content)
    return text + b"*%02X\n" % reduce(xor, text)


def angel_card(card: Card | None) -> int:
    """A card's byte, None for one without a face."""
    return 0x80 if card is None else 0x80 | _SUITS[card.suit] << 4 | RANKS.index(card.rank) + 1


def angel_seat(seat: Seat) -> int:
    """A seat's target byte."""
    return (0x80 if seat.side is Side.PLAYER else 0x90) | seat.place


def _angel_result(report: Result) -> bytes:
    coup = report.coup
    pairs = coup.has_player_pair | coup.has_banker_pair << 1
    return bytes([0x47, _OUTCOMES[str(coup.outcome)] | pairs])


def _angel_burned(report: Burned) -> bytes:
    place = (report.place - 1) % 15 + 1  # four bits
    target = 0xA0 | place if report.place else 0xC0
    return bytes([0x44, target, angel_card(report.card)])


ANGEL_EYE: dict[type, Callable[[Any], bytes]] = {
    Started: lambda _: b"S",
    StandBy: lambda _: b"P",
    Burned: _angel_burned,
    Drawn: lambda r: bytes([0x44, angel_seat(r.seat), angel_card(r.card)]),
    Unread: lambda _: bytes([0x45, 0x80 | _IN_ERROR | 1]),
    Carried: lambda r: bytes([0x52, angel_seat(r.seat), angel_card(r.card)]),
    Outside: lambda r: bytes([0x64, 0x80 | r.mode << 4, angel_card(r.card)]),
    Result: _angel_result,
    ForcedQuit: lambda _: bytes([0x47, 0xF0]),
    Cut: lambda _: b"C",
    Trouble: lambda r: bytes(
        [0x65, 0x80 | r.code] if r.is_over else [0x45, 0x80 | _IN_ERROR | r.code]
    ),
    Locked: lambda r: bytes([0x4C, 0x80 | r.is_so]),
}


def _line_result(report: Result) -> bytes:
    coup = report.coup
    pairs = ",player_pair" * coup.has_player_pair + ",banker_pair" * coup.has_banker_pair
    return f"RESULT,{coup.outcome}{pairs}".encode()


LINE: dict[type, Callable[[Any], bytes]] = {
    Started: lambda _: b"SHOE_START",
    StandBy: lambda _: b"HEARTBEAT",
    Burned: lambda r: f"BURN,{r.card}".encode() if r.card else b"BURN",
    Drawn: lambda r: f"CARD,{r.card},{r.seat.side},{r.seat.place}".encode(),
    Unread: lambda _: b"UNREADABLE",
    Carried: lambda r: f"CARRIED,{r.card},{r.seat.side},{r.seat.place}".encode(),
    Outside: lambda r: f"OUTSIDE,{r.card}".encode(),
    Result: _line_result,
    ForcedQuit: lambda _: b"ERROR,the coup was broken off at the shoe",
    Cut: lambda _: b"CUT",
    Trouble: lambda r: b"" if r.is_over else b"ERROR,code %d" % r.code,
    Locked: lambda r: b"LID,%d" % r.is_so,
}

SPEAKERS: dict[str, Callable[[], Speaker]] = {
    "angel_eye": lambda: Speaker("angel_eye", 9, ANGEL_EYE, angel_frame, counts_starts=False),
    "line": lambda: Speaker("line", 9999, LINE, line_frame, counts_starts=True),
}

BAUDS = {"angel_eye": angel_eye.BAUD, "line": line.BAUD}
