"""The house's name and logo stand on its displays, served from this machine."""

from __future__ import annotations

from pathlib import Path

from server.sign import Sign

from .site import OpenPlace

LOGO = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
)


def test_a_display_carries_the_house_s_name_and_logo(open_place: OpenPlace, tmp_path: Path) -> None:
    file = tmp_path / "jade.svg"
    file.write_bytes(LOGO)
    browser = open_place(house=Sign(name="The Jade Room", logo=file)).browser()
    shown = browser.get("/display/t1").get_data(as_text=True)
    assert '<img class="logo" src="/logo" alt="The Jade Room">' in shown
    logo = browser.get("/logo")
    assert (logo.get_data(), logo.mimetype) == (LOGO, "image/svg+xml")
    assert "script-src 'self'" in logo.headers["Content-Security-Policy"]


def test_a_house_without_a_logo_shows_none(open_place: OpenPlace) -> None:
    browser = open_place().browser()
    assert "<img" not in browser.get("/display/t1").get_data(as_text=True)
    assert browser.get("/logo").status_code == 404
