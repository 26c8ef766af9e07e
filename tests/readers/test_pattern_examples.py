"""The two worked examples, on the bytes that their comments tell of; a whole coup on a real pty."""

from __future__ import annotations

import subprocess
import sys
import termios
from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import State, open_reader
from drivers.checksum import KINDS
from drivers.pattern import Pattern
from drivers.pattern_file import EXAMPLES, parse_pattern
from drivers.port import Port, Wire
from drivers.supervisor import Supervised
from server.assets import asset_dir, font_dir
from server.baccarat.cards import RANKS, Card, parse_cards
from server.baccarat.coup import Coup, Outcome, Seat, Side
from server.baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderFault,
    ReaderFound,
    ReaderGap,
    ReaderLost,
    ResultReported,
    ShoeStarted,
)
from server.fonts import kept
from tests.wire import Pty

from .desk import Desk
from .patterns import LINES

ROOT = Path(__file__).parents[2]
FILES = ROOT / "drivers" / "patterns"
BARCODE, BINARY = FILES / "barcode_scanner.toml", FILES / "binary_frame.toml"

_SIDES = {Side.PLAYER: 1, Side.BANKER: 2, Side.BURN: 3}


def binary(count: int, kind: int, *told: int) -> bytes:
    """A frame of the second example."""
    body = bytes([0xAA, 0x55, count, kind, *told]).ljust(8, b"\0")
    return body + KINDS["crc16_modbus"][1](body).to_bytes(2, "little")


def drawn(count: int, card: Card, seat: Seat) -> bytes:
    rank, suit = RANKS.index(card.rank) + 1, "SHDC".index(card.suit) + 1
    return binary(count, 0x10, rank, suit, _SIDES[seat.side], seat.place)


def barcode(code: str, side: Side | None = None, place: int | None = None) -> CardRead:
    card = Card.parse(code) if code else None
    return CardRead(reader="barcode", card=card, side=side, place=place)


def my_shoe(code: str, side: Side, place: int) -> CardRead:
    card = Card.parse(code) if code else None
    return CardRead(reader="my_shoe", card=card, side=side, place=place)


def decoder(file: Path) -> Pattern:
    return Pattern(parse_pattern(file.read_text()))


def test_the_examples_and_the_fonts_are_in_the_wheel(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(ZipFile(wheel).namelist())
    assert EXAMPLES == FILES
    assert {f"drivers/patterns/{file.name}" for file in FILES.iterdir()} <= names
    fonts = kept(font_dir(), asset_dir("static") / "languages").values()
    carried = {
        f"server/static/vendor/fonts/{font.package}/files/{font.file.name}" for font in fonts
    }
    assert len(carried) > 200
    assert carried <= names
    assert {f"server/static/vendor/fonts/{font.package}/LICENSE" for font in fonts} <= names


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b"P1-KH", barcode("KH", Side.PLAYER, 1)),
        (b"P3-10S", barcode("TS", Side.PLAYER, 3)),
        (b"B2-9D", barcode("9D", Side.BANKER, 2)),
        (b"2900000000018", barcode("AS")),
        (b"2900000000223", barcode("9H")),
        (b"2900000000537", CutCardShown(reader="barcode")),
        (b"NOREAD", barcode("")),
    ],
)
def test_the_barcode_scanner(line: bytes, expected: Observation) -> None:
    for end in (b"\r\n", b"\n"):  # a serial scanner's end of line, and a keyboard's Enter
        assert decoder(BARCODE).feed(3 * (line + end), 0) == [expected]


@pytest.mark.parametrize("line", [b"P4-KH", b"P1-1H", b"2900000000999", b"9780201379624", b"KH"])
def test_a_code_that_the_scanner_should_not_see(line: bytes) -> None:
    (event,) = decoder(BARCODE).feed(line + b"\r\n", 0)
    assert isinstance(event, ReaderGap)


BINARY_FRAMES: list[tuple[bytes, Observation | None]] = [
    (binary(0, 0x01), ShoeStarted(reader="my_shoe")),
    (binary(1, 0x10, 13, 2, 1, 1), my_shoe("KH", Side.PLAYER, 1)),
    (binary(2, 0x10, 10, 1, 2, 1), my_shoe("TS", Side.BANKER, 1)),
    (binary(3, 0x11, 0, 0, 1, 2), my_shoe("", Side.PLAYER, 2)),
    (binary(4, 0x10, 1, 4, 3, 0), my_shoe("AC", Side.BURN, 0)),
    (binary(5, 0x20), CutCardShown(reader="my_shoe")),
    (
        binary(6, 0x30, 3, 2),
        ResultReported(reader="my_shoe", outcome=Outcome.TIE, player_pair=False, banker_pair=True),
    ),
    (binary(7, 0xE1), ReaderFault(reader="my_shoe", why="The reader reports: the lid is open.")),
    (binary(8, 0xEE, 0x12, 0x34), ReaderFault(reader="my_shoe", why="The reader reports: 1234.")),
    (binary(9, 0x00), None),
]
BINARY_EVENTS = [event for _, event in BINARY_FRAMES if event]


def test_the_binary_frames_are_the_bytes_that_the_file_tells_of() -> None:
    frame = BINARY_FRAMES[1][0].hex(" ").upper()
    assert frame == "AA 55 01 10 0D 02 01 01 6C 27"
    assert frame in BINARY.read_text()


def test_the_binary_frames() -> None:
    shoe = decoder(BINARY)
    assert shoe.feed(b"".join(2 * frame for frame, _ in BINARY_FRAMES), 0) == BINARY_EVENTS
    assert (shoe.counters.frames, shoe.counters.repeats, shoe.counters.bad) == (10, 10, 0)
    assert shoe.beats


@given(st.lists(st.integers(0, 100), max_size=8))
def test_binary_frames_cut_anywhere_give_the_same_events(cuts: list[int]) -> None:
    wire = b"".join(frame for frame, _ in BINARY_FRAMES)
    shoe, events, start = decoder(BINARY), [], 0
    for cut in [*sorted(cuts), len(wire)]:
        events += shoe.feed(wire[start:cut], 0)
        start = max(start, cut)
    assert events == BINARY_EVENTS


@given(st.integers(0, 9), st.integers(1, 255))
def test_a_damaged_binary_frame_is_no_card_and_shows_in_the_count(at: int, flip: int) -> None:
    first, second, third = (frame for frame, _ in BINARY_FRAMES[:3])
    damaged = second[:at] + bytes([second[at] ^ flip]) + second[at + 1 :]
    start, gap, card = decoder(BINARY).feed(first + damaged + third, 0)
    assert start == BINARY_EVENTS[0]
    assert isinstance(gap, ReaderGap)
    assert card == BINARY_EVENTS[2]


@given(st.integers(1, 9))
def test_a_binary_frame_that_lost_bytes_does_not_take_the_next_one_with_it(kept: int) -> None:
    first, second, third = (frame for frame, _ in BINARY_FRAMES[:3])
    events = decoder(BINARY).feed(first + second[:kept] + third, 0)
    assert [type(event) for event in events] == [ShoeStarted, ReaderGap, CardRead]


@given(st.lists(st.binary(max_size=300), max_size=8))
def test_rubbish_never_raises_and_gives_no_card(rubbish: list[bytes]) -> None:
    for file in (BARCODE, BINARY):
        reader = decoder(file)
        for data in rubbish:
            assert not any(isinstance(event, CardRead) for event in reader.feed(data, 0))


# On a real line.

CARDS = parse_cards("8S 2D 7H 3C KD 5H")


def coup() -> list[tuple[Card, Seat]]:
    dealt, hand = [], Coup()
    for card in CARDS:
        seat = hand.next_seat
        if seat is None:
            break
        dealt.append((card, seat))
        hand = hand.add(card)
    assert hand.is_complete
    return dealt


def test_a_whole_coup_through_a_pty_with_a_pulled_cable(cable: Pty) -> None:
    desk = Desk(open_reader(f"pattern@{BINARY}:{cable.path}"))
    try:
        desk.waits_until(State.ONLINE)
        frames = [drawn(n, card, seat) for n, (card, seat) in enumerate(coup())]
        expected = [my_shoe(str(card), seat.side, seat.place) for card, seat in coup()]
        cable.write(frames[0] + frames[1] + frames[2][:5])
        desk.waits_for(CardRead, 2)
        cable.pull()
        desk.waits_for(ReaderLost)
        cable.plug_in()
        desk.waits_for(ReaderFound, 2)
        cable.write(b"".join(frames[2:]))
        desk.waits_for(CardRead, len(expected))
        first, found = (ReaderFound(reader="my_shoe", is_sure=sure) for sure in (False, True))
        assert desk.events == [first, *expected[:2], desk.events[3], found, *expected[2:]]
        assert cable.received() == b""
    finally:
        desk.close()


@pytest.mark.parametrize(
    ("line", "wire"),
    [
        ("", Wire(9600)),
        ('parity = "even"\nbaud = 19200', Wire(19200, parity="E")),
        ('parity = "odd"\nbits = 7', Wire(9600, bits=7, parity="O")),
        ('parity = "mark"\nstop_bits = 1.5', Wire(9600, parity="M", stop_bits=1.5)),
        ('parity = "space"\nflow = "rts_cts"', Wire(9600, parity="S", rts_cts=True)),
        ('stop_bits = 2\nflow = "xon_xoff"', Wire(9600, stop_bits=2, xon_xoff=True)),
    ],
)
def test_every_setting_of_the_line(tmp_path: Path, line: str, wire: Wire) -> None:
    file = tmp_path / "shoe.toml"
    file.write_text(f"{LINES}\n[line]\n{line}\n")
    reader = open_reader(f"pattern@{file}:/dev/ttyUSB0")
    assert isinstance(reader, Supervised)
    assert isinstance(reader._source, Port)
    assert reader._source._wire == wire


def test_the_line_runs_as_the_file_says(cable: Pty, tmp_path: Path) -> None:
    """A pty keeps what it is told of the speed and of stop bits, and runs as it likes."""
    file = tmp_path / "shoe.toml"
    file.write_text(
        BINARY.read_text().replace('parity = "even"', 'stop_bits = 2\nflow = "xon_xoff"')
    )
    desk = Desk(open_reader(f"pattern@{file}:{cable.path}"))
    try:
        desk.waits_until(State.ONLINE)
        iflag, _, cflag, _, ispeed, _, _ = termios.tcgetattr(cable._fds[1])
        assert ispeed == termios.B19200
        assert cflag & termios.CSTOPB
        assert iflag & termios.IXON
    finally:
        desk.close()
