"""Signing in in a real browser: the page, and in place over a running table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .axe import violations
from .server import Server

pytestmark = pytest.mark.browser

PIN = "4711"


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    server = serve(house="paramount")
    server.people("add", "Dee", "--role", "dealer", "--pin", secret=PIN)
    server.people("add", "Pia", "--role", "pit_boss", "--pin", secret="2580")
    return server


@pytest.fixture
def console(server: Server, page: Page) -> Page:
    """A console at which Dee has signed in, by keyboard alone."""
    page.goto(f"{server.url}/console/t1")
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type("Dee")
    page.keyboard.press("Tab")
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#link")).to_have_text("Connected.")
    expect(page.locator("#who")).to_have_text("Dee, dealer")
    return page


def end_session(page: Page) -> None:
    """Sign out on another page of the same browser; this one does not know."""
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Sign out").click()
    expect(other.locator("h1")).to_have_text("Sign in")
    other.close()


def sign_in(page: Page, secret: str) -> None:
    page.locator("#sign-in-secret").fill(secret)
    page.keyboard.press("Enter")


def test_a_wrong_pin_is_told_and_a_right_one_leads_on(server: Server, page: Page) -> None:
    page.goto(f"{server.url}/console/t1")
    page.get_by_label("Name").fill("Dee")
    page.get_by_label("PIN or password").fill("0815")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("do not go together")
    expect(page.get_by_label("PIN or password")).to_be_focused()
    page.keyboard.type(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#link")).to_have_text("Connected.")


def test_a_session_that_ended_in_mid_command_is_signed_in_over_the_table(
    server: Server, console: Page
) -> None:
    end_session(console)
    console.keyboard.press("F7")
    expect(console.locator("#sign-in")).to_be_visible()
    expect(console.locator("#sign-in-for")).to_contain_text("Not sent yet: Hold.")
    expect(console.locator("#sign-in-secret")).to_be_focused()
    sign_in(console, "0815")
    expect(console.locator("#sign-in-answer")).to_contain_text("do not go together")
    expect(console.locator("#link")).to_have_text("Connected.")
    sign_in(console, PIN)
    expect(console.locator("#confirm-form")).to_be_visible()
    expect(console.locator("#confirm-words")).to_have_text("Hold")
    assert server.snapshot()["seq"] == 0
    console.keyboard.press("F7")  # no key goes past the dialog
    console.keyboard.press("Enter")
    expect(console.locator("#sign-in")).to_be_hidden()
    expect(console.locator("#answer")).to_have_text("Done.")
    expect(console.locator("#phase")).to_have_text("on hold")
    assert server.snapshot()["seq"] == 1
    console.keyboard.press("F8")  # and with the new token it goes on
    expect(console.locator("#phase")).to_have_text("closed")
    assert server.snapshot()["seq"] == 2


def test_escape_drops_the_command(server: Server, console: Page) -> None:
    end_session(console)
    console.keyboard.press("F7")
    expect(console.locator("#sign-in")).to_be_visible()
    console.keyboard.press("Escape")
    expect(console.locator("#sign-in")).to_be_hidden()
    expect(console.locator("#answer")).to_have_text("Dropped: nothing was sent.")
    console.keyboard.press("F7")
    sign_in(console, PIN)
    expect(console.locator("#confirm-form")).to_be_visible()
    console.keyboard.press("Escape")
    expect(console.locator("#answer")).to_have_text("Dropped: nothing was sent.")
    assert server.snapshot()["seq"] == 0


def test_a_table_that_goes_on_is_shown_and_offers_the_sign_in(
    server: Server, console: Page
) -> None:
    server.people("reset", "Dee", "--pin", secret=PIN)  # so she is out
    pia = console.context.browser
    assert pia
    other = pia.new_page()
    other.goto(f"{server.url}/console/t1")
    other.locator("#name").fill("Pia")
    other.locator("#secret").fill("2580")
    other.keyboard.press("Enter")
    expect(other.locator("#link")).to_have_text("Connected.")
    other.keyboard.press("F7")
    expect(console.locator("#phase")).to_have_text("on hold")
    other.close()
    expect(console.locator("#signed-out")).to_be_visible()
    expect(console.get_by_role("button", name="Release F8")).to_be_disabled()
    console.locator("#sign-in-open").click()
    sign_in(console, PIN)
    expect(console.locator("#sign-in")).to_be_hidden()
    expect(console.locator("#signed-out")).to_be_hidden()
    expect(console.get_by_role("button", name="Release F8")).to_be_enabled()


def test_a_console_whose_session_ended_while_the_server_was_away_comes_back(
    server: Server, console: Page
) -> None:
    server.kill()
    server.people("reset", "Dee", "--pin", secret=PIN)
    server.start()
    expect(console.locator("#signed-out")).to_be_visible()
    console.locator("#sign-in-open").click()
    sign_in(console, PIN)
    expect(console.locator("#link")).to_have_text("Connected.")


def test_everybody_can_use_the_sign_in_page(server: Server, open_page: Page) -> None:
    open_page.goto(f"{server.url}/sign-in?next=/console/t1")
    assert violations(open_page) == []
    for target in open_page.locator("form.sign-in input:visible, form.sign-in button").all():
        box = target.bounding_box()
        assert box
        assert box["height"] >= 48
        assert box["width"] >= 48


def test_everybody_can_use_the_dialog(server: Server, open_page: Page) -> None:
    open_page.goto(f"{server.url}/console/t1")
    open_page.locator("#name").fill("Dee")
    open_page.locator("#secret").fill(PIN)
    open_page.keyboard.press("Enter")
    expect(open_page.locator("#link")).to_have_text("Connected.")
    end_session(open_page)
    open_page.keyboard.press("F7")
    expect(open_page.locator("#sign-in")).to_be_visible()
    assert violations(open_page) == []
    sign_in(open_page, PIN)
    expect(open_page.locator("#confirm-form")).to_be_visible()
    assert violations(open_page) == []
