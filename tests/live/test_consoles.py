"""Consoles on a busy table: nothing moves under the finger, two stay in step, once is once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from .server import Server
from .test_console import press, type_cards

pytestmark = pytest.mark.browser


def test_nothing_moves_under_the_finger_when_cards_arrive(
    serve: Callable[..., Server], page: Page
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    server = serve(house="paramount")
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#link")).to_have_text("Connected.")
    buttons = page.locator(".acts button:visible")
    before = [button.bounding_box() for button in buttons.all()]
    server.command("open_shoe")
    for card in ["9H", "8D", "7C", "6S", "5H", "4D"]:
        server.command("enter_card", card=card)
    server.command("hold", reason="A dispute is being settled", why="a long story " * 6)
    expect(page.locator("#hold-box")).to_contain_text("a long story")
    assert [button.bounding_box() for button in buttons.all()] == before
    assert all(box and box["height"] >= 48 and box["width"] >= 48 for box in before)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_two_consoles_on_one_table_stay_in_step(
    serve: Callable[..., Server], page: Page, browser: Browser
) -> None:
    server = serve(house="paramount")
    other = browser.new_page()
    for each in (page, other):
        each.goto(f"{server.url}/console/t1")
        expect(each.locator("#link")).to_have_text("Connected.")
    press(page, "F2", "ready")
    type_cards(page, "8S")
    expect(other.locator("#player")).to_have_text("8S = 8")
    other.keyboard.press("-")
    expect(page.locator("#player")).to_have_text("–")
    other.close()


def test_a_coup_that_is_put_right_by_another_is_not_put_right_twice(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    server.command("open_shoe")
    for card in ["8S", "5D"]:
        server.command("enter_card", card=card)
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#link")).to_have_text("Connected.")
    page.keyboard.press("*")
    page.keyboard.press("2")
    server.command("correct_card", entry=3, card="KD")
    expect(page.locator("#answer")).to_have_text("coup 1 was changed meanwhile: look again.")
    expect(page.locator("[data-panel='mend']")).to_be_hidden()


def test_a_command_that_is_sent_twice_is_carried_out_once(serve: Callable[..., Server]) -> None:
    server = serve(house="paramount")
    server.command("open_shoe")
    first = server.command("enter_card", card="9H", id="abc", seq=1)
    assert server.command("enter_card", card="9H", id="abc", seq=1) == first
    assert server.snapshot()["coup"]["player"] == ["9H"]


def test_the_console_says_which_display_is_behind(
    serve: Callable[..., Server], page: Page, browser: Browser
) -> None:
    server = serve(house="paramount")
    server.command("open_shoe")
    display = browser.new_page()
    display.goto(f"{server.url}/display/t1")
    expect(display.locator("html[data-painted='1']")).to_be_attached()
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#screens")).to_have_text("2 open")
    display.evaluate("window.requestAnimationFrame = () => 0")
    for card in ["8S", "AH", "KD", "TC"] * 2:
        server.command("enter_card", card=card)
    expect(page.locator("#screens")).to_contain_text("Display 1 is 2 coups behind, last painted")
    display.close()
    expect(page.locator("#screens")).to_have_text("1 open")


def test_a_finger_is_kept_on_the_button_too(serve: Callable[..., Server], browser: Browser) -> None:
    server = serve(house="paramount")
    context = browser.new_context(viewport={"width": 1280, "height": 800}, has_touch=True)
    page = context.new_page()
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#link")).to_have_text("Connected.")
    button = page.get_by_role("button", name="Open shoe F2")
    expect(button).to_be_enabled()
    box = button.bounding_box()
    assert box
    at = {"x": box["x"] + 40, "y": box["y"] + 40}
    touch = context.new_cdp_session(page)
    button.tap()
    expect(page.locator("#answer")).to_have_text("Keep it pressed for two seconds.")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    expect(page.locator("#phase")).to_have_text("ready")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    context.close()
