"""An old board is never shown as live: the server is frozen, stopped and killed under a display."""

from __future__ import annotations

import signal
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.wire import until

from . import board
from .server import Server
from .test_display import enter

pytestmark = pytest.mark.browser

LIVE, STALE, OFFLINE = (f"body[data-link='{link}']" for link in ("live", "stale", "offline"))
SLOW_MS = 40_000  # more than any of the waits that the page itself takes


def shown(server: Server, page: Page) -> None:
    """A display with one coup on it."""
    page.goto(f"{server.url}/display/t1")
    server.command("open_shoe")
    board.painted(page, enter(server, "8S AH KD TC"))
    expect(page.locator(LIVE)).to_be_visible()


def test_a_frozen_server_marks_the_board_then_covers_it(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    shown(server, page)
    server.signal(signal.SIGSTOP)
    expect(page.locator(STALE)).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("#stale")).to_be_visible()
    expect(page.locator("#cover")).to_be_hidden()
    expect(page.locator(OFFLINE)).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("#cover")).to_be_visible()
    server.signal(signal.SIGCONT)
    expect(page.locator(LIVE)).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("#cover")).to_be_hidden()
    assert board.drawn(page) == board.expected(server.snapshot())


def test_a_killed_server_is_noticed_at_once_and_found_again(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    shown(server, page)
    before = board.drawn(page)
    server.kill()
    expect(page.locator(STALE)).to_be_visible()
    expect(page.locator(OFFLINE)).to_be_visible(timeout=SLOW_MS)
    server.start()
    expect(page.locator(LIVE)).to_be_visible(timeout=SLOW_MS)
    assert board.drawn(page) == before
    board.painted(page, enter(server, "9H"))
    expect(page.locator("#player-cards [data-card='9H']")).to_be_visible()


def test_a_stopped_server_ends_well_and_the_display_comes_back(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    shown(server, page)
    assert server.stop() == 0
    expect(page.locator(STALE)).to_be_visible()
    server.start()
    expect(page.locator(LIVE)).to_be_visible(timeout=SLOW_MS)
    assert board.drawn(page) == board.expected(server.snapshot())


def test_a_display_opened_before_the_server_waits_covered(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    page.goto(f"{server.url}/display/t1")
    expect(page.locator(LIVE)).to_be_visible()
    server.kill()
    expect(page.locator(OFFLINE)).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("#cover")).to_contain_text("comes back by itself")


def test_a_display_reloads_itself_after_an_update(serve: Callable[..., Server], page: Page) -> None:
    server = serve(house="paramount")
    shown(server, page)
    with page.expect_event("load"):
        page.evaluate("document.documentElement.dataset.assets = 'of an older version'")
    expect(page.locator(LIVE)).to_be_visible()


def test_an_update_waits_for_the_end_of_the_coup(
    serve: Callable[..., Server], new_page: Page
) -> None:
    page = new_page
    beats: list[str | bytes] = []
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda frame: beats.append(frame))
    )
    server = serve(house="paramount")
    shown(server, page)
    board.painted(page, enter(server, "8S AH KD"))
    page.evaluate("document.documentElement.dataset.assets = 'of an older version'")
    heard = len(beats)

    def has_heard_of_it() -> bool:
        asked = page.evaluate("document.documentElement.dataset.assets")  # and frames are told
        assert asked == "of an older version"
        return len([beat for beat in beats[heard:] if "heartbeat" in str(beat)]) >= 3

    until(has_heard_of_it)
    with page.expect_event("load"):
        enter(server, "TC")
    expect(page.locator(LIVE)).to_be_visible()


def test_a_display_that_cannot_draw_is_covered_and_begins_anew(
    serve: Callable[..., Server], browser: Browser
) -> None:
    server = serve(house="paramount")
    page = browser.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    shown(server, page)
    page.evaluate("document.getElementById('hint').remove()")
    enter(server, "9H")
    expect(page.locator("#cover")).to_be_visible()
    expect(page.locator("#cover-text")).to_contain_text("could not draw")
    expect(page.locator(LIVE)).to_be_visible()
    expect(page.locator("#player-cards [data-card='9H']")).to_be_visible()
    assert len(errors) == 1
    page.close()


def test_a_display_too_many_is_told_why_and_waits_its_turn(
    serve: Callable[..., Server], page: Page, browser: Browser
) -> None:
    server = serve(house="paramount", threads=8)  # all but one kept for other requests
    shown(server, page)
    second = browser.new_page()
    second.goto(f"{server.url}/display/t1")
    expect(second.locator("#cover")).to_contain_text("Too many displays")
    page.goto("about:blank")
    expect(second.locator(LIVE)).to_be_visible(timeout=SLOW_MS)
    second.close()


def test_the_crew_can_see_how_far_a_display_has_painted(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    shown(server, page)
    seq = server.snapshot()["seq"]

    def screens() -> list[tuple[int, int]]:
        told = server.get("/api/v1/tables/t1/crew")[1]["screens"]
        return [(screen["painted"], screen["coups_behind"]) for screen in told]

    until(lambda: screens() == [(seq, 0)])
    page.evaluate("window.requestAnimationFrame = () => 0")  # it hears, but paints no more
    for card in ["8S", "AH", "KD", "TC", "8H", "AD", "KC", "TD", "8D", "AC", "KS", "TH"]:
        enter(server, card)
    until(lambda: screens() == [(seq, 3)])
    page.goto("about:blank")
    until(lambda: screens() == [])
