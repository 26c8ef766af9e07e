"""The steps of a calibration that need no camera: pictures and options in, values out."""

from __future__ import annotations

import re
import statistics
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from server.baccarat.cards import CARDS

from .mount import PLACES, BadMount, Mount, Polygon, Window
from .picture import Picture
from .presence import Presence
from .sight import Seen
from .verdict import verdict
from .window import cut

_RANK_FIRST = re.compile(r"(?:^|[^A-Z0-9])(10|[A2-9TJQK])([SHDC])(?=$|[^A-Z0-9])")
_SUIT_FIRST = re.compile(r"(?:^|[^A-Z0-9])([SHDC])(10|[A2-9TJQK])(?=$|[^A-Z0-9])")
_SUIT_ALONE = re.compile(r"([SHDC])(?:PADES|EARTS|IAMONDS|LUBS)?(?=$|[^A-Z0-9])")
_STIRS = 12.0  # grey levels between two pictures of a still scene, in a few cells
_CELLS = 32
_BLACK, _WHITE = 2.0, 250.0  # grey levels
_FULL = 0.3  # of the picture
_OTHER_LIGHT, _KNOCKED, _BLURRED, _CHANGED = 1.35, 0.012, 0.6, 0.25
_LEAST_TEXTURE = 2.0  # grey levels: what is plainer shows no shift and no blur


def average(pictures: Sequence[Picture]) -> Picture:
    """The mean of pictures of one size: the noise goes, the scene stays."""
    total = np.zeros(pictures[0].shape, np.float64)
    for picture in pictures:
        total += picture
    return np.asarray(np.rint(total / len(pictures)), dtype=np.uint8)


def trouble(pictures: Sequence[Picture]) -> str:
    """Why pictures of a scene that should be still and lit cannot be used; empty: they can."""
    first, last = (_grey(picture, _CELLS) for picture in (pictures[0], pictures[-1]))
    if float(np.quantile(np.abs(first - last), 0.98)) > _STIRS:
        return "something moves in it, or the light flickers: clear the scene and try again"
    grey = cv2.cvtColor(average(pictures), cv2.COLOR_BGR2GRAY)
    if float(grey.max()) < _BLACK * 4 and float(grey.mean()) < _BLACK:
        return "it is black: look at the lens, the lamp and the exposure"
    if float((grey >= _WHITE).mean()) > _FULL:
        return "a large part of it is white without any detail: less light or less exposure"
    return ""


def labelled(path: Path) -> str:
    """The card that the name of a file says, as `9H-1.png`, `slot_H9_0.png`; empty: none.

    A suit alone, as `S.png` or `spades-1.png`, is all of its cards: `S`.
    """
    name = path.stem.upper()
    if found := _RANK_FIRST.search(name):
        rank, suit = found.groups()
    elif found := _SUIT_FIRST.search(name):
        suit, rank = found.groups()
    else:
        suit = _SUIT_ALONE.match(name)
        return suit[1] if suit else ""
    card = rank.replace("10", "T") + suit
    return card if card in CARDS else ""


def suggested(all_seen: Sequence[Seen], size: tuple[int, int]) -> tuple[dict[str, Polygon], float]:
    """Places from a picture with six cards, three on each side, and an index's height in px.

    The player's are on the left as the camera sees it, and on each side they count from the middle
    outwards. Raises BadMount, what is wrong, where they are not six.
    """
    seen = [one for one in all_seen if verdict(one).card]
    if len(seen) != len(PLACES):
        raise BadMount(
            f"To find the places six cards must lie on them, face up and apart: {len(seen)} were "
            "seen. Lay them out and try again, or say each place with --place."
        )
    by_x = sorted(seen, key=lambda one: one.centre[0])
    reach = min(
        max(abs(one.centre[0] - other.centre[0]), abs(one.centre[1] - other.centre[1]))
        for at, one in enumerate(seen)
        for other in seen[at + 1 :]
    )
    half = max(4.0, 0.48 * reach)
    places: dict[str, Polygon] = {}
    for side, cards in (("P", by_x[:3]), ("B", by_x[3:])):
        ordered = sorted(cards, key=lambda one: one.centre[0], reverse=side == "P")
        for number, one in enumerate(ordered, start=1):
            places[f"{side}{number}"] = square(one.centre, half, size)
    height = statistics.median(one.height for one in seen)
    return {place: places[place] for place in PLACES}, round(height, 1)


def square(centre: tuple[float, float], half: float, size: tuple[int, int]) -> Polygon:
    """A square around a point, as far as it lies in the picture."""
    left, right = (min(max(0.0, centre[0] + by), float(size[0])) for by in (-half, half))
    top, bottom = (min(max(0.0, centre[1] + by), float(size[1])) for by in (-half, half))
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def rectangle(window: Window) -> Polygon:
    """The corners of a window."""
    x, y, width, height = map(float, window)
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def drift(mount: Mount, empty: Picture, now: Picture) -> tuple[str, ...]:
    """What is another way than when the mount was calibrated, in sentences; nothing: all is well.

    `empty` is the mount's picture without a card, `now` what the camera sees, also without one.
    """
    height, width = now.shape[:2]
    if (width, height) != mount.size:
        was = f"{mount.size[0]}x{mount.size[1]}"
        return (f"The picture is {width}x{height}, and was {was}: set the camera back.",)
    before, after = (_grey(picture, 256) for picture in (empty, now))
    said = []
    ratio = (float(after.mean()) + 1) / (float(before.mean()) + 1)
    if not 1 / _OTHER_LIGHT < ratio < _OTHER_LIGHT:
        said.append(
            f"It is {ratio:.0%} as bright as it was: look at the lamp and the exposure lock."
        )
    if float(before.std()) > _LEAST_TEXTURE:
        (across, down), _ = cv2.phaseCorrelate(
            before, after, cv2.createHanningWindow((256, 256), 5)
        )
        moved = across / 256 * width, down / 256 * height
        if max(abs(across), abs(down)) / 256 > _KNOCKED:
            said.append(
                f"The picture has moved by {moved[0]:.0f}, {moved[1]:.0f} pixels: the camera was "
                "knocked. Set it back or calibrate again."
            )
        sharp = [float(np.var(cv2.Laplacian(grey, cv2.CV_32F))) for grey in (before, after)]
        if not said and sharp[1] < _BLURRED * sharp[0] * min(1.0, ratio**2):
            said.append("It is less sharp than it was: clean the lens, look at the focus.")
    if mount.window and not said:
        scene, shown = (cut(picture, mount.window, mount.turn) for picture in (empty, now))
        if Presence(scene, []).of(shown) > _CHANGED:
            said.append("Something is in the window that was not there: take it out.")
    return tuple(said)


def _grey(picture: Picture, cells: int) -> Picture:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return cv2.resize(grey, (cells, cells), interpolation=cv2.INTER_AREA).astype(np.float32)
