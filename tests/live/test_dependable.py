"""A display is light. `tests/bench` has how soon it is back and what a day at the wall costs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from .server import Server
from .weight import weight, without_fonts

pytestmark = pytest.mark.browser


def test_a_display_is_light(refusing: Server, browser: Browser) -> None:
    sizes = weight(browser, f"{refusing.url}/display/t1", "body[data-link='live']")
    assert without_fonts(sizes) < 300_000
