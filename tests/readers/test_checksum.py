"""Checksums: known vectors, every way to write them, and what they cover."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.checksum import KINDS, WRITTEN, Checksum, width

from .patterns import LINES, card, decoder

# What each makes of 123456789: the "check" values of the catalogue of CRCs, the rest by hand.
KNOWN = {
    "xor": 0x31, "sum8": 0xDD, "sum8_negated": 0x23, "lrc": 0x23, "crc8": 0xF4, "crc8_maxim": 0xA1,
    "crc16_modbus": 0x4B37, "crc16_ccitt": 0x29B1, "crc16_xmodem": 0x31C3, "crc16_kermit": 0x2189,
    "crc32": 0xCBF43926,
}  # fmt: skip
DIGITS = b"123456789"


def spelled(kind: str, written: str, data: bytes) -> bytes:
    """The checksum of data as it stands in a frame."""
    size, of = KINDS[kind]
    match written:
        case "big" | "little":
            return of(data).to_bytes(size, written)
        case "hex":
            return b"%0*x" % (2 * size, of(data))
    return b"%0*X" % (2 * size, of(data))


def test_every_kind_is_told_here() -> None:
    assert set(KNOWN) == set(KINDS)


@pytest.mark.parametrize("kind", KNOWN)
def test_known_vectors(kind: str) -> None:
    size, of = KINDS[kind]
    assert of(DIGITS) == KNOWN[kind] < 1 << 8 * size


def test_a_modbus_frame_from_its_specification() -> None:
    """Read one register of device 1: the example that every Modbus guide has."""
    frame = bytes.fromhex("01 03 00 00 00 01 84 0A")
    assert Checksum("crc16_modbus", "little", 0, None, 0).is_right(frame)
    assert not Checksum("crc16_modbus", "big", 0, None, 0).is_right(frame)


def test_an_nmea_line() -> None:
    """The XOR between $ and *, in hex, before the end of the line."""
    check = Checksum("xor", "hex", 1, -5, 2)
    assert check.is_right(b"$GPGLL,5300.97914,N,00259.98174,E,125926,A*28\r\n")
    assert not check.is_right(b"$GPGLL,5300.97914,N,00259.98174,W,125926,A*28\r\n")


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_in_every_writing_sees_every_flipped_bit(kind: str, written: str) -> None:
    frame = b"<" + DIGITS + spelled(kind, written, DIGITS) + b">"
    check = Checksum(kind, written, 1, None, 1)
    assert check.width == width(kind, written)
    assert check.is_right(frame)
    for at in range(1, len(frame) - 1):
        for bit in range(5):  # bit 5 only changes the case of a hex digit
            assert not check.is_right(frame[:at] + bytes([frame[at] ^ 1 << bit]) + frame[at + 1 :])


def test_hex_in_any_case_or_only_in_upper_case() -> None:
    lower, upper = b"\x4a" + b"4a", b"\x4a" + b"4A"
    for written, data, is_right in (
        ("hex", lower, True), ("hex", upper, True), ("hex_upper", upper, True),
        ("hex_upper", lower, False), ("hex", b"\x4a 4", False), ("hex", b"\x0a+A", False),
    ):  # fmt: skip
        assert Checksum("xor", written, 0, None, 0).is_right(data) is is_right


@pytest.mark.parametrize("place", ["before_end", "after_end"])
@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_in_a_pattern_file(kind: str, written: str, place: str) -> None:
    """What is covered where nothing is said: all after the start, up to the checksum."""
    if place == "before_end":
        frame = b"<CARD KH" + spelled(kind, written, b"CARD KH") + b">"
    else:
        frame = b"<CARD KH>" + spelled(kind, written, b"CARD KH>")
    length = f", length = {len(frame)}" if written in ("big", "little") else ""
    reader = decoder(
        f"checksum = {{ kind = '{kind}', written = '{written}', place = '{place}' }}",
        LINES.replace('ends = "\\n"', f'starts = "<", ends = ">"{length}'),
    )
    damaged = frame.replace(b"KH", b"KD")
    assert reader.feed(frame + b"..." + damaged + frame, 0) == [card("KH")] * 2
    assert (reader.counters.frames, reader.counters.bad) == (2, 1)


@given(
    st.binary(max_size=20),
    st.sampled_from(sorted(KINDS)),
    st.sampled_from(WRITTEN),
    st.integers(-30, 30),
    st.none() | st.integers(-30, 30),
    st.integers(0, 30),
)
def test_no_frame_and_no_offset_raises(
    frame: bytes, kind: str, written: str, start: int, stop: int | None, behind: int
) -> None:
    assert Checksum(kind, written, start, stop, behind).is_right(frame) in (True, False)
