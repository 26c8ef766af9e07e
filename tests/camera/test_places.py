"""The places of a table and what the tableau says to the cards on them."""

from __future__ import annotations

import pytest

from drivers.camera.glance import Kind, Witnessed
from drivers.camera.places import Table

PLACES = {
    name: ((x, y), (x + 80, y), (x + 80, y + 100), (x, y + 100))
    for name, (x, y) in {
        "P1": (300, 0), "P2": (400, 0), "P3": (300, 120),
        "B1": (0, 0), "B2": (100, 0), "B3": (0, 120),
    }.items()
}  # fmt: skip
SOMEWHERE = (250.0, 250.0)


def middle(place: str) -> tuple[float, float]:
    x, y = PLACES[place][0]
    return x + 40.0, y + 50.0


def dealt(table: Table, cards: str) -> list[Witnessed]:
    """Cards are told, written `P1=9H B1=KD`; `?` is one that was not read."""
    found = []
    for said in cards.split():
        place, _, card = said.partition("=")
        kind = Kind.UNREADABLE if card == "?" else Kind.CARD
        event = Witnessed(kind, card.strip("?") if kind is Kind.UNREADABLE else card, 0.97, None,
                          0, 0.0, (0, 0, 1, 1))  # fmt: skip
        at = middle(place) if place in PLACES else SOMEWHERE
        found.append(table.placed(event, at))
    return found


@pytest.mark.parametrize(
    "cards",
    [
        "P1=9H B1=KD P2=KS B2=2C",
        "P1=2H B1=KD P2=3S B2=5C P3=6H B3=4D",  # the banker has 5 and draws to a 6
        "P1=7H B1=2D P2=KS B2=KC B3=5D",  # the player stands on 7, the banker draws
    ],
)
def test_cards_in_their_order_get_their_places(cards: str) -> None:
    events = dealt(Table(PLACES), cards)
    assert [f"{one.place}={one.card}" for one in events] == cards.split()


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("P1=9H B1=KD P2=KS B2=2C P3=4D", "the player stands on 9"),
        ("P1=7H B1=7D P2=KS B2=KC B3=5D", "the banker stands on 7"),
        ("P1=2H B1=KD P2=3S B2=5C B3=6H", "the player's third card is missing"),
    ],
)
def test_a_third_card_that_the_tableau_does_not_draw_is_for_the_crew(cards: str, why: str) -> None:
    last = dealt(Table(PLACES), cards)[-1]
    assert last.kind is Kind.UNREADABLE
    assert last.card == ""
    assert cards.split("=")[-1] in last.why
    assert why in last.why


def test_an_unread_card_says_nothing_against_a_third() -> None:
    events = dealt(Table(PLACES), "P1=9H B1=? P2=KS B2=2C P3=4D")
    assert events[-1].card == "4D"
    assert events[-1].place == "P3"


@pytest.mark.parametrize("cards", ["P1=9H P1=2D", "B1=9H", "P1=9H B1=2C P3=4D", "elsewhere=9H"])
def test_a_doubtful_place_is_left_out_and_the_card_is_told(cards: str) -> None:
    last = dealt(Table(PLACES), cards)[-1]
    assert last.kind is Kind.CARD
    assert last.place is None


def test_a_new_coup_begins_when_all_places_are_empty() -> None:
    table = Table(PLACES)
    dealt(table, "P1=9H B1=KD P2=KS B2=2C")
    table.clear([middle("P1")])
    assert dealt(table, "P1=4H")[0].place is None
    table.clear([SOMEWHERE])
    assert dealt(table, "P1=4H")[0].place == "P1"


def test_the_places_move_with_a_knocked_camera() -> None:
    table = Table(PLACES)
    table.shift((100.0, 0.0))
    assert table.at(middle("P1")) is None or table.at(middle("P1")) != "P1"
    assert table.at((middle("P1")[0] + 100, middle("P1")[1])) == "P1"
