"""What the watch made of a story, beside what is true of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from drivers.camera.glance import Glance, Kind, Witnessed
from drivers.camera.lookout import Eye
from drivers.camera.scene import Scene
from drivers.camera.watch import Watch

from .dim_eye import DimEye
from .sequences import Happened, Story

_LATE_S = 1.9  # after it went away, an event may still be told so late


@dataclass
class Score:
    """How each thing that happened was told."""

    right: int = 0
    unreadable: list[Happened] = field(default_factory=list)
    suitless: list[Happened] = field(default_factory=list)
    wrong: list[tuple[Happened, Witnessed]] = field(default_factory=list)
    missed: list[Happened] = field(default_factory=list)
    extra: list[Witnessed] = field(default_factory=list)
    delays: list[float] = field(default_factory=list)  # s from rest to event

    @property
    def is_sound(self) -> bool:
        """Nothing wrong, nothing missed, nothing told twice."""
        return not (self.wrong or self.missed or self.extra)

    def __str__(self) -> str:
        delay = sorted(self.delays)[len(self.delays) // 2] if self.delays else 0.0
        return (
            f"{self.right} right, {len(self.suitless)} without suit, "
            f"{len(self.unreadable)} unreadable, {len(self.wrong)} wrong, "
            f"{len(self.missed)} missed, {len(self.extra)} extra; median {delay:.2f} s"
        )


def told(story: Story, eye: Eye | None = None, seed: int = 0) -> list[tuple[float, Witnessed]]:
    """The events of a story with the time of each; without an eye by one that knows the truth."""
    world = story.world
    dim, scene, watch = DimEye(world, seed), Scene(), Watch()
    found: list[tuple[float, Witnessed]] = []
    time = 0.0
    for number, picture in world.pictures():
        time = number / world.fps
        cards = eye.look(picture) if eye else dim.look(time)
        facts = scene.look(picture, watch.lying, watch.card_height)
        events = watch.see(Glance(number, time, cards, facts))
        found += [(time, event) for event in events]
    return found + [(time, event) for event in watch.lost()]


def score(truth: Iterable[Happened], events: Iterable[tuple[float, Witnessed]]) -> Score:
    """Each event goes to the first thing that it may tell; best where the card is the same."""
    left, made = list(truth), Score()
    later: list[tuple[float, Witnessed]] = []
    for time, event in events:
        one = next((o for o in left if _fits(o, time) and _same(o, event)), None)
        if one is None:
            later.append((time, event))
            continue
        left.remove(one)
        made.delays.append(time - one.at)
        made.right += 1
    for time, event in later:
        one = next((o for o in left if _fits(o, time) and _may_be(o, event)), None)
        if one is None:
            made.extra.append(event)
            continue
        left.remove(one)
        if event.kind is Kind.UNREADABLE:
            made.unreadable.append(one)
        elif event.card == one.card[:1] + "?":
            made.suitless.append(one)
        else:
            made.wrong.append((one, event))
    made.missed = left
    return made


def _fits(one: Happened, time: float) -> bool:
    return one.at - 0.5 <= time <= one.gone + _LATE_S


def _same(one: Happened, event: Witnessed) -> bool:
    return event.kind.value == one.kind and event.card == one.card


def _may_be(one: Happened, event: Witnessed) -> bool:
    return event.kind is Kind.UNREADABLE or one.kind == "card"
