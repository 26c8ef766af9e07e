"""Everybody can use the crew's pages: axe-core finds nothing, every target is big enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from .axe import violations
from .server import Server

pytestmark = pytest.mark.browser
PANELS = {
    "/": "result",
    "*": "mend",
    ".": "hold",
    "0": "shoe",
    "0 7": "limits",
    "0 8": "reader",
    "0 9": "payout",
}
BY_ID = "angel_eye:/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A50285B{}-if00-port0"


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table with a void coup, a correction and a hold, and with spare readers."""
    data = tmp_path_factory.mktemp("busy") / "data"
    spares = [BY_ID.format(n) for n in range(4)]
    server = Server(data, house="paramount", spares=spares).start()
    server.command("open_shoe")
    for card in ["8S", "KD", "KH", "7C", "KS", "9D", "QH", "TC", "5S"]:
        server.command("enter_card", card=card)
    server.command("void_coup", entry=9, why="damaged card")
    server.command("correct_card", entry=10, card="6S", why="misread")
    server.command("hold", reason="A dispute is being settled", why="seat 3")
    yield server
    server.close()


@pytest.mark.parametrize("keys", ["", *PANELS])
def test_the_console(busy: Server, open_page: Page, keys: str) -> None:
    open_page.set_viewport_size({"width": 1280, "height": 800})
    open_page.goto(f"{busy.url}/console/t1")
    expect(open_page.locator("#link")).to_have_text("Connected.")
    for key in keys.split():
        open_page.keyboard.press(key)
    if keys:
        expect(open_page.locator(f"[data-panel='{PANELS[keys]}']")).to_be_visible()
    assert violations(open_page) == []
    small = [
        (target.text_content(), box)
        for target in open_page.locator(".acts button:visible, .acts input:visible").all()
        if (box := target.bounding_box()) and min(box["height"], box["width"]) < 48
        and target.get_attribute("type") != "checkbox"
    ]  # fmt: skip
    assert small == []
    panel = open_page.locator(".panel:visible")
    if keys:
        assert panel.evaluate("panel => panel.scrollHeight <= panel.clientHeight")


@pytest.mark.parametrize(
    "path", ["/journal/t1", "/history", "/history/coups", "/history/t1/1?coup=1"]
)
def test_the_pages_for_auditors(busy: Server, open_page: Page, path: str) -> None:
    open_page.set_viewport_size({"width": 1280, "height": 800})
    open_page.goto(f"{busy.url}{path}")
    assert violations(open_page) == []
