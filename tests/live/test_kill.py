"""kill -9 at any point of a shoe loses nothing that was acknowledged."""

from __future__ import annotations

import contextlib
import csv
import io
import random
import threading
from collections.abc import Callable
from http.client import HTTPException
from pathlib import Path
from typing import Any

from drivers.simulated import shoe_cards
from server.baccarat.cards import Card
from server.baccarat.coup import Coup

from .server import Server

KILLS = 20


def told(snapshot: dict[str, Any]) -> dict[str, Any]:
    """A snapshot without what tells one run of the server from another."""
    return {key: value for key, value in snapshot.items() if key not in ("boot_id", "reader")}


def test_twenty_kills_in_one_shoe_leave_the_board_of_a_shoe_without_any(
    serve: Callable[..., Server], tmp_path: Path
) -> None:
    cards = [str(card) for card in shoe_cards(8, seed=11)]
    rng = random.Random(2026)
    # Opening the shoe is entry 1, so card n is entry n + 2; the last ones stay in the shoe.
    points = sorted(rng.sample(range(1, 400), KILLS))
    server = serve(house="paramount")
    assert server.command("open_shoe")[0] == 200

    for n, card in enumerate(cards[:405]):
        if n not in points:
            status, answer = server.command("enter_card", card=card)
            assert (status, answer["seq"]) == (200, n + 2)
            continue
        before = server.snapshot()
        if rng.random() < 0.5:  # between two cards
            server.kill()
            server.start()
            assert told(server.snapshot()) == told(before)
            assert server.command("enter_card", card=card)[0] == 200
        else:  # while a card is on its way: it is kept whole or not at all
            answers: list[Any] = []
            asking = threading.Thread(target=_ask, args=(server, card, answers))
            asking.start()
            asking.join(rng.random() * 0.01)
            server.kill()
            asking.join()
            server.start()
            after = server.snapshot()
            if after["seq"] == before["seq"]:
                assert not answers, "an acknowledged card was lost"
                assert told(after) == told(before)
                assert server.command("enter_card", card=card)[0] == 200
            assert server.snapshot()["seq"] == n + 2

    survived = told(server.snapshot())
    assert survived["shoe"]["coups"] > 75
    server.data = tmp_path / "undisturbed"
    server.kill()
    server.start()
    server.command("open_shoe")
    for card in cards[:405]:
        assert server.command("enter_card", card=card)[0] == 200
    assert told(server.snapshot()) == survived


def _ask(server: Server, card: str, answers: list[Any]) -> None:
    # The server was killed before it answered, or in the middle of its answer.
    with contextlib.suppress(OSError, HTTPException):
        answers.append(server.command("enter_card", card=card))


def test_a_simulated_shoe_goes_on_where_the_kill_left_it(serve: Callable[..., Server]) -> None:
    server = serve(reader="simulated:?seed=5&pace=0.002", house="ema_d52")
    for _ in range(6):
        shoes = server.snapshot()["shoe"]["number"]
        while server.snapshot()["shoe"]["number"] == shoes:
            pass
        server.kill()
        server.start()
    number = server.snapshot()["shoe"]["number"]
    server.kill()
    server.reader = ""
    server.start()
    status, history = server.get("/api/v1/tables/t1/export.csv")
    assert status == 200
    dealt: dict[int, list[str]] = {}
    for row in csv.DictReader(io.StringIO(history)):
        hands = f"{row['player_cards']} / {row['banker_cards']}"
        dealt.setdefault(int(row["shoe"]), []).append(hands)
    for shoe in range(1, number):
        assert dealt[shoe] == truth(shoe_cards(1, 5, shoe))


def truth(cards: list[Card]) -> list[str]:
    """The hands that a one-deck shoe without burn deals."""
    shoe, left, hands = iter(cards), len(cards), []
    while left >= 6:
        coup = Coup.deal(shoe)
        left -= len(coup.cards)
        hands.append(f"{' '.join(map(str, coup.player))} / {' '.join(map(str, coup.banker))}")
    return hands
