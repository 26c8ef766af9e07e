"""Pictures of reads and unknown suits: on the console, the display and the journal."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES, Policy, Reveal
from tests.wire import until

from .axe import violations
from .hand import Hand
from .server import TABLE, Server
from .shots import digest, keep_reads, shot
from .site import OpenPlace

HOUSE = HOUSES["paramount"]
READS = "8? KD KH 7C 9? 5S"
WIDTH = "picture => picture.decode().then(() => picture.naturalWidth)"


def path(word: str, table: str = TABLE) -> str:
    return f"/api/v1/tables/{table}/pictures/{digest(word)}.jpg"


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    """The file of a word's picture."""
    return lambda word: tmp_path / "data" / "pictures" / TABLE / f"{digest(word)}.jpg"


# The route.


def test_the_crew_is_served_what_a_card_was_read_from(
    open_place: OpenPlace, tmp_path: Path, file: Callable[[str], Path]
) -> None:
    keep_reads(tmp_path / "data", READS, HOUSE)
    dealer = open_place().register(Role.DEALER).browser(Role.DEALER)
    answer = dealer.get(path("9?"))
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", shot("9?"))
    file("9?").write_bytes(shot("TH"))
    answer = dealer.get(path("9?"))
    assert (answer.status_code, answer.mimetype) == (409, "application/json")
    assert "is not what the card was read from" in answer.get_json()["error"]
    file("9?").unlink()
    answer = dealer.get(path("9?"))
    assert answer.status_code == 404
    assert "not kept any more" in answer.get_json()["error"]
    for elsewhere in (path("8?", "t2"), path("8?", "t9"), path("8?", "..%2ft1")):
        assert dealer.get(elsewhere).status_code == 404
    for name in ("../../shoeboard.sqlite", "..%2f..%2fsession.key", "%00", "x", "A" * 64):
        assert dealer.get(f"/api/v1/tables/{TABLE}/pictures/{name}.jpg").status_code == 404


def test_a_card_that_lies_face_down_is_shown_to_those_alone_who_may_see_it(
    open_place: OpenPlace, tmp_path: Path
) -> None:
    reveal = Reveal(policy=Policy.ON_RESULT, seen_by=Role.PIT_BOSS)
    keep_reads(tmp_path / "data", READS, replace(HOUSE, reveal=reveal))
    place = open_place().register(Role.DEALER, Role.PIT_BOSS)
    dealer, pit_boss = place.browser(Role.DEALER), place.browser(Role.PIT_BOSS)
    assert pit_boss.get(path("8?")).status_code == 200
    answer = dealer.get(path("8?"))
    assert answer.status_code == 403
    assert answer.get_json()["error"].startswith("This card lies face down")
    assert dealer.command("reveal").status_code == 200
    assert dealer.get(path("8?")).status_code == 200
    assert dealer.get(path("9?")).status_code == 403


def test_old_pictures_go_when_the_server_starts(tmp_path: Path, open_place: OpenPlace) -> None:
    folder = tmp_path / "data" / "pictures" / "t2"
    folder.mkdir(parents=True)
    for name, age_days in (("0", 2.0), ("1", 0.5)):
        (folder / f"{name * 64}.jpg").write_bytes(b"picture")
        os.utime(folder / f"{name * 64}.jpg", times=(time.time() - age_days * 86_400,) * 2)
    site = open_place(pictures_days=1).site
    site.start()
    until(lambda: [path.name[0] for path in folder.iterdir()] == ["1"])


# In a browser.


@pytest.fixture
def start(serve: Callable[..., Server], tmp_path: Path) -> Callable[[str], Server]:
    """`start(words)`: a server at whose table a camera read that."""

    def start(words: str) -> Server:
        keep_reads(tmp_path / "data", words, HOUSE)
        return serve(house="paramount")

    return start


@pytest.mark.browser
def test_a_suit_is_named_by_one_press(start: Callable[[str], Server], open_page: Page) -> None:
    page, server = open_page, start(READS)
    page.set_viewport_size({"width": 1280, "height": 800})
    hand = Hand(page, f"{server.url}/console/{TABLE}")
    places = "all => all.map(({ offsetTop, offsetLeft }) => [offsetTop, offsetLeft])"
    before = page.locator("#commands button").evaluate_all(places)
    expect(page.locator("#player")).to_have_text("9? = 9")
    expect(page.locator("#suit-words")).to_have_text(
        "The suit of 9?, player 1 of coup 2, is not known: name it. 1 more in this shoe."
    )
    expect(page.locator("#look img")).to_have_attribute("src", path("9?"))
    assert violations(page) == []
    page.get_by_role("button", name="Hearts").click()
    expect(page.locator("#player")).to_have_text("9H = 9")
    expect(page.locator("#suit-words")).to_contain_text("8?, player 1 of coup 1")
    expect(page.locator("#suit-words")).to_contain_text("with a reason under Put right")
    expect(page.get_by_role("button", name="Spades")).to_be_disabled()
    hand.does("* ArrowLeft 1 face:8.1 why:picture Enter")  # a keypad's eight of spades
    expect(page.locator("#suit-box")).to_be_hidden()
    assert page.locator("#commands button").evaluate_all(places) == before
    assert server.snapshot()["last"]["player"] == ["8S", "KH"]


@pytest.mark.browser
def test_an_unreadable_card_is_looked_at_where_it_is_typed(
    start: Callable[[str], Server], page: Page, file: Callable[[str], Path]
) -> None:
    server = start("8S KD ?? 7C")
    file("KD").unlink()
    page.set_viewport_size({"width": 1280, "height": 800})
    hand = Hand(page, f"{server.url}/console/{TABLE}")
    expect(page.locator("#hold-why")).to_have_text(
        "A card for player 2 could not be read: glare on the index."
    )
    look = page.locator("#look .thumb")
    expect(look).to_contain_text("not read")
    assert look.locator("img").evaluate(WIDTH)
    assert look.locator("img").get_attribute("alt") == "What entry 4, not read, was read from."
    look.click()
    expect(page.locator("#picture-title")).to_have_text(
        "Entry 4: not read, 98\u00a0%, glare on the index, taken 2026-01-02 21:00:00.250 UTC, "
        "model 0123456789ab"
    )
    page.keyboard.press("Escape")
    expect(page.locator("#card")).to_be_focused()
    hand.does("12.0")
    expect(page.locator("#last")).to_have_text("1: player, 8 to 7")
    assert server.snapshot()["last"]["player"] == ["8S", "Q?"]
    pruned = page.locator("#reads .thumb[data-entry='3']")
    expect(pruned).to_have_text("no pictureKD banker 1 98\u00a0%")
    pruned.click()
    expect(page.locator("#picture-trouble")).to_contain_text("This picture is not kept any more")
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#card")).to_be_focused()


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table where nothing changes any more."""
    data = tmp_path_factory.mktemp("shown") / "data"
    keep_reads(data, "9? 9H ??", HOUSE)
    server = Server(data, house="paramount").start()
    yield server
    server.close()


@pytest.mark.browser
def test_the_display_draws_a_suit_that_is_not_known_in_grey(shown: Server, page: Page) -> None:
    page.goto(f"{shown.url}/display/{TABLE}")
    unknown = page.locator("[data-card='9?']")
    expect(unknown).to_have_attribute("aria-label", "9, suit not known")
    expect(unknown.locator(".rank")).to_have_text("9")
    colour = "part => getComputedStyle(part).fill.match(/[0-9]+/g)"
    assert len({*unknown.locator(".suit").evaluate(colour)}) == 1  # as much red as green and blue
    assert len({*page.locator("[data-card='9H'] .suit").evaluate(colour)}) > 1


@pytest.mark.browser
def test_the_journal_shows_what_a_card_was_read_from(shown: Server, open_page: Page) -> None:
    open_page.goto(f"{shown.url}/journal/{TABLE}")
    row = open_page.locator("#e2")
    expect(row).to_contain_text("card 9? to player 1")
    expect(row).to_contain_text("98 % sure")
    expect(row).to_contain_text("taken 2026-01-02 21:00:00.250 UTC")
    expect(row).to_contain_text("model 0123456789ab")
    expect(row.locator(".shot")).to_have_attribute("href", path("9?"))
    assert row.locator("img").evaluate(WIDTH)
    expect(open_page.locator("#e4")).to_contain_text("Reason: glare on the index")
    assert violations(open_page) == []
