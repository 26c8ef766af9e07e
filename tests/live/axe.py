"""What axe-core finds wrong with a page for people who cannot see or point as others do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

_AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"


def violations(page: Page) -> list[str]:
    """The broken rules, each with the elements that break it; the page must be an `open_page`."""
    page.add_script_tag(path=_AXE)
    found = page.evaluate("axe.run().then(({ violations }) => violations)")
    return [
        f"{rule['id']}: {rule['help']} at {', '.join(str(n['target']) for n in rule['nodes'])}"
        for rule in found
    ]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Page]:
    """A page that lets the test's own script in, which the site's policy forbids."""
    context = browser.new_context(bypass_csp=True, viewport={"width": 1920, "height": 1080})
    yield context.new_page()
    context.close()
