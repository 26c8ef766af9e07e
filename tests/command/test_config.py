"""Settings: where they come from, and the line at fault where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from server.config import Settings, load_settings
from server.toml_file import BadFile

FILE = """\
port = 8100

[[tables]]
name = "left"
house = "olympic"

[[tables]]
name = "right"
reader = "simulated:?seed=3"
"""


def load(tmp_path: Path, text: str = FILE, **flags: object) -> Settings:
    file = tmp_path / "shoeboard.toml"
    file.write_text(text)
    return load_settings(file, flags)


def test_without_a_word_there_is_one_table_entered_by_hand() -> None:
    settings = load_settings(None, {})
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    (table,) = settings.tables
    assert (table.name, table.house, table.reader) == ("table-1", "punto_banco", "")


def test_flags_win_over_the_environment_and_that_over_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shoeboard.toml"
    file.write_text(FILE)
    assert load_settings(file, {}).port == 8100
    monkeypatch.setenv("SHOEBOARD_PORT", "8200")
    assert load_settings(file, {}).port == 8200
    assert load_settings(file, {"port": 8300}).port == 8300


def test_the_command_line_can_choose_and_change_one_table(tmp_path: Path) -> None:
    file = tmp_path / "shoeboard.toml"
    file.write_text(FILE)
    (table,) = load_settings(file, {"table": "right", "house": "classic"}).tables
    assert (table.name, table.house, table.reader) == ("right", "classic", "simulated:?seed=3")
    (table,) = load_settings(None, {"table": "demo", "reader": "simulated:"}).tables
    assert (table.name, table.reader) == ("demo", "simulated:")


def test_kept_pictures_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = load_settings(None, {})
    assert (settings.pictures_days, settings.pictures_mb) == (30, 2000)
    monkeypatch.setenv("SHOEBOARD_PICTURES_DAYS", "0")
    settings = load(tmp_path, "pictures_mb = 10\n")
    assert (settings.pictures_days, settings.pictures_mb) == (0, 10)
    with pytest.raises(BadFile, match=r"line 1: pictures_mb: .*greater than or equal to 1"):
        load(tmp_path, "pictures_mb = 0\n")


READERS = """\
[[tables]]
reader = "line:/dev/ttyS0"
spare_readers = ["angel_eye:/dev/ttyS1", "simulated:"]
silent_s = 90
spy = true
"""


def test_a_table_may_have_spare_readers(tmp_path: Path) -> None:
    (table,) = load(tmp_path, READERS).tables
    assert table.spare_readers == ["angel_eye:/dev/ttyS1", "simulated:"]
    assert (table.silent_s, table.spy) == (90, True)
    (table,) = load(tmp_path).tables[:1]
    assert (table.spare_readers, table.silent_s, table.spy) == ([], 60, False)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("simulated:", "simulated:?sed=3", "line 3: Reader 'simulated:?sed=3'"),
        ("angel_eye:/dev/ttyS1", "ttyS1", "line 3: There is no reader 'ttyS1'"),
        ("90", "0", "line 4: tables.0.silent_s: Input should be greater than 0"),
        ("true", '"on top"', "line 5: tables.0.spy: Input should be a valid boolean"),
    ],
)
def test_a_mistake_about_readers_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    with pytest.raises(BadFile, match=r"shoeboard.toml, line \d") as raised:
        load(tmp_path, READERS.replace(old, new))
    assert says in str(raised.value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("port =", "prot =", "line 1: prot: there is no such setting"),
        ("8100", '"high"', "line 1: port: Input should be a valid integer"),
        ("8100", "0", "line 1: port: Input should be greater than or equal to 1"),
        ("reader =", "reeder =", "line 9: tables.1.reeder: there is no such setting"),
        ("olympic", "olimpic", "line 5: house: There is no house 'olimpic'"),
        ("simulated:?seed", "simulated:?sed", "line 9: Reader 'simulated:?sed=3'"),
        ('"right"', '"left"', "line 3: tables must have different names"),
        ('"right"', '"Right Side"', "line 8: name 'Right Side' must be small letters"),
        ("8100", "", "is not TOML: Invalid value (at line 1"),
        ('"left"', '"left', "is not TOML: "),
        ("8100", "[" * 5_000, "nested too deep"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    assert old in FILE
    with pytest.raises(BadFile, match=r".") as raised:
        load(tmp_path, FILE.replace(old, new))
    assert says in str(raised.value)
    assert "shoeboard.toml" in str(raised.value)


def test_a_mistake_in_the_environment_is_named_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOEBOARD_PORT", "99999")
    with pytest.raises(BadFile, match="SHOEBOARD_PORT"):
        load(tmp_path)


DISPLAYS = """\
[displays]
subnets = ["10.1.0.0/16", "fd00::/8"]
token = "wall-at-the-left-of-the-bar"

"""


def test_displays_can_be_limited_and_the_environment_keeps_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "shoeboard.toml"
    file.write_text("idle_minutes = 0\n" + DISPLAYS)
    settings = load_settings(file, {})
    assert (settings.idle_minutes, settings.displays.token[:4]) == (0, "wall")
    assert [str(subnet) for subnet in settings.displays.subnets] == ["10.1.0.0/16", "fd00::/8"]
    monkeypatch.setenv("SHOEBOARD_DISPLAYS__TOKEN", "another-one-of-the-bar")
    settings = load_settings(file, {})
    assert (settings.displays.token[:7], len(settings.displays.subnets)) == ("another", 2)
    monkeypatch.setenv("SHOEBOARD_DISPLAYS__TOKEN", "short")
    with pytest.raises(BadFile, match=r"16 characters or more.*SHOEBOARD_DISPLAYS__TOKEN"):
        load_settings(file, {})


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("wall-at-the-left-of-the-bar", "bar", "line 3: token must have 16 characters or more"),
        ("fd00::/8", "fd00::/888", "line 2: displays.subnets.1"),
        ("subnets", "subnet", "line 2: displays.subnet: there is no such setting"),
    ],
)
def test_a_mistake_about_displays_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    with pytest.raises(BadFile, match=r"shoeboard.toml, line \d") as raised:
        load(tmp_path, DISPLAYS.replace(old, new))
    assert says in str(raised.value)


def test_a_variable_that_is_no_value_at_all_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOEBOARD_TABLES", "left,right")
    with pytest.raises(BadFile, match=r"SHOEBOARD_.* cannot be read"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        ({"reader": "simulated:"}, "say which with --table"),
        ({"table": "middle"}, "There is no table 'middle' in the settings"),
        ({"table": "left", "reader": "x"}, "There is no reader 'x'"),
    ],
)
def test_a_mistake_in_a_flag_gets_a_sentence(
    tmp_path: Path, flags: dict[str, str], says: str
) -> None:
    with pytest.raises(BadFile, match=r".") as raised:
        load(tmp_path, **flags)
    assert says in str(raised.value)
