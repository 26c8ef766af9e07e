"""Houses from TOML files, and the line that is named where one is wrong."""

from __future__ import annotations

from fractions import Fraction

import pytest

from server.baccarat.rules import (
    CutCard,
    FirstCardBurn,
    FixedBurn,
    House,
    LastCoup,
    Limits,
    NoBurn,
    Odds,
    RoadStyle,
)
from server.houses import find_house
from server.toml_file import BadFile

WHOLE = """
# Our own rules.
name = "harbour"
title = "Harbour Room"
decks = 6
boxes = ["1", "2", "3", "5"]
misdeal = "burn"

[burn]
kind = "fixed"
cards = 8
seen = false
skippable = false

[cut_card]
from_end = 20
last_coup = "one_more"

[odds]
player = "1:1"
banker = "1:1"
tie = "9:1"

[limits]
min = 25
max = 2500
tie_max = 250
banker_multiple = 5

[roads]
tail = "down"
leading_ties = "column"
"""
NAME, TITLE, DECKS = 'name = "mine"', 'title = "Mine"', "decks = 6"
BASE = f"{NAME}\n{TITLE}\n{DECKS}\n"  # three lines: what follows begins on line 4


@pytest.fixture
def house_of(tmp_path):
    path = tmp_path / "house.toml"

    def house_of(text: str | bytes) -> House:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return find_house(str(path))

    return house_of


def complaint(house_of, text, tmp_path):
    with pytest.raises(BadFile) as bad:
        house_of(text)
    return str(bad.value).replace(str(tmp_path / "house.toml"), "FILE")


def test_a_whole_house_file_is_read_as_it_is_written(house_of):
    assert house_of(WHOLE) == House(
        name="harbour",
        title="Harbour Room",
        decks=6,
        boxes=("1", "2", "3", "5"),
        misdeal="burn",
        burn=FixedBurn(cards=8, seen=False, skippable=False),
        cut_card=CutCard(from_end=20, last_coup=LastCoup.ONE_MORE),
        odds=Odds(player=Fraction(1), banker=Fraction(1), tie=Fraction(9)),
        limits=Limits(min=25, max=2500, tie_max=250, banker_multiple=5),
        roads=RoadStyle(tail="down", leading_ties="column"),
    )


def test_what_a_house_file_leaves_out_is_as_usual(house_of):
    assert house_of(BASE) == House(name="mine", title="Mine", decks=6)


@pytest.mark.parametrize(
    ("text", "burn"),
    [
        ('[burn]\nkind = "none"\n', NoBurn()),
        ('[burn]\nkind = "first_card"\nace = 11\n', FirstCardBurn(ace=11)),
        ('burn = { kind = "fixed", cards = 6 }\n', FixedBurn(cards=6)),
    ],
)
def test_each_kind_of_burn_can_be_written(house_of, text, burn):
    assert house_of(BASE + text).burn == burn


@pytest.mark.parametrize("odds", ['"19:20"', '"19/20"', '"0.95"'])
def test_odds_written_as_called_are_exact(house_of, odds):
    assert house_of(f"{BASE}[odds]\nbanker = {odds}\n").odds.banker == Fraction(19, 20)


ERRORS = [
    ("", 1, "name: this setting is missing."),
    (f"{NAME}\n{TITLE}\n", 1, "decks: this setting is missing."),
    (f"{NAME}\n{TITLE}\ndeck = 6\n", 3, "deck: there is no such setting."),
    (BASE + 'colour = "red"\n', 4, "colour: there is no such setting."),
    (f"{NAME}\n{TITLE}\ndecks = 13\n", 3, "decks must be 1 to 12, not 13."),
    (f"# decks = 13\n\n{NAME}\n{TITLE}\ndecks = 13\n", 5, "decks must be 1 to 12, not 13."),
    (f"{NAME}\r\n{TITLE}\r\ndecks = 0\r\n", 3, "decks must be 1 to 12, not 0."),
    (
        f'{NAME}\n{TITLE}\ndecks = "six"\n',
        3,
        "decks: Input should be a valid integer, unable to parse string as an integer.",
    ),
    (
        f'{TITLE}\nname = "my house"\n{DECKS}\n',
        2,
        "name 'my house' must be letters, digits and underscores.",
    ),
    (
        BASE + '[burn]\nkind = "some"\n',
        5,
        "burn.kind must be one of none, fixed, first_card, not 'some'.",
    ),
    (
        BASE + "\n[burn]\ncards = 6\n",
        5,
        "burn.kind must be one of none, fixed, first_card, not None.",
    ),
    (
        BASE + 'burn = "none"\n',
        4,
        "burn.kind must be one of none, fixed, first_card, not None.",
    ),
    (BASE + '[burn]\nkind = "none"\ncards = 3\n', 6, "burn.cards: there is no such setting."),
    (BASE + '[burn]\nkind = "fixed"\ncards = 27\n', 6, "burn.cards must be 1 to 26, not 27."),
    (BASE + '[burn]\ncards = 0\nkind = "fixed"\n', 5, "burn.cards must be 1 to 26, not 0."),
    (BASE + '[burn]\nkind = "fixed"\n', 4, "burn.cards: this setting is missing."),
    (
        BASE + '[burn]\nkind = "first_card"\nace = 2\n',
        6,
        "burn.ace: Input should be 1 or 11.",
    ),
    (
        BASE + '[cut_card]\nfrom_end = 209\nlast_coup = "this"\n',
        5,
        "cut_card.from_end must be 1 to 208, not 209.",
    ),
    (
        f'{NAME}\n{TITLE}\ndecks = 1\n[cut_card]\nlast_coup = "this"\nfrom_end = 46\n',
        6,
        "cut_card.from_end (46) leaves no coup to deal from 1 deck(s).",
    ),
    (
        BASE + '[cut_card]\nfrom_end = 14\nlast_coup = "never"\n',
        6,
        "cut_card.last_coup: Input should be 'this', 'one_more' or "
        "'this_if_before_first_card_else_one_more'.",
    ),
    (BASE + "[cut_card]\nfrom_end = 14\n", 4, "cut_card.last_coup: this setting is missing."),
    (BASE + '[odds]\nplayer = "1:1"\nbanker = "0:1"\n', 6, "odds.banker must be more than 0."),
    (BASE + '[odds]\nbanker = "even"\n', 5, "odds.banker: Input is not a valid fraction."),
    (BASE + '[odds]\nbanker = "19:0"\n', 5, "odds.banker: Input is not a valid fraction."),
    (BASE + '[odds]\nbank = "19:20"\n', 5, "odds.bank: there is no such setting."),
    (
        BASE + "[limits]\nmin = 100\nmax = 50\n",
        6,
        "limits.max (50) is less than limits.min (100).",
    ),
    (BASE + "[limits]\nmin = 0\n", 5, "limits.min must be 1 to 1000000000, not 0."),
    (BASE + "limits.min = 0\n", 4, "limits.min must be 1 to 1000000000, not 0."),
    (BASE + "[limits]\n\n\ntie_max = 0\n", 7, "limits.tie_max must be 1 or more."),
    (
        BASE + "[limits]\nbanker_multiple = 0\n",
        5,
        "limits.banker_multiple must be 1 to 1000000, not 0.",
    ),
    (BASE + '[roads]\ntail = "up"\n', 5, "roads.tail: Input should be 'straight' or 'down'."),
    (
        BASE + '[roads]\ntail = "down"\nleading_ties = "drop"\n',
        6,
        "roads.leading_ties: Input should be 'mark' or 'column'.",
    ),
    (
        BASE + 'misdeal = "redeal"\n',
        4,
        "misdeal: Input should be 'carry_to_next', 'burn' or 'next_burn'.",
    ),
    (
        BASE + '[reveal]\nseen_by = "technician"\n',
        5,
        "reveal.seen_by cannot be the technician, who decides nothing of the game.",
    ),
]


@pytest.mark.parametrize(("text", "line", "said"), ERRORS)
def test_a_wrong_house_file_is_told_by_its_line(house_of, tmp_path, text, line, said):
    assert complaint(house_of, text, tmp_path) == f"FILE, line {line}: {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            BASE + "[roads\n",
            "FILE is not TOML: Expected ']' at the end of a table declaration "
            "(at line 4, column 7).",
        ),
        (BASE + "decks = 6\n", "FILE is not TOML: Cannot overwrite a value"),
        (b"name = \xff", "Cannot read FILE: it is not UTF-8 text."),
    ],
)
def test_a_file_that_is_not_toml_is_told(house_of, tmp_path, text, said):
    assert complaint(house_of, text, tmp_path).startswith(said)


def test_a_file_that_is_not_there_is_told(tmp_path):
    missing = tmp_path / "nowhere.toml"
    with pytest.raises(BadFile) as bad:
        find_house(str(missing))
    assert str(bad.value) == f"Cannot read {missing}: No such file or directory."


def test_an_unknown_house_is_told_with_the_known_ones():
    with pytest.raises(BadFile) as bad:
        find_house("casino")
    assert str(bad.value) == (
        "There is no house 'casino': choose one of ema_d52, classic, punto_banco, olympic, "
        "paramount, macau, ez, or give the path of a TOML file."
    )
