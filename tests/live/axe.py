"""What axe-core finds wrong with a page for people who cannot see or point as others do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

_AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """The broken rules, each with the elements that break it; the page must be an `open_page`."""
    page.add_script_tag(path=_AXE)
    found = page.evaluate("axe.run().then(({ violations }) => violations)")
    return [
        f"{rule['id']}: {rule['help']} at {', '.join(str(n['target']) for n in rule['nodes'])}"
        for rule in found
    ]


@pytest.fixture(scope="session")
def open_profile(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that lets the tests' own script in, which the site's policy forbids."""
    context = browser.new_context(bypass_csp=True)
    context.new_page()
    yield context
    context.close()


@pytest.fixture
def open_page(open_profile: BrowserContext) -> Iterator[Page]:
    """A page of such a browser, on a full-HD screen, signed in nowhere."""
    page = open_profile.pages[0]
    page.set_viewport_size({"width": 1920, "height": 1080})
    yield page
    page.goto("about:blank")
    open_profile.clear_cookies()
