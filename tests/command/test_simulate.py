"""simulate: many shoes on the command line, the same each time, and honest about their end."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from server.cli import shoeboard

from .shoeboard import run


def test_the_same_seed_counts_the_same_and_json_says_what_the_text_says() -> None:
    told = json.loads(run("simulate", "--shoes", "300", "--house", "olympic", "--json").out)
    assert (told["house"], told["decks"], told["shoes"], told["seed"]) == ("olympic", 6, 300, 1)
    banker = told["counted"]["banker"]
    assert banker["first_coups"]["exact_share"] == pytest.approx(0.458652719, abs=1e-9)
    outcomes = [told["counted"][name]["count"] for name in ("banker", "player", "tie")]
    assert sum(outcomes) == told["coups"]
    ran = CliRunner().invoke(shoeboard, ["simulate", "--shoes", "300", "--house", "olympic"])
    (line,) = [line for line in ran.stdout.splitlines() if line.startswith("banker  ")]
    assert f"{banker['count']:,}" in line
    assert f"{banker['first_coups']['count']:,}" in line
    assert "dealt by the house olympic" in ran.stdout
    assert "coups in" in ran.stderr  # the bar and the speed are not among the answers


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--house", "nope"], "There is no house 'nope'"),
        (["--shoes", "0"], "0 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
    ],
)
def test_wrong_usage_gets_a_sentence(arguments: list[str], says: str) -> None:
    ran = CliRunner().invoke(shoeboard, ["simulate", *arguments])
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert says in ran.stderr
