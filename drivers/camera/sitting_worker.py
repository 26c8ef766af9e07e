"""A calibration in a process of its own: steps come over a pipe, answers go back.

It ends when the pipe does, or when nobody asked anything for ten minutes.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from dataclasses import asdict
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

_IDLE_S = 600.0
_STEP_S = 45.0  # the longest step: the camera opens, or 52 cards are measured
_START_S = 60.0


class NoAnswer(Exception):
    """The worker is gone or hangs; the message says so."""


class Worker:
    """One calibration's process; used by one thread at a time."""

    def __init__(self, mode: str, camera: str) -> None:
        """Begins at once; raises OSError where the machine has no room for a process."""
        spawn = multiprocessing.get_context("spawn")
        self._pipe, theirs = spawn.Pipe()
        self._process = spawn.Process(
            target=_main, args=(theirs, mode, camera), name="shoeboard calibration", daemon=True
        )
        self._process.start()
        theirs.close()
        self._is_new = True

    def ask(self, step: str, **given: Any) -> Any:
        """The answer to a step. Raises ValueError with its sentence, or NoAnswer."""
        try:
            self._pipe.send((step, given))
            wait, self._is_new = (_START_S if self._is_new else _STEP_S), False
            if not self._pipe.poll(wait):
                raise NoAnswer(f"The camera program did not answer for {wait:g} s.")
            is_done, answer = self._pipe.recv()
        except (OSError, EOFError):
            raise NoAnswer("The camera program has ended: open the camera again.") from None
        if not is_done:
            raise ValueError(answer)
        return answer

    def end(self) -> None:
        """Stop it, whatever it does."""
        self._pipe.close()
        self._process.join(0.5)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _main(pipe: Connection, mode: str, camera: str) -> None:
    from drivers import BadReader

    from .sitting import Sitting

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # ours is to end with the server
    sitting: Sitting | None = None
    try:
        while pipe.poll(_IDLE_S):
            step, given = pipe.recv()
            try:
                sitting = sitting or Sitting(mode, camera, {})
                pipe.send((True, _STEPS[step](sitting, **given)))
            except BadReader as bad:
                pipe.send((False, str(bad)))
            except Exception as error:  # the page must hear of a fault of ours, too
                pipe.send((False, f"The camera program failed: {error!r}."))
    except (EOFError, OSError):
        pass  # the server went away
    finally:
        if sitting:
            sitting.close()


def _state(sitting: Any) -> dict[str, Any]:
    mount, accuracy = sitting.mount, sitting.mount.accuracy
    return {
        "mode": mount.mode,
        "size": mount.size,
        "window": mount.window,
        "turn": mount.turn,
        "places": dict(mount.places),
        "exposure": dict(mount.exposure),
        "empty": sitting.empty is not None,
        "cards": sitting.shown(),
        "accuracy": asdict(accuracy) | {"words": str(accuracy)} if accuracy else None,
        "enough": mount.may_be_used,
    }


def _then_state(step: Callable[..., Any]) -> Callable[..., Any]:
    def done(sitting: Any, **given: Any) -> dict[str, Any]:
        step(sitting, **given)
        return _state(sitting)

    return done


def _open(sitting: Any) -> None:
    sitting.picture()


def _region(sitting: Any, window: list[int], turn: int) -> None:
    sitting.set_window((window[0], window[1], window[2], window[3]), turn)


def _places(sitting: Any, places: dict[str, list[float]]) -> None:
    from .calibration import rectangle

    sitting.set_places(
        {name: rectangle((int(x), int(y), int(w), int(h))) for name, (x, y, w, h) in places.items()}
    )


def _find_places(sitting: Any) -> None:
    from .calibration import suggested
    from .seer import seer

    seen = seer(lambda _: None).look(sitting.picture())
    sitting.set_places(*suggested(seen, sitting.mount.size))


def _save(sitting: Any, folder: str, accept: bool, replace: bool) -> None:
    sitting.save(Path(folder), accepted=accept, may_replace=replace)


_STEPS: dict[str, Callable[..., Any]] = {
    "live": lambda sitting: sitting.live(),
    "open": _then_state(_open),
    "lock": _then_state(lambda sitting: sitting.lock()),
    "window": _then_state(_region),
    "places": _then_state(_places),
    "find_places": _then_state(_find_places),
    "empty": _then_state(lambda sitting: sitting.take_empty()),
    "card": _then_state(lambda sitting, card: sitting.take_card(card)),
    "suit": _then_state(lambda sitting, suit: sitting.take_suit(suit)),
    "drop_card": _then_state(lambda sitting, card: sitting.drop_card(card)),
    "measure": _then_state(lambda sitting: sitting.measure()),
    "save": _then_state(_save),
}
