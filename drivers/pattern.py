"""A shoe or scanner whose protocol a TOML file describes: its frames into events. Pure.

For protocols that may not be published: the file stays with whoever may have it. The file's keys
are explained in the two examples in `drivers/patterns/`. A frame that is sound, but that no message
matches or no table knows, is told as a gap: something was seen, so the crew must look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from server.baccarat.cards import RANKS, SUITS, Card
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
from .framing import Framer
from .pattern_model import Description, MessageTable

_REMEMBERED = 64  # frames that `repeat_s` knows
_SHOWN = 80  # characters of a frame in a sentence

Groups = Mapping[str, str | None]

# What codes mean where the file has no table for them.
_PLAIN: dict[str, dict[str, str]] = {
    "ranks": {"10": "T", **{rank.lower(): rank for rank in RANKS}, **{r: r for r in RANKS}},
    "suits": {**{suit.lower(): suit for suit in SUITS}, **{suit: suit for suit in SUITS}},
    "sides": {side: side for side in ("player", "banker", "burn")},
    "outcomes": {outcome: outcome for outcome in ("player", "banker", "tie")},
    "pairs": {pairs: pairs for pairs in ("none", "player", "banker", "both")} | {"": "none"},
}


class Pattern:
    """Decodes the stream of one sender. It outlives the port, so a gap across a loss shows."""

    def __init__(self, description: Description) -> None:
        self.name, self.beats = description.name, False
        self.remembers = (
            description.count.most - description.count.first if description.count else 0
        )
        self.counters = Counters()
        self._told, self._is_hex = description, description.is_hex
        shape, check = description.shape(), description.check()
        self._framer = Framer(shape, check.is_right if check else None, self.counters)
        width = check.width if check else 0
        self._content = slice(len(shape.starts), -(len(shape.ends) + width) or None)
        self._drops_cr = shape.ends == b"\n" and not self._is_hex
        flags = re.IGNORECASE if self._is_hex else 0
        self._messages = [(table, table.expression(flags)) for table in description.messages]
        self._codes = {kind: self._table(kind) for kind in (*_PLAIN, "cards")}
        self._places = {self._code(code): to for code, to in description.places.items()}
        counted = description.count
        self._first = counted.first if counted else 0
        self._count = Count(counted.most - counted.first + 1 if counted else 1, self.counters)
        self._seen: dict[bytes, float] = {}  # frames and when they came last; the oldest first

    def feed(self, data: bytes, now: float) -> list[Observation]:
        """The events whose frames end in these bytes; `now` in seconds of any steady clock."""
        return [
            event
            for frame in self._framer.feed(data, now)
            for event in self._decode(frame[self._content], now)
        ]

    def reset(self) -> None:
        """The line was lost: half a frame is worth nothing, the count still is."""
        self._framer.reset()

    def _table(self, kind: str) -> dict[str, str]:
        told: dict[str, str] = getattr(self._told, kind)
        return {self._code(code): to for code, to in told.items()} or _PLAIN.get(kind, {})

    def _code(self, code: str) -> str:
        return code.upper() if self._is_hex else code

    def _decode(self, content: bytes, now: float) -> list[Observation]:
        text = content.hex().upper() if self._is_hex else content.decode("latin-1")
        if self._drops_cr:
            text = text.removesuffix("\r")
        if not text or self._is_repeat(content, now):
            return []  # an empty line, or two ends in a row, are nothing
        for table, expression in self._messages:
            if found := expression.fullmatch(text):
                return self._read(table, found.groupdict(), text, now)
        self.counters.frames += 1
        return self._unknown(text)

    def _is_repeat(self, content: bytes, now: float) -> bool:
        """Whether the same frame came within `repeat_s`, counted from its last copy."""
        if not self._told.repeat_s:
            return False
        before = self._seen.pop(content, None)
        self._seen[content] = now
        if len(self._seen) > _REMEMBERED:
            del self._seen[next(iter(self._seen))]
        is_repeat = before is not None and now - before < self._told.repeat_s
        self.counters.repeats += is_repeat
        return is_repeat

    def _read(
        self, table: MessageTable, groups: Groups, text: str, now: float
    ) -> list[Observation]:
        """A message's event, after the gap that its count shows."""
        events: list[Observation] = []
        number = self._number(groups)
        if number is None or number not in range(1, self._count.most + 1):
            self.counters.frames += 1
            if number is not None:
                return self._unknown(text)
        else:
            is_start = table.event == "shoe_started"
            if self._count.is_repeat(number, text.encode(), now, is_start=is_start):
                return []
            if is_start:
                self._count.restart()
            if missed := self._count.missed(number):
                frames = "1 frame" if missed == 1 else f"{missed} frames"
                why = f"{frames} of the reader got lost: look at the cards."
                events.append(ReaderGap(reader=self.name, why=why))
        try:
            event = _EVENTS[table.event](self, table, groups)
        except (KeyError, ValueError):
            return [*events, *self._unknown(text)]
        self.beats |= table.event == "heartbeat"
        return [*events, event] if event else events

    def _number(self, groups: Groups) -> int | None:
        """The frame's count, from 1; None where it has none."""
        told = groups.get("count")
        return None if told is None else _number(told, self._is_hex) - self._first + 1

    def _unknown(self, text: str) -> list[Observation]:
        if self._told.unknown == "ignore":
            return []
        self.counters.bad += 1
        shown = f"{text[:_SHOWN]!r}" + ("..." if len(text) > _SHOWN else "")
        why = f"The reader sent {shown}, which its pattern does not know: look at the cards."
        return [ReaderGap(reader=self.name, why=why)]

    def _meaning(self, kind: str, code: str | None) -> str:
        """What a code means; raises KeyError where the table does not know it."""
        return self._codes[kind][self._code(code or "")]

    def _card(self, table: MessageTable, groups: Groups) -> CardRead:
        if "card" not in groups:
            rank = self._meaning("ranks", groups["rank"])
            card = Card.parse(rank + self._meaning("suits", groups["suit"]))
        elif self._codes["cards"]:
            card = Card.parse(self._meaning("cards", groups["card"]))
        else:
            card = Card.parse(groups["card"] or "")
        side, place = self._where(table, groups)
        return CardRead(reader=self.name, card=card, side=side, place=place)

    def _unreadable(self, table: MessageTable, groups: Groups) -> CardRead:
        side, place = self._where(table, groups)
        return CardRead(reader=self.name, card=None, side=side, place=place)

    def _where(self, table: MessageTable, groups: Groups) -> tuple[Side | None, int | None]:
        """Where a card went, as far as the frame tells; raises KeyError or ValueError."""
        code, told = groups.get("side"), groups.get("place")
        side = Side(table.side) if table.side else None
        if code is not None:
            side = Side(self._meaning("sides", code))
        place = table.place
        if told is not None:
            place = self._places[self._code(told)] if self._places else _number(told, self._is_hex)
        allowed = range(100) if side is Side.BURN else range(1, 4)
        if place is not None and (side is None or place not in allowed):
            raise ValueError(place)
        return side, place

    def _result(self, table: MessageTable, groups: Groups) -> ResultReported:
        pairs = self._meaning("pairs", groups["pairs"])
        return ResultReported(
            reader=self.name,
            outcome=Outcome(self._meaning("outcomes", groups["outcome"])),
            player_pair=pairs in ("player", "both"),
            banker_pair=pairs in ("banker", "both"),
        )

    def _fault(self, table: MessageTable, groups: Groups) -> ReaderFault:
        text = table.text or groups.get("text") or "a fault"
        words = "".join(letter if letter.isprintable() else "?" for letter in text[:_SHOWN])
        return ReaderFault(reader=self.name, why=f"The reader reports: {words.rstrip('.')}.")


def _number(text: str, is_hex: bool) -> int:
    """A number as the expression saw it, -1 where it is none."""
    try:
        return int(text, 16 if is_hex else 10)
    except ValueError:
        return -1


_EVENTS: dict[str, Callable[[Pattern, MessageTable, Groups], Observation | None]] = {
    "card": Pattern._card,
    "unreadable": Pattern._unreadable,
    "cut_card": lambda reader, table, groups: CutCardShown(reader=reader.name),
    "result": Pattern._result,
    "shoe_started": lambda reader, table, groups: ShoeStarted(reader=reader.name),
    "fault": Pattern._fault,
    "heartbeat": lambda reader, table, groups: None,
    "ignore": lambda reader, table, groups: None,
}
