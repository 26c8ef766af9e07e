"""Pattern files for tests: a small one, and ways to change it."""

from __future__ import annotations

from drivers.pattern import Pattern
from drivers.pattern_file import parse_pattern
from server.baccarat.cards import Card
from server.baccarat.coup import Side
from server.baccarat.events import CardRead, Observation

LINES = """\
name = "mine"
frame = { ends = "\\n" }

[[messages]]
match = 'CARD (?P<card>\\S+)'
event = "card"
"""

# The Angel Eye's own protocol, as anybody could have described it.
ANGEL_EYE = """\
name = "mine"
frame = { starts_hex = "05", ends_hex = "03", encoding = "hex" }
checksum = { kind = "xor", written = "hex_upper", place = "after_end" }
count = { most = 9 }

[[messages]]
match = '3(?P<count>.)44(?P<side>[8-9])(?P<place>.)(?P<suit>.)(?P<rank>.)'
event = "card"

[[messages]]
match = '3(?P<count>.)47(?P<outcome>.)(?P<pairs>.)'
event = "result"

[[messages]]
match = '3(?P<count>.)43'
event = "cut_card"

[[messages]]
match = '3.53'
event = "shoe_started"

[[messages]]
match = '3(?P<count>.)50'
event = "ignore"

[ranks]
1 = "A"
2 = "2"
3 = "3"
4 = "4"
5 = "5"
6 = "6"
7 = "7"
8 = "8"
9 = "9"
a = "10"
b = "J"
c = "Q"
d = "K"

[suits]
9 = "D"
A = "C"
B = "S"
C = "H"

[sides]
8 = "player"
9 = "banker"

[outcomes]
9 = "player"
A = "tie"
C = "banker"

[pairs]
0 = "none"
1 = "player"
2 = "banker"
3 = "both"
"""

COUNTED = """\
name = "mine"
frame = { ends = ";" }
count = { first = 0, most = 3 }

[[messages]]
match = '(?P<count>.+),(?P<card>..)'
event = "card"

[[messages]]
match = '(?P<count>.),START'
event = "shoe_started"

[[messages]]
match = 'HI'
event = "ignore"
"""


def decoder(text: str = LINES, *more: str) -> Pattern:
    """The decoder of a pattern file; what is in `more` stands at its end."""
    return Pattern(parse_pattern("\n".join([text, *more])))


def message(match: str, event: str, **constants: object) -> str:
    """A pattern file of lines, with one message."""
    told = "".join(f"{key} = {value!r}\n" for key, value in constants.items())
    return (
        'name = "mine"\nframe = { ends = "\\n" }\n'
        f"[[messages]]\nmatch = '{match}'\nevent = \"{event}\"\n{told}"
    )


def card(code: str, side: Side | None = None, place: int | None = None) -> CardRead:
    return CardRead(reader="mine", card=Card.parse(code), side=side, place=place)


def decode(text: str, data: bytes, now: float = 0.0) -> list[Observation]:
    return decoder(text).feed(data, now)
