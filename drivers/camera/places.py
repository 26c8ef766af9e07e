"""The places of a table, P1 to B3, and what the tableau says to the cards that lie on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from server.baccarat.cards import VALUES
from server.baccarat.tableau import banker_draws, player_draws

from .glance import Kind, Witnessed
from .shape import inside
from .sight import Point

Polygon = tuple[Point, ...]
_FIRST_FOUR = ("P1", "B1", "P2", "B2")
_DEALT = (*_FIRST_FOUR, "P3", "B3")


class Table:
    """The places and what was told of each in this coup."""

    def __init__(self, places: Mapping[str, Polygon]) -> None:
        self._places = dict(places)
        self._cards: dict[str, str] = {}  # a place's card; empty: one that was not read

    @property
    def has_places(self) -> bool:
        return bool(self._places)

    def at(self, centre: Point) -> str | None:
        """The place that a point lies in."""
        return next((name for name, area in self._places.items() if inside(centre, area)), None)

    def shift(self, by: Point) -> None:
        """The camera was knocked: the places are seen so far away, in pixels."""
        self._places = {
            name: tuple((x + by[0], y + by[1]) for x, y in area)
            for name, area in self._places.items()
        }

    def clear(self, cards: Iterable[Point]) -> None:
        """A coup is over when no place has a card any more; `cards` are those that lie there."""
        if self._cards and not any(self.at(card) for card in cards):
            self._cards = {}

    def placed(self, found: Witnessed, centre: Point) -> Witnessed:
        """What was found, with its place, as far as it can be trusted.

        A place that the dealing order does not give now is left out. A card that the tableau does
        not draw is told as unreadable with what it seems to be: it or one before it was misread,
        or the dealer erred; either is for the crew to look at.
        """
        place = self.at(centre)
        if place is None:
            return found
        if place in self._cards or not self._is_next(place):
            return replace(found, place=None)
        doubt = self._doubt(place) if found.kind is Kind.CARD else ""
        self._cards[place] = found.card
        if doubt:
            why = f"it looks like {found.card}, but {doubt}"
            return replace(found, kind=Kind.UNREADABLE, card="", place=place, why=why)
        return replace(found, place=place)

    def _is_next(self, place: str) -> bool:
        """Whether the cards that are dealt before it lie there."""
        if place in _FIRST_FOUR:
            before = _FIRST_FOUR[: _FIRST_FOUR.index(place)]
            return all(one in self._cards for one in before) and not self._has_thirds
        return all(one in self._cards for one in _FIRST_FOUR)

    @property
    def _has_thirds(self) -> bool:
        return "P3" in self._cards or "B3" in self._cards

    def _doubt(self, place: str) -> str:
        """Why the tableau does not draw a card there, empty where it does or is not known."""
        if place in _FIRST_FOUR:
            return ""
        values = {name: VALUES[card[0]] for name, card in self._cards.items() if card}
        if any(name not in values for name in _FIRST_FOUR):
            return ""
        player = (values["P1"] + values["P2"]) % 10
        banker = (values["B1"] + values["B2"]) % 10
        draws = player_draws(player, banker)
        if place == "P3":
            late = "the banker's third card lies there already" if "B3" in self._cards else ""
            return late or ("" if draws else f"by the tableau the player stands on {player}")
        if draws and "P3" not in self._cards:
            return "the player's third card is missing"
        if draws and "P3" not in values:
            return ""
        third = values["P3"] if draws else None
        if banker_draws(player, banker, third):
            return ""
        return f"by the tableau the banker stands on {banker}"
