"""A sender's running count: tells new reports from repeats, and says when some are missing. Pure.

A repeat is the same count with the same content, soon after and not more than a few reports back:
the count alone comes round too soon to be trusted (a shoe's is 1 to 9), and a line that was held up
may bring a whole round of it at once.
"""

from __future__ import annotations

from dataclasses import dataclass, field

_WINDOW_S = 2.0  # three copies come 50 ms apart, but a serial server may hold the last one up
_FEW = 4  # reports back; less than half a round of 9


@dataclass(slots=True)
class Counters:
    """What a decoder met so far, for the people who look after the cables."""

    frames: int = 0  # good and new
    repeats: int = 0
    bad: int = 0  # wrong checksum, malformed, too long
    resyncs: int = 0  # frames cut off by the start of the next
    gaps: int = 0


@dataclass(slots=True)
class Count:
    """Follows one sender's count, which runs from 1 to `most` and begins again."""

    most: int
    counters: Counters
    last: int | None = None
    _recent: dict[tuple[int, bytes], float] = field(default_factory=dict)

    def is_repeat(self, count: int, content: bytes, now: float) -> bool:
        """Whether this report was just received; `now` is in seconds of any steady clock."""
        at = self._recent.get((count, content))
        if at is not None and now - at < _WINDOW_S:
            self._recent[count, content] = now
            self.counters.repeats += 1
            return True
        self._recent.pop((count, content), None)
        self._recent[count, content] = now  # the newest last
        if len(self._recent) > _FEW:
            del self._recent[next(iter(self._recent))]
        self.counters.frames += 1
        return False

    def missed(self, count: int) -> int:
        """How many reports are missing before this new one, as far as the count can tell."""
        last, self.last = self.last, count
        if last is None:
            return 0
        missed = (count - last - 1) % self.most
        self.counters.gaps += missed > 0
        return missed

    def restart(self) -> None:
        """The sender began anew: any count may come next."""
        self.last = None
