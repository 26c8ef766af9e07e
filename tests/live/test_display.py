"""The display shows the table: cards as they are dealt, the five roads, the counters."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from drivers.simulated import shoe_cards

from . import board
from .geometry import faults
from .server import Server

pytestmark = pytest.mark.browser


def enter(server: Server, cards: str) -> int:
    """Type cards at the console; returns the last entry's number."""
    seq = 0
    for card in cards.split():
        status, answer = server.command("enter_card", card=card)
        assert status == 200, answer
        seq = answer["seq"]
    return seq


def test_a_coup_appears_card_by_card(serve: Callable[..., Server], page: Page) -> None:
    server = serve(house="paramount")
    page.goto(f"{server.url}/display/t1")
    expect(page.locator("#idle-state")).to_have_text("WAITING FOR A SHOE")
    expect(page.locator(".board").first).to_be_hidden()
    server.command("open_shoe")
    enter(server, "8S")
    expect(page.locator("#player-cards [data-card='8S']")).to_be_visible()
    expect(page.locator("#player-total")).to_have_text("8")
    expect(page.locator("#banker-total")).to_have_text("")
    enter(server, "AH KD")
    expect(page.locator("#banker-total")).to_have_text("1")
    expect(page.locator("#result")).to_have_text("DEALING")
    enter(server, "TC")
    expect(page.locator("#result")).to_have_text("PLAYER WINS")
    expect(page.locator("#hint > *")).to_have_text(["NATURAL"])
    expect(page.locator("#coup")).to_have_text("COUP 1")
    expect(page.locator("[data-count='player']")).to_have_text("1")
    expect(page.locator("[data-count='natural']")).to_have_text("1")
    enter(server, "5S 5H 5D 5C")
    expect(page.locator("#player-cards .card")).to_have_count(2)
    enter(server, "9H 2D")
    expect(page.locator("#result")).to_have_text("PLAYER WINS")
    expect(page.locator("#hint > *")).to_have_text(["PLAYER PAIR", "BANKER PAIR"])
    expect(page.locator(".bead-plate .pair")).to_have_count(2)


def test_two_displays_draw_a_whole_shoe_as_the_core_works_it_out(
    serve: Callable[..., Server], browser: Browser
) -> None:
    server = serve(house="paramount")
    screens = [((1920, 1080), board.LANDSCAPE), ((1080, 1920), board.PORTRAIT)]
    shown = {}
    for (width, height), columns in screens:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{server.url}/display/t1")
        shown[page] = columns
    server.command("open_shoe")
    cards = [str(card) for card in shoe_cards(8, seed=3)[:405]]
    for start in range(0, len(cards), 81):
        seq = enter(server, " ".join(cards[start : start + 81]))
        for page in shown:
            board.painted(page, seq)
        assert {page.evaluate("document.documentElement.dataset.painted") for page in shown} == {
            str(seq)
        }
    now = server.snapshot()
    for page, columns in shown.items():
        assert board.drawn(page) == board.within(columns, board.expected(now))
        for count, value in now["counts"].items():
            expect(page.locator(f"[data-count='{count}']")).to_have_text(str(value))
        assert faults(page, floor=36, small=24) == []
        page.close()


def deal_naturals(server: Server, winners: str) -> int:
    """A coup for each letter, won by a natural; the newest entry's seq."""
    high, none, low = (
        itertools.cycle([rank + suit for rank in ranks for suit in "SHDC"])
        for ranks in ("89", "TJQK", "2345")
    )
    for winner in winners:
        won, lost = (next(high), next(none)), (next(low), next(low))
        (p1, p2), (b1, b2) = (won, lost) if winner == "P" else (lost, won)
        last = enter(server, f"{p1} {b1} {p2} {b2}")
    return last


EDGES = "[data-road='big_road'] .hidden-columns"


def test_a_road_wider_than_its_window_scrolls_by_whole_columns(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    page.goto(f"{server.url}/display/t1")
    server.command("open_shoe")
    board.painted(page, deal_naturals(server, "PB" * 25))
    shown = board.drawn(page)
    assert [mark["column"] for mark in shown["big_road"]] == list(range(8, 50))
    assert page.locator(EDGES + ".shown").count() == 1
    # Scrolled off the left edge, but worked out from the whole shoe.
    assert shown == board.within(board.LANDSCAPE, board.expected(server.snapshot()))


def test_a_streak_that_begins_far_left_of_a_long_tail_is_shown_and_both_edges_say_so(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    page.goto(f"{server.url}/display/t1")
    server.command("open_shoe")
    board.painted(page, deal_naturals(server, "P" + "B" * 50 + "P"))
    shown = board.drawn(page)["big_road"]
    assert {mark["column"] for mark in shown} == set(range(2, 44))
    assert shown[0] == {"column": 2, "row": 0, "mark": "player", "ties": 0}
    assert page.locator(EDGES + ".shown").count() == 2


def test_ties_before_the_first_win_stand_in_the_first_cell(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    page.goto(f"{server.url}/display/t1")
    server.command("open_shoe")
    tie = "9S 9H KS KH"
    board.painted(page, enter(server, f"{tie} {tie}"))
    assert board.drawn(page)["big_road"] == [{"column": 0, "row": 0, "mark": None, "ties": 2}]


def test_a_simulated_table_says_so_and_deals_by_itself(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(reader="simulated:?seed=4&pace=0.01")
    page.goto(f"{server.url}/display/t1")
    expect(page.locator("#simulated")).to_be_visible()
    expect(page.locator("[data-count='coups']")).not_to_have_text("0")
    expect(page.locator(".place")).to_contain_text("SHOE 1")


def test_hold_is_shown_without_the_crews_reason(serve: Callable[..., Server], page: Page) -> None:
    server = serve(house="paramount")
    page.goto(f"{server.url}/display/t1")
    server.command("open_shoe")
    server.command("hold", why="Customer disputes 9H")
    expect(page.locator("#result")).to_have_text("ON HOLD")
    expect(page.locator("body")).not_to_contain_text("9H")
    server.command("release")
    expect(page.locator("#result")).to_have_text("SHOE READY")


def test_the_house_shows_its_limits(serve: Callable[..., Server], page: Page) -> None:
    server = serve(house="olympic")
    page.goto(f"{server.url}/display/t1")
    expect(page.locator("#limits > span")).to_have_text(
        ["MIN10", "MAX1,000", "TIE MAX100", "BANKER IN STEPS OF10"]
    )


def test_only_one_table_is_no_choice(serve: Callable[..., Server], page: Page) -> None:
    server = serve()
    page.goto(server.url)
    assert page.url == f"{server.url}/display/t1"


def test_a_table_that_is_not_here_gets_a_sentence(serve: Callable[..., Server], page: Page) -> None:
    server = serve()
    page.goto(f"{server.url}/display/nope")
    expect(page.locator(".sentence")).to_have_text("There is no table 'nope' here.")


def test_an_address_that_asks_for_what_there_is_not_gets_a_sentence(
    serve: Callable[..., Server],
) -> None:
    server = serve()
    status, text = server.get("/display/t1?layout=round")
    assert status == 400
    assert "layout must be one of auto, bead_left, cards, landscape" in text
