"""The camera's process as its reader has it: started, heard, found dead, ended."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import time
from importlib import import_module
from multiprocessing.connection import Connection, wait

from .messages import LOOK, STOP, Message, Plan

_QUIET_S = 2.0  # it beats twice a second
_START_S = 60.0  # for its first sign of life: libraries and a network are loaded
_STOP_S = 0.5  # to end by itself


class Gone(Exception):
    """The process is dead or hangs; the message says so."""


def _main(plan: Plan, pipe: Connection) -> None:
    """The first thing in the process: what it runs loads the picture libraries, so only there."""
    import_module(".process", __package__).run(plan, pipe)


class Child:
    """One process; used by one thread."""

    def __init__(self, plan: Plan) -> None:
        """Raises OSError where the machine has no room for one."""
        spawn = multiprocessing.get_context("spawn")  # a fork would take over locks and sockets
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(
            target=_main, args=(plan, theirs), name="shoeboard camera", daemon=True
        )
        try:
            self._process.start()
        except BaseException:
            self._pipe.close()
            raise
        finally:
            theirs.close()
        self._began_at = time.monotonic()
        self._heard_at: float | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid

    def hear(self, wait_s: float) -> Message | None:
        """The next message, None where none comes in time. Raises Gone."""
        wait([self._pipe, self._process.sentinel], wait_s)
        if self._pipe.poll():  # also what the dead one still said
            try:
                message: Message = self._pipe.recv()
            except (EOFError, OSError):
                raise Gone(self._last_words()) from None
            self._heard_at = time.monotonic()
            return message
        if not self._process.is_alive():
            raise Gone(self._last_words())
        self._check_pulse()
        return None

    def waited(self) -> None:
        """We did not listen for a while, which is no fault of the process."""
        if self._heard_at is not None:
            self._heard_at = time.monotonic()

    def look(self) -> None:
        """Ask for a picture of what it sees."""
        self._ask(LOOK)

    def end(self) -> list[Message]:
        """Stop it, in half a second at the latest; returns what it still said."""
        self._ask(STOP)
        self._process.join(_STOP_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        said: list[Message] = []
        with contextlib.suppress(EOFError, OSError):
            while self._pipe.poll():
                said.append(self._pipe.recv())
        self._pipe.close()
        self._process.close()
        return said

    def _ask(self, order: str) -> None:
        with contextlib.suppress(OSError):  # it is dead, which `hear` says
            self._pipe.send(order)

    def _check_pulse(self) -> None:
        now = time.monotonic()
        if self._heard_at is None and now - self._began_at > _START_S:
            raise Gone(f"the vision program did not begin within {_START_S:g} s")
        if self._heard_at is not None and now - self._heard_at > _QUIET_S:
            raise Gone(f"the vision program hung for {_QUIET_S:g} s and was ended")

    def _last_words(self) -> str:
        self._process.join(_STOP_S)
        code = self._process.exitcode
        if code is not None and code < 0:
            return f"the vision program was ended by {signal.Signals(-code).name}"
        return f"the vision program ended by itself ({code})"
