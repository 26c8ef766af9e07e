"""A whole shoe through the wire: bytes in, the board of the truth out, whatever happens between."""

from __future__ import annotations

import threading

import pytest

from drivers import Health, Sink, State
from drivers.simulated import shoe_cards
from server.baccarat.cards import Card
from server.baccarat.coup import Coup, Outcome
from server.baccarat.events import Released, Voided
from server.baccarat.roads import Roads, roads_json
from server.log import EventLog
from server.pump import Pump
from tests.conftest import OpenTable
from tests.wire import Pty, SerialServer, counted, frame, shoe_reports, until

from .conftest import StartPump
from .test_log import fill_up

CARDS = shoe_cards(8, seed=9)
REPORTS = list(shoe_reports(CARDS, cut_at=16))


def truth() -> list[Outcome]:
    """The outcomes of the shoe's coups up to its end: the one in which the cut card came."""
    cards, left, outcomes = iter(CARDS), len(CARDS), []
    while left >= 16:  # paramount: the coup in which the cut card comes is the last
        coup = Coup.deal(cards)
        left -= len(coup.cards)
        assert coup.outcome is not None
        outcomes.append(coup.outcome)
    return outcomes


def expected_roads(outcomes: list[Outcome]) -> dict[str, object]:
    drawn = roads_json(Roads.empty().extend(outcomes))
    del drawn["ask"]
    return drawn


def wire(reports: list[bytes]) -> bytes:
    """Each report three times, as the shoe sends it."""
    return b"".join(3 * f for f in counted(iter(reports)))


def reports_of(coups: int) -> list[bytes]:
    """The reports of the first coups, results included."""
    results = [n for n, data in enumerate(REPORTS) if data[:1] == b"G"]
    return REPORTS[: results[coups - 1] + 1]


def test_a_whole_shoe_by_pty(open_table: OpenTable, pump: StartPump, cable: Pty) -> None:
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    cable.write(wire(reports_of(len(truth()))))
    until(lambda: table.shoe.phase == "over")
    assert table.snapshot()["roads"] == expected_roads(truth())


def test_a_whole_shoe_by_socket(open_table: OpenTable, pump: StartPump) -> None:
    server = SerialServer()
    table = open_table()
    pump(table, f"angel_eye:socket://127.0.0.1:{server.port}")
    server.write(wire(reports_of(len(truth()))))
    until(lambda: table.shoe.phase == "over")
    assert table.snapshot()["roads"] == expected_roads(truth())
    server.close()


def test_unplugged_in_mid_coup_nothing_is_lost_and_the_crew_confirms(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    frames = counted(iter(reports_of(20)))
    first = len(reports_of(5)) + 2  # two cards into the sixth coup
    cable.write(b"".join(3 * f for f in frames[:first]))
    until(lambda: (len(table.shoe.settled), len(table.shoe.coup.cards)) == (5, 2))
    dealt = table.shoe.coup
    cable.pull()
    until(lambda: table.shoe.phase == "on_hold")
    assert "The reader was lost in coup 6" in table.snapshot()["hold"]
    assert table.shoe.coup == dealt
    until(lambda: table.snapshot()["reader"]["state"] != "online")
    cable.plug_in()
    until(lambda: table.snapshot()["reader"]["state"] == "online")
    cable.write(b"".join(3 * f for f in frames[first:]))
    until(lambda: table.snapshot()["waiting"] == len(frames) - first)
    assert len(table.shoe.settled) == 5  # no bead before the crew has looked
    table.record(Released(by="Ann", why="the cards on the table are those on the display"))
    assert table.snapshot()["roads"] == expected_roads(truth()[:20])
    assert table.shoe.settled[5].flags == {"held"}


def test_a_shoe_that_disagrees_on_the_side_holds_with_both_readings(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    cable.write(frame(1, b"\x44\x81\xb8") + frame(2, b"\x44\x82\x9d"))  # no banker 1
    until(lambda: table.shoe.hold)
    assert table.snapshot()["hold"] == (
        "The shoe gave KD to player 2, but by the rules banker 1 comes next."
    )
    table.record(Voided(by="Ann", seq=table.seq))
    assert table.shoe.coup.cards == (Card.parse("8S"),)


def test_a_shoe_that_disagrees_on_the_result_holds_with_both_readings(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    reports = [b"\x44\x81\xb8", b"\x44\x91\x9d", b"\x44\x82\xc1", b"\x44\x92\xaa", b"\x47\xc1"]
    cable.write(wire(reports))
    until(lambda: table.shoe.hold)
    said = table.snapshot()["hold"]
    assert "the shoe reports banker, player pair" in said
    assert "by its cards it is player, player 9 to banker 0" in said
    table.record(Released(by="Ann"))
    assert [settled.outcome for settled in table.shoe.settled] == ["player"]


def test_the_next_shoe_opens_by_itself_when_the_shoe_starts_up(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    over = reports_of(len(truth()))
    cable.write(wire([*over, b"S"]))
    until(lambda: table.shoe.number == 2)
    cable.write(frame(1, b"S"))  # and once more: a reconnect, nothing else
    cable.write(3 * frame(1, b"\x44\x81\xb8"))
    until(lambda: table.shoe.coup.cards)
    assert table.shoe.number == 2


def test_cards_read_while_the_disk_is_full_are_kept_when_there_is_room(
    open_table: OpenTable, log: EventLog, pump: StartPump, cable: Pty
) -> None:
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    make_room = fill_up(log)
    cable.write(wire(reports_of(20)))
    until(lambda: table.snapshot()["trouble"])
    shown = table.snapshot()
    assert len(list(log.rows("t1"))) == shown["seq"]
    make_room()
    until(lambda: len(table.shoe.settled) == 20)
    until(lambda: table.snapshot()["trouble"] is None)
    assert table.snapshot()["roads"] == expected_roads(truth()[:20])


def test_a_card_that_could_not_be_kept_before_the_stop_is_named(
    open_table: OpenTable,
    log: EventLog,
    pump: StartPump,
    cable: Pty,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = open_table()
    reader = pump(table, f"angel_eye:{cable.path}")
    fill_up(log)
    cable.write(wire(reports_of(20)))
    until(lambda: table.trouble)
    reader.stop()
    assert "could be kept" in caplog.text
    assert "CardRead" in caplog.text


class BrokenReader:
    """A reader with a fault of its own."""

    url, name, simulated = "broken:", "broken", False

    def run(self, sink: Sink, stop: threading.Event) -> None:
        raise ZeroDivisionError("a fault of ours")

    def close(self) -> None:
        """Nothing is open."""

    def health(self) -> Health:
        return Health(State.SEARCHING)


def test_a_reader_that_fails_does_not_look_like_a_quiet_shoe(
    open_table: OpenTable, caplog: pytest.LogCaptureFixture
) -> None:
    table = open_table()
    pump = Pump(table, "broken:", lambda url: BrokenReader())
    pump.start()
    until(lambda: table.reader.state == "lost")
    assert "The reader program failed" in table.reader.detail
    pump.stop()
    assert "a fault of ours" in caplog.text
