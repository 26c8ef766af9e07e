"""A night at a real server that is killed again and again, while the shoe deals on."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from pathlib import Path

from drivers.tape import played
from drivers.virtual.dealer import Dealer
from drivers.virtual.ends import Pty, Tcp
from drivers.virtual.mischief import Mischief
from drivers.virtual.shoe import VirtualShoe
from drivers.virtual.speakers import SPEAKERS
from server.baccarat.events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardInserted,
    CardMisdealt,
    CoupVoided,
    CutCardCalled,
    Decision,
    Entry,
    Refused,
    Released,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from server.baccarat.play import replay
from server.baccarat.rules import HOUSES
from server.baccarat.shoe import Shoe
from server.log import EventLog, decoded
from tests.live.server import TABLE, Server
from tests.wire import until

from .crew import Crew, WrongBead, board, shown
from .truth import Truth

_QUIET_S = 0.05  # no new entry for so long, after the mark was heard
_MOST_ACTS_DOWN = 4  # that the dealer does not notice

# How the console sends each decision: the command, and the fields by their names there.
_COMMANDS: dict[type[Decision], tuple[str, dict[str, str]]] = {
    BurnEnded: ("end_burn", {}),
    CardCorrected: ("correct_card", {"seq": "entry", "card": "card"}),
    CardEntered: ("enter_card", {"card": "card"}),
    CardInserted: ("insert_card", {"seq": "entry", "card": "card"}),
    CardMisdealt: ("misdealt", {"seq": "entry", "use": "use"}),
    CoupVoided: ("void_coup", {"seq": "entry"}),
    CutCardCalled: ("cut_card", {}),
    Released: ("release", {}),
    ShoeClosed: ("close_shoe", {}),
    ShoeOpened: ("open_shoe", {}),
    Voided: ("take_back", {"seq": "entry"}),
}


class RemoteTable:
    """A server's table as its log shows it; decisions go through its API."""

    def __init__(self, server: Server, house: str) -> None:
        self._server, self.house = server, HOUSES[house]
        self._log = EventLog.open(server.data)

    @property
    def seq(self) -> int:
        return self._log.last(TABLE)

    @property
    def shoe(self) -> Shoe:
        return replay(self.standing()[1])

    def standing(self) -> tuple[Shoe, tuple[Entry, ...]]:
        entries = tuple(decoded(self._log.current_shoe(TABLE)[1]))
        return replay(entries), entries

    def record(self, decision: Decision, *, expected_seq: int | None = None) -> int:
        name, fields = _COMMANDS[type(decision)]
        sent = {to: getattr(decision, field) for field, to in fields.items()}
        sent["why"] = decision.why or "compared with the table"
        plain = {
            key: value if isinstance(value, int) else str(value) for key, value in sent.items()
        }
        status, answer = self._server.command(name, seq=expected_seq, **plain)
        if status != 200:
            raise Refused(answer["error"])
        return int(answer["seq"])

    def close(self) -> None:
        self._log.close()


class _Spied(Server):
    """A server that notes every byte of its reader."""

    def _what(self) -> list[str]:
        self.data.mkdir(parents=True, exist_ok=True)
        file = self.data / "shoeboard.toml"
        file.write_text(
            f'[[tables]]\nname = "{TABLE}"\nhouse = "{self.house}"\nreader = "{self.reader}"\n'
            "spy = true\n"
        )
        return ["--config", str(file)]


class KilledNight:
    """One table of a real server, killed at random."""

    def __init__(
        self,
        folder: Path,
        house: str,
        seed: int,
        rates: Mapping[str, float],
        *,
        protocol: str = "angel_eye",
        line: str = "pty",
    ) -> None:
        self._end = Pty(folder / "shoe") if line == "pty" else Tcp()
        self._line = line
        self.server = _Spied(folder / "data", reader=f"{protocol}:{self._end.where}", house=house)
        self.server.start()
        self._online()
        self.table = RemoteTable(self.server, house)
        self.truth, self.kills, self._marks = Truth(), 0, 0
        self._random = random.Random(seed)
        self.crew = Crew(self.table, self.truth)
        self.shoe = VirtualShoe(
            Dealer(HOUSES[house], seed, Mischief(rates, seed)),
            SPEAKERS[protocol](),
            self._end,
            self.truth.tell,
            copies_apart_s=0,
        )

    def deal_shoe(self, kills: float) -> None:
        """Deal one shoe, killing the server with this chance after each act."""
        while not (act := self.shoe.next()).truth.get("over"):
            if self._random.random() < kills and self._kill():
                break
            if self.server.snapshot()["phase"] == "on_hold":
                self._settle()
                self.crew.attend()
            if "outcome" in act.truth:
                self.crew.check()
        self._settle()
        self.crew.complete()
        dealt, told = board(self.truth.shoe), shown(self.table.shoe)
        if dealt != told:
            raise WrongBead(f"dealt {dealt}\nbut told {told}")

    def _kill(self) -> bool:
        """kill -9, some cards that nobody sees, a new start; whether the shoe came to its end."""
        self.server.kill()
        self.kills += 1
        is_over = False
        for _ in range(self._random.randrange(_MOST_ACTS_DOWN)):
            if is_over := bool(self.shoe.next().truth.get("over")):
                break
        self.server.start()
        self._online()
        self.shoe.let_one_through()
        return is_over

    def _online(self) -> None:
        until(lambda: self.server.snapshot()["reader"]["state"] == "online")

    def _settle(self) -> None:
        """Wait until the server has taken up all that was put on the line."""
        tape = self.server.data / "spy" / f"{TABLE}.jsonl"
        self._marks += 1
        mark = b"\x06mark%d\n" % self._marks  # between frames it means nothing
        while True:
            self._end.send(mark)
            end = time.monotonic() + 0.5
            while time.monotonic() < end:
                heard = tape.read_text().splitlines()[-30:]
                if mark in b"".join(data for _, data in played(heard)):
                    return self._quiet()
                time.sleep(0.005)

    def _quiet(self) -> None:
        before, since = self.table.seq, time.monotonic()
        while time.monotonic() - since < _QUIET_S:
            if (now := self.table.seq) != before:
                before, since = now, time.monotonic()
            time.sleep(0.005)

    def close(self) -> None:
        self.table.close()
        self.server.close()
        self._end.close()
