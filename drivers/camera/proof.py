"""How well a mount reads, and its limits, from its calibration pictures alone.

Each picture is read with the help of the others, never of itself. A card with a single picture is
read in changed copies of it instead: other light, another place, less sharp.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from server.baccarat.cards import CARDS

from .adapted import Samples
from .likest import Likest
from .limits import Limits, sure_card
from .mount import Accuracy
from .picture import Picture

_LEAST_LEAD, _MOST_LEAD = 0.3, 0.9  # a third of what differs; a rival is never so far ahead
_AHEAD = 0.1  # of the furthest wrong card
_FLAT = 0.02  # so far apart are a stranger and a known card at least
_STRANGER, _KNOWN = 0.2, 0.5  # of the way from a stranger's likeness to that of the same card

Named = tuple[str, Picture]


def measured(
    pictures: Sequence[Named], empty: Picture | None = None
) -> tuple[Samples, Limits, Accuracy]:
    """The samples of a mount, its limits and its accuracy.

    `pictures` are cards as the window showed them, upright, and `empty` is the window without one.
    Raises ValueError where there are none.
    """
    samples = Samples(pictures)
    tries = list(_tries(samples, pictures))
    limits = _limits(samples, pictures, tries, empty)
    read: dict[str, set[str]] = defaultdict(set)
    for card, seen in tries:
        read[card].add(sure_card(seen, limits))
    right = [card for card in read if read[card] == {card}]
    wrong = [card for card in read if any(_is_wrong(card, said) for said in read[card])]
    unsure = [card for card in read if card not in right and card not in wrong]
    count = Counter(card for card, _ in pictures)
    accuracy = Accuracy(
        read=len(right),
        of=len(CARDS),
        unsure=tuple(card for card in CARDS if card in unsure),
        wrong=tuple(card for card in CARDS if card in wrong),
        missing=tuple(card for card in CARDS if card not in read),
        copied=sum(number == 1 for number in count.values()),
    )
    return samples, limits, accuracy


def _is_wrong(card: str, said: str) -> bool:
    return bool(said) and (said[0] != card[0] or said[1] not in (card[1], "?"))


def _tries(samples: Samples, pictures: Sequence[Named]) -> list[tuple[str, Likest]]:
    """Each card as it is read without the picture that is read."""
    count = Counter(card for card, _ in pictures)
    tries = []
    for number, (card, picture) in enumerate(pictures):
        if count[card] > 1:
            tries.append((card, samples.likest(picture, without=(number,))))
        else:
            tries += [(card, samples.likest(change(picture))) for change in _CHANGES]
    return tries


def _limits(
    samples: Samples,
    pictures: Sequence[Named],
    tries: Sequence[tuple[str, Likest]],
    empty: Picture | None,
) -> Limits:
    numbers: dict[str, list[int]] = defaultdict(list)
    for number, card in enumerate(samples.cards):
        numbers[card].append(number)
    several = len(numbers) > 1
    # A stranger is like some card of the deck as its cards are like one another.
    strange = [
        samples.likest(picture, without=numbers[card]).likeness
        for card, picture in pictures[:: 1 + len(pictures) // 60]
    ] if several else [0.0]  # fmt: skip
    low = float(np.quantile(strange, 0.25))
    if empty is not None:
        low = max(low, samples.likest(empty).likeness)
    is_left_out = len(samples.cards) > len(numbers)
    own = [seen.likeness for card, seen in tries if seen.card == card] if is_left_out else []
    high = float(np.quantile(own, 0.05)) if own else float(np.quantile(strange, 0.9))
    apart = max(_FLAT, high - low)
    far = [seen.rivals[0].lead for card, seen in tries if seen.card != card and seen.rivals]
    lead = min(_MOST_LEAD, max([_LEAST_LEAD, *(lead + _AHEAD for lead in far)]))
    return Limits(
        stranger=round(low + _STRANGER * apart, 4),
        known=round(min(0.99, low + _KNOWN * apart), 4),
        lead=round(lead, 4),
    )


def _moved(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    by = np.array([[1, 0, 0.03 * width], [0, 1, -0.04 * height]], np.float32)
    moved = cv2.warpAffine(picture, by, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


def _darker(picture: Picture) -> Picture:
    slope = np.linspace(0.35, 0.7, picture.shape[1], dtype=np.float32)[None, :, None]
    return np.asarray(picture * slope, dtype=np.uint8)


def _softer(picture: Picture) -> Picture:
    spread = max(picture.shape[:2]) / 100
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), dtype=np.uint8)


_CHANGES: tuple[Callable[[Picture], Picture], ...] = (_moved, _darker, _softer)
