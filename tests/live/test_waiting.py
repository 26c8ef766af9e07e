"""A card that got lost on the line while more came: the console shows what waits, and takes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from server.baccarat.cards import Card
from server.baccarat.coup import B2, P1, P2
from tests.wire import Pty, drawn, frame, until

from .hand import Hand
from .server import Server

pytestmark = pytest.mark.browser


def test_what_waits_is_told_and_a_lost_card_put_before_it(
    serve: Callable[..., Server], page: Page, cable: Pty
) -> None:
    server = serve(reader=f"angel_eye:{cable.path}", house="paramount")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    for count, seat, card in [(1, P1, "8S"), (3, P2, "KH"), (4, B2, "7C")]:  # banker 1 got lost
        cable.write(frame(count, drawn(Card.parse(card), seat)))
    until(lambda: server.snapshot()["waiting"] == 2)
    hand = Hand(page, f"{server.url}/console/t1")
    expect(page.locator("#hold-why")).to_contain_text("1 report of the shoe got lost")
    expect(page.locator("#waiting")).to_have_text(
        "2 more seen since, kept until the release: KH player 2, 7C banker 2."
    )
    page.keyboard.press("*")
    expect(page.locator("#mend-coup")).to_have_text("what waits for the release")
    expect(page.locator("#mend-void")).to_be_disabled()
    page.keyboard.press("Escape")
    hand.does("* 1 face:KD +")
    hand.does("F8")
    now = server.snapshot()
    assert (now["last"]["player"], now["last"]["banker"]) == (["8S", "KH"], ["KD", "7C"])
