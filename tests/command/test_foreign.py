"""Other people's histories: taken in whole and marked, or not at all, with a sentence a line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from server.cli import shoeboard

Take = Callable[..., Result]
MAPPING = """
time_format = "%d.%m.%Y %H:%M"
zone = "Asia/Macau"
[columns]
shoe = "牌靴"
player = "闲"
banker = "庄"
outcome = "赢家"
time = "时间"
[outcomes]
"庄" = "banker"
"闲" = "player"
"""
HEAD = "牌靴,闲,庄,赢家,时间\n"


@pytest.fixture
def take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Take:
    monkeypatch.chdir(tmp_path)
    Path("m.toml").write_text(MAPPING)

    def run(text: str, *words: str) -> Result:
        Path("theirs").write_text(text)
        return CliRunner().invoke(shoeboard, ["import", "theirs", "--table", "x", *words])

    return run


def exported(form: str = "csv", *words: str) -> str:
    ran = CliRunner().invoke(shoeboard, ["export", "--table", "import-x", "--format", form, *words])
    assert ran.exit_code == 0, ran.output
    return ran.output


def test_results_come_in_marked_and_out_again(take: Take) -> None:
    said = take("# mine\nBBP TB\n\nppt\n", "--results").output
    assert "Table import-x: 2 shoes with 8 coups, marked as imported" in said
    told = exported("txt", "--road", "results").splitlines()
    assert [line for line in told if line and line[0] != "#"] == ["BBPTB", "PPT"]
    assert all("imported" in line for line in exported().splitlines()[1:])
    again = take("B", "--results")
    assert (again.exit_code, "has a log in" in again.output) == (1, True)


def test_a_csv_comes_in_by_its_mapping(take: Take) -> None:
    text = HEAD + "1,8S KD,AH TC,闲,31.12.2025 23:10\n1,,,庄,31.12.2025 23:11\n2,9S KD,9H TC,,\n"
    assert take(text, "--mapping", "m.toml").exit_code == 0
    first, second, third = exported().splitlines()[1:]
    assert "import-x,punto_banco,1,1,2025-12-31T15:10:00.000Z,8S KD,AH TC,8,1,player,yes" in first
    assert ",1,2,2025-12-31T15:11:00.000Z,,,,,banker,no" in second
    assert ",2,1," in third


@pytest.mark.parametrize(
    ("text", "words", "says"),
    [
        ("BBX\nP\nQ\n", ["--results"], ["line 1: Position 3: 'X'", "line 3: Position 1: 'Q'"]),
        ("# nothing\n", ["--results"], ["has no coup in it"]),
        (HEAD + "1,8S KD,AH TC,庄,\n", [], ["line 2: by its cards the coup is player"]),
        (HEAD + "1,8S,AH TC,,\n1,,,won,\n", [], ["line 2: ", "line 3: 'won' is no outcome"]),
        (HEAD + "1,,,庄,gestern\n", [], ["line 2: 'gestern' is no time"]),
        (HEAD + "1,,,庄,\n2,,,庄,\n1,,,庄,\n", [], ["line 4: shoe '1' comes a second time"]),
        ("a,b\n1,2\n", [], ["line 1: there is no column '牌靴'; there are a, b"]),
        ('{"format": "shoeboard"}', ["--results"], ["line 1: Position 1: '{'"]),
        (HEAD, ["--mapping", "none.toml"], ["Cannot read none.toml"]),
    ],
)
def test_what_cannot_be_taken_gets_a_sentence_a_line_and_keeps_nothing(
    take: Take, text: str, words: list[str], says: list[str]
) -> None:
    ran = take(text, *(words or ["--mapping", "m.toml"]))
    assert ran.exit_code == 1
    for sentence in says:
        assert sentence in ran.output
    assert "Traceback" not in ran.output
    gone = CliRunner().invoke(shoeboard, ["export", "--table", "import-x"])
    assert "has no log" in gone.output
