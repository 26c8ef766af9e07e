"""Angel Eye frames: golden ones, torn ones, repeats, gaps and rubbish."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.angel_eye import AngelEye
from drivers.simulated import shoe_cards
from server.baccarat.cards import Card
from server.baccarat.coup import B1, P1, Outcome, Side
from server.baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderFault,
    ReaderGap,
    ResultReported,
    ShoeStarted,
)
from tests.wire import counted, drawn, frame, shoe_reports

FRAMES = {
    golden["what"]: bytes.fromhex(golden["hex"])
    for golden in json.loads(
        (Path(__file__).parents[1] / "data" / "angel_eye_frames.json").read_text()
    )["frames"]
}


def read(card: str, side: Side, place: int) -> CardRead:
    face = Card.parse(card) if card else None
    return CardRead(reader="angel_eye", card=face, side=side, place=place)


def reported(outcome: Outcome, player_pair: bool, banker_pair: bool) -> ResultReported:
    return ResultReported(
        reader="angel_eye", outcome=outcome, player_pair=player_pair, banker_pair=banker_pair
    )


EIGHT = Card.parse("8S")
GOLDEN: dict[str, Observation | None] = {
    "S start of communication": ShoeStarted(reader="angel_eye"),
    "P stand by": None,
    "D first card, spade 6 (it counts the burn)": read("6S", Side.BURN, 0),
    "D burn 1, face not read": read("", Side.BURN, 1),
    "D player 1, 8 of spades": read("8S", Side.PLAYER, 1),
    "D banker 1, king of diamonds": read("KD", Side.BANKER, 1),
    "D player 2, ace of hearts": read("AH", Side.PLAYER, 2),
    "D banker 2, 10 of clubs": read("TC", Side.BANKER, 2),
    "G player, no pair": reported(Outcome.PLAYER, False, False),
    "G tie": reported(Outcome.TIE, False, False),
    "G banker, both pairs": reported(Outcome.BANKER, True, True),
    "C cutting card": CutCardShown(reader="angel_eye"),
    "e overdraw cancelled": None,
    "d in error mode, 8 of spades": CardRead(reader="angel_eye", card=EIGHT, outside=True),
    "R banker 1, 5 of hearts": replace(read("5H", Side.BANKER, 1), carried=True),
    "L locked": None,
}
FAULTS = {
    "G forced quit": "forced quit",
    "E overdraw, in error mode": "overdraw",
}


def decode(data: bytes, now: float = 0.0) -> list[Observation]:
    return AngelEye().feed(data, now)


@pytest.mark.parametrize("what", GOLDEN)
def test_golden_frames(what: str) -> None:
    expected = GOLDEN[what]
    assert decode(FRAMES[what]) == ([expected] if expected else [])


@pytest.mark.parametrize("what", FAULTS)
def test_golden_frames_that_the_crew_must_look_at(what: str) -> None:
    (event,) = decode(FRAMES[what])
    assert isinstance(event, ReaderFault)
    assert FAULTS[what] in event.why


def test_every_golden_frame_is_told_here() -> None:
    assert set(FRAMES) == set(GOLDEN) | set(FAULTS)


def test_our_encoder_makes_the_golden_frames() -> None:
    assert frame(1, drawn(Card.parse("8S"), P1)) == FRAMES["D player 1, 8 of spades"]
    assert frame(2, drawn(Card.parse("KD"), B1)) == FRAMES["D banker 1, king of diamonds"]


WIRE = b"".join(3 * f for f in counted(shoe_reports(shoe_cards(1, 3))))


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 11, 64, 1000])
def test_a_stream_cut_anywhere_gives_the_same_events(size: int) -> None:
    decoder, events = AngelEye(), []
    for start in range(0, len(WIRE), size):
        events += decoder.feed(WIRE[start : start + size], 0)
    assert events == decode(WIRE)
    assert sum(isinstance(event, CardRead) for event in events) > 40


def test_a_frame_split_at_every_byte() -> None:
    whole = FRAMES["D player 1, 8 of spades"]
    for cut in range(len(whole) + 1):
        decoder = AngelEye()
        events = decoder.feed(whole[:cut], 0) + decoder.feed(whole[cut:], 0)
        assert events == [read("8S", Side.PLAYER, 1)]


def test_three_copies_are_one_event() -> None:
    decoder = AngelEye()
    copy = FRAMES["D player 1, 8 of spades"]
    assert len(decoder.feed(copy, 0.0) + decoder.feed(copy, 0.05) + decoder.feed(copy, 0.1)) == 1
    assert decoder.counters.repeats == 2


def test_the_same_report_a_round_of_counts_later_is_a_new_one() -> None:
    decoder = AngelEye()
    card = drawn(Card.parse("8S"), P1)
    for n in range(10):
        data = card if n % 9 == 0 else b"P"
        events = decoder.feed(3 * frame(n % 9 + 1, data), n * 1.0)
    assert events == [read("8S", Side.PLAYER, 1)]
    assert decoder.counters.gaps == 0


def test_a_held_up_line_that_brings_a_round_of_counts_at_once_loses_none() -> None:
    reports = [drawn(Card.parse("8S"), P1), *[b"P"] * 8, drawn(Card.parse("8S"), P1)]
    events = decode(b"".join(3 * f for f in counted(iter(reports))))
    assert events == [read("8S", Side.PLAYER, 1)] * 2


def test_a_jump_of_the_count_is_flagged_before_the_event() -> None:
    decoder = AngelEye()
    decoder.feed(frame(3, b"P"), 0)
    gap, card = decoder.feed(frame(6, drawn(Card.parse("8S"), P1)), 1)
    assert isinstance(gap, ReaderGap)
    assert "2 reports" in gap.why
    assert card == read("8S", Side.PLAYER, 1)


def test_a_copy_that_was_held_back_is_neither_new_nor_a_gap() -> None:
    decoder = AngelEye()
    frames = counted(iter([drawn(Card.parse("8S"), P1), *[b"P"] * 6]))
    decoder.feed(b"".join(frames), 0)
    assert decoder.feed(frames[0], 60) == []
    assert decoder.feed(frame(8, drawn(Card.parse("KD"), B1)), 61) == [read("KD", Side.BANKER, 1)]


def test_eight_lost_reports_show_even_where_the_next_looks_like_an_old_one() -> None:
    decoder = AngelEye()
    decoder.feed(
        frame(1, b"P") + frame(2, b"\x47\x90"), 0
    )  # then a round of which nothing is heard
    heard = decoder.feed(frame(2, b"P"), 60)  # the ninth
    assert [type(event) for event in heard] == [ReaderGap]
    assert decoder.feed(frame(3, drawn(Card.parse("8S"), P1)), 61) == [read("8S", Side.PLAYER, 1)]
    again = decoder.feed(frame(3, drawn(Card.parse("8S"), P1)), 120)
    assert isinstance(again[0], ReaderGap)  # eight lost, and the same card at the same place


def test_a_gap_across_a_lost_line_is_flagged_too() -> None:
    decoder = AngelEye()
    decoder.feed(frame(3, b"P") + b"\x054", 0)
    decoder.reset()
    gap, _ = decoder.feed(frame(5, drawn(Card.parse("8S"), P1)), 60)
    assert isinstance(gap, ReaderGap)


@pytest.mark.parametrize("next_count", [1, 2])  # sources differ on whether a start is counted
def test_a_restart_begins_the_count_anew(next_count: int) -> None:
    decoder = AngelEye()
    decoder.feed(frame(7, b"P"), 0)
    assert decoder.feed(frame(1, b"S"), 1) == [ShoeStarted(reader="angel_eye")]
    card = frame(next_count, drawn(Card.parse("8S"), P1))
    assert decoder.feed(card, 2) == [read("8S", Side.PLAYER, 1)]


def test_a_frame_cut_off_by_the_next_one_does_not_swallow_it() -> None:
    whole = FRAMES["D player 1, 8 of spades"]
    for cut in range(1, len(whole)):
        decoder = AngelEye()
        assert decoder.feed(whole[:cut] + whole, 0) == [read("8S", Side.PLAYER, 1)]


@pytest.mark.parametrize("place", range(1, 6))
def test_a_wrong_checksum_yields_nothing(place: int) -> None:
    whole = bytearray(FRAMES["D player 1, 8 of spades"])
    whole[place] ^= 0x08
    decoder = AngelEye()
    assert decoder.feed(bytes(whole), 0) == []
    assert decoder.feed(FRAMES["D player 1, 8 of spades"], 0) == [read("8S", Side.PLAYER, 1)]


@pytest.mark.parametrize(
    "between", [b"\x06", b"\x15\x11", b"\x15\xff", b"\x02OK\x0344", b"\x00\xff"]
)
def test_answers_and_noise_between_reports_are_not_reports(between: bytes) -> None:
    first, second = frame(1, drawn(Card.parse("8S"), P1)), frame(2, drawn(Card.parse("KD"), B1))
    events = decode(first + between + second)
    assert events == [read("8S", Side.PLAYER, 1), read("KD", Side.BANKER, 1)]


def test_a_card_byte_without_bit_7_is_tolerated() -> None:
    assert decode(frame(1, b"\x44\x81\x4d")) == [read("KH", Side.PLAYER, 1)]


@pytest.mark.parametrize(
    "data",
    [
        b"\x44\x01\x4d",  # the target without bit 7
        b"\x44\x80\xcd",  # places 0 and 4
        b"\x44\x84\xcd",
        b"\x44\x81\x80",  # no card in a hand
        b"\x44\x81\xce",  # rank 14
        b"\x44\xb1\xcd",  # no such side
        b"\x44\x81",
        b"\x44",
        b"\x47\x80",  # no such result
        b"\x47",
    ],
)
def test_a_report_that_cannot_be_is_flagged_and_joins_no_hand(data: bytes) -> None:
    decoder = AngelEye()
    events = decoder.feed(frame(1, data), 0)
    assert [type(event) for event in events] == [ReaderGap]
    assert decoder.counters.bad == 1


@given(st.binary(max_size=2000))
@settings(max_examples=300)
def test_rubbish_never_raises_and_never_fills_the_memory(rubbish: bytes) -> None:
    decoder = AngelEye()
    decoder.feed(rubbish, 0)
    assert len(decoder._frame) <= 129
    decoder.reset()
    assert decoder.feed(FRAMES["D player 1, 8 of spades"], 60)[-1] == read("8S", Side.PLAYER, 1)


@given(st.data())
@settings(max_examples=150)
def test_noise_between_three_copies_loses_no_card(data: st.DataObject) -> None:
    """A copy that noise has swallowed comes twice more."""
    frames = counted(shoe_reports(shoe_cards(1, 3)))[:20]
    noise = st.binary(max_size=4).filter(lambda b: b"\x03" not in b)
    decoder, events = AngelEye(), []
    for report in frames:
        events += decoder.feed(data.draw(noise) + report + report + report, 0)
    cards = [event for event in events if isinstance(event, CardRead)]
    clean = [event for event in decode(b"".join(frames)) if isinstance(event, CardRead)]
    assert cards == clean
