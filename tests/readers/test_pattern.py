"""A described protocol into events: every event, repeats, counts, the unknown, rubbish."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.angel_eye import AngelEye
from drivers.simulated import shoe_cards
from server.baccarat.coup import Outcome, Side
from server.baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderFault,
    ReaderGap,
    ResultReported,
    ShoeStarted,
)
from tests.wire import counted, shoe_reports

from .patterns import ANGEL_EYE, COUNTED, LINES, card, decode, decoder, message


def reported(outcome: str, player_pair: bool, banker_pair: bool) -> ResultReported:
    return ResultReported(
        reader="mine",
        outcome=Outcome(outcome),
        player_pair=player_pair,
        banker_pair=banker_pair,
    )


RESULT = message("WIN (?P<outcome>[a-z]+),?(?P<pairs>[a-z]*)", "result")
JAM = message("E1", "fault", text="jam")
FAULT = message("E(?P<text>.*)", "fault")
UNREAD = message("X(?P<side>[a-z]+)?(?P<place>[0-9])?", "unreadable")
EVENTS: list[tuple[str, str, Observation | None]] = [
    (LINES, "CARD KH", card("KH")),
    (LINES, "CARD 10s", card("TS")),
    (message("(?P<rank>..?)(?P<suit>.)", "card"), "10H", card("TH")),
    (message("(?P<rank>..?)(?P<suit>.)", "card"), "qd", card("QD")),
    (message("(?P<card>..)", "card", side="player", place=2), "9H", card("9H", Side.PLAYER, 2)),
    (message("(?P<card>..)", "card", side="banker"), "9H", card("9H", Side.BANKER)),
    (message("(?P<card>..)", "card", side="burn"), "9H", card("9H", Side.BURN)),
    (message("(?P<card>..)(?P<place>.+)", "card", side="burn"), "9H12", card("9H", Side.BURN, 12)),
    (UNREAD, "Xplayer3", CardRead(reader="mine", card=None, side=Side.PLAYER, place=3)),
    (UNREAD, "X", CardRead(reader="mine", card=None)),
    (message("CUT", "cut_card"), "CUT", CutCardShown(reader="mine")),
    (RESULT, "WIN tie,", reported("tie", False, False)),
    (RESULT, "WIN banker,both", reported("banker", True, True)),
    (RESULT, "WIN player,banker", reported("player", False, True)),
    (message("START", "shoe_started"), "START", ShoeStarted(reader="mine")),
    (FAULT, "Elid up.", ReaderFault(reader="mine", why="The reader reports: lid up.")),
    (FAULT, "E", ReaderFault(reader="mine", why="The reader reports: a fault.")),
    (FAULT, "E\x1b[2J", ReaderFault(reader="mine", why="The reader reports: ?[2J.")),
    (JAM, "E1", ReaderFault(reader="mine", why="The reader reports: jam.")),
    (message("OK", "heartbeat"), "OK", None),
    (message("HI.*", "ignore"), "HI THERE", None),
    (LINES, "", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "expected"), EVENTS)
def test_every_event(text: str, line: str, expected: Observation | None) -> None:
    reader = decoder(text)
    assert reader.feed(line.encode() + b"\r\n", 0) == ([expected] if expected else [])
    assert reader.counters.bad == 0


MAPS = """\
name = "mine"
frame = { ends = ";" }

[[messages]]
match = '(?P<rank>..)(?P<suit>.)(?P<side>.)(?P<place>.)'
event = "card"

[[messages]]
match = 'R(?P<outcome>.)(?P<pairs>.)'
event = "result"

[[messages]]
match = '(?P<card>.{4})'
event = "card"

[ranks]
01 = "A"
13 = "K"

[suits]
0 = "S"

[sides]
p = "player"
x = "burn"

[places]
a = 1
f = 0

[outcomes]
2 = "banker"

[pairs]
3 = "both"

[cards]
"04A1" = "9H"
"04A2" = "9H"
"""


def test_tables_say_what_codes_mean() -> None:
    assert decode(MAPS, b"130pa;010xf;R23;04A1;04A2;") == [
        card("KS", Side.PLAYER, 1),
        card("AS", Side.BURN, 0),
        reported("banker", True, True),
        card("9H"),
        card("9H"),
    ]


UNKNOWN = ["140pa", "131pa", "130qa", "130pb", "130pf", "R13", "R20", "04A3", "KH"]


@pytest.mark.parametrize("frame", UNKNOWN)
def test_what_no_table_knows_is_a_gap_and_no_card(frame: str) -> None:
    reader = decoder(MAPS)
    (event,) = reader.feed(frame.encode() + b";", 0)
    assert isinstance(event, ReaderGap)
    assert (event.reader, reader.counters.bad, reader.counters.frames) == ("mine", 1, 1)
    assert event.why == (
        f"The reader sent {frame!r}, which its pattern does not know: look at the cards."
    )


@pytest.mark.parametrize("frame", UNKNOWN)
def test_where_the_file_says_so_the_unknown_is_ignored(frame: str) -> None:
    reader = decoder('unknown = "ignore"\n' + MAPS)
    assert reader.feed(frame.encode() + b";", 0) == []
    assert (reader.counters.bad, reader.counters.frames) == (0, 1)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (LINES, "CARD ZZ"),
        (message("(?P<card>..)(?P<place>.)", "card", side="player"), "9H4"),
        (message("(?P<card>..)(?P<place>.)", "card", side="player"), "9Hx"),
        (message("(?P<card>..)(?P<side>.*?)(?P<place>.)", "card"), "9Hleft1"),
        (message("(?P<card>..)(?P<side>player)?(?P<place>.)", "card"), "9H1"),
        (message("(?P<card>..)?,", "card"), ","),
        (message("(?P<rank>.)?(?P<suit>.)?,", "card"), ","),
        (RESULT, "WIN dealer,"),
        (RESULT, "WIN tie,flush"),
        (LINES, "\xff" * 100),
    ],
)
def test_a_sound_line_that_means_nothing_is_flagged(text: str, line: str) -> None:
    (event,) = decode(text, line.encode("latin-1") + b"\n")
    assert isinstance(event, ReaderGap)
    assert len(event.why) < 450


def test_a_card_may_be_one_byte() -> None:
    text = message("(?P<card>.)", "card").replace('ends = "\\n"', "length = 1")
    text += '[cards]\n"\\u0014" = "4H"\n"\\u0001" = "AC"\n'
    assert decode(text, b"\x14\x01") == [card("4H"), card("AC")]


def test_the_first_message_that_matches_all_of_the_frame_is_taken() -> None:
    text = message("A", "cut_card") + "[[messages]]\nmatch = 'A.*'\nevent = 'shoe_started'\n"
    assert decode(text, b"A\nAB\n") == [CutCardShown(reader="mine"), ShoeStarted(reader="mine")]


def test_a_sender_that_beats_must_be_heard_from_then_on() -> None:
    reader = decoder(message("OK", "heartbeat"))
    assert not reader.beats
    reader.feed(b"OK\n", 0)
    assert reader.beats


# Checksums: the Angel Eye's own protocol, described in a file, beside the decoder written for it.

WIRE = b"".join(3 * frame for frame in counted(shoe_reports(shoe_cards(1, 3), cut_at=14)))


def unnamed(events: list[Observation]) -> list[str]:
    return [repr(event).replace("'angel_eye'", "'mine'") for event in events]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, 5000])
def test_a_described_shoe_reads_as_the_one_that_is_built_in(size: int) -> None:
    reader, events = decoder(ANGEL_EYE), []
    for start in range(0, len(WIRE), size):
        events += reader.feed(WIRE[start : start + size], 0)
    assert unnamed(events) == unnamed(AngelEye().feed(WIRE, 0))
    assert sum(isinstance(event, CardRead) for event in events) > 40
    assert reader.counters.bad == 0


@given(st.integers(0, 7), st.integers(1, 255))
def test_no_card_comes_from_a_frame_with_a_wrong_checksum(at: int, flip: int) -> None:
    frame = bytes.fromhex("05 31 44 81 B8 03 34 46")
    damaged = frame[:at] + bytes([frame[at] ^ flip]) + frame[at + 1 :]
    reader = decoder(ANGEL_EYE)
    assert reader.feed(damaged, 0) == []
    assert reader.counters.frames == 0
    reader.reset()
    assert reader.feed(frame, 1) == [card("8S", Side.PLAYER, 1)]


@given(st.lists(st.binary(max_size=400), max_size=8), st.sampled_from(["", "repeat_s = 9\n"]))
@settings(max_examples=200)
def test_rubbish_never_raises(rubbish: list[bytes], more: str) -> None:
    for text in (more + LINES, more + MAPS, COUNTED, ANGEL_EYE):
        reader = decoder(text)
        for n, data in enumerate(rubbish):
            reader.feed(data, n)
        reader.reset()


@given(st.lists(st.integers(0, 60), max_size=6))
def test_a_stream_cut_anywhere_gives_the_same_events(cuts: list[int]) -> None:
    stream = b"130pa;nothing;010xf;R23;04A1;04A2;junk"
    reader, events, start = decoder(MAPS), [], 0
    for cut in [*sorted(cuts), len(stream)]:
        events += reader.feed(stream[start:cut], 0)
        start = max(start, cut)
    assert events == decode(MAPS, stream)
    assert len(events) == 6
