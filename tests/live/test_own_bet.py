"""A side bet that a house made up in its file: at the table, in history, exports and statistics."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .board import painted
from .server import TABLE, Server
from .test_languages import painted_with

HOUSE = """
name = "own"
title = "Own"
decks = 8
[bets]
dragon_7 = "50:1"
player_pair = {}
small = {}
[bets.jade]
title = "瓏 Jade"
short = "JC"
[[bets.jade.prizes]]
name = "red"
winner = "banker"
banker_total = [5, 6]
every_card = "HD"
pays = "88:1"
[[bets.jade.prizes]]
name = "plain"
winner = "banker"
banker_total = [5, 6]
pays = "4:1"
"""
PLAIN = "2S 3H 2S 3D 7C TD"  # the banker wins with 6; a player pair
RED = "AH 3H KD 2D KH"  # ... with 5, all cards red
DRAGON = "2S 3D AH KC 2C 4H"
TAGS = "all => all.map((e) => e.textContent)"


@pytest.mark.browser
def test_a_house_s_own_bet_is_seen_wherever_coups_are(
    serve: Callable[..., Server], page: Page, tmp_path: Path
) -> None:
    house = tmp_path / "own.toml"
    house.write_text(HOUSE)
    server = serve(house=str(house))
    page.goto(f"{server.url}/display/{TABLE}?lang=zh-Hant,en")
    server.command("open_shoe")
    for card in f"{PLAIN} {DRAGON} 9S 2H KD KC {RED}".split():
        status, told = server.command("enter_card", card=card)
        assert status == 200, told
    painted(page, told["seq"])
    # On the display: its letters in the cells, its name in the banner as the house has it.
    for road in ("bead_plate", "big_road"):
        tags = page.locator(f"[data-road='{road}'] .side-mark.rare text")
        assert tags.evaluate_all(TAGS) == ["JC", "D7", "JC"]
    expect(page.locator("#result")).to_have_text("莊贏 BANKER WINS 瓏 Jade 88:1")
    server.command("undo")
    expect(page.locator("#won")).to_be_hidden()
    server.command("enter_card", card=RED.split()[-1])
    expect(page.locator("#won")).to_have_text("瓏 Jade 88:1")
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    page.evaluate("document.fonts.ready.then(() => 0)")
    fonts = painted_with(devtools, "#won > span")  # its glyphs are not drawn as boxes
    assert {font["familyName"] for font in fonts} >= {"Noto Sans TC Thin"}

    # In the history: the coups that hit it, the board.
    _, found = server.get("/history/coups?bet=jade")
    assert [f"Shoe 1, coup {coup}<" in found for coup in (1, 2, 3, 4)] == [True, False, False, True]
    _, shoe = server.get(f"/history/{TABLE}/1")
    assert "瓏 Jade 4:1" in shoe
    assert shoe.count(">JC</text>") == 4  # bead plate and big road
    assert "banker wins · typed · 瓏 Jade 88:1" in shoe

    # In the exports.
    _, csv = server.get(f"/api/v1/tables/{TABLE}/export.csv")
    assert "jade=88:1" in csv
    _, lines = server.get(f"/api/v1/tables/{TABLE}/export.jsonl")
    assert '"bet":"jade"' in lines.replace('": "', '":"')

    # In the statistics: it hangs on values and suits, so what is expected is not told.
    _, numbers = server.get(f"/api/v1/tables/{TABLE}/statistics")
    jade, dragon = (numbers["bets"][key] for key in ("jade", "dragon_7"))
    assert (jade["title"], jade["count"], jade["expected"]) == ("瓏 Jade", 2, None)
    assert dragon["count"] == 1
    assert 0 < dragon["expected"] < 1
    won = {"dragon_7": 1, "player_pair": 1, "small": 1, "jade": 2}
    assert numbers["by_shoe"][0]["bets"] == won
