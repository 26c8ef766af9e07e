"""A described protocol: the same frame again, within a time or by its count."""

from __future__ import annotations

import pytest

from server.baccarat.events import ReaderGap, ShoeStarted

from .patterns import COUNTED, LINES, card, decode, decoder


def test_without_a_word_every_frame_is_a_card() -> None:
    reader = decoder()
    assert reader.feed(b"CARD KH\n" * 3, 0) == [card("KH")] * 3
    assert not reader.remembers


def test_the_same_frame_within_repeat_s_of_its_last_copy_is_one_card() -> None:
    reader = decoder("repeat_s = 1\n" + LINES)
    assert reader.feed(b"CARD KH\nCARD 9S\n", 0) == [card("KH"), card("9S")]
    assert reader.feed(b"CARD KH\n", 0.9) + reader.feed(b"CARD KH\n", 1.8) == []
    assert reader.counters.repeats == 2
    assert reader.feed(b"CARD KH\n", 2.9) == [card("KH")]


def test_the_memory_of_frames_is_bounded() -> None:
    reader = decoder('unknown = "ignore"\nrepeat_s = 60\n' + LINES)
    reader.feed(b"".join(b"%d\n" % n for n in range(1000)), 0)
    assert len(reader._seen) == 64


def test_a_repeat_is_one_card_and_a_jump_is_flagged() -> None:
    reader = decoder(COUNTED)
    assert reader.remembers
    assert reader.feed(b"3,KH;3,KH;HI;0,9S;", 0) == [card("KH"), card("9S")]
    gap, after = reader.feed(b"3,9S;", 1)
    assert isinstance(gap, ReaderGap)
    assert gap.why == "2 frames of the reader got lost: look at the cards."
    assert after == card("9S")
    assert (reader.counters.frames, reader.counters.repeats, reader.counters.gaps) == (4, 1, 1)


def test_a_gap_across_a_lost_line_is_flagged_too() -> None:
    reader = decoder(COUNTED)
    reader.feed(b"1,KH;2,9", 0)
    reader.reset()
    gap, _ = reader.feed(b"3,9S;", 60)
    assert isinstance(gap, ReaderGap)
    assert "1 frame of" in gap.why


def test_a_start_begins_the_count_anew_even_where_it_looks_like_an_old_one() -> None:
    reader = decoder(COUNTED)
    start = b"0,START;"
    assert reader.feed(start * 3, 0) == [ShoeStarted(reader="mine")]
    assert reader.feed(b"1,KH;", 1) == [card("KH")]
    assert reader.feed(start * 3, 30) == [ShoeStarted(reader="mine")]
    assert reader.feed(b"1,KH;", 31) == [card("KH")]
    assert reader.counters.gaps == 0


@pytest.mark.parametrize("count", ["4", "-1", "x", "999999999999", "1" * 100])
def test_a_count_that_cannot_be_is_flagged(count: str) -> None:
    (event,) = decode(COUNTED, f"{count},KH;".encode())
    assert isinstance(event, ReaderGap)
