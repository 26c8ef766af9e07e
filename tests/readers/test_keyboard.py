"""A scanner that acts as a keyboard: input events over a real pipe, held keys, losses."""

from __future__ import annotations

import errno
import os
import pty
import string
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import Settings, State, open_reader
from drivers.keyboard import Keyboard, OpenKeyboard, in_words
from drivers.keys import EVENT, Keys
from drivers.pattern import Pattern
from drivers.pattern_file import parse_pattern
from drivers.supervisor import Supervised
from server.baccarat.cards import Card
from server.baccarat.coup import Side
from server.baccarat.events import CardRead, ReaderFound, ReaderLost

from .desk import Desk

FILE = Path(__file__).parents[2] / "drivers" / "patterns" / "barcode_scanner.toml"
SHIFT, ENTER = 42, 28

# The keys by their position on a US keyboard, from the kernel's linux/input-event-codes.h.
CODES = {
    "1": 2, "2": 3, "3": 4, "4": 5, "5": 6, "6": 7, "7": 8, "8": 9, "9": 10, "0": 11, "-": 12,
    "=": 13, "\t": 15, "q": 16, "w": 17, "e": 18, "r": 19, "t": 20, "y": 21, "u": 22, "i": 23,
    "o": 24, "p": 25, "[": 26, "]": 27, "\n": 28, "a": 30, "s": 31, "d": 32, "f": 33, "g": 34,
    "h": 35, "j": 36, "k": 37, "l": 38, ";": 39, "'": 40, "`": 41, "\\": 43, "z": 44, "x": 45,
    "c": 46, "v": 47, "b": 48, "n": 49, "m": 50, ",": 51, ".": 52, "/": 53, " ": 57,
}  # fmt: skip
SHIFTED = dict(zip('!@#$%^&*()_+{}:"~|<>?', "1234567890-=[];'`\\,./", strict=True)) | {
    letter: letter.lower() for letter in string.ascii_uppercase
}
KEYPAD = dict(zip("*789-456+1230.", [55, *range(71, 84)], strict=True)) | {
    "\n": 96, "/": 98, "=": 117, ",": 121,
}  # fmt: skip


def event(code: int, value: int, kind: int = 1) -> bytes:
    return EVENT.pack(1_700_000_000, 999_999, kind, code, value)


def key(code: int) -> bytes:
    """A key as a scanner types it: its scan code, pressed, released, and the reports between."""
    scan, report = event(4, 458_756, kind=4), event(0, 0, kind=0)
    return scan + event(code, 1) + report + scan + event(code, 0) + report


def typed(text: str) -> bytes:
    """A text as it is typed on a US keyboard."""
    keys = b""
    for letter in text:
        if letter in SHIFTED:
            keys += event(SHIFT, 1) + key(CODES[SHIFTED[letter]]) + event(SHIFT, 0)
        else:
            keys += key(CODES[letter])
    return keys


# Keys into text.


def test_all_of_ascii_can_be_typed() -> None:
    text = "".join(map(chr, range(32, 127))) + "\t\n"
    assert set(CODES) | set(SHIFTED) == set(text)
    assert Keys().typed(typed(text)) == text.encode()


def test_the_keypad_types_digits_whatever_num_lock_says() -> None:
    keys = b"".join(map(key, KEYPAD.values()))
    assert Keys().typed(keys) == "".join(KEYPAD).encode()


def test_an_event_is_as_long_as_the_kernel_makes_it() -> None:
    assert EVENT.size == 2 * struct.calcsize("l") + 2 + 2 + 4


def test_a_key_that_is_held_is_typed_once() -> None:
    assert Keys().typed(event(30, 1) + event(30, 2) * 5 + event(30, 0)) == b"a"


@pytest.mark.parametrize("held", [29, 97, 56, 100, 125, 126])
def test_with_ctrl_alt_or_meta_nothing_is_typed(held: int) -> None:
    keys = Keys()
    assert keys.typed(event(held, 1) + key(30)) == b""
    assert keys.typed(event(held, 0) + key(30)) == b"a"


def test_either_shift_is_enough_and_the_other_may_go() -> None:
    keys = event(42, 1) + event(54, 1) + event(42, 0) + key(30) + event(54, 0) + key(30)
    assert Keys().typed(keys) == b"Aa"


@pytest.mark.parametrize("code", [0, 1, 14, 59, 88, 99, 255, 272, 767, 65535])
def test_other_keys_type_nothing(code: int) -> None:
    assert Keys().typed(key(code)) == b""


@given(st.lists(st.integers(0, 2000), max_size=8))
def test_events_cut_anywhere_give_the_same_text(cuts: list[int]) -> None:
    data, keys, text, start = typed("P1-KH\nb2-10s\n"), Keys(), b"", 0
    for cut in [*sorted(cuts), len(data)]:
        text += keys.typed(data[start:cut])
        start = max(start, cut)
    assert text == b"P1-KH\nb2-10s\n"


@given(st.lists(st.binary(max_size=200)))
def test_rubbish_never_raises_and_never_fills_the_memory(rubbish: list[bytes]) -> None:
    keys = Keys()
    for data in rubbish:
        keys.typed(data)
        assert len(keys._half) < EVENT.size


# Over a real pipe: what the kernel would give us, without an input device.


@pytest.fixture
def pipe() -> Iterator[tuple[OpenKeyboard, int]]:
    end, other = os.pipe()
    keyboard = OpenKeyboard(end)
    yield keyboard, other
    keyboard.close()


def test_a_scan_is_read_and_shift_lasts_across_reads(pipe: tuple[OpenKeyboard, int]) -> None:
    keyboard, scanner = pipe
    assert keyboard.read() == b""
    os.write(scanner, typed("P1-kh\n"))
    assert keyboard.read() + keyboard.read() == b"P1-kh\n"
    os.write(scanner, event(SHIFT, 1))
    assert keyboard.read() == b""
    os.write(scanner, event(37, 1)[:10])
    assert keyboard.read() == b""
    os.write(scanner, event(37, 1)[10:])
    assert keyboard.read() == b"K"
    os.close(scanner)


def test_an_unplugged_scanner_is_a_loss_in_words(pipe: tuple[OpenKeyboard, int]) -> None:
    keyboard, scanner = pipe
    os.close(scanner)
    with pytest.raises(OSError, match=r"^it was unplugged$"):
        keyboard.read()


def test_a_hung_up_terminal_is_a_loss_too() -> None:
    master, slave = pty.openpty()
    keyboard = OpenKeyboard(slave)
    os.close(master)
    with pytest.raises(OSError, match=r"."):
        keyboard.read()
    keyboard.close()


def test_keys_that_the_kernel_dropped_are_a_loss(pipe: tuple[OpenKeyboard, int]) -> None:
    keyboard, scanner = pipe
    os.write(scanner, typed("P1") + event(3, 0, kind=0))
    with pytest.raises(OSError, match="keys got lost"):
        keyboard.read()
    os.close(scanner)


class Fifo(Keyboard):
    """A scanner of which the kernel would be a FIFO: all of ours but the grab."""

    def open(self) -> OpenKeyboard:
        return OpenKeyboard(os.open(self.where, os.O_RDONLY | os.O_NONBLOCK))


def test_cards_from_a_scanner_that_is_unplugged_in_mid_scan(tmp_path: Path) -> None:
    path = tmp_path / "event-kbd"
    source, decoder = Fifo(str(path)), Pattern(parse_pattern(FILE.read_text()))
    desk = Desk(Supervised("keyboard@...", source, decoder, Settings()))
    try:
        assert desk.waits_until(State.SEARCHING) == f"{path} is not there: plug it in."
        scanner = _plug_in(path)
        desk.waits_until(State.ONLINE)
        os.write(scanner, typed("P1-KH\nB1-10"))
        desk.waits_for(CardRead)
        path.unlink()
        os.close(scanner)
        desk.waits_for(ReaderLost)
        assert "not there" in desk.waits_until(State.SEARCHING)
        scanner = _plug_in(path)
        desk.waits_for(ReaderFound, 2)
        os.write(scanner, typed("B1-10S\n"))
        desk.waits_for(CardRead, 2)
        cards = [event for event in desk.events if isinstance(event, CardRead)]
        assert [(card.card, card.side, card.place) for card in cards] == [
            (Card.parse("KH"), Side.PLAYER, 1),
            (Card.parse("TS"), Side.BANKER, 1),
        ]
        os.close(scanner)
    finally:
        desk.close()


def _plug_in(path: Path) -> int:
    """Both ends, so that a reader without a writer is no loss; it appears when all is ready."""
    hidden = path.with_name("hidden")
    os.mkfifo(hidden)
    scanner = os.open(hidden, os.O_RDWR)
    hidden.rename(path)
    return scanner


# What is no input device.


@pytest.mark.parametrize("kind", ["file", "fifo", "folder", "terminal", "null"])
def test_what_is_no_input_device_is_refused(tmp_path: Path, kind: str) -> None:
    path = tmp_path / kind
    master = slave = -1
    match kind:
        case "file":
            path.touch()
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "terminal":
            master, slave = pty.openpty()
            path = Path(os.ttyname(slave))
        case "null":
            path = Path("/dev/null")
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(OSError, match="it is no input device: take one of /dev/input/by-id/"):
        Keyboard(str(path)).open()
    assert len(os.listdir("/proc/self/fd")) == before
    if kind == "terminal":
        os.close(master)
        os.close(slave)


def test_a_reader_of_what_is_no_input_device_says_so_and_tries_again() -> None:
    desk = Desk(open_reader(f"keyboard@{FILE}:/dev/null"))
    try:
        said = desk.waits_until(State.RETRYING)
        assert said.startswith("/dev/null: it is no input device: take one of ")
        assert desk.events == []
    finally:
        desk.close()


@pytest.mark.parametrize(
    ("number", "says"),
    [
        (errno.EACCES, "add it to the group input"),
        (errno.EPERM, "add it to the group input"),
        (errno.ENODEV, "it was unplugged"),
        (errno.EBUSY, "another program has it"),
        (errno.ENOENT, "No such file or directory"),
    ],
)
def test_the_kernels_errors_in_words(number: int, says: str) -> None:
    assert says in in_words(OSError(number, os.strerror(number)))
    assert in_words(OSError("it broke")) == "it broke"
