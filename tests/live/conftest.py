"""Servers that are gone after their test, and one Chromium for all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from .axe import open_page
from .server import Server
from .site import open_place

__all__ = ["open_page", "open_place"]  # fixtures of their own files

CHROMIUM = "/usr/bin/chromium"
# A wait ends when its condition holds; this only bounds how long a wrong one is believed in.
expect.set_options(timeout=40_000)
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
    context = browser.new_context(viewport={"width": 1920, "height": 1080})
    yield context
    context.close()


@pytest.fixture
def page(profile: BrowserContext) -> Iterator[Page]:
    """A page on a full-HD screen, signed in nowhere; any error in it fails the test."""
    page = profile.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    for opened in profile.pages:
        opened.close()
    profile.clear_cookies()
    assert not errors
