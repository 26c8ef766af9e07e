"""The eye: one picture in, the cards in it out. It knows no time and no table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .joiner import joined
from .locator import Small, Spot, located, small
from .net import Model
from .picture import Picture
from .recogniser import recognised
from .sight import NO_RANK, NO_SUIT, Box, Index, Seen

_LEAST_OF_STILL, _LEAST_OF_FILM = 0.12, 0.3  # score of a spot that is worth reading
_MOST = 160  # spots that are read in one picture: three decks
_SOME = 0.6  # probability of both a rank and a suit from which a spot is an index
_WIDTHS_OF_FILM = (640, 320)  # px that a moving picture is looked at in
_INDEX_OF_FILM, _SMALLEST_SCALE = 11.0, 0.2  # px of an index there, where it is known
_LONG_SIDES = (2048, 1280, 640, 320)  # px that a still picture is looked at in


def scales_of_still(width: int, height: int) -> tuple[float, ...]:
    """The scales to look for cards of any size in a picture of so many px."""
    longest = max(width, height)
    return tuple(side / longest for side in _LONG_SIDES if side <= 2.1 * longest) or (1.0,)


def scales_of_film(width: int, index_height: float = 0.0) -> tuple[float, ...]:
    """The scales at which a moving picture is looked at, where there is little time.

    `width` is the picture's in px, `index_height` that of its indexes, 0 where it is not known.
    """
    if index_height:
        return (min(1.0, max(_SMALLEST_SCALE, _INDEX_OF_FILM / index_height)),)
    return tuple(min(1.0, side / width) for side in _WIDTHS_OF_FILM)


class Eye:
    """Sees cards in pictures with a model.

    `scales` are those that indexes of a film are looked for at; None: any size, as in a photograph.
    At scale 1 indexes 6 to 60 px high are found. A film shows a card again: what is hardly an
    index is left out.
    """

    def __init__(self, model: Model, scales: tuple[float, ...] | None = None) -> None:
        self._model, self._scales = model, scales
        self.is_live = scales is not None

    def look(self, picture: Picture) -> tuple[Seen, ...]:
        """The cards in a picture, height x width x 3 BGR."""
        return joined(self.indexes(picture))

    def smalls(self, picture: Picture) -> list[Small]:
        """The picture at each scale that it is looked at in, the largest first."""
        high, wide = picture.shape[:2]
        return [small(picture, scale) for scale in self._scales or scales_of_still(wide, high)]

    def indexes(self, picture: Picture) -> list[Index]:
        """Every index in a picture that is more likely one than none."""
        return self.indexes_in(picture, self.smalls(picture), None, lambda _: True)

    def indexes_in(
        self,
        picture: Picture,
        smalls: Sequence[Small],
        areas: Sequence[Box] | None,
        is_asked: Callable[[Spot], bool],
    ) -> list[Index]:
        """The same in some areas of it only, and of those spots that are asked for."""
        least = _LEAST_OF_FILM if self._scales else _LEAST_OF_STILL
        found = located(self._model.locator, smalls, least, areas)
        spots = [spot for spot in found if is_asked(spot)][:_MOST]
        ranks, suits = recognised(self._model.recogniser, picture, spots)
        return [
            Index(spot.at, spot.height, spot.angle, spot.centre,
                  tuple(map(float, rank)), tuple(map(float, suit)))
            for spot, rank, suit in zip(spots, ranks, suits, strict=True)
            if (1 - rank[NO_RANK]) * (1 - suit[NO_SUIT]) > _SOME
        ]  # fmt: skip
