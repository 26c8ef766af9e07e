"""The README claims only what is there: its commands, houses, files and settings are tried."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click import Context

from server.baccarat.rules import HOUSES
from server.cli import shoeboard
from server.config import load_settings
from server.houses import find_house

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
TOML = re.findall(r"```toml\n(.*?)```", README, flags=re.DOTALL)


def test_every_command_is_told_and_every_told_command_exists() -> None:
    told = set(re.findall(r"shoeboard (run|[a-z]+) ?(?=[-<|`]|[A-Z]|coups)", README))
    known = set(shoeboard.list_commands(Context(shoeboard)))
    assert known <= set(re.findall(r"\w+", README))
    assert told <= known


def test_every_make_target_that_is_told_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert set(re.findall(r"`?make ([a-z]+)", README)) <= targets


def test_the_house_file_is_a_house(tmp_path: Path) -> None:
    (text,) = [text for text in TOML if "decks" in text]
    file = tmp_path / "high.toml"
    file.write_text(text)
    house = find_house(str(file))
    assert (house.name, house.limits.max, str(house.odds.banker)) == ("high", 50000, "19/20")


def test_the_settings_file_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, house = sorted(TOML, key=lambda text: "decks" in text)
    (tmp_path / "houses").mkdir()
    (tmp_path / "houses" / "high.toml").write_text(house)
    (tmp_path / "shoeboard.toml").write_text(settings)
    monkeypatch.chdir(tmp_path)
    tables = load_settings(Path("shoeboard.toml"), {}).tables
    assert [table.name for table in tables] == ["baccarat-12", "baccarat-14"]


@pytest.mark.parametrize("house", HOUSES)
def test_every_house_is_told(house: str) -> None:
    assert f"`{house}`" in README


def test_every_file_that_is_told_is_there() -> None:
    named = re.findall(r"`((?:server|drivers|tests)/[\w./]+)`", README)
    assert len(named) > 3
    for path in [*named, "display.png"]:
        assert (ROOT / path).exists()
