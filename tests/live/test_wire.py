"""From the bytes of a real line to the board in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from drivers.simulated import shoe_cards
from server.baccarat.coup import Coup
from server.baccarat.roads import Roads, roads_json
from tests.wire import Pty, SerialServer, counted, line, shoe_reports, until

from . import board
from .server import Server

pytestmark = pytest.mark.browser

CARDS = shoe_cards(8, seed=21)


def truth(coups: int) -> dict[str, object]:
    """The roads of the first coups, by the core's rules on the cards alone."""
    shoe = iter(CARDS)
    outcomes = [Coup.deal(shoe).outcome for _ in range(coups)]
    drawn = roads_json(Roads.empty().extend(o for o in outcomes if o))
    return board.within(board.LANDSCAPE, board.expected({"roads": drawn}))


def frames_of(coups: int) -> list[bytes]:
    """Each report of the first coups, three times over."""
    reports = list(shoe_reports(CARDS))
    results = [n for n, data in enumerate(reports) if data[:1] == b"G"]
    return [3 * frame for frame in counted(iter(reports[: results[coups - 1] + 1]))]


def test_a_whole_shoe_on_a_pty_is_on_the_wall(
    serve: Callable[..., Server], page: Page, tmp_path: Path
) -> None:
    cable = Pty(tmp_path / "shoe")
    server = serve(reader=f"angel_eye:{cable.path}", house="paramount")
    page.goto(f"{server.url}/display/t1")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    frames = frames_of(75)
    cable.write(b"".join(frames))
    expect(page.locator("[data-count='coups']")).to_have_text("75", timeout=30_000)
    board.painted(page, server.snapshot()["seq"])
    assert board.drawn(page) == truth(75)
    assert server.snapshot()["hold"] is None
    expect(page.locator("#simulated")).to_be_hidden()
    cable.close()


def test_a_serial_server_and_our_own_protocol(serve: Callable[..., Server], page: Page) -> None:
    with_server = SerialServer()
    server = serve(reader=f"line:socket://127.0.0.1:{with_server.port}", house="paramount")
    page.goto(f"{server.url}/display/t1")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    with_server.write(b"".join(line(n, f"CARD,{card}") for n, card in enumerate(CARDS[:200], 1)))
    until(lambda: server.snapshot()["shoe"]["left"] == 216)
    board.painted(page, server.snapshot()["seq"])
    assert board.drawn(page) == truth(server.snapshot()["shoe"]["coups"])
    with_server.close()


def test_pulled_in_mid_coup_the_display_holds_and_goes_on_after_the_crew_looked(
    serve: Callable[..., Server], page: Page, tmp_path: Path
) -> None:
    cable = Pty(tmp_path / "shoe")
    server = serve(reader=f"angel_eye:{cable.path}", house="paramount")
    page.goto(f"{server.url}/display/t1")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    frames = frames_of(10)
    begun = len(frames_of(4)) + 2
    cable.write(b"".join(frames[:begun]))
    expect(page.locator("#banker-cards .card")).to_have_count(1)
    expect(page.locator("#coup")).to_have_text("COUP 5")
    cable.pull()
    expect(page.locator("#result")).to_have_text("ON HOLD")
    expect(page.locator("#player-cards .card")).to_have_count(1)
    until(lambda: server.snapshot()["reader"]["state"] != "online")
    cable.plug_in()
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    cable.write(b"".join(frames[begun:]))
    until(lambda: server.snapshot()["waiting"] == len(frames) - begun)
    expect(page.locator("[data-count='coups']")).to_have_text("4")
    assert server.command("release", why="looked at the cards")[0] == 200
    expect(page.locator("[data-count='coups']")).to_have_text("10")
    board.painted(page, server.snapshot()["seq"])
    assert board.drawn(page) == truth(10)
    cable.close()


def test_a_card_dealt_between_coups_while_the_server_was_down_makes_no_wrong_bead(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    """Neither side nor count would tell: the reader knows no sides, and its count went with us."""
    cable = Pty(tmp_path / "shoe")
    server = serve(reader=f"line:{cable.path}", house="paramount")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    cards = ["8S", "AH", "KD", "TC", "9S", "2S", "3S", "KC"]
    lines = [line(n, f"CARD,{card}") for n, card in enumerate(cards, start=1)]
    cable.write(b"".join(lines[:4]))
    until(lambda: server.snapshot()["shoe"]["coups"] == 1)
    server.kill()
    server.start()
    until(lambda: server.snapshot()["hold"])
    assert "The reader or the server was away after coup 1" in server.snapshot()["hold"]
    cable.write(b"".join(lines[5:]))  # the 9S was dealt meanwhile
    until(lambda: server.snapshot()["waiting"] == 3)
    for _ in range(3):  # the crew looks, takes back what waits and types what lies on the table
        assert server.command("undo")[0] == 200
    assert server.command("release")[0] == 200
    for card in cards[4:]:
        assert server.command("enter_card", card=card)[0] == 200
    assert server.snapshot()["coup"]["player"] == ["9S", "3S"]
    assert server.snapshot()["coup"]["banker"] == ["2S", "KC"]
    cable.close()


def test_killed_in_mid_coup_the_server_asks_the_crew_to_look(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    """Cards may have been drawn while nobody read the line."""
    cable = Pty(tmp_path / "shoe")
    server = serve(reader=f"angel_eye:{cable.path}", house="paramount")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    cable.write(b"".join(frames_of(2)[:-2]))
    until(lambda: (server.snapshot()["coup"] or {}).get("number") == 2)
    server.kill()
    server.start()
    until(lambda: server.snapshot()["hold"])
    assert "The reader or the server was away in coup 2" in server.snapshot()["hold"]
    assert server.command("release")[0] == 200
    cable.close()
