"""Another reader in mid-shoe: no card is lost or counted twice, and a restart knows which one."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from drivers import Health, Sink, State
from server.baccarat.events import CardEntered, ReaderChanged, ReaderFound, Released
from server.baccarat.roles import Role
from server.commands import decide
from server.config import Settings, TableSettings
from server.log import EventLog
from server.pump import Pump
from server.readers import Readers
from server.serve import Site
from server.table import Table
from tests.conftest import OpenTable
from tests.wire import Pty, counted, until

from .conftest import StartPump
from .test_pump import CARDS, expected_roads, reports_of, truth


@pytest.fixture
def other_cable(tmp_path: Path) -> Iterator[Pty]:
    pty = Pty(tmp_path / "other shoe")
    yield pty
    pty.close()


def change(table: Table, url: str, command: str = "") -> int:
    """What the technician's console sends; returns when the new reader, if any, is online."""
    by = {"by": "Tom", "role": Role.TECHNICIAN, "command": command}
    seq = table.record(decide(table, "change_reader", {"reader": url}, by))
    until(lambda: table.reader.url == url and table.reader.state in ("online", "none"))
    return seq


def looked(table: Table, where: str) -> None:
    """The crew compares: nobody counted what was dealt while the reader was changed."""
    assert table.shoe.hold is not None
    assert where in table.shoe.hold.why
    table.record(Released(by="Ann"))


def sent(cable: Pty, reports: list[bytes], *, first: int) -> None:
    """Reports each three times, as a shoe sends them whose count is at `first`."""
    cable.write(b"".join(3 * frame for frame in counted(iter(reports), first=first)))


def test_cards_go_on_where_they_were_from_one_reader_to_hands_to_another(
    open_table: OpenTable, pump: StartPump, cable: Pty, other_cable: Pty
) -> None:
    a, b = f"angel_eye:{cable.path}", f"angel_eye:{other_cable.path}"
    table = open_table(readers=Readers(a, (b,)))
    pump(table, a)
    reports = reports_of(20)
    first = len(reports_of(5)) + 2  # two cards into the sixth coup
    sent(cable, reports[:first], first=1)
    until(lambda: (len(table.shoe.settled), len(table.shoe.coup.cards)) == (5, 2))

    change(table, "")
    assert table.snapshot()["hold"].startswith("The reader was changed in coup 6: compare")
    assert table.snapshot()["reader"] == {"state": "none"}
    table.record(Released(by="Ann"))
    dealt = sum(len(settled.coup.cards) for settled in table.shoe.settled) + 2
    typed = 0
    while len(table.shoe.settled) < 7:  # the rest of the sixth coup and the seventh by hand
        table.record(CardEntered(by="Ann", card=CARDS[dealt + typed]))
        typed += 1

    sent(cable, reports[:9], first=1)  # nobody listens there any more
    change(table, b)
    looked(table, "was found after coup 7")
    sent(other_cable, reports[len(reports_of(7)) :], first=4)
    until(lambda: len(table.shoe.settled) == 20)
    assert table.snapshot()["roads"] == expected_roads(truth()[:20])
    assert [s.flags for s in table.shoe.settled[4:7]] == [set(), {"held", "typed"}, {"typed"}]

    change(table, a)  # the new reader only tells what comes from now on, and what waited there
    assert table.reader.state == "online"


def test_the_reader_of_a_table_that_had_none(
    open_table: OpenTable, cable: Pty, started: Callable[..., Pump]
) -> None:
    url = f"angel_eye:{cable.path}"
    table = open_table(readers=Readers("", (url,)))
    started(table, "")
    change(table, url)
    looked(table, "was found before coup 1")
    sent(cable, reports_of(3), first=1)
    until(lambda: len(table.shoe.settled) == 3)
    assert table.health().counters.frames == len(reports_of(3))


def test_the_same_reader_again_is_opened_anew(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    url = f"angel_eye:{cable.path}"
    table = open_table(readers=Readers(url))
    pump(table, url)
    sent(cable, reports_of(2), first=1)
    until(lambda: len(table.shoe.settled) == 2)
    change(table, url)
    until(lambda: found_by(table) == 2)
    assert table.health().counters.frames == 0
    looked(table, "was found after coup 2")


def found_by(table: Table) -> int:
    return sum(isinstance(entry.event, ReaderFound) for entry in table.standing()[1])


class Readable:
    """A reader that notes how it was treated; stays until it is told to stop."""

    name, simulated = "noted", False

    def __init__(self, url: str, said: list[str]) -> None:
        self.url, self._said = url, said
        self.simulated = url == "simulated"

    def run(self, sink: Sink, stop: Any) -> None:
        self._said.append(f"run {self.url}")
        sink.report(State.ONLINE)
        stop.wait()
        sink.emit(ReaderFound(reader=self.name))  # it came to its end while it was opening
        sink.report(State.LOST, "too late")
        self._said.append(f"ended {self.url}")

    def close(self) -> None:
        self._said.append(f"close {self.url}")

    def health(self) -> Health:
        return Health(State.ONLINE)


@pytest.fixture
def started() -> Iterator[Callable[..., Pump]]:
    pumps: list[Pump] = []

    def start(*of: Any) -> Pump:
        pumps.append(Pump(*of))
        pumps[-1].start()
        return pumps[-1]

    yield start
    for one in pumps:
        one.stop()


def test_one_comes_after_the_other_and_what_is_said_too_late_is_not_told(
    open_table: OpenTable, started: Callable[..., Pump]
) -> None:
    said: list[str] = []
    table = open_table(readers=Readers("a", ("b",)))
    started(table, "a", lambda url: Readable(url, said))
    until(lambda: table.reader.state == "online")
    for url in ("b", "a", "b"):
        table.record(ReaderChanged(by="Tom", reader=url, configured="a"))
    until(lambda: said and said[-1] == "run b" and table.reader.state == "online")
    assert said[:3] == ["run a", "close a", "ended a"] or said[:2] == ["run a", "close a"]
    running = [word for word in said if not word.startswith("close")]
    assert running[0::2] == [f"run {word.split()[1]}" for word in running[0::2]]  # one at a time
    assert table.reader.url == "b"
    assert found_by(table) == 0


def test_whoever_changes_it_at_once_the_reader_that_runs_is_the_logs_last(
    open_table: OpenTable, started: Callable[..., Pump], log: EventLog
) -> None:
    urls = [f"r{n}" for n in range(6)]
    table = open_table(readers=Readers("r0", tuple(urls)))
    started(table, "r0", lambda url: Readable(url, []))

    def swap() -> None:
        for url in urls:
            table.record(ReaderChanged(by="Tom", reader=url, configured="r0"))

    technicians = [threading.Thread(target=swap) for _ in range(4)]
    for each in technicians:
        each.start()
    for each in technicians:
        each.join()
    last = log.reader_changes("t1")[-1].entry().event
    until(lambda: (table.reader.url, table.reader.state) == (last.reader, "online"))


def test_a_command_that_is_sent_twice_changes_once(
    open_table: OpenTable, started: Callable[..., Pump]
) -> None:
    said: list[str] = []
    table = open_table(readers=Readers("a", ("b",)))
    started(table, "a", lambda url: Readable(url, said))
    until(lambda: table.reader.state == "online")
    event = ReaderChanged(by="Tom", reader="b", configured="a", command="1")
    first = table.record(event)
    until(lambda: "run b" in said)
    assert table.record(event) == first
    assert said.count("close b") == 0


def test_simulated_is_told_as_long_as_it_runs_and_as_its_cards_count(
    open_table: OpenTable, started: Callable[..., Pump]
) -> None:
    table = open_table(readers=Readers("simulated", ("b",)))
    started(table, "simulated", lambda url: Readable(url, []))
    assert table.snapshot()["simulated"] is True
    table.record(ReaderChanged(by="Tom", reader="b", configured="simulated"))
    until(lambda: table.snapshot()["simulated"] is False)


def test_a_reader_that_fails_is_reopened(
    open_table: OpenTable, started: Callable[..., Pump], caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(Readable):
        fails = True

        def run(self, sink: Sink, stop: Any) -> None:
            if Failing.fails:
                raise ZeroDivisionError
            super().run(sink, stop)

    table = open_table(readers=Readers("a"))
    started(table, "a", lambda url: Failing(url, []))
    until(lambda: table.reader.state == "lost")
    assert "Reopen or change the reader on the console" in table.reader.detail
    Failing.fails = False
    table.record(ReaderChanged(by="Tom", reader="a", configured="a"))
    until(lambda: table.reader.state == "online")


# The whole site.


def test_a_site_begins_where_it_was(folder: Path, cable: Pty, other_cable: Pty) -> None:
    a, b = f"angel_eye:{cable.path}", f"angel_eye:{other_cable.path}"
    table = TableSettings(name="t1", house="paramount", reader=a, spare_readers=[b], spy=True)
    site = Site(Settings(data=folder, tables=[table]))
    site.start()
    until(lambda: site.tables["t1"].reader.state == "online")
    change(site.tables["t1"], b)
    sent(other_cable, reports_of(1), first=1)
    until(lambda: site.tables["t1"].health().counters.frames)
    site.stop()
    spy = folder / "spy" / "t1.jsonl"
    assert "05 31 44" in spy.read_text()
    assert spy.stat().st_mode & 0o777 == 0o600

    site = Site(Settings(data=folder, tables=[table]))
    site.start()
    until(lambda: site.tables["t1"].reader.state == "online")
    assert site.tables["t1"].reader.url == b
    site.stop()


def test_what_is_silent_after_its_own_time_is_told(folder: Path, cable: Pty) -> None:
    reader = f"angel_eye:{cable.path}"
    table = TableSettings(name="t1", house="paramount", reader=reader, silent_s=0.01)
    site = Site(Settings(data=folder, tables=[table]))
    site.start()
    until(lambda: site.tables["t1"].reader.state == "silent")
    site.stop()
