"""Servers that are gone after their test, and one Chromium for all."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from .axe import open_page, open_profile
from .server import Server
from .site import open_place

__all__ = ["open_page", "open_place", "open_profile"]  # fixtures of their own files

CHROMIUM = "/usr/bin/chromium"
# A wait ends when its condition holds; this only bounds how long a wrong one is believed in.
expect.set_options(timeout=40_000)
FULL_HD: ViewportSize = {"width": 1920, "height": 1080}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """`serve(reader=..., house=...)` starts a server on this test's data folder."""
    servers: list[Server] = []

    def start(**options: Any) -> Server:
        servers.append(Server(tmp_path / "data", **options))
        return servers[-1].start()

    yield start
    for server in servers:
        server.close()


@pytest.fixture(scope="module")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all the tests of a file that change nothing at its table."""
    server = Server(tmp_path_factory.mktemp("refusing") / "data").start()
    yield server
    server.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that has our files in its cache, as one that is used every day."""
    context = browser.new_context(viewport=FULL_HD)
    yield context
    context.close()


_FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, Any]:
    report = yield
    item.stash[_FAILED] = report.failed
    return report


@pytest.fixture
def page(profile: BrowserContext, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page on a full-HD screen, signed in nowhere; any error in it fails the test.

    It is the same for one test after the other: a new one has a process of its own to start. What
    fails may leave a key pressed, so the next test gets a new one.
    """
    page = profile.pages[0] if profile.pages else profile.new_page()
    yield from _watched(page)
    for other in profile.pages[1:]:
        other.close()
    profile.clear_cookies()
    if request.node.stash.get(_FAILED, False):
        page.close()
    else:
        page.set_viewport_size(FULL_HD)
        page.mouse.move(0, 0)


@pytest.fixture
def new_page(profile: BrowserContext) -> Iterator[Page]:
    """A page as `page`, for a test that changes what the page itself is: its clock, its network."""
    page = profile.new_page()
    yield from _watched(page)
    page.close()


def _watched(page: Page) -> Iterator[Page]:
    errors: list[str] = []

    def keep(error: Error) -> None:
        errors.append(str(error))

    page.on("pageerror", keep)
    yield page
    page.goto("about:blank")
    page.remove_listener("pageerror", keep)
    assert not errors
