"""Pattern files that say something wrong: each gets a sentence with file, key and choices."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path

import pytest

from drivers import BadReader, open_reader
from server.config import load_settings
from server.toml_file import BadFile
from tests.command.shoeboard import run

from .patterns import ANGEL_EYE, LINES, decoder, message

FILES = Path(__file__).parents[2] / "drivers" / "patterns"
BINARY = (FILES / "binary_frame.toml").read_text()

# Where the text is changed: the old, the new, and what is said.
WRONG: dict[str, tuple[str, str, str, str]] = {
    "not TOML": (LINES, '"mine"', '"mine', "it is not TOML: "),
    "too deep": (LINES, '"mine"', "[" * 5000, "nested too deep"),
    "no name": (LINES, 'name = "mine"', "", "name: this key is missing"),
    "a bad name": (LINES, "mine", "my shoe", "name: must be letters, digits and _, at most 32"),
    "another's name": (LINES, "mine", "angel_eye", "name: 'angel_eye' is another kind of reader"),
    "a simulated shoe's name": (LINES, "mine", "Simulated", "is another kind of reader"),
    "a camera's name": (LINES, "mine", "camera", "is another kind of reader"),
    "a typo": (LINES, "name", "nmae", "nmae: there is no such key; possible are name, unknown, "),
    "a typo in a table": (LINES, "{ ends", "{ ens", "frame.ens: there is no such key; possible "
                          "are starts, starts_hex, ends, ends_hex, length, longest, pause_s, "),
    "a typo in the checksum": (BINARY, "from = 0", "form = 0", "checksum.form: there is no such "
                               "key; possible are kind, written, place, from, to"),
    "a typo in a message": (LINES, "event", "evnt", "message 1.evnt: there is no such key"),
    "a wrong type": (BINARY, "baud = 19200", 'baud = "fast"', "line.baud: must be a valid integer"),
    "a speed of 0": (BINARY, "baud = 19200", "baud = 0", "line.baud: must be greater than"),
    "bits": (BINARY, "baud = 19200", "bits = 9", "line.bits: must be 5, 6, 7 or 8, not 9"),
    "parity": (BINARY, '"even"', '"E"', "line.parity: must be 'none', 'even', 'odd', 'mark' or"),
    "stop bits": (BINARY, "baud = 19200", "stop_bits = 3", "line.stop_bits: must be 1, 1.5 or 2"),
    "flow": (BINARY, "baud = 19200", 'flow = "dtr"', "line.flow: must be 'none', 'rts_cts' or"),
    "no frame": (LINES, 'frame = { ends = "\\n" }', "", "frame: this key is missing"),
    "no end": (LINES, 'ends = "\\n"', "longest = 9", "frame: say where a frame ends: by ends"),
    "two ends": (LINES, 'ends = "\\n"', 'ends = "\\n", ends_hex = "0A"', "frame: give ends or"),
    "bad hex": (LINES, 'ends = "\\n"', 'ends_hex = "0A 0"', "frame: ends_hex must be bytes in hex"),
    "a wide character": (LINES, 'ends = "\\n"', 'ends = "€"', "frame: ends must be characters of"),
    "a long end": (LINES, 'ends = "\\n"', f'ends = "{"x" * 17}"', "frame: ends has more than 16"),
    "longest": (ANGEL_EYE, "{ starts", "{ longest = 5000, starts", "frame.longest: must be less"),
    "a long frame": (BINARY, "length = 10", "length = 300", "frame.length: must be less than or"),
    "no starts": (BINARY.replace('starts_hex = "AA 55"', ""), "length = 10", "length = 80",
                  "frame: a length over 64 needs starts or starts_hex"),
    "a length alone": (LINES, 'ends = "\\n"', "length = 2", "frame.length: after a lost byte a"),
    "too short": (BINARY, "length = 10", "length = 4", "frame.length: 4 bytes leave none for the"),
    "too short a bound": (ANGEL_EYE, "frame = { ", "frame = { longest = 4, ",
                          "frame.longest: 4 bytes leave none for the content"),
    "encoding": (ANGEL_EYE, '"hex" }', '"base64" }', "frame.encoding: must be 'text' or 'hex'"),
    "checksum": (ANGEL_EYE, '"xor"', '"md5"', "checksum.kind: must be 'none', 'xor', 'sum8', "),
    "written": (ANGEL_EYE, '"hex_upper"', '"bcd"', "checksum.written: must be 'hex', 'hex_upper',"),
    "a raw byte before the end": (ANGEL_EYE, '"hex_upper", place = "after_end"', '"big"',
                                  "checksum.written: a raw byte may look like the end"),
    "covering itself": (BINARY, "from = 0", "to = 10", "checksum.from, checksum.to: in a frame of "
                        "10 bytes they cover 2 to 9, and the checksum itself stands at 8 to 9"),
    "covering nothing": (BINARY, "from = 0", "from = 8", "they cover nothing"),
    "a count without most": (ANGEL_EYE, "count = { most = 9 }", "count = { first = 1 }",
                             "count.most: this key is missing"),
    "a count that stands": (ANGEL_EYE, "most = 9", "most = 1", "count: most must be more than"),
    "a count from nowhere": (LINES, "frame", "count = { most = 9 }\nframe",
                             "count: no match has a group count"),
    "a group without count": (ANGEL_EYE, "count = { most = 9 }", "", "count: match has a group"),
    "a count and repeat_s": (ANGEL_EYE, "count", "repeat_s = 1\ncount", "repeat_s: with a"),
    "repeat_s": (LINES, "frame", "repeat_s = -1\nframe", "repeat_s: must be greater than or equal"),
    "unknown": (LINES, "frame", 'unknown = "drop"\nframe', "unknown: must be 'gap' or 'ignore'"),
    "no messages": (LINES, LINES[LINES.index("[["):], "", "messages: this key is missing"),
    "an event": (LINES, '"card"', '"crad"', "message 1.event: must be 'card', 'unreadable', "),
    "a regular expression": (LINES, "\\S+)", "\\S+", "message 1: match is no regular expression: "
                             "missing ), unterminated subpattern at position 5"),
    "one that Python warns of": (LINES, "\\S+", "[[a]", "match is no regular expression: Possible"),
    "one that never ends": (LINES, "\\S+", "(\\S+)+", "message 1: match may take too long"),
    "too many repetitions": (LINES, "\\S+)", "\\S+).*.*.*.*", "message 1: match may take too long"),
    "a group's name": (LINES, "<card>", "<crad>", "message 1: match names the group 'crad': for "
                       "event 'card' it may be card, count, place, rank, side, suit"),
    "another event's group": (LINES, '"card"', '"unreadable"', "the group 'card'"),
    "no card": (LINES, "(?P<card>\\S+)", "", "message 1: match needs the group card, or"),
    "a rank alone": (LINES, "<card>", "<rank>", "match needs the group card, or the groups rank"),
    "a card twice": (LINES, "\\S+)", "\\S+)(?P<rank>.)", "match needs the group card, or the"),
    "no pairs": (message("(?P<outcome>.*)", "result"), "mine", "mine",
                 "match needs the groups outcome and pairs"),
    "a side": (LINES, '"card"', '"card"\nside = "left"', "message 1.side: must be 'player', "),
    "a side twice": (message("(?P<card>..)(?P<side>.)", "card", side="player"), "mine", "mine",
                     "message 1: side is a group of match already"),
    "a side of nothing": (message("CUT", "cut_card", side="player"), "mine", "mine",
                          "message 1: side means nothing for event 'cut_card'"),
    "a text of nothing": (message("CUT", "cut_card", text="hi"), "mine", "mine",
                          "message 1: text means nothing for event 'cut_card'"),
    "a place of no side": (LINES, '"card"', '"card"\nplace = 1', "message 1: a place needs a side"),
    "a place": (LINES, '"card"', '"card"\nside = "player"\nplace = 4', "place must be 1, 2 or 3"),
    "a rank in a table": (BINARY, '0A = "T"', '0A = "X"', "ranks.0A: must be a rank, A, 2, 3, "),
    "a suit in a table": (BINARY, '04 = "C"', '04 = "♣"', "suits.04: must be a suit, S, H, D, C, "),
    "a card in a table": (LINES, "[[", '[cards]\n1 = "1H"\n[[', "cards.1: '1H' is not a card: "),
    "a side in a table": (BINARY, '"burn"', '"dealer"', "sides.03: must be 'player', 'banker' or"),
    "a place in a table": (LINES, "[[", "[places]\n1 = -1\n[[", "places.1: must be greater than"),
    "an outcome": (BINARY, '"tie"', '"draw"', "outcomes.03: must be 'player', 'banker' or 'tie'"),
    "a pair": (BINARY, '"both"', '"two"', "pairs.03: must be 'none', 'player', 'banker' or 'both'"),
    "hex without a table": (ANGEL_EYE, "[sides]\n8 = \"player\"\n9 = \"banker\"", "",
                            "sides: message 1 has the group side, and with encoding = \"hex\""),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_mistake_gets_a_sentence(tmp_path: Path, what: str) -> None:
    text, old, new, says = WRONG[what]
    assert old in text
    file = tmp_path / "shoe.toml"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(BadReader, match=r"^[^\n]*\.$") as raised:
        open_reader(f"pattern@{file}:/dev/ttyUSB0")
    assert str(raised.value).startswith(f"{file}: ")
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("pattern:/dev/ttyUSB0", "write pattern@FILE:/dev/ttyUSB0; two worked examples lie in /"),
        ("pattern@:/dev/ttyUSB0", "the file that describes its frames is missing"),
        ("keyboard:/dev/input/event3", "write keyboard@FILE:/dev/input/by-id/...-event-kbd; two"),
        ("pattern@none.toml:/dev/ttyUSB0", "cannot read none.toml: No such file or directory."),
        ("pattern@/tmp:/dev/ttyUSB0", "cannot read /tmp: Is a directory."),
        ("pattern@a\0b:/dev/ttyUSB0", "cannot read"),
        ("pattern@c:/shoe.toml:/dev/ttyUSB0", "must not contain ':', which begins the port."),
        (f"pattern@{FILES}/binary_frame.toml:", "binary_frame.toml:/dev/ttyUSB0"),
        (f"keyboard@{FILES}/barcode_scanner.toml:", "the device is missing, for example keyboard@"),
        ("patern@x.toml:/dev/ttyUSB0", "pattern@FILE:, keyboard@FILE:"),
    ],
)
def test_a_url_that_names_nothing_gets_a_sentence(url: str, says: str) -> None:
    with pytest.raises(BadReader, match=r".") as raised:
        open_reader(url)
    assert says in str(raised.value)


def test_a_file_that_is_not_text(tmp_path: Path) -> None:
    file = tmp_path / "shoe.toml"
    file.write_bytes(b"name = '\xff'")
    with pytest.raises(BadReader, match=r"it is not UTF-8 text\.$"):
        open_reader(f"pattern@{file}:/dev/ttyUSB0")


def test_the_server_refuses_it_at_its_start(tmp_path: Path) -> None:
    file = tmp_path / "shoe.toml"
    file.write_text(LINES.replace("event", "evnt"))
    url = f"pattern@{file}:/dev/ttyUSB0"
    with pytest.raises(BadFile, match=r"message 1\.evnt: there is no such key"):
        load_settings(None, {"reader": url})
    ran = run("run", "--reader", url, "--data", tmp_path / "data")
    assert ran.status == 2
    assert "message 1.evnt: there is no such key" in ran.err


@pytest.mark.parametrize("depth", [10, 100, 150, 200, 300, 480])
def test_nesting_is_borne_or_refused(depth: int) -> None:
    match = "(?:" * depth + "a" + ")" * depth + "(?P<card>..)"
    with suppress(ValueError):  # pydantic's own limit of 1000 characters, or one of Python's
        decoder(message(match, "card"))


@pytest.mark.parametrize(
    ("match", "is_fine"),
    [
        (r"P(?P<place>[1-3])-(?P<rank>10|[2-9TJQKA])(?P<suit>[SHDC])", True),
        (r"(?:[0-9A-F]{2}){8}(?P<card>.{1,9})", True),
        (r".*,.*,(?P<card>..),.*,.*", True),
        (r"(?>a+)(?P<card>..)b++(?(card)c|d)(?=e*)(?P=card)", True),
        (r"(?:a|aa)+(?P<card>..)", False),
        (r"(?:(?:a{1,20}){1,20}){1,20}(?P<card>..)", False),
        (r"(?:a?){64}a{64}(?P<card>..)", False),
        (r"(?:.*)*?(?P<card>..)", False),
    ],
)
def test_an_expression_that_may_take_for_ever_is_refused(match: str, is_fine: bool) -> None:
    text = message(match, "card", **({"side": "player"} if "place" in match else {}))
    if not is_fine:
        with pytest.raises(ValueError, match="may take too long"):
            decoder(text)
        return
    reader, began = decoder(text), time.process_time()
    reader.feed(b"a" * 127 + b"\n" + b"," * 127 + b"\n", 0)
    assert time.process_time() - began < 20  # half a second at the very worst, where measured
