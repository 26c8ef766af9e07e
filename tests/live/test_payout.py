"""The pay table and payouts: what the API answers, and the console's panel at a table of EZ."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from server.baccarat.roles import Role
from server.config import TableSettings

from .server import Server
from .site import Browser, Place

DRAGON = "2S 3D AH KC 2C 4H"  # player 5, banker 7 in three cards


@pytest.fixture(scope="module")
def dealer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """A dealer at an EZ table where a Dragon 7 was dealt, then a coup was begun."""
    folder = tmp_path_factory.mktemp("payout")
    house = folder / "own.toml"
    house.write_text(
        'name = "own"\ntitle = "Own"\ndecks = 8\nboxes = ["1", "5A"]\nlimits.tie_max = 100\n'
        '[odds]\ngame = "ez"\n[bets]\ndragon_7 = {}\n'
    )
    tables = [TableSettings(name=name, house=str(house)) for name in ("t1", "t2")]
    place = Place(folder / "data", tables=tables).register(Role.DEALER)
    dealer = place.browser(Role.DEALER)
    assert dealer.command("open_shoe").status_code == 200
    for card in f"{DRAGON} 9H".split():
        assert dealer.command("enter_card", card=card).status_code == 200
    yield dealer
    place.site.stop()


def ask(dealer: Browser, query: str, table: str = "t1") -> tuple[int, Any]:
    answer = dealer.get(f"/api/v1/tables/{table}/payout?{query}")
    return answer.status_code, answer.get_json()


def test_without_stakes_the_pay_table_and_the_hits_are_told(dealer: Browser) -> None:
    status, told = ask(dealer, "")
    assert (status, told["coup"], told["outcome"]) == (200, 1, "banker")
    assert [offer["bet"] for offer in told["offers"]] == ["player", "banker", "tie", "dragon_7"]
    assert told["offers"][1]["prizes"] == [
        {"prize": "tie", "pays": "0:1"},
        {"prize": "three_card_seven", "pays": "0:1"},
        {"prize": "", "pays": "1:1"},
    ]
    assert [(hit["title"], hit["pays"]) for hit in told["hits"]] == [("Dragon 7", "40:1")]
    assert "payout" not in told


def test_stakes_are_paid_on_the_last_coup_or_the_one_asked_for(dealer: Browser) -> None:
    for coup in ("", "&coup=1"):
        status, told = ask(dealer, f"stake=banker:20&stake=dragon_7:2.5&box=5a{coup}")
        assert (status, told["payout"]["back"], told["payout"]["won"]) == (200, "122.5", "100")


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("stake=banker:20&box=4", 400, "There is no box '4': this table has 1, 5A."),
        ("stake=banker:20&stake=player:20", 400, "A box bets on the player or on the banker,"),
        ("stake=tie:101", 400, "A stake on Tie is 1 to 100, not 101."),
        ("stake=banker", 400, "'banker' is no stake: write a bet and a sum, as banker:100."),
        ("stake=banker:1e3", 400, "A stake on Banker is a sum such as 1000 or 12.50, not '1e3'."),
        ("stake=tie:1,000", 400, "A stake on Tie is a sum such as 1000 or 12.50, not '1,000'."),
        ("stake=tie:10&stake=tie:20", 400, "There are two stakes on Tie: add them up."),
        ("coup=2", 404, "There is no coup '2' in this shoe."),
        ("coup=first", 404, "There is no coup 'first' in this shoe."),
    ],
)
def test_what_cannot_be_paid_is_told(dealer: Browser, query: str, status: int, said: str) -> None:
    got, told = ask(dealer, query)
    assert got == status
    assert told["error"].startswith(said)


def test_a_table_without_a_coup_has_its_pay_table_only(dealer: Browser) -> None:
    status, told = ask(dealer, "", table="t2")
    assert (status, told["coup"], len(told["offers"])) == (200, None, 4)
    assert ask(dealer, "stake=tie:10", "t2")[1]["error"] == "No coup of this shoe is settled yet."
    assert ask(dealer, "", "t9")[0] == 404


@pytest.mark.browser
def test_the_dealer_works_a_payout_out_at_the_console(
    serve: Callable[..., Server], page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    server = serve(house="ez")
    server.command("open_shoe")
    for card in f"AS 2H {DRAGON}".split():
        server.command("enter_card", card=card)
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#last")).to_have_text("1: banker, 5 to 7, Dragon 7 40:1")
    expect(page.locator("#house")).to_contain_text(
        "banker 1:1 (three card seven stake back), tie 8:1"
    )
    expect(page.locator("#link")).to_have_text("Connected.")
    page.keyboard.press("0")
    page.keyboard.press("9")
    expect(page.locator("#payout-coup")).to_have_text("coup 1, banker, Dragon 7 40:1")
    for bet, stake in (
        ("Dragon 7 40:1", "5"),
        ("Panda 8 25:1", "5"),
        (re.compile("^Banker"), "100"),
    ):
        page.get_by_role("textbox", name=bet).fill(stake)
    page.keyboard.press("Enter")
    answer = page.locator("#payout-answer")
    expect(answer).to_have_text("Pay out 305: 110 staked, 195 won.")
    expect(page.locator("#payout-back-banker")).to_have_text("100 stake back")
    expect(page.locator("#payout-back-dragon_7")).to_have_text("205 won 200")
    expect(page.locator("#payout-back-panda_8")).to_have_text("0 lost")
    page.get_by_role("textbox", name=re.compile("^Player")).fill("10")
    expect(answer).to_have_text("")  # it was of other stakes
    page.get_by_role("button", name="Work the payout out").click()
    expect(answer).to_contain_text("never on both.")
    page.keyboard.press("*")  # the next box; a keypad has no Tab
    page.keyboard.type("20++15")
    page.keyboard.press("Enter")
    expect(answer).to_have_text("Nothing to pay out: 35 staked, all lost.")
    page.keyboard.press("-")
    expect(page.get_by_role("textbox", name=re.compile("^Banker"))).to_be_focused()
    expect(answer).to_be_in_viewport()
