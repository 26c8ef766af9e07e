"""Shoe mode: one card after the other passes a window; no outline is needed.

EMPTY, ENTERING, READABLE, LEAVING, EMPTY: one event each time. Where cards touch and the window is
never empty between two, the leading edge of the next is what counts: what lay there goes, white
passes, and something lies there again.
"""

from __future__ import annotations

from .decision import decided, unread
from .glance import Facts, Glance, Kind, Window, Witnessed
from .shape import Outline
from .sight import Seen
from .track import Track
from .vote import Vote

_PRESENT = 0.35  # a card's presence: from here on something is in the window
_EMPTY = 0.2  # less than this and nothing is
_STILL = 0.12  # of the window may move while a card lies there
_EMPTY_PICTURES = 2
_UNLIKE = 0.45  # of the likeness to what lay there: another part of a card passes
_PAPER = 0.4  # of the window is white then: it is a card, no finger
_PATIENCE_S = 0.6  # at rest, and not read
_PLAIN_S = 0.2
_FEWEST_PRESENT = 2  # pictures that something must be there to be a card
_PASSED = "it passed before it could be read"
_WHITE = 0.3  # of the window, while it lies still: less is no face, but a back or a hand
_NO_INDEX = "no index could be read: a joker, a foreign card"


class ShoeWatch:
    """Follows the cards through one window."""

    lying: tuple[Outline, ...] = ()
    card_height = 0.0

    def __init__(self) -> None:
        self._card: Track | None = None
        self._time: float | None = None
        self._empty = 0
        self._present = 0
        self._is_passing = False  # the window was unlike the told card, and white
        self._plain_s = self._rest_s = self._paper = 0.0
        self._frame, self._at = 0, 0.0

    @property
    def in_flight(self) -> int:
        return int(self._card is not None and self._card.told is None)

    def see(self, glance: Glance) -> list[Witnessed]:
        """What became sure with this picture."""
        dt = 0.0 if self._time is None else min(glance.time - self._time, 0.2)
        self._time = glance.time
        self._frame, self._at = glance.frame, glance.time
        window = _window(glance.facts)
        if glance.facts.changed:
            return []
        if window.presence < _EMPTY:
            return self._nothing()
        self._empty = 0
        if window.presence < _PRESENT and self._card is None:
            return []
        said = self._next(window) if self._card is not None else []
        if self._card is None:
            self._card = self._new()
        self._present += 1
        return said + self._look(self._card, window, glance, dt)

    def lost(self) -> list[Witnessed]:
        """No pictures come any more."""
        card, self._card = self._card, None
        is_told = card is None or card.told is not None
        return [] if is_told or card is None else [unread(card, "the camera was lost over it")]

    def _nothing(self) -> list[Witnessed]:
        """The window is empty: the cycle is over."""
        self._empty += 1
        if self._empty < _EMPTY_PICTURES or self._card is None:
            return []
        return self._end()

    def _end(self) -> list[Witnessed]:
        card, self._card = self._card, None
        if card is None or card.told is not None or self._present < _FEWEST_PRESENT:
            return []
        if self._paper < _WHITE and not card.vote.frames:
            return []
        return [unread(card, _PASSED)]

    def _new(self) -> Track:
        self._present = 0
        self._is_passing = False
        self._plain_s = self._rest_s = self._paper = 0.0
        return Track(Outline((0, 0), 0, 1), (0, 0, 1, 1), self._frame, self._at)

    def _next(self, window: Window) -> list[Witnessed]:
        """Whether another card has come without an empty window between."""
        card = self._card
        assert card is not None
        if card.rested and window.moving > _STILL and window.likeness < _UNLIKE:
            self._is_passing |= window.paper > _PAPER
        if not self._is_passing or window.moving > _STILL:
            return []
        said = self._end()
        self._card = self._new()
        return said

    def _look(self, card: Track, window: Window, glance: Glance, dt: float) -> list[Witnessed]:
        seen = max(glance.cards, key=lambda seen: seen.rank[1], default=None)
        if seen is not None:
            card.box = seen.box
        self._paper = max(self._paper, window.paper)
        if window.moving > _STILL:
            return []
        card.frame, card.time = glance.frame, glance.time
        card.rested += 1
        card.open_s += dt
        self._rest_s += dt
        self._plain_s += dt if window.plain else 0.0
        if card.told is not None:
            return []
        if seen is not None:
            self._vote(card, seen)
            found = decided(card)
            if found is not None:
                return [self._say(card, found)]
        if window.plain and self._plain_s >= _PLAIN_S:
            return [self._say(card, _cut(card))]
        if self._rest_s >= _PATIENCE_S and self._paper >= _WHITE:
            return [self._say(card, unread(card, _NO_INDEX))]
        return []

    def _vote(self, card: Track, seen: Seen) -> None:
        if card.rest_at is None:
            card.rest_at = self._at
        card.vote.add(seen)

    def _say(self, card: Track, found: Witnessed) -> Witnessed:
        card.told, card.label = found.kind, found.card
        card.vote = Vote()
        return found


def _window(facts: Facts) -> Window:
    if facts.window is None:
        raise ValueError("In shoe mode the facts must tell of the window.")
    return facts.window


def _cut(card: Track) -> Witnessed:
    return Witnessed(Kind.CUT_CARD, "", 1.0, None, card.frame, card.time, card.box)
