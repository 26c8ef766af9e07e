"""Rendered sequences, from pixels to events; the eye that reads them knows the truth, badly."""

from __future__ import annotations

import math

import pytest

from .sequences import Dealer
from .stories import story
from .told import score, told

SMALL = {"size": (480, 270), "scale": 0.8, "noise": 1.5}


def test_a_hard_minute_in_a_few_seconds() -> None:
    """Dealt fast, one across, one covered, one pushed, the light switched, the same again."""
    dealer = Dealer("short", 5, **SMALL)
    nine = dealer.deal("9H", (390, 120))
    dealer.wait(0.35)
    dealer.deal("KD", (200, 120))
    dealer.wait(0.3)
    dealer.deal("9H", (395, 165), across=True)
    dealer.wait(0.3)
    dealer.shove(next(actor for actor in dealer.world.actors if actor.card == "KD"), -15, 12)
    dark = dealer.now
    dealer.world.light = lambda time: 1.0 if time < dark else 0.6
    dealer.wait(0.6)
    dealer.take(nine)
    dealer.wait(0.3)
    made = dealer.done()
    made.world.seconds -= 0.8
    found = score(made.truth, told(made, seed=5))
    assert found.is_sound, found
    assert found.right == 3
    assert sorted(found.delays)[1] < 0.25


def test_stories_are_the_same_for_ever() -> None:
    one, other = story("knocked", 4), story("knocked", 4)
    assert one.truth == other.truth
    assert one.world.seconds == other.world.seconds
    assert (one.world.picture(2.0) == other.world.picture(2.0)).all()


@pytest.mark.parametrize("speed", [1.0, 2.0])
def test_a_dealt_card_is_blurred_by_its_speed(speed: float) -> None:
    dealer = Dealer("one", 1, **SMALL)
    dealer.deal("9H", (300, 120), speed=speed, with_hand=False)
    (actor,) = dealer.world.actors
    before, after = actor.at(0.82), actor.at(0.83)
    assert before is not None
    assert after is not None
    moved = math.hypot(after.x - before.x, after.y - before.y)
    assert moved / 10 == pytest.approx(speed, rel=0.25)
