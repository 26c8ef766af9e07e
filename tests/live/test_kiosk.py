"""A display on the wall: systemd's units say what they mean, and the kiosk's line shows the table.

What a machine without a screen needs is replaced in that line, and nothing else: no compositor,
headless for Wayland, a port to look in through, and no sandbox (as root it would refuse to start).
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.wire import until

from .forked import SHOEBOARD
from .server import TABLE, Server, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
KIOSK = DEPLOY / "shoeboard-kiosk.service"
UNITS = (DEPLOY / "shoeboard.service", KIOSK, DEPLOY / "shoeboard-wall.service")


def lines(unit: Path, key: str) -> list[str]:
    """What a unit says for a key, with its lines joined as systemd joins them."""
    text = unit.read_text().replace("\\\n", " ")
    return re.findall(rf"^{key}=(.*)$", text, flags=re.MULTILINE)


def kiosk_words(address: str) -> list[str]:
    """The program and its arguments as systemd would start them for a display's address."""
    (line,) = lines(KIOSK, "ExecStart")
    line = line.replace("${DISPLAY_URL}", address).replace("/etc/shoeboard/", f"{DEPLOY}/")
    return shlex.split(line)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="needs systemd")
@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_systemd_understands_each_unit(unit: Path, tmp_path: Path) -> None:
    text = unit.read_text().replace("/opt/shoeboard/bin/shoeboard", str(SHOEBOARD))
    for compositor in ("/usr/bin/cage", "/usr/bin/sway"):
        if not Path(compositor).exists():
            text = text.replace(compositor, "/usr/bin/env")
    copy = tmp_path / unit.name
    copy.write_text(text)
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(copy)], capture_output=True, text=True
    )
    about_us = [line for line in ran.stderr.splitlines() if unit.stem in line]
    assert about_us == []


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.stem)
def test_nothing_ends_a_unit_for_good(unit: Path) -> None:
    assert lines(unit, "Restart") == ["always"]
    assert lines(unit, "StartLimitIntervalSec") == ["0"]
    assert not lines(unit, "Requires"), "a display waits for nothing"


def test_several_displays_have_the_flags_of_one() -> None:
    one = {word for word in kiosk_words("") if word.startswith("--")} - {"--"}
    several = set(re.findall(r"--[a-z][^\s\"]*", (DEPLOY / "shoeboard-display").read_text()))
    assert several == one | {"--class=", "--user-data-dir="}


@pytest.fixture
def manager() -> Iterator[socket.socket]:
    """Where a service manager hears that its service is ready."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(f"\0shoeboard-{os.getpid()}")
        told.settimeout(20)
        yield told


@pytest.fixture
def kiosk(browser: Browser, tmp_path: Path) -> Iterator[Callable[[str], Page]]:
    """`kiosk(address)` starts the unit's line for it and gives the page that it shows."""
    started: list[subprocess.Popen[bytes]] = []

    def start(address: str) -> Page:
        words = kiosk_words(address)
        assert words[:3] == ["/usr/bin/cage", "--", "/usr/bin/chromium"]
        port = free_port()
        more = [f"--remote-debugging-port={port}", "--no-sandbox", "--disable-gpu"]
        chromium = [w.replace("--ozone-platform=wayland", "--headless") for w in words[2:]]
        started.append(
            subprocess.Popen(
                [chromium[0], *more, *chromium[1:]],
                env={**os.environ, "HOME": str(tmp_path)},
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        pages: list[Page] = []

        def found() -> bool:
            try:
                inside = browser.browser_type.connect_over_cdp(f"http://127.0.0.1:{port}")
            except Error:
                return False
            pages.extend(page for context in inside.contexts for page in context.pages)
            return bool(pages)

        until(found)
        return pages[0]

    yield start
    for process in started:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.browser
def test_the_display_comes_up_by_itself_when_the_server_does(
    kiosk: Callable[[str], Page], manager: socket.socket, tmp_path: Path
) -> None:
    server = Server(
        tmp_path / "data", env={"NOTIFY_SOCKET": f"@{manager.getsockname()[1:].decode()}"}
    )
    page = kiosk(f"{server.url}/display/{TABLE}?token=left&x=1")
    expect(page.locator("#where")).to_contain_text("Nothing answers at 127.0.0.1")
    try:
        server.start()
        assert lines(UNITS[0], "Type") == ["notify"]
        assert manager.recv(200).startswith(b"READY=1")
        expect(page.locator("body[data-link='live']")).to_be_visible()
    finally:
        server.close()
    assert page.url.endswith(f"/display/{TABLE}?token=left&x=1")
    assert page.evaluate("new AudioContext().state") == "running", "sound needs no press"


@pytest.mark.browser
def test_a_kiosk_without_an_address_says_where_it_is_set(page: Page) -> None:
    page.goto(f"file://{DEPLOY}/waiting.html")
    expect(page.locator("#where")).to_contain_text("/etc/shoeboard/kiosk.env")
