"""A display's look: what the settings and an address may say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.config import load_settings
from server.look import LAYOUTS, BadLook, Look, look_of
from server.sign import LARGEST_LOGO
from server.toml_file import BadFile

FILE = """\
[house]
name = "The Jade Room"
{house}

[[tables]]
name = "t1"
[tables.display]
layout = "portrait"
languages = ["zh-Hant", "en"]
{display}
"""


def load(tmp_path: Path, *, house: str = "", display: str = "") -> Look:
    file = tmp_path / "shoeboard.toml"
    file.write_text(FILE.format(house=house, display=display))
    return load_settings(file, {"table": "t1", "house": "classic"}).tables[0].display


def test_a_table_s_settings_say_how_its_displays_look(tmp_path: Path) -> None:
    look = load(tmp_path, display='theme = "light"\nbeads = "total"\nrotate = 270\nreversed = true')
    assert look == Look(
        layout="portrait", languages=("zh-Hant", "en"), theme="light", beads="total", rotate=270,
        reversed=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("look", "landscape", "portrait"),
    [
        (Look(), "landscape", "portrait"),
        (Look(rotate=90), "portrait", "landscape"),
        (Look(rotate=180), "landscape", "portrait"),
        (Look(layout="strip"), "strip", "strip"),
    ],
)
def test_a_screen_without_a_layout_has_the_one_that_it_stands_for(
    look: Look, landscape: str, portrait: str
) -> None:
    for screen, layout in (("landscape", landscape), ("portrait", portrait)):
        chosen = [
            name for name, screens in look.sheets if screens in ("all", f"(orientation: {screen})")
        ]
        assert chosen == [layout]


def test_an_address_says_otherwise_part_by_part() -> None:
    table = Look(layout="portrait", theme="light", sound="chime")
    asked = {"layout": "strip", "lang": "ko,en", "rotate": "90", "reversed": "1", "token": "t"}
    assert look_of(table, asked) == Look(
        layout="strip", languages=("ko", "en"), rotate=90, reversed=True, theme="light",
        sound="chime",
    )  # fmt: skip
    assert look_of(table, {}) == table


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("layout", "round", f"layout must be one of auto, {', '.join(LAYOUTS)}, not 'round'"),
        ("theme", "pink", "theme must be one of dark, light, high_contrast, colour_safe"),
        ("lang", "xx", "languages must be one of en, zh-Hant"),
        ("lang", "en,ko,ja", "languages must be one or two different ones"),
        ("lang", "en,en", "languages must be one or two different ones"),
        ("beads", "dots", "beads must be one of letter, character, total, not 'dots'"),
        ("rotate", "45", "rotate must be one of 0, 90, 180, 270, not 45"),
        ("rotate", "-90", "rotate must be a whole number, not '-90'"),
        ("reversed", "maybe", "reversed must be 1 or 0, not 'maybe'"),
        ("sound", "loud", "sound must be one of off, chime, voice, not 'loud'"),
        ("volume", "101", "volume must be from 0 to 100, not 101"),
    ],
)
def test_what_there_is_none_of_is_refused_with_what_there_is(
    name: str, value: str, said: str
) -> None:
    with pytest.raises(BadLook) as bad:
        look_of(Look(), {name: value})
    assert said in str(bad.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('display:theme = "pink"', "theme must be one of dark"),
        ("display:colour = 1", "there is no such setting"),
        ('house:logo = "sign.bmp"', "line 3: logo must be a file of .png, .jpg"),
        ('house:logo = "nowhere.png"', "line 3: logo nowhere.png cannot be read"),
        ('house:logo = "{tmp}/fake.png"', "is no png picture"),
        ('house:logo = "{tmp}/huge.svg"', f"{LARGEST_LOGO} are allowed"),
    ],
)
def test_a_wrong_setting_is_named_with_its_line(tmp_path: Path, line: str, said: str) -> None:
    (tmp_path / "fake.png").write_bytes(b"GIF89a")
    (tmp_path / "huge.svg").write_bytes(b"<" * (LARGEST_LOGO + 1))
    where, _, what = line.partition(":")
    with pytest.raises(BadFile, match=r"shoeboard.toml, line \d+: ") as bad:
        load(tmp_path, **{where: what.format(tmp=tmp_path)})
    assert said in str(bad.value)
