"""A calibration while it is done: a camera, what was set and shown so far, and the folder to be.

Used by the `calibrate` command, and for the console by a process of its own. What cannot be done
is a BadMount, with a sentence.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from .address import address
from .calibration import average, trouble
from .laid import suit_of
from .mount import (
    CARDS_FOLDER,
    SHOE,
    TABLE,
    Accuracy,
    BadMount,
    Mount,
    Polygon,
    Window,
    save_mount,
)
from .mount import card_file as file_of
from .mount_file import FILE
from .mount_pictures import write_picture
from .picture import Picture
from .presence import Presence
from .proof import measured
from .shown import shown as as_jpeg
from .sources import source
from .table_cards import TableCards
from .taker import Taker
from .window import cut

FRAMES = 16  # of the empty scene
_OF_A_CARD = 4  # frames
_WAIT_S, _OPEN_S = 3.0, 15.0
_SHOWS = 0.25  # presence of a card


class Sitting:
    """One calibration. `camera` is what follows `camera:` in a reader's URL; empty: no camera."""

    def __init__(self, mode: str, camera: str, exposure: Mapping[str, float]) -> None:
        self.mount = Mount(mode, (0, 0), exposure=dict(exposure))
        self.empty: Picture | None = None
        self._cards: dict[str, list[Picture]] = {}  # shoe mode: what the window showed
        self._laid = TableCards()  # table mode
        self._taker: Taker | None = None
        self._newest: Picture | None = None
        if camera:
            before = Mount(mode, (1280, 720), exposure=dict(exposure))
            self._taker = Taker(
                source(address(camera), before), 0, clock=time.monotonic, is_paced=True
            )

    @property
    def is_table(self) -> bool:
        """Whether the camera looks at a table, and not into a shoe."""
        return self.mount.mode == TABLE

    def picture(self) -> Picture:
        """What the camera sees now; the last picture of a film that is over."""
        if self._taker is None:
            raise BadMount("There is no camera: name one, or give the pictures as files.")
        wait = _WAIT_S if self._newest is not None else _OPEN_S
        frame = self._taker.next(wait)
        if frame is None and not (self._taker.is_over and self._newest is not None):
            why = self._taker.error or (
                "it shows nothing: look at the lens and the light"
                if self._taker.is_plain
                else f"no picture came for {wait:g} s"
            )
            raise BadMount(f"The camera cannot be used: {why}.")
        if frame is not None:
            self._newest = frame.picture
        assert self._newest is not None
        self._have_size(self._newest)
        return self._newest

    def lock(self) -> Mapping[str, float]:
        """Keep light and focus as the camera has them now; returns the controls that it has."""
        self.picture()
        assert self._taker
        if not self._taker.locked:
            raise BadMount(
                "Exposure cannot be locked from here: set it in the camera's own program, "
                "where it has one."
            )
        self.mount = replace(self.mount, exposure=self._taker.locked)
        return self._taker.locked

    def live(self) -> bytes:
        """What the camera sees now, as a small JPEG."""
        return as_jpeg(self.picture(), ())

    def pictures(self, count: int) -> list[Picture]:
        """The next pictures of the camera."""
        return [self.picture() for _ in range(count)]

    def take_empty(self, given: Picture | None = None, frames: int = FRAMES) -> None:
        """Record the scene without a card, which must be still and lit."""
        pictures = self.pictures(frames) if given is None else [given]
        if why := trouble(pictures):
            raise BadMount(f"The empty scene cannot be used: {why}.")
        self._have_size(pictures[0])
        self.empty = average(pictures)

    def set_window(self, window: Window | None, turn: int) -> None:
        """Where the card shows in a shoe, and how it is turned upright; what was shown is void."""
        self.mount = replace(self.mount, window=window, turn=turn, accuracy=None)
        self._cards.clear()

    def set_places(self, places: Mapping[str, Polygon], index_height: float = 0.0) -> None:
        """Where the cards of P1 to B3 lie, and how high their indexes are in px, 0: unknown."""
        self.mount = replace(self.mount, places=dict(places), index_height=index_height)

    def take_card(self, card: str, given: Picture | None = None) -> None:
        """Keep what shows of a card; `given`: a whole picture, or in shoe mode one of the window.

        Over a table the card must lie alone.
        """
        if self.is_table:
            self._take_laid((card,), given)
            return
        if self.empty is None or self.mount.window is None:
            raise BadMount("Before cards are shown, set the window and record the empty scene.")
        if given is None:
            pictures = self.pictures(_OF_A_CARD)
            if why := trouble([self._cut(picture) for picture in pictures]):
                raise BadMount(f"{card} was not taken: {why}.")
            given = average(pictures)
        shown = self._cut(given)
        if Presence(self._turned(self._cut(self.empty)), []).of(self._turned(shown)) < _SHOWS:
            raise BadMount(f"{card} was not taken: nothing is in the window.")
        self._cards.setdefault(card, []).append(shown)

    def take_suit(self, suit: str, given: Picture | None = None) -> None:
        """Keep what a table's camera sees of a suit (as S): ace to king, as a page is read."""
        if not self.is_table:
            raise BadMount("In a shoe the cards are shown one by one.")
        self._take_laid(suit_of(suit), given)

    def _take_laid(self, cards: Sequence[str], given: Picture | None) -> None:
        if self.empty is None:
            raise BadMount("Before cards are shown, record the empty scene.")
        if given is None:
            pictures = self.pictures(_OF_A_CARD)
            if why := trouble(pictures):
                raise BadMount(f"The cards were not taken: {why}.")
            given = pictures[-1]  # as the reader will see it: no average
        self._have_size(given)
        self._laid.take(cards, given, self.empty, self.mount.index_height)
        self.mount = replace(self.mount, accuracy=None)

    def drop_card(self, card: str) -> None:
        """Forget the last picture of a card."""
        self._laid.drop(card)
        if self._cards.get(card):
            self._cards[card].pop()

    def shown(self) -> dict[str, int]:
        """How many pictures there are of each card that was shown."""
        if self.is_table:
            return self._laid.shown()
        return {card: len(pictures) for card, pictures in self._cards.items() if pictures}

    def measure(self) -> Accuracy | None:
        """What the pictures of the cards are worth; None where there are none."""
        if self.is_table:
            height = self.mount.index_height or self._laid.index_height
            self.mount = replace(self.mount, accuracy=self._laid.measure(), index_height=height)
            return self.mount.accuracy
        named = [(card, self._turned(one)) for card, all_ in self._cards.items() for one in all_]
        if not named:
            return None
        assert self.empty is not None
        empty = self._turned(self._cut(self.empty))
        _, limits, accuracy = measured(named, empty)
        self.mount = replace(self.mount, limits=limits, accuracy=accuracy)
        return accuracy

    def save(self, folder: Path, *, accepted: bool = False, may_replace: bool = False) -> Mount:
        """Write the folder; one that is there is replaced only where that is allowed."""
        if self.empty is None:
            raise BadMount("Record the empty scene first.")
        if (folder / FILE).exists():
            if not may_replace:
                raise BadMount(
                    f"There is a calibration in {folder} already: name another folder, or allow "
                    "that it is replaced (--replace)."
                )
            shutil.rmtree(folder / CARDS_FOLDER, ignore_errors=True)
        now = datetime.now(UTC).isoformat(timespec="seconds")
        mount = replace(self.mount, folder=folder, created=now, accepted=accepted)
        save_mount(mount)
        write_picture(mount.empty_file, self.empty)
        for card, pictures in (self._cards | self._laid.patches()).items():
            for number, picture in enumerate(pictures, start=1):
                write_picture(file_of(folder, card, number), picture)
        return mount

    def close(self) -> None:
        """Let go of the camera."""
        if self._taker:
            self._taker.give_up()
            self._taker.join(0.5)

    def _have_size(self, picture: Picture) -> None:
        size = picture.shape[1], picture.shape[0]
        if self.mount.size == (0, 0):
            whole = (0, 0, *size) if self.mount.mode == SHOE else None
            window = self.mount.window or whole
            self.mount = replace(self.mount, size=size, window=window)
        elif self.mount.size != size:
            wide, high = self.mount.size
            raise BadMount(f"This picture is {size[0]}x{size[1]}, the first was {wide}x{high}.")

    def _cut(self, picture: Picture) -> Picture:
        """What the window shows, not turned."""
        assert self.mount.window is not None
        size = picture.shape[1], picture.shape[0]
        if size == self.mount.window[2:]:
            return picture
        self._have_size(picture)
        return cut(picture, self.mount.window, 0)

    def _turned(self, shown: Picture) -> Picture:
        return cut(shown, (0, 0, shown.shape[1], shown.shape[0]), self.mount.turn)
