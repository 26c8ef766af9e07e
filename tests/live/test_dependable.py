"""A display is light, and it is back soon after its server; `tests/bench` has the long checks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from .server import Server
from .weight import weight, without_fonts

pytestmark = pytest.mark.browser

LIVE = "body[data-link='live']"
BACK_MS = 2_000
_TRIES = 4  # a machine that runs four tests at once is not always quick


def test_a_display_is_light_and_is_back_within_two_seconds(
    serve: Callable[..., Server], browser: Browser, page: Page
) -> None:
    server = serve()
    where = f"{server.url}/display/t1"
    assert without_fonts(weight(browser, where, LIVE)) < 300_000
    page.goto(where)
    expect(page.locator(LIVE)).to_be_visible()
    for _ in range(_TRIES):
        server.kill()
        expect(page.locator(LIVE)).to_be_hidden()
        server.start()
        try:
            expect(page.locator(LIVE)).to_be_visible(timeout=BACK_MS)
        except AssertionError:
            expect(page.locator(LIVE)).to_be_visible()
        else:
            return
    raise AssertionError(f"never back within {BACK_MS} ms of the server's return")
