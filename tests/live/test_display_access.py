"""Where displays may be opened: anywhere, in some subnets, or with a token."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from server.baccarat.roles import Role

from .server import Server
from .site import OpenPlace, Place

TOKEN = "wall-at-the-left-of-the-bar"
INSIDE, INSIDE_BY_V6, OUTSIDE = "10.1.2.3", "::ffff:10.1.2.3", "10.2.0.1"
SUBNETS, BOTH = {"subnets": ["10.1.0.0/16"]}, {"subnets": ["10.1.0.0/16"], "token": TOKEN}
PATHS = ("/display/t1", "/floor", "/api/v1/tables/t1/snapshot")

LOOKS = [
    ({}, OUTSIDE, "", True),
    (SUBNETS, INSIDE, "", True),
    (SUBNETS, INSIDE_BY_V6, "", True),
    (SUBNETS, OUTSIDE, "", False),
    (SUBNETS, OUTSIDE, TOKEN, False),
    (SUBNETS, "127.0.0.1", "", False),
    (SUBNETS, "", "", False),
    ({"token": TOKEN}, INSIDE, "", False),
    ({"token": TOKEN}, OUTSIDE, TOKEN, True),
    ({"token": TOKEN}, OUTSIDE, TOKEN.upper(), False),
    ({"token": TOKEN}, OUTSIDE, TOKEN[:-1], False),
    ({"token": TOKEN}, OUTSIDE, "ø", False),
    (BOTH, INSIDE, "", True),
    (BOTH, OUTSIDE, TOKEN, True),
    (BOTH, OUTSIDE, "", False),
]


def looks(place: Place, address: str, token: str) -> set[bool]:
    """Whether page, API and socket let a display look: one answer where all agree."""
    browser = place.browser(address=address)
    query = f"?token={token}" if token else ""
    answers = {browser.get(path + query).status_code == 200 for path in PATHS}
    for what in ({"table": "t1"}, {"floor": True}):
        socket = browser.socket({**what, "token": token or None})
        answers.add(socket.is_connected())
    return answers


@pytest.mark.parametrize(("displays", "address", "token", "may"), LOOKS)
def test_page_api_and_socket_let_the_same_displays_look(
    open_place: OpenPlace, displays: dict[str, object], address: str, token: str, may: bool
) -> None:
    place = open_place(displays=displays).register(Role.DEALER)
    assert looks(place, address, token) == {may}


def test_who_is_signed_in_may_always_look(open_place: OpenPlace) -> None:
    place = open_place(displays=SUBNETS).register(Role.DEALER)
    browser = place.browser(Role.DEALER, address=OUTSIDE)
    assert {browser.get(path).status_code for path in PATHS} == {200}
    assert browser.socket({"table": "t1"}).is_connected()


def test_who_may_not_look_is_told_what_it_takes(open_place: OpenPlace) -> None:
    place = open_place(displays=BOTH).register(Role.DEALER)
    answer = place.browser(address=OUTSIDE).get(PATHS[0])
    assert answer.status_code == 403
    assert "with the token in their address" in answer.text
    assert TOKEN not in answer.text


@pytest.mark.browser
def test_the_page_passes_its_token_on(serve: Callable[..., Server], page: Page) -> None:
    server = serve(env={"SHOEBOARD_DISPLAYS__TOKEN": TOKEN, "SHOEBOARD_DISPLAYS__SUBNETS": "[]"})
    server.people("add", "Ada", "--role", "admin", "--password", secret="a long enough one")
    assert server.get("/display/t1")[0] == 403
    page.goto(f"{server.url}/display/t1?token={TOKEN}")
    expect(page.locator("body")).to_have_attribute("data-link", "live")
