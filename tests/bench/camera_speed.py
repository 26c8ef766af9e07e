"""How long the eye takes for a picture of a table, 1280 x 720, with six cards and a camera's noise.

A film is measured at rest and while a hand moves: what did not change is not looked at anew, so a
picture that is all new is measured beside.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator

import cv2
import numpy as np

from drivers.camera.eye import Eye, scales_of_film
from drivers.camera.live_eye import LiveEye
from drivers.camera.lookout import Lookout
from drivers.camera.net import Model, loaded
from drivers.camera.picture import Picture
from tests.camera.drawn import Lying, deck, felt, laid

from .measure import spread

_FILM, _STILL = 100, 8  # pictures
_BEGIN = 20  # pictures of a film until all of it was looked at often enough
_NOISE = 3.0  # grey levels


def speed(model: Model) -> Iterator[str]:
    """A line for each way to look."""
    frame = frame_of_table()
    wide, tall = frame.shape[1], Eye(model).look(frame)[0].height
    for name, scales in (("calibrated", scales_of_film(wide, tall)),
                         ("not calibrated", scales_of_film(wide))):  # fmt: skip
        eye, live = Eye(model, scales), Lookout(LiveEye(Eye(model, scales)))
        numbers = itertools.count()

        def watch(picture: Picture, live: Lookout = live, numbers: Iterator[int] = numbers) -> None:
            live.see(number := next(numbers), number / 30, picture)

        yield _line(f"all new, {name}", eye.look, _film(frame, _FILM // 2))
        at_rest = LiveEye(Eye(model, scales))
        yield _line(f"a film at rest, {name}", at_rest.look, _film(frame, _FILM))
        yield _line(f"a film, a hand moves, {name}", at_rest.look, _hand(_film(frame, _FILM)))
        yield _line(f"a film at rest, {name}, with scene and watch", watch, _film(frame, _FILM))
    yield _line("as a photograph", Eye(model).look, _film(frame, _STILL), slice(2, None))


def _line(
    name: str,
    look: Callable[[Picture], object],
    film: Iterator[Picture],
    part: slice = slice(_BEGIN, None),
) -> str:
    seconds = []
    for picture in film:
        started = time.perf_counter()
        look(picture)
        seconds.append(time.perf_counter() - started)
    mean = 1000 * sum(seconds[part]) / len(seconds[part])
    return (
        f"1280 x 720, six cards, {name}: {spread(seconds[part], 1000, 'ms')}, {mean:.1f} on average"
    )


def _film(frame: Picture, count: int) -> Iterator[Picture]:
    """The same frame again and again, each with noise of its own."""
    draw = np.random.default_rng(1)
    noise = [draw.normal(0, _NOISE, frame.shape).astype(np.int16) for _ in range(10)]
    for number in range(count):
        yield np.clip(frame + noise[number % len(noise)], 0, 255).astype(np.uint8)


def _hand(film: Iterator[Picture]) -> Iterator[Picture]:
    for number, picture in enumerate(film):
        x = 100 + 30 * (number % 35)
        yield cv2.rectangle(picture, (x, 330), (x + 150, 720), (110, 140, 200), -1)


def frame_of_table() -> Picture:
    """Six cards as they lie at the end of a coup, 1280 x 720."""
    cards = ("9H", "KD", "4C", "7S", "TC", "2D")
    spots = (
        (760, 250, 0),
        (440, 250, 4),
        (890, 255, -5),
        (310, 250, 0),
        (830, 470, 90),
        (380, 470, 92),
    )
    return laid(
        felt(1280, 720),
        [
            Lying(deck()[card], x, y, 170, turn)
            for card, (x, y, turn) in zip(cards, spots, strict=True)
        ],
    )


if __name__ == "__main__":
    cv2.setNumThreads(2)
    for line in speed(loaded()):
        print(line, flush=True)
