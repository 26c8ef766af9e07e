"""A night at a table: a virtual shoe on a real line, reader, pump, log, and a crew that watches."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from drivers import Settings, State, open_reader
from drivers.supervisor import Supervised
from drivers.virtual.dealer import Dealer
from drivers.virtual.ends import Pty, Tcp
from drivers.virtual.mischief import Mischief
from drivers.virtual.shoe import VirtualShoe
from drivers.virtual.speakers import SPEAKERS
from server.baccarat.rules import HOUSES
from server.log import EventLog
from server.pump import Pump
from server.table import Table
from tests.wire import until

from .crew import Crew, WrongBead, board, shown
from .truth import Truth

_TRIES = 100  # looks for a mark before it is put on the line once more
_SHM = Path("/dev/shm")  # the log's disk: the tests of the log itself use a real one


class Night(AbstractContextManager["Night"]):
    """One table for some shoes."""

    def __init__(
        self,
        house: str,
        seed: int,
        rates: Mapping[str, float],
        *,
        protocol: str = "angel_eye",
        line: str = "pty",
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(dir=_SHM if _SHM.is_dir() else None)
        self._log = EventLog.open(Path(self._folder.name))
        self.truth = Truth()
        self.table = Table(
            "t1",
            title="t1",
            house=HOUSES[house],
            log=self._log,
            clock=lambda: datetime.now(UTC),
            boot_id="chaos",
        )
        self.crew = Crew(self.table, self.truth)
        self._end = _Pty(self, Path(self._folder.name)) if line == "pty" else _Tcp(self)
        url, settings = f"{protocol}:{self._end.where}", Settings(fastest_s=0, tap=self._hear)
        self.reader = open_reader(url, settings)  # this dealer is faster than any
        assert isinstance(self.reader, Supervised)
        self._heard, self._busy_when_heard, self._marks = b"", -1.0, 0
        self._pump = Pump(self.table, url, lambda _: self.reader)
        self._pump.start()
        self.wait_online()
        mischief = Mischief(rates, seed)
        self.shoe = VirtualShoe(
            Dealer(HOUSES[house], seed, mischief),
            SPEAKERS[protocol](),
            self._end,
            self.truth.tell,
            copies_apart_s=0,
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pump.stop()
        self._end.close()
        self._log.close()
        self._folder.cleanup()

    @property
    def faults(self) -> Counter[str]:
        """How often each fault was injected."""
        return self.shoe.mischief.done

    def deal_shoe(self) -> None:
        """Deal one shoe to its end; afterwards the board is what was dealt, or WrongBead."""
        while not (act := self.shoe.next()).truth.get("over"):
            if "outcome" in act.truth or self.table.shoe.hold:
                self._settle()  # no dealer is further ahead than a coup
                self.crew.attend()
            self.crew.check()
        self.shoe.restore()
        self._settle()
        self.crew.complete()
        dealt, told = board(self.truth.shoe), shown(self.table.shoe)
        if dealt != told:
            raise WrongBead(f"dealt {dealt}\nbut told {told}")

    def _hear(self, data: bytes) -> None:
        assert isinstance(self.reader, Supervised)
        self._heard = (self._heard + data)[-40:]
        self._busy_when_heard = self.reader._busy_s  # another once these bytes are taken up

    def wait_online(self, reconnects: int = 0) -> None:
        """Wait until the reader is there again after so many losses."""
        until(lambda: self.reader.health().counters.reconnects >= reconnects)
        until(lambda: self.reader.health().state is State.ONLINE)

    def _settle(self) -> None:
        """Wait until the reader has taken up all that was put on the line."""
        assert isinstance(self.reader, Supervised)
        while self._end.is_in:
            self._marks += 1
            mark = b"\x06mark%d\n" % self._marks  # between frames it means nothing
            self._end.send(mark)
            tries = 0
            while tries < _TRIES and not self._heard.endswith(mark):
                tries += 1
                time.sleep(0.002)
            if tries < _TRIES:
                until(lambda: self.reader._busy_s != self._busy_when_heard)
                return
        until(lambda: self.reader.health().state is not State.ONLINE)


class _Pty(Pty):
    """A cable that, put back, is seen by the reader before the next card is dealt."""

    def __init__(self, night: Night, folder: Path) -> None:
        self._night, self._losses = night, 0
        super().__init__(folder / "shoe")

    def drop(self) -> None:
        self._losses += bool(self._fds)
        super().drop()

    def restore(self) -> None:
        super().restore()
        if self._losses:
            self._night.wait_online(self._losses)

    @property
    def is_in(self) -> bool:
        return bool(self._fds)


class _Tcp(Tcp):
    """A serial server that, back again, has its client before the next card is dealt."""

    def __init__(self, night: Night) -> None:
        self._night, self._losses = night, 0
        super().__init__()

    def drop(self) -> None:
        self._losses += self._listening is not None
        super().drop()

    def restore(self) -> None:
        super().restore()
        if self._losses:
            self._night.wait_online(self._losses)

    @property
    def is_in(self) -> bool:
        return self._listening is not None
