"""The virtual shoe: what it deals, how it says it, and that its mischief can be asked for."""

from __future__ import annotations

import json
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from drivers.angel_eye import AngelEye
from drivers.line import Line
from drivers.simulated import shoe_cards
from drivers.virtual.dealer import Act, Dealer
from drivers.virtual.mischief import FAULTS, BadFaults, Mischief, parse_faults
from drivers.virtual.report import (
    Burned,
    Carried,
    Cut,
    Drawn,
    ForcedQuit,
    Locked,
    Outside,
    Report,
    Result,
    StandBy,
    Started,
    Trouble,
    Unread,
)
from drivers.virtual.shoe import VirtualShoe
from drivers.virtual.speakers import SPEAKERS
from server.baccarat.cards import Card
from server.baccarat.coup import B1, P1, Coup, Outcome, Side
from server.baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderFault,
    ResultReported,
    ShoeStarted,
)
from server.baccarat.rules import HOUSES, House

from ..core.notation import coup

EIGHT, KING = Card.parse("8S"), Card.parse("KD")
BANKER = coup("KS 9D QH TC")
DECODERS = {"angel_eye": AngelEye, "line": Line}
GOLDEN = {
    golden["what"]: bytes.fromhex(golden["hex"])
    for golden in json.loads(
        (Path(__file__).parents[1] / "data" / "angel_eye_frames.json").read_text()
    )["frames"]
}

# A report, what a reader makes of it; None: nothing for the table is in it.
SAID: list[tuple[Report, Any]] = [
    (Started(), ShoeStarted),
    (StandBy(), None),
    (Burned(EIGHT, 0), {"card": EIGHT, "side": Side.BURN}),
    (Burned(None, 3), {"card": None, "side": Side.BURN}),
    (Burned(None, 20), {"card": None, "side": Side.BURN}),
    (Drawn(EIGHT, P1), {"card": EIGHT, "side": Side.PLAYER, "place": 1}),
    (Drawn(KING, B1), {"card": KING, "side": Side.BANKER, "place": 1}),
    (Unread(), {"card": None}),
    (Carried(KING, P1), {"card": KING, "carried": True}),
    (Outside(KING, 1), {"card": KING, "outside": True}),
    (Result(BANKER), {"outcome": Outcome.BANKER, "player_pair": False, "banker_pair": False}),
    (Result(coup("KS 4D KH 4C")), {"player_pair": True, "banker_pair": True}),
    (ForcedQuit(), ReaderFault),
    (Cut(), CutCardShown),
    (Trouble(2), ReaderFault),
    (Trouble(2, is_over=True), None),
    (Locked(True), None),
]  # fmt: skip


@pytest.mark.parametrize("protocol", SPEAKERS)
@pytest.mark.parametrize(("report", "expected"), SAID, ids=lambda value: str(value)[:24])
def test_what_a_shoe_says_is_what_its_reader_hears(
    protocol: str, report: Report, expected: Any
) -> None:
    events = DECODERS[protocol]().feed(SPEAKERS[protocol]().frame(report), 0)
    assert len(events) == (expected is not None)
    if isinstance(expected, dict):
        assert {key: getattr(events[0], key) for key in expected} == expected
    elif expected:
        assert isinstance(events[0], expected)


def test_it_speaks_as_the_golden_frames_do() -> None:
    said = {
        "P stand by": StandBy(),
        "D player 1, 8 of spades": Drawn(EIGHT, P1),
        "C cutting card": Cut(),
        "G forced quit": ForcedQuit(),
        "E overdraw, in error mode": Trouble(2),
        "L locked": Locked(True),
    }
    for what, report in said.items():
        speaker = SPEAKERS["angel_eye"]()
        speaker.count(int(chr(GOLDEN[what][1])) - 1)
        assert speaker.frame(report) == GOLDEN[what]


def test_the_count_runs_from_1_to_9_and_a_start_has_none_of_its_own() -> None:
    speaker = SPEAKERS["angel_eye"]()
    counts = [chr(speaker.frame(StandBy())[1]) for _ in range(11)]
    assert "".join(counts) == "12345678912"
    assert [chr(speaker.frame(r)[1]) for r in (Started(), StandBy())] == ["1", "1"]


def dealt(house: House, *, rates: dict[str, float] | None = None) -> list[Act]:
    """One whole shoe."""
    acts = Dealer(house, 3, Mischief(rates or {}, 3)).acts()
    return list(takewhile(lambda act: "over" not in act.truth, acts))


@pytest.mark.parametrize("house", HOUSES.values(), ids=lambda house: house.name)
def test_a_shoe_that_is_well_deals_by_the_tableau_to_its_end(house: House) -> None:
    acts = dealt(house)
    cards = [act.truth.get("card") or act.truth.get("burned") for act in acts]
    order = [str(card) for card in shoe_cards(house.decks, 3)]
    told = [card for card in cards if card]
    assert told == order[: len(told)]
    assert len(order) - len(told) < (house.cut_card.from_end if house.cut_card else 6)
    for act in acts:
        if "outcome" in act.truth:
            hands = act.truth["player"], act.truth["banker"]
            whole = Coup(*(tuple(map(Card.parse, hand)) for hand in hands))
            assert str(whole.outcome) == act.truth["outcome"]
            assert act.reports == (Result(whole), StandBy())


def test_the_same_seed_deals_and_misbehaves_the_same() -> None:
    rates = parse_faults("all:0.05")
    assert dealt(HOUSES["olympic"], rates=rates) == dealt(HOUSES["olympic"], rates=rates)


def test_after_a_restart_the_shoe_has_lost_its_place() -> None:
    mischief = Mischief({}, 1)
    acts = Dealer(HOUSES["ema_d52"], 1, mischief).acts()
    next(act for act in acts if act.truth.get("coup") == 3 and act.truth["to"] == "player 1")
    mischief.ask("reboot")
    assert next(acts).reports == (Started(),)
    (report,) = next(acts).reports
    assert isinstance(report, Drawn)
    assert report.seat == P1  # in truth banker 1


class Wire:
    """An end that keeps what it is sent."""

    where = "nowhere"

    def __init__(self) -> None:
        self.bytes, self.breaks = b"", 0
        self.on_open = lambda: None

    def send(self, data: bytes) -> None:
        self.bytes += data

    def is_heard(self) -> bool:
        return True

    def drop(self) -> None:
        self.breaks += 1

    def restore(self) -> None:
        self.on_open()

    def close(self) -> None:
        """Nothing is open."""


def shoe_on(wire: Wire, *asked: str) -> tuple[VirtualShoe, list[dict[str, Any]]]:
    mischief, truth = Mischief({}, 1), list[dict[str, Any]]()
    for name in asked:
        mischief.ask(name)
    dealer = Dealer(HOUSES["ema_d52"], 1, mischief)
    return VirtualShoe(dealer, SPEAKERS["angel_eye"](), wire, truth.append, copies_apart_s=0), truth


def test_each_report_comes_three_times() -> None:
    wire = Wire()
    shoe, _ = shoe_on(wire)
    shoe.next()
    assert wire.bytes == 3 * GOLDEN["S start of communication"]


@pytest.mark.parametrize("fault", sorted(set(FAULTS) - {"garbage"}))
def test_every_fault_can_be_asked_for_and_is_told(fault: str) -> None:
    wire = Wire()
    shoe, truth = shoe_on(wire, fault)
    for _ in range(40):
        shoe.next()
    assert shoe.mischief.done[fault] == 1
    if fault in ("noise", "cut", "checksum", "lost", "double", "delay", "jump", "drop", "awol"):
        assert {"fault": fault} in truth
    assert (wire.breaks == 1) == (fault == "drop")


def test_garbage_comes_when_the_line_is_opened() -> None:
    wire = Wire()
    shoe, truth = shoe_on(wire, "garbage")
    shoe.next()
    before = wire.bytes
    wire.on_open()
    assert {"fault": "garbage"} in truth
    assert len(wire.bytes) > len(before)
    events: list[Observation] = AngelEye().feed(wire.bytes[len(before) :], 0)
    assert not any(isinstance(event, CardRead | ResultReported) for event in events)


@pytest.mark.parametrize("text", ["fire:1", "noise:2", "noise:-1", "noise:x", "noise 0.1"])
def test_faults_that_are_none_get_a_sentence(text: str) -> None:
    with pytest.raises(BadFaults, match="is no fault with a rate of 0 to 1: take all, noise"):
        parse_faults(text)


def test_the_rates_of_faults() -> None:
    assert parse_faults("noise:0.5, lost:0.1") == {"noise": 0.5, "lost": 0.1}
    assert parse_faults("drop") == {"drop": 1.0}
    assert set(parse_faults("all:0.1,reboot:0")) == set(FAULTS)
    assert parse_faults("all:0.1,reboot:0")["reboot"] == 0
    assert parse_faults("") == {}
