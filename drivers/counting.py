"""A sender's running count: tells new reports from repeats, and says when some are missing. Pure.

The count alone comes round too soon to be trusted (a shoe's is 1 to 9), so a repeat is the same
count with the same content: soon after, or within a round where another count was due. The second
is a copy that a serial server held back, or a report from before the last loss. Where it was a new
report after a loss that happens to look like an old one, the one after it shows the gap all the
same: its count is due after that one, not after the last.
"""

from __future__ import annotations

from dataclasses import dataclass, field

_WINDOW_S = 2.0  # three copies come 50 ms apart, but a serial server may hold the last one up
_FEW = 4  # reports back; less than half a round of 9
_REMEMBERED = 64  # reports at most, and less than a round: what is older could be new


@dataclass(slots=True)
class Counters:
    """What a reader met so far, for the people who look after the cables."""

    frames: int = 0  # good and new
    repeats: int = 0
    bad: int = 0  # wrong checksum, malformed, too long
    resyncs: int = 0  # frames cut off by the start of the next
    gaps: int = 0
    reconnects: int = 0


@dataclass(frozen=True, slots=True)
class Pictures:
    """What a camera met so far."""

    frames: int = 0  # pictures that were looked at
    dropped: int = 0  # came while another was looked at
    late: int = 0  # looked at too long after they came
    bad: int = 0  # damaged, or showing nothing
    unreadable: int = 0  # cards
    stuck: int = 0  # reads that did not come back and were given up
    reconnects: int = 0


@dataclass(slots=True)
class Count:
    """Follows one sender's count, which runs from 1 to `most` and begins again."""

    most: int
    counters: Counters
    last: int | None = None
    # The last reports, when each came and as the how-manieth; the oldest first.
    _known: dict[tuple[int, bytes], tuple[float, int]] = field(default_factory=dict)

    def is_repeat(self, count: int, content: bytes, now: float, *, is_start: bool = False) -> bool:
        """Whether this report was received before; `now` is in seconds of any steady clock.

        The count of a start says nothing: it is a repeat for some seconds, then a start anew.
        """
        key, frames = (count, content), self.counters.frames
        if key in self._known:
            at, nth = self._known[key]
            is_due = self.last is None or count == self.last % self.most + 1
            is_fresh = now - at < _WINDOW_S and frames - nth < _FEW
            if is_start:
                is_fresh, is_due = now - at < _WINDOW_S and frames - nth < 2 * _FEW, True
            if is_fresh or not (is_due or count == self.last):
                if is_fresh:
                    self._known[key] = now, nth
                self.counters.repeats += 1
                return True
            del self._known[key]
        self.counters.frames += 1
        self._known[key] = now, self.counters.frames
        if len(self._known) > min(self.most - 1, _REMEMBERED):
            del self._known[next(iter(self._known))]
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
