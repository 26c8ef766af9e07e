"""The stories that the harder sequences tell, by name."""

from __future__ import annotations

import math
from collections.abc import Callable

from .sequences import Dealer, Faces, Story
from .sprites import chip, face, glass

Tell = Callable[[int, Faces], Story]


def _coups(seed: int, faces: Faces) -> Story:
    dealer = Dealer("coups at real speed", seed, faces)
    for _ in range(2):
        dealer.coup(dealer.cards(), (0.3, 0.7))
        dealer.wait(0.8)
        dealer.collect()
    return dealer.done()


def _across(seed: int, faces: Faces) -> Story:
    """The third card lies across the first two."""
    dealer = Dealer("third card across the others", seed, faces)
    cards = dealer.drawing_cards()
    for card, x in zip(cards[:4], (390, 130, 450, 190), strict=True):
        dealer.deal(card, (x, 130))
        dealer.wait(0.5)
    for card, x in zip(cards[4:], (420, 160), strict=True):
        dealer.deal(card, (x, 168), across=True)
        dealer.wait(0.7)
    dealer.collect()
    return dealer.done()


def _covered(seed: int, faces: Faces) -> Story:
    dealer = Dealer("hands over the cards", seed, faces)
    dealt = dealer.coup(dealer.cards(), (0.4, 0.6))
    for actor in dealt:
        pose = actor.at(dealer.now) or actor.pose
        dealer.hand_over(pose.x, pose.y + 10, dealer.draw.uniform(0.2, 1.5))
    dealer.wait(0.5)
    dealer.collect()
    return dealer.done()


def _twice(seed: int, faces: Faces) -> Story:
    dealer = Dealer("the same card twice", seed, faces)
    one = dealer.cards(1)[0]
    for gap in (0.5, 0.3, 0.15, 0.05):
        card = dealer.deal(one, (300, 130), with_hand=False)
        dealer.wait(0.6)
        dealer.take(card)
        dealer.wait(gap)
    dealer.deal(one, "P1")
    dealer.wait(0.5)
    dealer.deal(one, "P2")
    dealer.wait(0.5)
    dealer.collect()
    return dealer.done()


def _shoved(seed: int, faces: Faces) -> Story:
    dealer = Dealer("cards that are pushed", seed, faces)
    dealt = dealer.coup(dealer.cards(), (0.4, 0.6))
    draw = dealer.draw
    for actor in dealt[:4]:
        dealer.shove(actor, draw.uniform(-25, 25), draw.uniform(-10, 45), draw.gauss(0, 0.2))
    dealer.wait(0.5)
    dealer.collect()
    return dealer.done()


def _squeezed(seed: int, faces: Faces) -> Story:
    dealer = Dealer("squeezed cards", seed, faces)
    cards = dealer.cards(3)
    dealer.deal(cards[0], "P1")
    dealer.wait(0.5)
    dealer.squeeze(cards[1], "B1")
    dealer.wait(0.6)
    dealer.squeeze(cards[2], "P2")
    dealer.wait(0.6)
    dealer.collect()
    return dealer.done()


def _foreign(seed: int, faces: Faces) -> Story:
    dealer = Dealer("cut card, joker, back", seed, faces)
    first, second = dealer.cards(2)
    dealer.deal(first, "P1")
    dealer.wait(0.5)
    dealer.deal("", "B1", kind="cut_card")
    dealer.wait(0.9)
    dealer.deal("", "P2", kind="unreadable")
    dealer.wait(1.2)
    dealer.deal("", "B2", kind="back")
    dealer.wait(1.2)
    dealer.deal(second, "P3")
    dealer.wait(0.6)
    dealer.collect()
    return dealer.done()


def _things(seed: int, faces: Faces) -> Story:
    dealer = Dealer("chips and a glass", seed, faces)
    dealer.lay(chip((40, 40, 190)), 300, 250)
    dealer.lay(chip((60, 140, 50)), 318, 262)
    dealer.lay(chip((200, 200, 200)), 60, 280)
    dealer.lay(glass(), 540, 270)
    dealer.coup(dealer.cards())
    dealer.hand_over(300, 250, 0.5)
    dealer.wait(0.3)
    dealer.collect()
    return dealer.done()


def _switched(seed: int, faces: Faces) -> Story:
    dealer = Dealer("light switched", seed, faces)
    dealt = dealer.coup(dealer.cards())[:1]
    off = dealer.now
    dealer.wait(1.2)
    on = dealer.now
    dealer.world.light = lambda t: 1.0 if t < off else 0.45 if t < on else 1.25
    dealer.wait(0.8)
    assert dealt
    dealer.collect()
    dealer.coup(dealer.cards())
    dealer.wait(0.4)
    dealer.collect()
    return dealer.done()


def _flicker(seed: int, faces: Faces) -> Story:
    dealer = Dealer("flicker and automatic exposure", seed, faces)
    dealer.world.light = lambda t: (1 + 0.09 * math.sin(t * 79)) * (1 + 0.2 * math.sin(t * 0.9))
    dealer.coup(dealer.cards())
    dealer.wait(0.4)
    dealer.collect()
    return dealer.done()


def _knocked(seed: int, faces: Faces) -> Story:
    dealer = Dealer("camera knocked", seed, faces)
    dealer.coup(dealer.cards())
    hit = dealer.now
    dx, dy = dealer.draw.uniform(-40, 40), dealer.draw.uniform(-25, 25)

    def stand(time: float) -> tuple[float, float]:
        if time < hit:
            return 0.0, 0.0
        since = time - hit
        shake = 20 * math.exp(-since * 12) * math.sin(since * 70)
        return dx + shake, dy + shake / 2

    dealer.world.stand = stand
    dealer.wait(1.2)
    dealer.collect()
    dealer.coup(dealer.cards())
    dealer.wait(0.4)
    dealer.collect()
    return dealer.done()


STORIES: dict[str, Tell] = {
    "coups": _coups, "across": _across, "covered": _covered, "twice": _twice, "shoved": _shoved,
    "squeezed": _squeezed, "foreign": _foreign, "things": _things, "switched": _switched,
    "flicker": _flicker, "knocked": _knocked,
}  # fmt: skip


def story(name: str, seed: int, faces: Faces = face) -> Story:
    """The story of that name, with that seed."""
    return STORIES[name](seed, faces)
