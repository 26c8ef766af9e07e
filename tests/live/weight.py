"""What a page weighs: the bytes of each file that a browser asks for, until it has them all."""

from __future__ import annotations

from playwright.sync_api import Browser, Request

FONTS = (".woff", ".woff2", ".ttf", ".otf")


def weight(browser: Browser, address: str, shows: str) -> dict[str, int]:
    """Bytes by address, as an empty cache needs them until the selector `shows` is there."""
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(address)
    page.locator(shows).wait_for()
    page.wait_for_load_state("networkidle")
    sizes = {request.url: request.sizes()["responseBodySize"] for request in asked}
    context.close()
    return sizes


def without_fonts(sizes: dict[str, int]) -> int:
    return sum(size for url, size in sizes.items() if not url.endswith(FONTS))
