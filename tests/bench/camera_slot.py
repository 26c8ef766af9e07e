"""The slot camera's figures: calibrated on some pictures of each card, the others are read."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from drivers.camera.limits import SURE
from drivers.camera.mount import Accuracy, load_mount
from drivers.camera.photo import photo
from drivers.camera.sight import Seen
from drivers.camera.sitting import Sitting
from drivers.camera.slot import Slot
from server.baccarat.cards import CARDS

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "cards" / "slot"
_EMPTY = FOLDER / "slot_Nothing_0.png"
_NEGATIVES = ("Black_Joker", "Nothing")
_ALL = range(4)
SPLITS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3), (0,), (1,), (2,), (3,))


@dataclass(frozen=True, slots=True)
class Split:
    """What became of the pictures that were not calibrated on."""

    calibrated_on: tuple[int, ...]
    accuracy: Accuracy
    right: int
    unsure: tuple[str, ...]
    wrong: tuple[str, ...]  # `9D as 6D`
    negatives_read: int
    ms: float

    def __str__(self) -> str:
        total = self.right + len(self.unsure) + len(self.wrong)
        chosen = ", ".join(map(str, self.calibrated_on))
        return (
            f"slot, calibrated on {chosen} ({self.accuracy}): {self.right} of {total} right, "
            f"{len(self.unsure)} unsure{_list(self.unsure)}, {len(self.wrong)} wrong"
            f"{_list(self.wrong)}, negatives read {self.negatives_read}, {self.ms:.1f} ms a picture"
        )


def figures(calibrated_on: Sequence[int], folder: Path = FOLDER) -> Split:
    """Calibrate on these of the four pictures of each card, and read the others."""
    with TemporaryDirectory() as kept:
        sitting = Sitting("shoe", "", {})
        sitting.take_empty(photo(_EMPTY))
        for card, number in _pictures(calibrated_on):
            sitting.take_card(card, photo(_file(folder, card, number)))
        accuracy = sitting.measure()
        assert accuracy is not None
        sitting.save(Path(kept))
        slot = Slot(load_mount(Path(kept)))
    took, right, unsure, wrong = [], 0, [], []
    for card, number in _pictures([one for one in _ALL if one not in calibrated_on]):
        picture = photo(_file(folder, card, number))
        began = time.perf_counter()
        said = _sure(slot.look(picture))
        took.append(time.perf_counter() - began)
        right += said == card
        if said in ("", card[0] + "?"):
            unsure.append(card)
        elif said != card:
            wrong.append(f"{card} as {said}")
    negatives = [folder / f"slot_{name}_{number}.png" for name in _NEGATIVES for number in _ALL]
    read = sum(bool(_sure(slot.look(photo(path)))) for path in negatives)
    ms = 1000 * statistics.median(took)
    return Split(tuple(calibrated_on), accuracy, right, tuple(unsure), tuple(wrong), read, ms)


def lines() -> Iterator[str]:
    """A line for each split; one that says so where there are no pictures."""
    if not FOLDER.is_dir():
        yield f"slot camera: no photographs in {FOLDER}"
        return
    for split in SPLITS:
        yield str(figures(split))


def _pictures(numbers: Sequence[int]) -> Iterator[tuple[str, int]]:
    return ((card, number) for card in CARDS for number in numbers)


def _file(folder: Path, card: str, number: int) -> Path:
    return folder / f"slot_{card[1]}{card[0]}_{number}.png"


def _sure(seen: tuple[Seen, ...]) -> str:
    if not seen:
        return ""
    (rank, sure), (suit, suit_sure) = seen[0].rank, seen[0].suit
    return rank + (suit if suit_sure >= SURE else "?") if rank and sure >= SURE else ""


def _list(names: Sequence[str]) -> str:
    return f" ({' '.join(names)})" if names else ""


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
