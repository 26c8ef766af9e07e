"""Sequences of a rendered table with the truth beside them, harder than a quiet table is.

Cards are dealt at 1 to 2 m/s and blurred by it, the third ones across; hands and sleeves go over
them; identical cards follow each other; the light is switched and flickers, the camera is knocked;
backs, jokers, cut cards, chips and glasses lie there. A seed gives the same sequence for ever.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from server.baccarat.cards import DECK, VALUES
from server.baccarat.coup import Coup

from .sprites import Sprite, back, face, hand, joker, plain
from .world import Actor, Pose, World

Faces = Callable[[str], Sprite]
_SHOE = Pose(640, -60, 0.5)
_PLACES = {"P1": (390, 120), "P2": (470, 120), "B1": (130, 120), "B2": (210, 120),
           "P3": (430, 185), "B3": (170, 185)}  # fmt: skip
_ACROSS = {"P3", "B3"}
_SKINS = ((120, 150, 205), (90, 120, 180), (50, 75, 120), (150, 180, 225))
_SLEEVES = ((40, 30, 30), (200, 200, 205), (110, 50, 30), (40, 40, 140))


@dataclass(frozen=True, slots=True)
class Happened:
    """What is true: from `at` on, in seconds, it lies there; until `gone` it can be told."""

    kind: str  # card, unreadable, cut_card
    card: str
    at: float
    gone: float


@dataclass
class Story:
    """A world and what is true of it."""

    name: str
    world: World
    truth: list[Happened] = field(default_factory=list)
    places: Mapping[str, tuple[float, float]] = field(default_factory=lambda: _PLACES)


class Dealer:
    """Deals over one world; `now` is the time of the story, in seconds."""

    def __init__(self, name: str, seed: int, faces: Faces = face, **world: Any) -> None:
        self.draw = Random(seed)
        self.world = World(seed=seed, **world)
        self.story = Story(name, self.world)
        self.now = 0.8
        self._faces = faces
        self._level = 0.0
        skin = self.draw.choice(_SKINS)
        self._hand = hand(skin, self.draw.choice(_SLEEVES))
        self._lie: dict[Actor, Happened] = {}

    def wait(self, seconds: float) -> None:
        self.now += seconds

    def deal(
        self, card: str, place: str | tuple[float, float], *, speed: float | None = None,
        kind: str = "card", with_hand: bool = True, across: bool | None = None,
    ) -> Actor:  # fmt: skip
        """A card goes from the shoe to its place, drawn by a hand, and the hand goes back."""
        x, y = _PLACES[place] if isinstance(place, str) else place
        is_across = place in _ACROSS if across is None else across
        to = Pose(
            x + self.draw.uniform(-4, 4),
            y + self.draw.uniform(-4, 4),
            (math.pi / 2 if is_across else 0) + self.draw.gauss(0, 0.05),
        )
        others = {"cut_card": plain((30, 40, 210)), "unreadable": joker(), "back": back(1)}
        sprite = self._faces(card) if kind == "card" else others[kind]
        actor = self._put(sprite, _SHOE, card if kind == "card" else "")
        far = math.hypot(to.x - _SHOE.x, to.y - _SHOE.y) / 1000
        mean = (speed or self.draw.uniform(1.0, 2.0)) / 2  # it brakes evenly: half of its top speed
        arrives = actor.go(self.now, far / mean, to)
        if with_hand:
            self._hand_along(self.now, arrives, to)
        happened = Happened(kind, card, arrives, math.inf)
        self._lie[actor] = happened
        self.now = arrives
        return actor

    def collect(self) -> None:
        """All cards are swept off the table by a hand."""
        start = self.now
        sweep = self._put(self._hand, Pose(300, -220), "", over=True)
        sweep.go(start, 0.35, Pose(300, -60))
        leave = start + 0.35
        for actor in list(self._lie):
            pose = actor.at(start) or actor.pose
            actor.go(leave, 0.5, Pose(pose.x + (300 - pose.x) * 0.4, 520, pose.angle), brakes=False)
            self._over(actor, leave)
        sweep.go(leave, 0.5, Pose(300, 330), brakes=False)
        sweep.go(leave + 0.6, 0.5, Pose(300, -320))
        self.now = leave + 1.3

    def take(self, actor: Actor, seconds: float = 0.3) -> None:
        """One card is drawn off the table."""
        pose = actor.at(self.now) or actor.pose
        actor.go(self.now, seconds, Pose(300, 520, pose.angle), brakes=False)
        self._over(actor, self.now)
        self.now += seconds

    def hand_over(self, x: float, y: float, seconds: float, slow: float = 0.3) -> Actor:
        """A hand comes from above, lies there, and goes."""
        actor = self._put(self._hand, Pose(x, -240), "", over=True)
        there = actor.go(self.now, slow, Pose(x, y - 120))
        actor.go(there + seconds, slow, Pose(x + 20, -260))
        self.now = there + seconds + slow
        return actor

    def shove(self, actor: Actor, dx: float, dy: float, turn: float = 0.0) -> None:
        """A hand pushes a card a little."""
        pose = actor.at(self.now) or actor.pose
        pusher = self._put(self._hand, Pose(pose.x + 30, -240), "", over=True)
        there = pusher.go(self.now, 0.3, Pose(pose.x + 25, pose.y - 150))
        to = Pose(pose.x + dx, pose.y + dy, pose.angle + turn)
        seconds = max(0.25, math.hypot(dx, dy) / 350)
        actor.go(there, seconds, to, brakes=False)
        away = pusher.go(there, seconds, Pose(to.x + 25, to.y - 150), brakes=False)
        pusher.go(away, 0.3, Pose(to.x + 60, -260))
        self.now = away + 0.4

    def squeeze(self, card: str, place: str) -> Actor:
        """A card comes face down, is handled, and is turned over."""
        down = self.deal("", place, kind="back")
        del self._lie[down]
        self.wait(1.2)
        pose = down.at(self.now) or down.pose
        self.hand_over(pose.x - 12, pose.y, 0.8)
        half = Pose(pose.x, pose.y, pose.angle, 0.03)
        turned = down.go(self.now, 0.16, half, brakes=False)
        down.end = turned
        up = self._put(self._faces(card), half, card, at=turned)
        self.now = up.go(turned, 0.16, pose)
        self._lie[up] = Happened("card", card, self.now, math.inf)
        return up

    def lay(self, sprite: Sprite, x: float, y: float) -> Actor:
        """Something lies there from the beginning to the end."""
        return self._put(sprite, Pose(x, y), "", at=-1.0)

    def coup(self, cards: list[str], pause: tuple[float, float] = (0.4, 0.9)) -> list[Actor]:
        """A coup by the tableau."""
        names = {0: "P1", 1: "B1", 2: "P2", 3: "B2"}
        coup = Coup()
        dealt = []
        for number in range(6):
            seat = coup.next_seat
            if seat is None:
                break
            name = names.get(number) or f"{seat.side.value[0].upper()}{seat.place}"
            card = cards[number]
            dealt.append(self.deal(card, name))
            coup = coup.add(next(one for one in DECK if str(one) == card))
            self.wait(self.draw.uniform(*pause))
        return dealt

    def cards(self, number: int = 6) -> list[str]:
        return [str(self.draw.choice(DECK)) for _ in range(number)]

    def drawing_cards(self) -> list[str]:
        """Six cards of which both sides draw a third."""
        low = [str(card) for card in DECK if VALUES[card.rank] in (0, 1)]
        return [self.draw.choice(low) for _ in range(6)]

    def done(self) -> Story:
        """The story, with the truth in order."""
        self.world.seconds = self.now + 1.6
        told = [*self.story.truth, *self._lie.values()]
        kinds = ("card", "unreadable", "cut_card")
        self.story.truth = sorted((one for one in told if one.kind in kinds), key=lambda o: o.at)
        return self.story

    def _hand_along(self, start: float, arrives: float, to: Pose) -> None:
        hold = self._put(self._hand, Pose(_SHOE.x, _SHOE.y - 150), "", at=start, over=True)
        hold.go(start, arrives - start, Pose(to.x + 6, to.y - 150))
        hold.end = hold.go(arrives + 0.04, 0.3, Pose(to.x + 120, -300))

    def _put(
        self, sprite: Sprite, pose: Pose, card: str, *, at: float | None = None, over: bool = False
    ) -> Actor:
        self._level += 1
        level = self._level + (10_000 if over else 0)
        start = self.now if at is None else at
        return self.world.add(Actor(sprite, start, pose, card, level))

    def _over(self, actor: Actor, at: float) -> None:
        was = self._lie.pop(actor)
        self.story.truth.append(Happened(was.kind, was.card, was.at, at))
