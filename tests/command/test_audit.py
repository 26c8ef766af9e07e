"""audit: a history settled anew; each coup that was kept otherwise than its cards say is named."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.baccarat.cards import parse_cards
from server.baccarat.coup import Outcome, Result
from server.baccarat.events import (
    CardRead,
    CoupDeclared,
    CoupVoided,
    Released,
    ResultReported,
    ShoeOpened,
)
from server.baccarat.rules import HOUSES
from server.bulk.audit import Kept, differences
from server.cli import shoeboard
from server.log import EventLog
from server.table import Table

from .shoeboard import run

HOUSE = HOUSES["paramount"]
PLAYER_WINS = "8S AH KD TC"  # 8 to 1, natural
OUTCOMES = {"player": Outcome.PLAYER, "banker": Outcome.BANKER}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three coups: one as reported, one of which the shoe said something else, one declared."""
    folder = tmp_path_factory.mktemp("audit") / "data"
    with closing(EventLog.open(folder)) as log:
        table = Table(
            "t1", title="t1", house=HOUSE, log=log, clock=lambda: datetime.now(UTC), boot_id="x"
        )  # fmt: skip
        table.record(ShoeOpened(by="Ann", number=1, house=HOUSE))
        for said in ("player", "banker"):
            for card in parse_cards(PLAYER_WINS):
                table.record(CardRead(reader="slot", card=card))
            table.record(
                ResultReported(
                    reader="slot", outcome=OUTCOMES[said], player_pair=False, banker_pair=False
                )
            )
        table.record(Released(by="Ann"))
        # A card that joined no hand, and the shoe's report of it: of no coup that is kept.
        table.record(CardRead(reader="slot", card=None, outside=True))
        table.record(
            ResultReported(reader="slot", outcome=Outcome.TIE, player_pair=False, banker_pair=False)
        )
        table.record(Released(by="Ann"))
        table.record(Released(by="Ann"))
        table.record(CoupDeclared(by="Ann", outcome=Outcome.TIE))
        for card in parse_cards("9S AC KD TC"):
            table.record(CardRead(reader="slot", card=card))
        table.record(CoupVoided(by="Ann", seq=table.seq, why="a dispute"))
    return folder


def test_the_shoes_own_word_against_its_cards(data: Path) -> None:
    ran = run("audit", "--data", data)
    assert ran.status == 1
    assert (
        "Table t1: Shoe 1, coup 2: kept is banker, natural, told by the shoe; its cards make it "
        "player, 8 to 1, natural.\n"
    ) in ran.err
    assert ran.out == (
        "Table t1: 2 coups settled anew, 2 reports of the shoe compared (left out: 1 void, "
        "1 declared without all cards); 1 differ.\n"
    )


def test_an_exported_file_that_somebody_changed(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "coups.csv"
    export = ["export", "--table", "t1", "--data", str(data), "-o", str(file)]
    assert CliRunner().invoke(shoeboard, export).exit_code == 0
    ran = CliRunner().invoke(shoeboard, ["audit", str(file)])
    assert ran.exit_code == 0
    assert "2 coups settled anew" in ran.stdout
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    lines[1] = lines[1].replace(",player,yes,", ",banker,yes,")
    lines[2] = lines[2].replace("8S", "8Z")
    file.write_text("".join(lines))
    ran = CliRunner().invoke(shoeboard, ["audit", str(file)])
    assert ran.exit_code == 1
    assert "Shoe 1, coup 1: kept is banker, 8 to 1, natural; its cards make it player" in ran.stderr
    assert "Line 3 cannot be read: Card 1: '8Z' is not a card" in ran.stderr


@pytest.mark.parametrize(
    ("player", "banker", "says"),
    [
        ("8S KD", "AH TC", ""),
        ("8S KD", "AH TC 2C", "the tableau does not deal 8S KD to the player and AH TC 2C to the"),
        ("2S KD", "AH TC 2C", "the tableau does not deal"),  # the third card is the player's
        ("8S", "AH TC", "the tableau does not deal 8S to the player"),
        ("", "", "the tableau does not deal no card"),
        ("8S 8D", "7H TC", "its cards make it banker, 6 to 7, player pair"),
    ],
)
def test_hands_that_cannot_be_are_told(player: str, banker: str, says: str) -> None:
    kept = Kept(
        3, 7, parse_cards(player), parse_cards(banker), Result(Outcome.PLAYER, natural=True), (8, 1)
    )
    found = [*differences([kept])]
    if not says:
        assert found == []
        return
    assert str(found[0]).startswith("Shoe 3, coup 7: kept is player, 8 to 1, natural; ")
    assert says in str(found[0])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--data", "nowhere"], "There is no log in nowhere"),
        (["nope.csv"], "Cannot read nope.csv: No such file"),
        (["README.md"], "README.md is no CSV of `shoeboard export`: it has no column shoe."),
        (["display.png"], "display.png is not text in UTF-8."),
    ],
)
def test_what_cannot_be_audited_gets_a_sentence(
    arguments: list[str], says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    ran = CliRunner().invoke(shoeboard, ["audit", *arguments])
    assert ran.exit_code == 1
    assert says in ran.stderr
    assert ran.stdout == ""
