"""Frames out of a stream of bytes: between delimiters, or of one length. Pure and bounded.

Half a frame is never guessed at: a new start cuts off what came before it, a pause does so too, and
what is too long, or has a wrong checksum, is dropped and counted. After a frame that is not sound
the next start is looked for in its bytes as well, so that no frame swallows the one after it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .counting import Counters

_STARTS_TRIED = 8  # in one frame with a wrong checksum: working it out again costs time


@dataclass(frozen=True, slots=True)
class Shape:
    """What a whole frame looks like: `starts`, content, `ends`, then `after_end` bytes more.

    `length` is that of the whole frame, 0 where only `ends` says how long it is; `longest` bounds
    it then. A half frame that is not continued for `pause_s` is given up.
    """

    starts: bytes
    ends: bytes
    length: int
    after_end: int
    longest: int
    pause_s: float

    @property
    def shortest(self) -> int:
        return len(self.starts) + len(self.ends)


class Framer:
    """Cuts one stream into sound frames."""

    def __init__(
        self, shape: Shape, is_right: Callable[[bytes], bool] | None, counters: Counters
    ) -> None:
        """`is_right` says whether a whole frame's checksum is; None where frames have none."""
        self._shape, self._is_right, self._counters = shape, is_right, counters
        self._take = self._fixed if shape.length else self._delimited
        self._heard = 0.0
        self.reset()

    def reset(self) -> None:
        """Forget the half frame."""
        self._buffer = bytearray()
        self._is_inside = not self._shape.starts  # the buffer begins with a frame's start
        self._to_come = 0  # bytes after the end
        self._is_skipping = False  # the rest of a frame that was too long
        self._slid = 0  # bytes dropped since a frame of fixed length was not sound

    def feed(self, data: bytes, now: float) -> list[bytes]:
        """The sound frames that end in these bytes, whole; `now` as a decoder is told it."""
        if self._buffer and now - self._heard > self._shape.pause_s:
            is_half = self._is_inside and len(self._buffer) > len(self._shape.starts)
            self._counters.bad += is_half and not self._slid and not self._is_skipping
            self.reset()
        self._heard = now
        return [frame for byte in data if (frame := self._take(byte)) is not None]

    def _delimited(self, byte: int) -> bytes | None:
        shape, buffer = self._shape, self._buffer
        buffer.append(byte)
        if not self._is_inside:
            del buffer[: -len(shape.starts)]
            self._is_inside = buffer == shape.starts
        elif self._to_come:
            self._to_come -= 1
            return None if self._to_come else self._ended()
        elif buffer.endswith(shape.ends) and len(buffer) >= shape.shortest:
            self._to_come = shape.after_end
            return None if self._to_come else self._ended()
        elif self._is_skipping:
            del buffer[: -len(shape.ends)]
        elif len(buffer) > shape.longest:
            self._too_long()
        return None

    def _too_long(self) -> None:
        self._counters.bad += 1
        if not self._shape.starts:
            self._is_skipping = True
            return
        again = self._buffer.find(self._shape.starts, 1)
        self._is_inside = again > 0
        del self._buffer[: again if again > 0 else -len(self._shape.starts)]

    def _ended(self) -> bytes | None:
        """The sound frame in the buffer, which holds an end."""
        shape, whole = self._shape, bytes(self._buffer)
        is_skipping = self._is_skipping
        self.reset()
        if is_skipping:
            return None
        if shape.starts == shape.ends and not shape.after_end:
            self._buffer, self._is_inside = bytearray(shape.starts), True  # it may be a start, too
            if len(whole) == shape.shortest:
                return None
        for at in self._starts(whole):
            if self._is_right is None or self._is_right(whole[at:]):
                self._counters.resyncs += at > 0
                return whole[at:]
        self._counters.bad += 1
        for byte in whole[len(whole) - shape.after_end :]:  # they may be the next frame's first
            self._delimited(byte)
        return None

    def _starts(self, whole: bytes) -> list[int]:
        """Where the frame may begin; where no checksum can tell, a new start cuts the old off."""
        shape, found = self._shape, [0]
        if not shape.starts:
            return found
        last = len(whole) - shape.after_end - len(shape.ends)
        while (at := whole.find(shape.starts, found[-1] + 1, last)) > 0:
            found.append(at)
        return found[-1:] if self._is_right is None else found[:_STARTS_TRIED]

    def _fixed(self, byte: int) -> bytes | None:
        shape, buffer = self._shape, self._buffer
        buffer.append(byte)
        while True:
            self._drop(self._next_start())
            if len(buffer) < shape.length:
                return None
            frame = bytes(buffer)
            if self._is_sound(frame):
                self.reset()
                return frame
            if not 0 < self._slid < shape.length:  # the next starts inside it are no new damage
                self._counters.bad += 1
                self._slid = 0
            del buffer[0]
            self._slid += 1

    def _drop(self, count: int) -> None:
        del self._buffer[:count]
        self._slid += count if self._slid else 0

    def _next_start(self) -> int:
        """Where in the buffer a frame begins, or may begin with the bytes to come."""
        starts, buffer = self._shape.starts, self._buffer
        at = buffer.find(starts)
        while at < 0:  # a start cut in two by the end of the buffer
            starts = starts[:-1]
            at = len(buffer) - len(starts) if buffer.endswith(starts) else -1
        self._is_inside = at < len(buffer)
        return at

    def _is_sound(self, frame: bytes) -> bool:
        shape = self._shape
        end = len(frame) - shape.after_end
        has_end = frame[end - len(shape.ends) : end] == shape.ends
        return has_end and (self._is_right is None or self._is_right(frame))
