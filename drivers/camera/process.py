"""The camera's own process: grab, look, keep the crop, tell; no server thread waits for it.

It gives way to the server (nice, two threads), and it ends with it: the pipe tells, and the kernel
where this process hangs.
"""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time
import traceback
from collections import deque
from multiprocessing.connection import Connection
from pathlib import Path

import cv2

from server.baccarat.cards import Card
from server.baccarat.coup import Side
from server.baccarat.events import CardRead, CutCardShown, Observation, ReaderFound, ReaderLost

from .. import BadReader, State
from ..counting import Pictures
from . import NAME, RECORDED
from .address import Kind
from .frame import Frame
from .grabber import Found, Grabber, Lost, Stuck
from .grabber import Over as AtEnd
from .kept import keep
from .messages import LOOK, STOP, Beat, Failed, Message, Over, Plan, Saw, Shot, Status
from .mount import mount_in_use
from .net import BadModel
from .shown import shown
from .sources import source
from .vision import CARD, CUT_CARD, Vision, Witness, made_by

_NICE, _THREADS = 5, 2
_BEAT_S, _WAIT_S, _SHOT_S = 0.5, 0.1, 0.5
_LATE_S = 0.25  # a picture that is older when it has been looked at was looked at late
_SETTLED = 1.0, 15  # what is seen within such seconds or pictures of the finding lay there before
_FLUSH_S = 2.0
_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG
_SIDES = {"P": Side.PLAYER, "B": Side.BANKER}


def run(plan: Plan, pipe: Connection) -> None:
    """The process's main function."""
    _take_a_back_seat()
    orders, outbox = _Orders(pipe), _Outbox(pipe)
    try:
        _Watchman(plan, outbox).watch(orders)
    except (Stuck, BadModel, ValueError, OSError) as error:
        is_said = isinstance(error, Stuck | BadModel | BadReader)
        trace = "" if is_said else traceback.format_exc()
        outbox.put(Failed(str(error).rstrip("."), trace))
    except Exception as error:
        outbox.put(Failed(f"the vision program failed: {error!r}", traceback.format_exc()))
    outbox.flush()
    os._exit(0)  # a thread that hangs in a camera would hold a regular end


def _take_a_back_seat() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    os.nice(_NICE)
    cv2.setNumThreads(_THREADS)
    os.environ["OPENCV_FFMPEG_LOGLEVEL"] = "-8"  # a camera's damaged bytes are counted, not printed
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


class _Orders:
    """What the reader asks for, as it comes."""

    def __init__(self, pipe: Connection) -> None:
        self.stop, self.look = threading.Event(), threading.Event()
        self._pipe = pipe
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        events = {STOP: self.stop, LOOK: self.look}
        while True:
            try:
                events[self._pipe.recv()].set()
            except (EOFError, OSError):
                os._exit(0)  # the server is gone


class _Outbox:
    """What is told, on a thread of its own: the reader may wait for the log, and we must not."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._waiting: deque[Message] = deque()
        self._changed = threading.Condition()
        threading.Thread(target=self._send, daemon=True).start()

    def put(self, message: Message) -> None:
        with self._changed:
            if isinstance(message, Beat | Shot):  # only the newest says anything
                for old in [each for each in self._waiting if type(each) is type(message)]:
                    self._waiting.remove(old)
            self._waiting.append(message)
            self._changed.notify_all()

    def flush(self) -> None:
        """Wait until all is told, or nobody listens."""
        with self._changed:
            self._changed.wait_for(lambda: not self._waiting, _FLUSH_S)

    def _send(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting)
                message = self._waiting[0]
            try:
                self._pipe.send(message)
            except (BrokenPipeError, OSError):
                os._exit(0)
            with self._changed:
                if message in self._waiting:
                    self._waiting.remove(message)
                self._changed.notify_all()


class _Watchman:
    """Looks at one camera's pictures, in the process's main thread."""

    def __init__(self, plan: Plan, outbox: _Outbox) -> None:
        """Raises BadReader for a calibration that is none."""
        self._plan, self._outbox = plan, outbox
        mount = mount_in_use(plan.mount) if plan.mount else None
        self._is_film = plan.address.kind is Kind.FILM
        self._name = RECORDED if self._is_film else NAME
        self._vision: Vision = made_by(plan.vision, mount)
        by = [self._vision.model, mount.digest()[:12] if mount else ""]
        self._model = "+".join(filter(None, by)) or None
        self._grabber = Grabber(
            source(plan.address, mount), self._tell, size=mount.size if mount else None
        )
        self._status, self._note = Status(State.OPENING, "", None), ""
        self._frames = self._late = self._unreadable = 0
        self._in_flight = 0
        self._found_at, self._since_found = 0.0, 0
        self._beat_at = self._shot_at = 0.0
        self._trouble = ""  # with the pictures that are to be kept

    def watch(self, orders: _Orders) -> None:
        """Until told to stop, or the film is over. Raises Stuck."""
        while not orders.stop.is_set():
            match self._grabber.next(_WAIT_S):
                case Frame() as frame:
                    self._look(frame)
                    self._maybe_show(frame, orders)
                case Found():
                    self._found_at, self._since_found = time.monotonic(), 0
                    self._emit(ReaderFound(reader=self._name, is_sure=False))
                case Lost(why):
                    self._witness(self._vision.lost())
                    self._emit(ReaderLost(reader=self._name, why=why))
                case AtEnd():
                    self._witness(self._vision.lost())
                    self._beat()
                    end = f"the film is over after {self._frames} pictures"
                    again = "Reopen the reader to play it again."
                    self._outbox.put(Over(f"{self._plan.address.where}: {end}. {again}"))
                    break
            if time.monotonic() - self._beat_at > _BEAT_S:
                self._beat()
        self._grabber.close()

    def _look(self, frame: Frame) -> None:
        self._witness(self._vision.look(frame), frame)
        self._frames, self._since_found = self._frames + 1, self._since_found + 1
        if not self._is_film:
            self._late += time.monotonic() - frame.time > _LATE_S
        if self._vision.note != self._note:
            self._tell(self._status.state, self._status.detail, None)
        if self._vision.in_flight != self._in_flight:
            self._beat()  # were we to die now, the reader must know of the cards

    def _witness(self, witnesses: list[Witness], frame: Frame | None = None) -> None:
        seconds, pictures = _SETTLED
        is_new = time.monotonic() - self._found_at < seconds or self._since_found < pictures
        late = frame is not None and not self._is_film and is_new
        for each in witnesses:
            if each.kind == CUT_CARD:
                self._emit(CutCardShown(reader=self._name, late=late))
                continue
            card = Card.parse(each.card) if each.kind == CARD else None
            self._unreadable += card is None
            self._emit(
                CardRead(
                    reader=self._name,
                    late=late,
                    card=card,
                    side=_SIDES[each.place[0]] if each.place else None,
                    place=int(each.place[1:]) if each.place else None,
                    confidence=each.confidence,
                    picture=self._kept(each),
                    model=self._model,
                    taken=each.taken,
                    why=each.why,
                )
            )

    def _kept(self, witness: Witness) -> str | None:
        """The picture that it was read from; a full disk loses the picture, never the event."""
        if witness.crop is None or self._plan.kept is None:
            return None
        try:
            name = keep(Path(self._plan.kept), witness.crop)
            trouble = ""
        except OSError as error:
            name, trouble = None, f"pictures cannot be kept: {str(error).rstrip('.')}"
        if trouble != self._trouble:
            self._trouble = trouble
            self._tell(self._status.state, self._status.detail, None)
        return name

    def _maybe_show(self, frame: Frame, orders: _Orders) -> None:
        now = time.monotonic()
        if orders.look.is_set() and now - self._shot_at >= _SHOT_S:
            orders.look.clear()
            self._shot_at = now
            self._outbox.put(Shot(shown(frame.picture, self._vision.labels())))

    def _emit(self, event: Observation) -> None:
        self._outbox.put(Saw(event))

    def _tell(self, state: State, detail: str, retry_s: float | None) -> None:
        self._status, self._note = Status(state, detail, retry_s), self._vision.note
        online = (self._note, self._trouble) if state is State.ONLINE else ()
        said = "; ".join(filter(None, (detail, *online)))
        self._outbox.put(Status(state, said, retry_s))

    def _beat(self) -> None:
        self._beat_at = time.monotonic()
        self._in_flight = self._vision.in_flight
        grabber = self._grabber
        counters = Pictures(
            frames=self._frames,
            dropped=grabber.dropped,
            late=self._late,
            bad=grabber.bad,
            unreadable=self._unreadable,
            stuck=grabber.stuck,
            reconnects=grabber.reconnects,
        )
        self._outbox.put(Beat(counters, grabber.age_s, self._in_flight))
