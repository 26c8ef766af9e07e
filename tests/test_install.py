"""docs/install.md names only what is there: its files, the look's parts, the settings."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from server.config import load_settings
from server.look import Look, look_of

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "docs" / "install.md").read_text()
COMMANDS = "\n".join(re.findall(r"```\n(.*?)```", GUIDE, flags=re.DOTALL))


def test_every_file_of_deploy_is_installed_and_every_installed_one_is_there() -> None:
    told = set(re.findall(r"deploy/([\w.-]+)", GUIDE))
    assert told == {file.name for file in (ROOT / "deploy").iterdir()}


@pytest.mark.parametrize("asked", re.findall(r"\| `([a-z]+=[^`]+)` \|", GUIDE))
def test_every_part_of_a_look_that_is_told_is_one(asked: str) -> None:
    parts = dict(parse_qsl(asked))
    parts.pop("layout", None)  # those are files of their own
    assert look_of(Look(), parts) != Look() or parts.keys() <= {"token"}


def test_the_settings_to_begin_with_are_right() -> None:
    settings = load_settings(ROOT / "deploy" / "shoeboard.toml", {})
    assert [table.name for table in settings.tables] == ["table-1"]
    assert "DISPLAY_URL=http://127.0.0.1:8000/display/table-1" in (
        ROOT / "deploy" / "kiosk.env"
    ).read_text().split("\n")


def test_the_guide_and_the_units_agree_on_the_places() -> None:
    units = "".join(file.read_text() for file in (ROOT / "deploy").iterdir())
    for place in re.findall(r"/etc/shoeboard/[\w.-]+", units):
        assert Path(place).name in GUIDE
    for unit in re.findall(r"systemctl enable --now ([\w-]+)", COMMANDS):
        assert (ROOT / "deploy" / f"{unit}.service").is_file()
