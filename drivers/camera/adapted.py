"""A reader that knows one mount: what it sees is compared with pictures of that mount's own cards.

No network: each calibration picture is laid over the window, and the likest ones are weighed
against each other only where they differ. So the light, the deck and the optics are those of the
mount, and a card that cannot be told from another is told so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from server.baccarat.cards import CARDS

from .contrast import Grid, cells_of, coarse, contrast, paper, shifts
from .laying import Lay, Sheet, Stack, begun, dot
from .likest import Likest, Rival
from .picture import Picture

_NAMES = tuple(CARDS)
_REACH = 1 / 6  # of the window: so far may a card lie beside where it was calibrated
_ROUGH = 0.375  # of the resolution, in which all samples are compared
_RIVALS = 4  # the likest cards that are weighed against the likest one
_NEAR = 0.2  # of likeness behind the likest: such samples are looked at closely
_LEAST_LAID, _MOST_LAID, _MOST_OF_A_CARD = 8, 10, 2
_IS_TURNED = 0.5  # a deck's likeness to itself turned around, above which a card may be turned
_NONE = -1.0
_NOTHING = np.zeros(0, np.float32)

Flat = NDArray[np.float32]


class Samples:
    """The calibration pictures of a mount, prepared: window pictures of one size, turned upright.

    `can_turn`: a card that lies the other way around looks like the same card in this window;
    None: find out.
    """

    def __init__(
        self, pictures: Iterable[tuple[str, Picture]], *, can_turn: bool | None = None
    ) -> None:
        named = list(pictures)
        if not named:
            raise ValueError("There are no pictures of cards to compare with.")
        height, width = named[0][1].shape[:2]
        self._cells = cells_of(width, height)
        grids = [contrast(picture, self._cells) for _, picture in named]
        self.cards = tuple(card for card, _ in named)
        self._owner = np.arange(len(named))
        reach = (max(1, round(side * _ROUGH * _REACH)) for side in self._cells)
        self._reach = next(reach), next(reach)
        self._prepare(grids)
        masks = [paper(picture, self._cells) for _, picture in named]
        turned = [np.ascontiguousarray(grid[::-1, ::-1]) for grid in grids]
        if self._looks_the_same(turned) if can_turn is None else can_turn:
            self._owner = np.tile(self._owner, 2)
            grids += turned
            masks += [np.ascontiguousarray(mask[::-1, ::-1]) for mask in masks]
            self._prepare(grids)
        self._small, self._large = Sheet([coarse(grid) for grid in grids]), Sheet(grids, masks)

    def _prepare(self, grids: list[Grid]) -> None:
        small = [coarse(grid, _ROUGH) for grid in grids]
        self._rows = np.array([grid.ravel() for grid in small])
        self._numbers = np.array([_NAMES.index(self.cards[owner]) for owner in self._owner])
        shown = shifts(np.ones_like(small[0]), *self._reach)
        self._powers = np.square(self._rows) @ shown.T + 1e-6

    def _looks_the_same(self, turned: list[Grid]) -> bool:
        own = [self._coarsely(grid)[number].max() for number, grid in enumerate(turned)]
        return float(np.median(own)) > _IS_TURNED

    def likest(
        self, picture: Picture, without: Collection[int] = (), *, ink: Grid | None = None
    ) -> Likest:
        """The card that a picture of the window is likest to, and its rivals, the nearest first.

        `without` leaves out samples, by their number among the pictures; `ink` is the picture's
        contrast where that is known.
        """
        grid = contrast(picture, self._cells) if ink is None else ink
        alike = self._coarsely(grid)
        if without:
            alike[np.isin(self._owner, [*without])] = _NONE
        numbers, start = self._starts(alike)
        rough = self._small.fit(coarse(grid), numbers, start, rounds=2)
        chosen = self._closest(numbers, rough)
        numbers = [numbers[at] for at in chosen]
        lay = self._large.fit(grid, numbers, rough.of(chosen, scale=2), rounds=1)
        shown, is_card = self._large.show(numbers, lay)
        likeness = _likeness(grid.ravel(), shown, is_card)
        order = np.argsort(-likeness)
        best, *others = (_NAMES[self._numbers[numbers[at]]] for at in order)
        leads = _leads(grid.ravel(), shown[order], is_card[order])
        rivals = sorted(map(Rival, others, leads), key=lambda rival: rival.lead)
        return Likest(best, float(likeness.max()), tuple(rivals))

    def _coarsely(self, grid: Grid) -> NDArray[np.float32]:
        """The likeness of each sample in each shift, at a part of the resolution."""
        seen = shifts(coarse(grid, _ROUGH), *self._reach)
        power = dot(seen, seen) + 1e-6
        # Not numpy's product: its threads wait for a processor that others use, up to 20 ms.
        both = cv2.gemm(self._rows, seen, 1, _NOTHING, 0, flags=cv2.GEMM_2_T)
        return np.asarray(both / np.sqrt(self._powers * power), dtype=np.float32)

    def _starts(self, alike: NDArray[np.float32]) -> tuple[list[int], Lay]:
        """The samples to look at closely, and where they lie best in whole cells."""
        likest = alike.max(axis=1)
        each = likest.tolist()
        order = [number for number in np.argsort(-likest).tolist() if each[number] > _NONE]
        count: Counter[int] = Counter()
        numbers: list[int] = []
        for number in order:
            is_far = each[number] < each[order[0]] - _NEAR and len(numbers) >= _LEAST_LAID
            if is_far or len(numbers) == _MOST_LAID:
                break
            count[card := int(self._numbers[number])] += 1
            if count[card] <= _MOST_OF_A_CARD:
                numbers.append(number)
        places = (divmod(int(alike[number].argmax()), 2 * self._reach[0] + 1) for number in numbers)
        across, down = self._reach
        moved = [(right - across, low - down) for low, right in places]
        return numbers, begun(moved).of(range(len(moved)), scale=0.5 / _ROUGH)

    def _closest(self, numbers: list[int], lay: Lay) -> list[int]:
        """The best sample of each of the likest cards, among them another suit of the first."""
        best: dict[int, int] = {}  # of a card
        for at in np.argsort(-lay.likeness):
            best.setdefault(int(self._numbers[numbers[at]]), int(at))
        cards = [*best]
        of_rank = [card for card in cards[1:] if _NAMES[card][0] == _NAMES[cards[0]][0]]
        near = cards[: _RIVALS + 1]
        return [best[card] for card in (*near, *(set(of_rank[:1]) - set(near)))]


def _likeness(seen: Flat, shown: Stack, is_card: Stack) -> Flat:
    """How alike each sample is on its paper: card edges would make any two cards alike."""
    known, found = shown * is_card, seen * is_card
    power, light = dot(known, known) + 1e-6, dot(found, found) + 1e-6
    return np.asarray(dot(known, found) / np.sqrt(power * light))


def _leads(seen: Flat, shown: Stack, is_card: Stack) -> list[float]:
    """How far the first sample is ahead of each other one, mostly where they differ most.

    That is where a pip is and is not: what else differs is the light and the last half cell.
    """
    first, others = shown[0], shown[1:]
    apart = (first - others) * (is_card[0] * is_card[1:])
    middle = (first + others) / 2
    weighed = apart * np.square(apart)
    half = dot(apart, weighed) / 2 + 1e-6
    return [float(lead) for lead in dot(seen - middle, weighed) / half]
