"""Our own line protocol: every event, damage, repeats and jumps."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import line as module
from drivers.line import Line
from server.baccarat.cards import Card
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
from tests.wire import line

KH = Card.parse("KH")
EVENTS: dict[str, Observation | None] = {
    "CARD,KH": CardRead(reader="line", card=KH),
    "CARD,10H": CardRead(reader="line", card=Card.parse("TH")),
    "CARD,KH,player,1": CardRead(reader="line", card=KH, side=Side.PLAYER, place=1),
    "UNREADABLE": CardRead(reader="line", card=None),
    "UNREADABLE,banker,3": CardRead(reader="line", card=None, side=Side.BANKER, place=3),
    "BURN": CardRead(reader="line", card=None, side=Side.BURN),
    "BURN,KH": CardRead(reader="line", card=KH, side=Side.BURN),
    "CUT": CutCardShown(reader="line"),
    "RESULT,tie": ResultReported(
        reader="line", outcome=Outcome.TIE, player_pair=False, banker_pair=False
    ),
    "RESULT,banker,banker_pair,player_pair": ResultReported(
        reader="line", outcome=Outcome.BANKER, player_pair=True, banker_pair=True
    ),
    "SHOE_START": ShoeStarted(reader="line"),
    "ERROR,jam": ReaderFault(reader="line", why="The reader reports: jam."),
    "ERROR,jam, lid up": ReaderFault(reader="line", why="The reader reports: jam, lid up."),
    "LID,0": None,
    "HEARTBEAT": None,
}


@pytest.mark.parametrize("content", EVENTS)
def test_every_event(content: str) -> None:
    expected = EVENTS[content]
    assert Line().feed(line(1, content), 0) == ([expected] if expected else [])


def test_the_example_in_the_documentation_is_right() -> None:
    example = b"7,CARD,9H*52"
    assert example.decode() in (module.__doc__ or "")
    assert Line().feed(example + b"\r\n", 0) == [CardRead(reader="line", card=Card.parse("9H"))]


@pytest.mark.parametrize(
    "content", ["CARD", "CARD,ZZ", "CARD,KH,player", "CARD,KH,player,4", "CARD,KH,left,1", "FLY",
                "RESULT,draw", "RESULT", "RESULT,tie,flush", "BURN,xx", "ERROR", ""]
)  # fmt: skip
def test_a_sound_line_that_means_nothing_is_flagged(content: str) -> None:
    (event,) = Line().feed(line(1, content), 0)
    assert isinstance(event, ReaderGap)
    assert repr(content) in event.why


@pytest.mark.parametrize(
    "damaged",
    [
        b"1,CARD,KH*00\n",
        b"1,CARD,KH\n",
        b"*00\n",
        b"\n",
        line(0, "CUT"),
        line(10_000, "CUT"),
        b"x" * 500 + b"\n",
        b"\xff\xfe\n",
    ],
)
def test_damage_yields_nothing_and_the_next_line_is_read(damaged: bytes) -> None:
    decoder = Line()
    assert decoder.feed(damaged + line(1, "CUT"), 0) == [CutCardShown(reader="line")]


def test_a_repeated_line_is_one_event_and_a_jump_is_flagged() -> None:
    decoder = Line()
    assert len(decoder.feed(line(1, "CARD,KH") * 3, 0)) == 1
    gap, card = decoder.feed(line(4, "CARD,KH"), 1)
    assert isinstance(gap, ReaderGap)
    assert "2 lines" in gap.why
    assert isinstance(card, CardRead)


def test_the_count_begins_again_after_9999() -> None:
    decoder = Line()
    decoder.feed(line(9999, "HEARTBEAT"), 0)
    assert len(decoder.feed(line(1, "CUT"), 1)) == 1


@given(st.binary(max_size=3000))
def test_rubbish_never_raises_and_never_fills_the_memory(rubbish: bytes) -> None:
    decoder = Line()
    decoder.feed(rubbish, 0)
    assert len(decoder._text) <= 129


@given(st.lists(st.integers(0, 200), max_size=8))
def test_lines_cut_anywhere_give_the_same_events(cuts: list[int]) -> None:
    wire = b"".join(line(n, content) for n, content in enumerate(EVENTS, start=1))
    decoder, events, start = Line(), [], 0
    for cut in [*sorted(cuts), len(wire)]:
        events += decoder.feed(wire[start:cut], 0)
        start = max(start, cut)
    assert events == Line().feed(wire, 0)
