"""A table as the watch sees it, told in the game's words: cards, hands and light.

Each picture is a map of what lies on top at each of its small pixels; from it come the masks, and
an index is seen where nothing covers it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from drivers.camera.glance import Face, Facts, Glance, Thing, Witnessed
from drivers.camera.mount import TABLE, Mount
from drivers.camera.shape import Outline
from drivers.camera.sight import Seen
from drivers.camera.watch import Watch

from .cards_seen import ends, seen

FPS = 25
SIZE = (640, 360)
SCALE = 0.25
TALL = 88.0  # px: a card's height
Point = tuple[float, float]
ReadAs = Callable[[int], "tuple[str, float, float] | None"]  # picture -> label, sure, suit sure


@dataclass(eq=False)
class Piece:
    """Something on the table: a card with its label, a face without index, a hand (no face)."""

    shape: Outline
    card: str = ""
    face: Face | None = None
    read_as: ReadAs | None = None
    is_blurred: bool = False


class Felt:
    """The table, and the watch over it."""

    def __init__(self, places: dict[str, tuple[Point, ...]] | None = None) -> None:
        self.watch = Watch(Mount(TABLE, SIZE, places) if places else None)
        self.pieces: list[Piece] = []  # the last one is on top
        self.said: list[Witnessed] = []
        self.frame = 0
        self._before: np.ndarray | None = None
        self._numbers: dict[int, int] = {}

    @property
    def told(self) -> str:
        """What was told so far, in a line: `9H`, `9?`, `unreadable`, `cut_card`."""
        return " ".join(one.card or one.kind.value for one in self.said)

    def lay(self, card: str, at: Point, angle: float = 0.0, read_as: ReadAs | None = None) -> Piece:
        """A card lies there from the next picture on."""
        piece = Piece(Outline(at, angle, TALL), card, read_as=read_as)
        self.pieces.append(piece)
        return piece

    def lay_face(self, face: Face, at: Point, angle: float = 0.0) -> Piece:
        """A card-shaped thing without an index."""
        piece = Piece(Outline(at, angle, TALL), face=face)
        self.pieces.append(piece)
        return piece

    def deal(self, card: str, to: Point, angle: float = 0.0, pictures: int = 4) -> Piece:
        """A card comes from the upper right, too fast to be read, and lies still."""
        piece = self.lay(card, (SIZE[0] - 60.0, 20.0), angle)
        self.slide(piece, to, pictures)
        return piece

    def slide(
        self, piece: Piece, to: Point, pictures: int = 4, angle: float | None = None,
        *, is_read: bool = False,
    ) -> None:  # fmt: skip
        """It moves there in so many pictures, read meanwhile or too blurred for it."""
        x, y = piece.shape.centre
        start = piece.shape.angle
        end = start if angle is None else angle
        piece.is_blurred = not is_read
        for step in range(1, pictures + 1):
            part = step / pictures
            at = (x + (to[0] - x) * part, y + (to[1] - y) * part)
            piece.shape = Outline(at, (start + (end - start) * part) % math.pi, TALL)
            if step == pictures:
                piece.is_blurred = False
            self.wait(1)

    def take(self, *pieces: Piece, pictures: int = 4) -> None:
        """They are drawn off the table together, and are gone."""
        for piece in pieces:
            piece.is_blurred = True
        for _ in range(pictures):
            for piece in pieces:
                piece.shape = piece.shape.moved((0, (SIZE[1] + TALL) / pictures))
            self.wait(1)
        for piece in pieces:
            self.pieces.remove(piece)

    def hand_over(self, at: Point, tall: float = 130.0) -> Piece:
        """A hand lies there from the next picture on."""
        hand = Piece(Outline(at, 0.0, tall))
        self.pieces.append(hand)
        return hand

    def away(self, piece: Piece) -> None:
        """It is not there in the next picture."""
        self.pieces.remove(piece)

    def wait(self, pictures: int = 10) -> None:
        """So many pictures pass."""
        for _ in range(pictures):
            self._see()

    def light_switched(self, pictures: int = 3) -> None:
        """All of the picture changes, for so many pictures."""
        for _ in range(pictures):
            self._see(changed=True)

    def knocked(self, by: Point) -> None:
        """The camera is knocked: it shakes, and then sees everything so far away."""
        for _ in range(3):
            self._see(changed=True)
        for piece in self.pieces:
            piece.shape = piece.shape.moved(by)
        self._see(changed=True, shift=by)

    def lost(self) -> None:
        """The camera is lost."""
        self.said += self.watch.lost()

    def _see(self, *, changed: bool = False, shift: Point | None = None) -> None:
        top = self._top()
        before = top if self._before is None else self._before
        self._before = top
        owner = {number: piece for piece, number in self._numbered()}
        white = [n for n, piece in owner.items() if piece.card or piece.face in (Face.WHITE,)]
        facts = Facts(
            SCALE,
            felt=top == 0,
            moving=top != before,
            paper=np.isin(top, white),
            changed=changed,
            shift=shift,
        )
        facts = Facts(
            SCALE, facts.felt, facts.moving, facts.paper,
            () if changed else self._things(top, facts), changed, shift,
        )  # fmt: skip
        cards = () if changed else self._cards(top)
        glance = Glance(self.frame, self.frame / FPS, cards, facts)
        self.said += self.watch.see(glance)
        self.frame += 1

    def _numbered(self) -> list[tuple[Piece, int]]:
        """Each piece with its number in the map: its own, for as long as it does not move."""
        return [
            (
                piece,
                self._numbers.setdefault(hash((id(piece), piece.shape)), len(self._numbers) + 1),
            )
            for piece in self.pieces
        ]

    def _top(self) -> np.ndarray:
        top = np.zeros((round(SIZE[1] * SCALE), round(SIZE[0] * SCALE)), np.int32)
        for piece, number in self._numbered():
            at = np.rint(np.asarray(piece.shape.corners) * SCALE).astype(np.int32)
            cv2.fillConvexPoly(top, at, number)
        return top

    def _cards(self, top: np.ndarray) -> tuple[Seen, ...]:
        return tuple(
            card
            for piece, number in self._numbered()
            if piece.card and not piece.is_blurred
            for card in self._seen(piece, number, top)
        )

    def _seen(self, piece: Piece, number: int, top: np.ndarray) -> list[Seen]:
        shown = [end for end, at in enumerate(ends(piece.shape)) if _is_free(top, at, number)]
        as_what = piece.read_as(self.frame) if piece.read_as else (piece.card, 0.97, 0.97)
        if not shown or as_what is None:
            return []
        label, sure, suit_sure = as_what
        return [seen(label, piece.shape, sure=sure, suit_sure=suit_sure, shown=shown)]

    def _things(self, top: np.ndarray, facts: Facts) -> tuple[Thing, ...]:
        return tuple(
            Thing(piece.shape, piece.face)
            for piece, number in self._numbered()
            if piece.face is not None
            and facts.share(top == number, piece.shape.corners) > 0.97
            and facts.share(facts.moving, piece.shape.corners) == 0
        )


def _is_free(top: np.ndarray, at: Point, number: int) -> bool:
    x, y = (round(v * SCALE) for v in at)
    part = top[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2]
    return bool(part.size == 9 and (part == number).all())
