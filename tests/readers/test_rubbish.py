"""Whatever a line brings: no decoder fails, fills the memory, or makes a card out of noise."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.virtual.speakers import angel_frame, line_frame
from server.baccarat.events import CardRead

from ..fuzz.oracle import DECODERS, check

FRAMES = st.one_of(
    st.binary(max_size=60),
    st.builds(angel_frame, st.integers(0, 10), st.binary(max_size=20)),
    st.builds(line_frame, st.integers(0, 10_000), st.binary(max_size=40)),
    st.builds(
        angel_frame, st.integers(1, 9), st.sampled_from([b"D\x81\xb8", b"G\x90", b"S", b"C"])
    ),
    st.builds(line_frame, st.integers(1, 9999), st.sampled_from([b"CARD,KH", b"CUT", b"BURN"])),
)


@pytest.mark.parametrize("name", DECODERS)
@given(st.lists(FRAMES, max_size=30))
@settings(max_examples=200)
def test_no_decoder_fails_or_makes_a_card_out_of_noise(name: str, pieces: list[bytes]) -> None:
    check(name, pieces)


@pytest.mark.parametrize("name", ["angel_eye", "line"])
@given(st.binary(min_size=6, max_size=80), st.integers(0, 7))
@settings(max_examples=200)
def test_no_card_comes_out_of_a_frame_with_one_bit_wrong(name: str, noise: bytes, bit: int) -> None:
    whole = {"angel_eye": angel_frame(3, b"D\x81\xb8"), "line": line_frame(3, b"CARD,KH")}[name]
    assert sum(isinstance(event, CardRead) for event in check(name, [whole])) == 1
    for at in range(len(whole)):
        wrong = whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :]
        check(name, [noise, wrong, noise])
