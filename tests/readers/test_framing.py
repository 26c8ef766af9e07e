"""Frames out of a stream: every framing, cut anywhere, damaged, too long, paused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.counting import Counters
from drivers.framing import Framer, Shape


def shape(
    starts: str = "", ends: str = "", length: int = 0, after_end: int = 0, longest: int = 20
) -> Shape:
    return Shape(starts.encode(), ends.encode(), length, after_end, longest, pause_s=2)


def is_right(frame: bytes) -> bool:
    """A toy checksum: the frame has one `!` in it, and no `?`."""
    return frame.count(b"!") == 1 and b"?" not in frame


def framer(of: Shape, *, checked: bool = False) -> tuple[Framer, Counters]:
    counters = Counters()
    return Framer(of, is_right if checked else None, counters), counters


# Name: the shape, whether a checksum is looked at, a stream, and its sound frames.
STREAMS: dict[str, tuple[Shape, bool, bytes, list[bytes]]] = {
    "lines": (shape(ends="\n"), False, b"ab\n\ncd\nef", [b"ab\n", b"\n", b"cd\n"]),
    "lines of two ends": (shape(ends="\r\n"), False, b"a\rb\r\r\nc\r\n", [b"a\rb\r\r\n", b"c\r\n"]),
    "start and end": (shape("<", ">"), False, b"x<ab>y><cd><", [b"<ab>", b"<cd>"]),
    "a long start": (shape("<<!", ">"), False, b"<<<!ab><<<<!>", [b"<<!ab>", b"<<!>"]),
    "a frame cut off by the next": (shape("<", ">"), False, b"<ab<cd>", [b"<cd>"]),
    "a start byte in the data": (shape("<", ">"), True, b"<a<!>", [b"<a<!>"]),
    "a cut frame, then one with a start byte in it":
        (shape("<", ">"), True, b"<!?<a<!>", [b"<a<!>"]),
    "one byte for start and end":
        (shape("~", "~"), False, b"~a~~cd~~~e~", [b"~a~", b"~cd~", b"~e~"]),
    "one byte for an end and the next start":
        (shape("~", "~"), False, b"b~a~c~", [b"~a~", b"~c~"]),
    "a checksum after the end":
        (shape("<", ">", after_end=2), False, b"<a>><<b>12", [b"<a>><", b"<b>12"]),
    "a cut checksum does not eat the next start":
        (shape("<", ">", after_end=2), True, b"<a>?<b>!.", [b"<b>!."]),
    "too long": (shape(ends="\n"), False, b"x" * 50 + b"\nab\n", [b"ab\n"]),
    "too long, with a start in it": (shape("<", ">"), False, b"<" + b"x" * 19 + b"<b>", [b"<b>"]),
    "too long, with the next start as its last byte":
        (shape("<", ">"), False, b"<" + b"x" * 19 + b"<>", [b"<>"]),
    "fixed": (shape(length=3), False, b"abcdefg", [b"abc", b"def"]),
    "fixed after a start": (shape("<<", length=4), False, b"..<<ab<.<<cd", [b"<<ab", b"<<cd"]),
    "fixed with an end": (shape("<", ">", length=4), False, b"<>a><abc<cd>", [b"<>a>", b"<cd>"]),
    "fixed, a byte lost": (shape("<", length=4), True, b"<a.<bc!<d!.", [b"<bc!", b"<d!."]),
    "fixed without start, a byte lost":
        (shape(length=4), True, b"ab!.c?de!.", [b"ab!.", b"de!."]),
    "fixed with an end and a checksum behind it":
        (shape("<", ">", length=5, after_end=2), True, b"<a>!.<b>?!<c>.!", [b"<a>!.", b"<c>.!"]),
}  # fmt: skip


@pytest.mark.parametrize("what", STREAMS)
def test_every_framing(what: str) -> None:
    of, checked, stream, expected = STREAMS[what]
    assert framer(of, checked=checked)[0].feed(stream, 0) == expected


@pytest.mark.parametrize("what", STREAMS)
@given(cuts=st.lists(st.integers(0, 60), max_size=6))
@settings(max_examples=20)
def test_a_stream_cut_anywhere_gives_the_same_frames(what: str, cuts: list[int]) -> None:
    of, checked, stream, expected = STREAMS[what]
    cutter, frames, start = framer(of, checked=checked)[0], [], 0
    for cut in [*sorted(cuts), len(stream)]:
        frames += cutter.feed(stream[start:cut], 0)
        start = max(start, cut)
    assert frames == expected


@pytest.mark.parametrize(
    ("what", "bad", "resyncs"),
    [
        ("lines", 0, 0),
        ("a frame cut off by the next", 0, 1),
        ("a start byte in the data", 0, 0),
        ("too long", 1, 0),
        ("too long, with a start in it", 1, 0),
        ("fixed, a byte lost", 1, 0),
        ("fixed without start, a byte lost", 1, 0),
        ("fixed with an end", 1, 0),
        ("a cut checksum does not eat the next start", 1, 0),
    ],
)
def test_damage_is_counted_once(what: str, bad: int, resyncs: int) -> None:
    of, checked, stream, _ = STREAMS[what]
    cutter, counters = framer(of, checked=checked)
    cutter.feed(stream, 0)
    assert (counters.bad, counters.resyncs) == (bad, resyncs)


def test_three_damaged_frames_of_fixed_length_are_three() -> None:
    cutter, counters = framer(shape("<", length=4), checked=True)
    assert cutter.feed(b"<a??<b??<c??<d!.", 0) == [b"<d!."]
    assert counters.bad == 3


@pytest.mark.parametrize(
    ("of", "half", "whole"),
    [
        (shape(ends="\n"), b"ab", b"cd\n"),
        (shape("<", ">"), b"<ab", b"<cd>"),
        (shape(length=3), b"ab", b"cde"),
        (shape(ends="\n"), b"x" * 30, b"cd\n"),
    ],
)
def test_half_a_frame_and_a_pause_is_given_up(of: Shape, half: bytes, whole: bytes) -> None:
    cutter, counters = framer(of)
    assert cutter.feed(half, 10) == []
    assert cutter.feed(whole, 12.1) == [whole]
    assert counters.bad == 1


def test_an_end_that_may_be_a_start_is_no_half_frame() -> None:
    cutter, counters = framer(shape("~", "~"))
    assert cutter.feed(b"~a~", 0) + cutter.feed(b"~b~", 9) == [b"~a~", b"~b~"]
    assert counters.bad == 0


def test_a_frame_that_goes_on_in_time_is_whole() -> None:
    cutter, counters = framer(shape(ends="\n"))
    assert cutter.feed(b"ab", 10) + cutter.feed(b"c", 11.9) + cutter.feed(b"d\n", 13.8) == [
        b"abcd\n"
    ]
    assert counters.bad == 0


@given(
    st.sampled_from(sorted(STREAMS)),
    st.lists(st.text("<>~!?a\r\n", max_size=60) | st.just("<" * 300) | st.just("x" * 300)),
)
@settings(max_examples=300)
def test_rubbish_never_raises_and_never_fills_the_memory(what: str, rubbish: list[str]) -> None:
    of, checked, stream, expected = STREAMS[what]
    cutter, _ = framer(of, checked=checked)
    for text in rubbish:
        frames = cutter.feed(text.encode(), 0)
        assert len(cutter._buffer) <= max(of.length, of.longest + 1 + of.after_end)
        assert all(is_right(frame) for frame in frames) or not checked
    cutter.reset()
    assert cutter.feed(stream, 0) == expected
