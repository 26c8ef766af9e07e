"""Shoeboard's own line protocol into events: for readers that people build themselves. Pure.

ASCII lines that end in LF (a CR before it is ignored), at most 128 bytes:

    seq,EVENT[,argument...]*XX

`seq` runs from 1 to 9999 and begins again; XX is the XOR of all bytes before the `*`, as two
upper-case hex digits. A line may be repeated as it stands; a jump in `seq` is a lost line.

    CARD,KH             a card, or CARD,KH,player,1 where the reader knows side and place;
                        K? where it does not know the suit
    UNREADABLE          a card whose face could not be read; side and place as in CARD
    CARRIED,KH          an excess card of the coup before that goes to the next; as in CARD
    OUTSIDE,KH          a card drawn outside the game: it joins no hand
    BURN  or  BURN,4C   a burned card
    CUT                 the cut card
    RESULT,banker       banker, player or tie; then ,player_pair and ,banker_pair where there are
    SHOE_START          a new shoe (or a restart in the middle of one)
    ERROR,text          a trouble that the crew must look at
    LID,0  LID,1        the lid was closed, opened
    HEARTBEAT           all is well, each 5 s: a line that beat is opened anew after 15 s of silence

Example: `7,CARD,9H*52`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import xor

from server.baccarat.cards import Card
from server.baccarat.coup import Outcome, Side
from server.baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderFault,
    ReaderGap,
    ResultReported,
    ShoeStarted,
)

from .counting import Count, Counters

NAME = "line"
BAUD = 9600
_LONGEST = 128
_HIGHEST = 9999


class Line:
    """Decodes the stream of one reader. It outlives the port, so a gap across a loss shows."""

    name = NAME
    remembers = _HIGHEST - 1

    def __init__(self) -> None:
        self.beats = False
        self.counters = Counters()
        self._count = Count(_HIGHEST, self.counters)
        self._text = bytearray()

    def feed(self, data: bytes, now: float) -> list[Observation]:
        """The events whose lines end in these bytes; `now` in seconds of any steady clock."""
        events: list[Observation] = []
        for byte in data:
            if byte == 0x0A:
                events += self._decode(bytes(self._text).rstrip(b"\r"), now)
                self._text.clear()
            elif len(self._text) <= _LONGEST:  # the rest of a line too long is thrown away
                self._text.append(byte)
        return events

    def reset(self) -> None:
        """The port was lost: half a line is worth nothing, the count still is."""
        self._text.clear()

    def _decode(self, line: bytes, now: float) -> list[Observation]:
        text, star, checksum = line.rpartition(b"*")
        seq, _, content = text.partition(b",")
        is_sound = star and len(line) <= _LONGEST and checksum == b"%02X" % reduce(xor, text, 0)
        if not is_sound or not seq.isdigit() or not 1 <= int(seq) <= _HIGHEST:
            self.counters.bad += bool(line)
            return []
        name, *arguments = content.decode("ascii", "replace").split(",")
        if self._count.is_repeat(int(seq), content, now, is_start=name == "SHOE_START"):
            return []
        events: list[Observation] = []
        self.beats |= name == "HEARTBEAT"
        if name == "SHOE_START":
            self._count.restart()
        if missed := self._count.missed(int(seq)):
            lines = "1 line" if missed == 1 else f"{missed} lines"
            why = f"{lines} of the reader got lost: look at the cards."
            events.append(ReaderGap(reader=NAME, why=why))
        try:
            event = _DECODE[name](arguments)
        except (KeyError, ValueError, IndexError):
            self.counters.bad += 1
            shown = content.decode("ascii", "replace")
            why = f"The reader sent {shown!r}, which means nothing: look at the cards."
            return [*events, ReaderGap(reader=NAME, why=why)]
        return [*events, event] if event else events


def _card(arguments: list[str]) -> Observation:
    card, *where = arguments
    side, place = _where(where)
    return CardRead(reader=NAME, card=Card.parse(card), side=side, place=place)


def _carried(arguments: list[str]) -> Observation:
    read = _card(arguments)
    assert isinstance(read, CardRead)
    return replace(read, carried=True)


def _outside(arguments: list[str]) -> Observation:
    (card,) = arguments
    return CardRead(reader=NAME, card=Card.parse(card), outside=True)


def _unreadable(arguments: list[str]) -> Observation:
    side, place = _where(arguments)
    return CardRead(reader=NAME, card=None, side=side, place=place)


def _where(arguments: list[str]) -> tuple[Side | None, int | None]:
    if not arguments:
        return None, None
    side, place = arguments
    if place not in ("1", "2", "3"):
        raise ValueError(place)
    return Side(side), int(place)


def _burn(arguments: list[str]) -> Observation:
    card = Card.parse(arguments[0]) if arguments else None
    return CardRead(reader=NAME, card=card, side=Side.BURN)


def _result(arguments: list[str]) -> Observation:
    outcome, *pairs = arguments
    if not set(pairs) <= {"player_pair", "banker_pair"}:
        raise ValueError(pairs)
    return ResultReported(
        reader=NAME,
        outcome=Outcome(outcome),
        player_pair="player_pair" in pairs,
        banker_pair="banker_pair" in pairs,
    )


def _error(arguments: list[str]) -> Observation:
    text = ",".join(arguments)
    if not text:
        raise ValueError("an error without a text")
    return ReaderFault(reader=NAME, why=f"The reader reports: {text[:80]}.")


_DECODE: dict[str, Callable[[list[str]], Observation | None]] = {
    "CARD": _card,
    "CARRIED": _carried,
    "OUTSIDE": _outside,
    "UNREADABLE": _unreadable,
    "BURN": _burn,
    "CUT": lambda _: CutCardShown(reader=NAME),
    "RESULT": _result,
    "SHOE_START": lambda _: ShoeStarted(reader=NAME),
    "ERROR": _error,
    "LID": lambda _: None,
    "HEARTBEAT": lambda _: None,
}
