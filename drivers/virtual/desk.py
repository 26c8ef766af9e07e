"""Who stands at a virtual shoe: deals at a pace or when told, and misbehaves on command."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable

from .ends import End
from .mischief import FAULTS, BadFaults, parse_faults
from .shoe import VirtualShoe

LOOK_S, SETTLE_S = 0.1, 0.5  # between two looks for a reader; after it came
HELP = """\
(empty)         the next card; as the space bar
pause, go       stop dealing, go on; go also where no reader can be seen to listen
NAME            let a fault happen at the next occasion: noise, drop, reboot, ...
faults SPEC     other rates from now on
plug            put a dropped line back
hex 05 31       these bytes, as they are
quit            end"""


class Desk:
    """Carries out commands between acts, one thread for all."""

    def __init__(
        self, shoe: VirtualShoe, end: End, say: Callable[[str], None], *, pace_s: float | None
    ) -> None:
        """`pace_s` is None where cards are only dealt when told."""
        self._shoe, self._end, self._say, self._pace_s = shoe, end, say, pace_s
        self._told: queue.Queue[str] = queue.Queue()
        self._is_paused = pace_s is None
        self._shoes_left = -1
        self._heard_at = 0.0

    def do(self, command: str) -> None:
        """Have a command carried out; may be called from any thread."""
        self._told.put(command)

    def run(self, shoes: int | None = None) -> None:
        """Deal until told to quit, or so many shoes are over."""
        self._shoes_left = shoes or -1
        is_over = False
        while not is_over and self._shoes_left:
            try:
                command = self._told.get(timeout=self._patience())
            except queue.Empty:
                if self._is_ready():
                    self._deal()
            else:
                is_over = self._carry_out(command)

    def _patience(self) -> float | None:
        """How long to wait for a command before the next look or card."""
        if self._is_paused:
            return None
        return self._pace_s if self._heard_at else LOOK_S

    def _is_ready(self) -> bool:
        """Whether somebody listens, and had the time to; what was on the line before is old."""
        if not self._heard_at and self._end.is_heard():
            self._heard_at = time.monotonic()
        return bool(self._heard_at) and time.monotonic() - self._heard_at > SETTLE_S

    def _deal(self) -> None:
        act = self._shoe.next()
        if act.truth.get("over"):
            self._shoes_left -= 1

    def _carry_out(self, command: str) -> bool:
        """Whether that was the end."""
        name, _, rest = command.partition(" ")
        if name in FAULTS:
            self._shoe.mischief.ask(name)
            self._say(f"{name}: {FAULTS[name]}; at the next occasion.")
            return False
        match name:
            case "":
                self._deal()
            case "quit" | "q":
                return True
            case "pause":
                self._is_paused = True
            case "go":
                self._is_paused = self._pace_s is None
                self._heard_at = self._heard_at or time.monotonic()
            case "plug":
                self._shoe.restore()
            case "faults":
                self._set_rates(rest)
            case "hex":
                self._send_hex(rest)
            case _:
                self._say(f"{HELP}\n{'':<16}faults: {', '.join(FAULTS)}")
        return False

    def _set_rates(self, text: str) -> None:
        try:
            self._shoe.mischief.rates = parse_faults(text)
        except BadFaults as bad:
            self._say(str(bad))

    def _send_hex(self, text: str) -> None:
        try:
            self._shoe.send(bytes.fromhex(text))
        except ValueError:
            self._say(f"{text!r} are no bytes in hex, as 05 31 53 are.")
