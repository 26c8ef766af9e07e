"""Cards shown to a camera over a table: their indexes tune the eye, and prove how well it reads."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from server.baccarat.cards import CARDS

from .eye import Eye, scales_of_film
from .joiner import joined
from .laid import apart
from .locator import Spot
from .mount import Accuracy, BadMount
from .net import BadModel, Model, loaded
from .picture import Picture
from .recogniser import chances, patch
from .sight import Box, Index
from .tuned import features, tuned
from .verdict import verdict

_MISREAD = 3  # cards of a suit that are surely others: they lie in another order
_FOLDS = 2
_ANY_SIZE = (1.0, 0.5)  # scales that show indexes of 6 to 120 px


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A card that was shown once: its indexes as they were seen, and a patch of each."""

    card: str
    indexes: tuple[Index, ...]
    patches: tuple[Picture, ...]

    def said(self, models: Sequence[Model]) -> set[str]:
        """What is sure of it, each index read by the model in its place: one card, or none."""
        anew = [
            _anew(index, patch, model)
            for index, patch, model in zip(self.indexes, self.patches, models, strict=True)
        ]
        return {card for seen in joined(anew) if (card := verdict(seen).card)}


class TableCards:
    """The cards that were shown so far."""

    def __init__(self) -> None:
        self._examples: list[Example] = []
        self._model: Model | None = None

    @property
    def index_height(self) -> float:
        """How high their indexes are, in px; 0 before one was shown."""
        heights = [index.height for one in self._examples for index in one.indexes]
        return round(statistics.median(heights), 1) if heights else 0.0

    def take(
        self, cards: Sequence[str], picture: Picture, empty: Picture, index_height: float
    ) -> None:
        """Take the cards of a picture, which lie apart, and nothing else that is not on `empty`.

        They lie in the order in which a page is read, as the picture shows them. What is not seen
        of them counts as shown and not read. `index_height` is in px, 0 where it is not known.
        Raises BadMount, what is wrong.
        """
        boxes = apart(picture, empty, is_alone=len(cards) == 1)
        if len(boxes) != len(cards):
            raise BadMount(
                f"{_many(len(cards))} must lie there, and {len(boxes)} can be told apart: lay them "
                "so that the table shows between them, and nothing else."
            )
        height = index_height or self.index_height or self._height_in(picture)
        eye = Eye(self._loaded(), scales_of_film(picture.shape[1], height))  # as the reader will
        indexes = eye.indexes(picture)
        shown = [
            _example(card, picture, [one for one in indexes if _is_in(box, one)])
            for card, box in zip(cards, boxes, strict=True)
        ]
        if len(cards) > 1:
            _check_order(shown, self._loaded())
        self._examples += shown

    def drop(self, card: str) -> None:
        """Forget the last time that a card was shown."""
        for at in reversed(range(len(self._examples))):
            if self._examples[at].card == card:
                del self._examples[at]
                return

    def shown(self) -> dict[str, int]:
        """How many times each card was shown."""
        cards = [one.card for one in self._examples]
        return {card: cards.count(card) for card in CARDS if card in cards}

    def patches(self) -> dict[str, list[Picture]]:
        """The patches of each card, to be kept and tuned by."""
        kept: dict[str, list[Picture]] = {}
        for one in self._examples:
            kept.setdefault(one.card, []).extend(one.patches)
        return {card: patches for card, patches in kept.items() if patches}

    def measure(self) -> Accuracy | None:
        """What they are worth; None where none was shown."""
        return measured(self._loaded(), self._examples) if self._examples else None

    def _height_in(self, picture: Picture) -> float:
        """How high the indexes in a picture are, in px; 0 where none is seen."""
        seen = Eye(self._loaded(), _ANY_SIZE).look(picture)
        return statistics.median(one.height for one in seen) if seen else 0.0

    def _loaded(self) -> Model:
        try:
            self._model = self._model or loaded()
        except BadModel as bad:
            raise BadMount(f"Cards cannot be shown: {bad}") from None
        return self._model


def measured(model: Model, examples: Sequence[Example]) -> Accuracy:
    """How well cards are read after tuning, each index by a model that was tuned by others.

    A card that was shown several times is read in one picture by the others, and one that was shown
    once has each of its ends read by the other.
    """
    halves = _halves(examples)
    folds = [
        [(one.card, patch) for one, half in zip(examples, halves, strict=True)
         for patch, at in zip(one.patches, half, strict=True) if at != number]
        for number in range(_FOLDS)
    ]  # fmt: skip
    models = [tuned(model, fold) for fold in folds]
    read: dict[str, list[set[str]]] = {}
    for one, half in zip(examples, halves, strict=True):
        read.setdefault(one.card, []).append(one.said([models[at] for at in half]))
    right = [card for card in read if all(said == {card} for said in read[card])]
    wrong = [card for card in read if _is_wrong(card, set().union(*read[card]))]
    return Accuracy(
        read=len(right),
        of=len(CARDS),
        unsure=tuple(card for card in CARDS if card in read and card not in (*right, *wrong)),
        wrong=tuple(card for card in CARDS if card in wrong),
        missing=tuple(card for card in CARDS if card not in read),
    )


def _halves(examples: Sequence[Example]) -> list[list[int]]:
    """For each patch of each example, in which half of all of them it is: 0 or 1."""
    times = Counter(one.card for one in examples)
    before: Counter[str] = Counter()
    halves = []
    for one in examples:
        count = len(one.patches)
        is_again = times[one.card] > 1
        halves.append([before[one.card] % _FOLDS] * count if is_again else
                      [at % _FOLDS for at in range(count)])  # fmt: skip
        before[one.card] += 1
    return halves


def _anew(index: Index, patch: Picture, model: Model) -> Index:
    ranks, suits = chances(model.logits(features(model, [patch])))
    return replace(index, ranks=tuple(map(float, ranks[0])), suits=tuple(map(float, suits[0])))


def _example(card: str, picture: Picture, indexes: Sequence[Index]) -> Example:
    patches = [
        patch(picture, Spot(one.at, one.height, one.angle, one.centre, 1.0)) for one in indexes
    ]
    return Example(card, tuple(indexes), tuple(patches))


def _is_in(box: Box, index: Index) -> bool:
    (x, y, width, height), (across, down) = box, index.at
    return x <= across <= x + width and y <= down <= y + height


def _is_wrong(card: str, said: set[str]) -> bool:
    return bool(said - {card, f"{card[0]}?"})


def _check_order(shown: Sequence[Example], model: Model) -> None:
    read = [one.said([model] * len(one.patches)) for one in shown]
    if sum(_is_wrong(one.card, said) for one, said in zip(shown, read, strict=True)) >= _MISREAD:
        raise BadMount(
            f"They are read as {' '.join('/'.join(sorted(said)) or '?' for said in read)}, and "
            f"should be {' '.join(one.card for one in shown)}: lay them in this order, as a page "
            "is read in the picture."
        )


def _many(count: int) -> str:
    return "One card" if count == 1 else f"{count} cards"
