"""The harder sequences of tests/camera/stories.py, with the real eye on faces of the CC0 deck."""

from __future__ import annotations

from collections.abc import Iterator

from drivers.camera.eye import Eye, scales_of_film
from drivers.camera.live_eye import LiveEye
from drivers.camera.net import loaded
from tests.camera.drawn import deck
from tests.camera.sprites import Sprite, cut_out
from tests.camera.stories import STORIES, story
from tests.camera.told import score, told

_SEED = 1


def faces(card: str) -> Sprite:
    """A card as it is laid on the table of a story."""
    return cut_out(deck()[card].picture)


def lines() -> Iterator[str]:
    """A line a story: what was told of what happened."""
    for name in STORIES:
        made = story(name, _SEED, faces)
        wide = next(iter(made.world.pictures()))[1].shape[1]
        eye = LiveEye(Eye(loaded(), scales_of_film(wide)))
        yield f"story {name}: {score(made.truth, told(made, eye))}"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
