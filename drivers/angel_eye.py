"""ANGEL EYE II-EX frames into events. Pure: bytes in, events out. Not tried on a real shoe yet.

    05 | SEQ | letter, bytes ... | 03 | BCC BCC

SEQ counts `1` to `9`; BCC is the XOR of the bytes from SEQ to 03 as two upper-case hex digits. Each
report comes three times. The byte facts are those of two independent public implementations
(github.com/keepcodings/AngelEye and a TypeScript parser), which agree on them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce
from operator import xor

from server.baccarat.cards import RANKS, Card
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

NAME = "angel_eye"
BAUD = 4800

_ENQ, _STX, _ETX, _ACK, _NAK = 0x05, 0x02, 0x03, 0x06, 0x15
_LONGEST = 128  # bytes of a frame; the longest real one has 12

_SUITS = {1: "D", 2: "C", 3: "S", 4: "H"}
_SIDES = {0: Side.PLAYER, 1: Side.BANKER, 2: Side.BURN, 4: Side.BURN, 5: Side.BURN}
_OUTCOMES = {1: Outcome.PLAYER, 2: Outcome.TIE, 4: Outcome.BANKER}
_FORCED_QUIT, _CANNOT_READ = 7, 1
_ERRORS = {
    2: "overdraw: a card too many was drawn",
    3: "a button was used wrongly",
    4: "a card was pushed back at the exit",
    5: "a card was pushed back midway",
    6: "a card that does not belong in this shoe",
    7: "the drawing of a card took too long",
}
_QUIET = set("PeLM")  # stand by, error cancelled, lock, preset: nothing for the table in them


class Malformed(ValueError):
    """A frame with a right checksum and a content that cannot be."""


class AngelEye:
    """Decodes the stream of one shoe. It outlives the port, so a gap across a reconnect shows."""

    name = NAME
    remembers = True
    beats = False

    def __init__(self) -> None:
        self.counters = Counters()
        self._count = Count(9, self.counters)
        self._frame = bytearray()

    def feed(self, data: bytes, now: float) -> list[Observation]:
        """The events that end in these bytes; `now` is in seconds of any steady clock."""
        events: list[Observation] = []
        for byte in data:
            if (frame := self._complete(byte)) is not None:
                events += self._decode(frame, now)
        return events

    def reset(self) -> None:
        """The line was lost: half a frame is worth nothing, the count still is."""
        self._frame.clear()

    def _complete(self, byte: int) -> bytes | None:
        """The report frame that this byte completes."""
        frame = self._frame
        if byte in (_ENQ, _STX):  # never inside a frame, so whatever came before was cut off
            self.counters.resyncs += bool(frame)
            frame[:] = [byte]
            return None
        if not frame:
            return None  # noise, an ACK or a NAK between frames
        frame.append(byte)
        if len(frame) > 3 and frame[-3] == _ETX and frame.index(_ETX) == len(frame) - 3:
            whole = bytes(frame)
            frame.clear()
            return whole if whole[0] == _ENQ else None  # 02 answers a command: not ours to read
        if len(frame) > _LONGEST:
            self.counters.bad += 1
            frame.clear()
        return None

    def _decode(self, frame: bytes, now: float) -> list[Observation]:
        body, checksum = frame[1:-2], frame[-2:]
        if checksum != b"%02X" % reduce(xor, body) or len(body) < 3:
            self.counters.bad += 1
            return []
        content = body[1:-1]
        if not 0x31 <= body[0] <= 0x39:
            self.counters.bad += 1
            return []
        count, letter = body[0] - 0x30, chr(content[0])
        if self._count.is_repeat(count, content, now):
            return []
        events: list[Observation] = []
        if letter == "S":
            self._count.restart()  # a start has no count of its own: the next may be any
        elif missed := self._count.missed(count):
            reports = "1 report" if missed == 1 else f"{missed} reports"
            why = f"{reports} of the shoe got lost on the line: look at the cards."
            events.append(ReaderGap(reader=NAME, why=why))
        if letter in _QUIET or letter not in _DECODE:
            return events
        try:
            return [*events, _DECODE[letter](content[1:])]
        except (Malformed, IndexError):
            self.counters.bad += 1
            why = f"The shoe sent a report that cannot be ({frame.hex(' ')}): look at the cards."
            return [*events, ReaderGap(reader=NAME, why=why)]


def _card(byte: int) -> Card | None:
    """The card of a card byte, None where it has no face. Bit 7 is met unset and tolerated."""
    suit, rank = byte >> 4 & 7, byte & 15
    if suit == 0 and rank == 0:
        return None
    if suit not in _SUITS or not 1 <= rank <= 13:
        raise Malformed
    return Card.parse(RANKS[rank - 1] + _SUITS[suit])


def _card_drawn(content: bytes) -> Observation:
    target, card = content[0], _card(content[1])
    if not target & 0x80:
        raise Malformed
    side, place = _SIDES.get(target >> 4 & 7), target & 15
    if side is None or (side is not Side.BURN and (card is None or not 1 <= place <= 3)):
        raise Malformed
    return CardRead(reader=NAME, card=card, side=side, place=place)


def _card_outside(content: bytes) -> Observation:
    card = _card(content[1])
    why = f"A card ({card or 'not read'}) was drawn outside the game: it joins no hand."
    return ReaderFault(reader=NAME, why=why)


def _card_carried(content: bytes) -> Observation:
    drawn = _card_drawn(content)
    assert isinstance(drawn, CardRead)
    return replace(drawn, carried=True)


def _result(content: bytes) -> Observation:
    code, pairs = content[0] >> 4 & 7, content[0] & 3
    if code == _FORCED_QUIT:
        return ReaderFault(reader=NAME, why="The coup was broken off at the shoe (forced quit).")
    if code not in _OUTCOMES:
        raise Malformed
    return ResultReported(
        reader=NAME,
        outcome=_OUTCOMES[code],
        player_pair=bool(pairs & 1),
        banker_pair=bool(pairs & 2),
    )


def _error(content: bytes) -> Observation:
    code = content[0] & 0x3F
    if code == _CANNOT_READ:
        return CardRead(reader=NAME, card=None)  # it says neither which nor where
    return ReaderFault(reader=NAME, why=f"The shoe reports {_ERRORS.get(code, f'error {code}')}.")


_DECODE: dict[str, Callable[[bytes], Observation]] = {
    "S": lambda _: ShoeStarted(reader=NAME),
    "D": _card_drawn,
    "d": _card_outside,
    "R": _card_carried,
    "G": _result,
    "C": lambda _: CutCardShown(reader=NAME),
    "E": _error,
}
