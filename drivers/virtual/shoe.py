"""A virtual shoe on its line: deals, reports each act three times, and misbehaves."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from ..tape import Spy
from .dealer import Act, Dealer
from .ends import End
from .mischief import LINE_FAULTS, Mischief
from .report import Report
from .speakers import Speaker

COPIES, COPIES_APART_S = 3, 0.05  # as the real one sends each report
# Counts in a row that nobody hears: nine bring a shoe's count round and nothing could tell, eight
# and a report like the last one look like its copy to who listens at a pace beyond any table's.
_MOST_LOST = 7
_DRIBBLE_S = 0.004
_OLD = 6  # reports that it gives again when the line is opened


class VirtualShoe:
    """Deals act after act; `tell` is given the truth of each, before it is reported."""

    def __init__(
        self,
        dealer: Dealer,
        speaker: Speaker,
        end: End,
        tell: Callable[[dict[str, Any]], None],
        *,
        copies_apart_s: float = COPIES_APART_S,
        record: Spy | None = None,
    ) -> None:
        self.mischief: Mischief = dealer.mischief
        self._acts: Iterator[Act] = dealer.acts()
        self._speaker, self._end, self._tell = speaker, end, tell
        self._apart_s, self._record = copies_apart_s, record
        self._muted = 0  # reports that are still to be lost
        self._is_dropped = False
        self._unheard = 0  # reports in a row that nobody can have heard
        self._late: list[tuple[int, bytes]] = []  # copies held back, and for how many reports
        self._sent: deque[bytes] = deque(maxlen=_OLD)
        end.on_open = self._opened

    def next(self) -> Act:
        """The next thing that happens."""
        act = next(self._acts)
        self._tell(act.truth)
        for report in act.reports:
            self._report(report)
        return act

    def restore(self) -> None:
        """End a break of the connection or a silence now."""
        self._muted = 0
        if self._is_dropped:
            self._is_dropped = False
            self._end.restore()

    def let_one_through(self) -> None:
        """Nothing happens to the next report: who has just begun to listen knows no count yet."""
        self._muted, self._unheard = 0, _MOST_LOST

    def send(self, data: bytes) -> None:
        """Put bytes on the line as they are."""
        if self._record:
            self._record.bytes(data)
        self._end.send(data)

    def _report(self, report: Report) -> None:
        happens = {name: self.mischief.happens(name) for name in LINE_FAULTS}
        room = _MOST_LOST - self._unheard
        if room <= 0:
            happens = dict.fromkeys(LINE_FAULTS, False)
        random = self.mischief.random
        for name in (name for name, is_so in happens.items() if is_so):
            self._tell({"fault": name})
        if happens["jump"]:
            skipped = random.randint(1, room)
            self._speaker.count(skipped)
            self._unheard += skipped
        elif (happens["awol"] or happens["drop"]) and not self._muted:
            self._muted = random.randint(1, room)
            if happens["drop"]:
                self._is_dropped = True
                self._end.drop()
        frame = self._speaker.frame(report)
        if not frame:
            return
        self._unheard += 1
        if self._muted:
            self._muted -= 1
            if not self._muted:
                self.restore()
            return
        for n, copy in enumerate(self._copies(frame, happens)):
            if n:
                time.sleep(self._apart_s)
            self._put(copy, is_slow=happens["dribble"])
        self._sent.append(frame)
        self._release_late()

    def _copies(self, frame: bytes, happens: dict[str, bool]) -> Iterator[bytes]:
        """The copies of a frame as they reach the line, damaged by chance where it happens."""
        random = self.mischief.random
        for n in range(COPIES + COPIES * happens["double"]):
            copy, is_clear = frame, True
            if happens["noise"] and random.random() < 0.5:
                is_clear = False
                yield random.randbytes(random.randint(1, 20))
            if happens["lost"] and random.random() < 0.8:
                continue
            if happens["delay"] and n == COPIES - 1:
                self._late.append((random.randint(1, 7), frame))
                continue
            if happens["cut"] and random.random() < 0.7:
                copy = frame[: random.randrange(len(frame))]
            if happens["checksum"] and random.random() < 0.7:
                copy = _with_wrong_checksum(copy)
            if is_clear and copy == frame:
                self._unheard = 0
            yield copy

    def _put(self, data: bytes, *, is_slow: bool) -> None:
        if not is_slow:
            self.send(data)
            return
        for n in range(len(data)):
            self.send(data[n : n + 1])
            time.sleep(_DRIBBLE_S)

    def _release_late(self) -> None:
        waiting = [(left - 1, frame) for left, frame in self._late]
        self._late = [(left, frame) for left, frame in waiting if left > 0]
        for left, frame in waiting:
            if left <= 0:
                self.send(frame)

    def _opened(self) -> None:
        """Somebody may listen from now on."""
        if not self.mischief.happens("garbage"):
            return
        self._tell({"fault": "garbage"})
        random = self.mischief.random
        half = self._sent[-1][random.randrange(8) :] if self._sent else b""
        self.send(half + random.randbytes(12) + b"".join(self._sent))


def _with_wrong_checksum(frame: bytes) -> bytes:
    """A frame whose last digit is another; so no longer sound."""
    end = len(frame.removesuffix(b"\n"))
    return frame[: max(0, end - 1)] + bytes(byte ^ 1 for byte in frame[end - 1 : end]) + frame[end:]
