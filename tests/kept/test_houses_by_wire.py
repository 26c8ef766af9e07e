"""Whole shoes of every house through the wire, and lines that go and come."""

from __future__ import annotations

import random

import pytest

from drivers.simulated import shoe_cards
from server.baccarat.cards import Card, parse_cards
from server.baccarat.coup import P1, Coup, Outcome
from server.baccarat.events import CardCorrected, Released
from server.baccarat.roads import Roads, roads_json
from server.baccarat.rules import HOUSES, LastCoup
from server.baccarat.shoe import Phase
from server.history import verify
from server.log import EventLog
from tests.conftest import TABLE, OpenTable
from tests.wire import Pty, SerialServer, burned, counted, drawn, house_reports, line, until

from .conftest import StartPump

SEED = 21
# How many coups may still be dealt once the cut card is out, the one that is being dealt included:
# where it comes before the coup's first card, or within the coup.
LAST = {LastCoup.THIS: (1, 1), LastCoup.ONE_MORE: (2, 2), LastCoup.THIS_IF_FIRST: (1, 2)}


def results_in(reports: list[bytes]) -> list[int]:
    """Where the results stand among the reports."""
    return [n for n, data in enumerate(reports) if data[:1] == b"G"]


def played(house: str) -> tuple[list[bytes], list[Outcome]]:
    """The reports of a shoe up to its last coup's result, and the outcomes that were dealt."""
    rule = HOUSES[house].cut_card
    cards = shoe_cards(HOUSES[house].decks, SEED)
    reports = list(house_reports(HOUSES[house], cards))
    burn = sum(data[:1] == b"D" and data[1] >= 0xA0 for data in reports)
    left, outcomes, to_go = cards[burn:], [], None
    while to_go != 0 and len(left) >= 6:
        coup = Coup.deal(iter(left))
        after = len(left) - len(coup.cards)
        if to_go is None and rule and after < rule.from_end <= len(left):
            before, within = LAST[rule.last_coup]
            to_go = before if rule.from_end == len(left) else within
        to_go = None if to_go is None else to_go - 1
        left = left[len(coup.cards) :]
        assert coup.outcome is not None
        outcomes.append(coup.outcome)
    return reports[: results_in(reports)[len(outcomes) - 1] + 1], outcomes


def three_times(reports: list[bytes], *, first: int = 1) -> bytes:
    return b"".join(3 * whole for whole in counted(iter(reports), first=first))


def roads_of(outcomes: list[Outcome]) -> dict[str, object]:
    drawn_roads = roads_json(Roads.empty().extend(outcomes))
    del drawn_roads["ask"]
    return drawn_roads


@pytest.mark.parametrize("house", HOUSES)
def test_a_whole_shoe_of_every_house_by_pty(
    open_table: OpenTable, log: EventLog, pump: StartPump, cable: Pty, house: str
) -> None:
    reports, outcomes = played(house)
    table = open_table(house)
    pump(table, f"angel_eye:{cable.path}")
    cable.write(three_times(reports))
    until(lambda: table.seq == 3 + len(reports))  # opened, found, released, and each report
    shown = table.snapshot()
    assert shown["phase"] == Phase.OVER
    assert shown["roads"] == roads_of(outcomes)
    assert [settled.outcome for settled in table.shoe.settled] == outcomes
    assert not any("held" in settled.flags for settled in table.shoe.settled)
    assert verify(log, TABLE) is None
    assert open_table(house).snapshot()["roads"] == shown["roads"]


def test_a_whole_shoe_by_socket_damaged_and_with_noise(
    open_table: OpenTable, pump: StartPump, serial_server: SerialServer
) -> None:
    chance = random.Random(SEED)
    reports, outcomes = played("punto_banco")
    table = open_table("punto_banco")
    pump(table, f"angel_eye:socket://127.0.0.1:{serial_server.port}")
    for whole in counted(iter(reports)):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        copies = [bytes(damaged), whole, whole[: chance.randrange(len(whole))]]
        chance.shuffle(copies)
        serial_server.write(chance.randbytes(3).replace(b"\x05", b"") + b"".join(copies))
    until(lambda: table.seq == 3 + len(reports))
    assert table.shoe.phase is Phase.OVER
    assert table.snapshot()["roads"] == roads_of(outcomes)


def test_a_whole_shoe_of_lines(open_table: OpenTable, pump: StartPump, cable: Pty) -> None:
    """A home-made reader that knows no sides: the dealing order gives each card its place."""
    _, outcomes = played("paramount")
    cards = iter(shoe_cards(8, SEED))
    contents = [f"CARD,{card}" for _ in outcomes for card in Coup.deal(cards).cards]
    contents.insert(len(contents) - 1, "CUT")
    table = open_table()
    pump(table, f"line:{cable.path}")
    cable.write(b"".join(2 * line(n, content) for n, content in enumerate(contents, start=1)))
    until(lambda: table.seq == 3 + len(contents))
    assert table.shoe.phase is Phase.OVER
    assert table.snapshot()["roads"] == roads_of(outcomes)


def test_a_cable_that_was_out_between_two_coups_needs_nobody(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    reports, outcomes = played("paramount")
    end = results_in(reports)[2] + 1  # of three coups
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    cable.write(three_times(reports[:end]))
    until(lambda: table.seq == 3 + end)
    cable.pull()
    until(lambda: table.snapshot()["reader"]["state"] != "online")
    cable.plug_in()
    until(lambda: table.snapshot()["reader"]["state"] == "online")
    cable.write(three_times(reports[end:], first=end % 9 + 1))
    until(lambda: table.shoe.phase == Phase.OVER)
    assert table.snapshot()["roads"] == roads_of(outcomes)
    assert not any("held" in settled.flags for settled in table.shoe.settled)


def test_a_card_that_was_dealt_while_the_cable_was_out_holds_the_table(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    reports, _ = played("paramount")
    end = results_in(reports)[2] + 1
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    cable.write(three_times(reports[:end]))
    until(lambda: table.seq == 3 + end)
    cable.pull()
    until(lambda: table.snapshot()["reader"]["state"] != "online")
    cable.plug_in()
    until(lambda: table.snapshot()["reader"]["state"] == "online")
    cable.write(three_times(reports[end + 1 : end + 2], first=(end + 1) % 9 + 1))
    until(lambda: table.shoe.hold)
    assert "1 report of the shoe got lost" in table.snapshot()["hold"]


def test_a_serial_server_that_hangs_up_in_mid_coup_holds_until_the_crew_has_looked(
    open_table: OpenTable, pump: StartPump, serial_server: SerialServer
) -> None:
    reports, outcomes = played("ema_d52")
    middle = results_in(reports)[2] + 4  # three cards into coup 4
    table = open_table("ema_d52")
    pump(table, f"angel_eye:socket://127.0.0.1:{serial_server.port}")
    serial_server.write(three_times(reports[:middle]))
    until(lambda: table.seq == 3 + middle)
    serial_server.drop()
    until(lambda: table.seq == 3 + middle + 2)  # lost, and found again
    assert "The reader was lost in coup 4" in table.snapshot()["hold"]
    serial_server.write(three_times(reports[middle:], first=middle % 9 + 1))
    until(lambda: table.snapshot()["waiting"] == len(reports) - middle)
    assert table.snapshot()["shoe"]["coups"] == 3
    table.record(Released(by="Ann", why="the cards are those on the display"))
    assert table.snapshot()["roads"] == roads_of(outcomes)
    assert [n for n, s in enumerate(table.shoe.settled, start=1) if "held" in s.flags] == [4]


def test_a_face_that_was_not_read_is_typed_in_and_the_coup_goes_on(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    table = open_table()
    pump(table, f"line:{cable.path}")
    contents = ["CARD,8S", "UNREADABLE", "CARD,KD", "CARD,TC", "RESULT,player"]
    cable.write(b"".join(line(n, content) for n, content in enumerate(contents, start=1)))
    until(lambda: table.seq == 3 + len(contents))
    shown = table.snapshot()
    assert (shown["hold"], shown["waiting"]) == ("A card for banker 1 could not be read.", 3)
    table.record(CardCorrected(by="Ann", seq=shown["unread"], card=Card.parse("AH")))
    (settled,) = table.shoe.settled
    assert settled.coup.cards == parse_cards("8S AH KD TC")
    assert (table.shoe.phase, settled.outcome) == (Phase.READY, Outcome.PLAYER)


def test_a_burned_card_between_coups_joins_no_hand(
    open_table: OpenTable, pump: StartPump, cable: Pty
) -> None:
    reports, outcomes = played("paramount")
    end = results_in(reports)[0] + 1
    table = open_table()
    pump(table, f"angel_eye:{cable.path}")
    cable.write(three_times([*reports[:end], burned(1), drawn(Card.parse("8S"), P1)]))
    until(lambda: table.seq == 3 + end + 2)
    assert table.snapshot()["shoe"]["burned"] == 1
    assert [settled.outcome for settled in table.shoe.settled] == outcomes[:1]
    assert table.shoe.coup.cards == (Card.parse("8S"),)


@pytest.mark.parametrize(
    "count",
    [
        None,  # the next one
        1,
    ],
)
def test_the_next_shoe_opens_when_the_shoe_is_switched_on_again(
    open_table: OpenTable, pump: StartPump, cable: Pty, count: int | None
) -> None:
    reports, _ = played("ema_d52")
    following = len(reports) % 9 + 1
    assert following != 1
    table = open_table("ema_d52")
    pump(table, f"angel_eye:{cable.path}")
    cable.write(three_times(reports))
    until(lambda: table.seq == 3 + len(reports))
    assert table.shoe.phase is Phase.OVER
    cable.write(three_times([b"S"], first=count or following))
    until(lambda: table.shoe.number == 2 or table.shoe.hold)
    assert table.shoe.hold is None
    assert (table.shoe.number, table.shoe.phase) == (2, Phase.READY)
