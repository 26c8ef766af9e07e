"""A mount: one camera over one table or in one shoe, as it was calibrated; a folder to be copied.

The folder holds `mount.json` (what stands here), `empty.png` (the scene without a card, in colour,
of the full size) and `cards/9H-1.png` ...: what the window showed of each card, in shoe mode, and
in table mode the surroundings of one index of it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from server.baccarat.cards import CARDS, CARDS_IN_A_DECK

from .. import BadReader
from .limits import Limits
from .mount_file import FILE, checked
from .sight import Point

Polygon = tuple[Point, ...]
Window = tuple[int, int, int, int]  # x, y, width, height

EMPTY, CARDS_FOLDER = "empty.png", "cards"
TABLE, SHOE = "table", "shoe"
PLACES = ("P1", "P2", "P3", "B1", "B2", "B3")
LEAST_READ = 0.9  # of a deck's cards; the crew types the others. A wrong one is too many
_CARD_FILE = re.compile(r"([A2-9TJQK][SHDC])-\d{1,3}\.png")
_LIMITS = Limits()  # before anything was measured
_LARGEST = 64 * 2**20  # bytes of a picture of the folder


class BadMount(BadReader):
    """A folder that is no mount, or one that may not be used; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """What the calibration measured on its own pictures, each read with the help of the others.

    `read` of `of` cards were read right; `unsure`, `wrong` and `missing`, of which there was no
    picture, name the others. `copied` of the cards had one picture only and were read in changed
    copies of it, which says less.
    """

    read: int
    of: int
    unsure: tuple[str, ...] = ()
    wrong: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    copied: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether a table may rely on it."""
        enough = self.of >= CARDS_IN_A_DECK and self.read >= LEAST_READ * self.of
        return enough and not self.wrong

    def __str__(self) -> str:
        """As people read it: `51 of 52 read; 6C not sure`."""
        said = [f"{self.read} of {self.of} read"]
        said += [f"{' '.join(self.unsure)} not sure"] * bool(self.unsure)
        said += [f"{' '.join(self.wrong)} WRONG"] * bool(self.wrong)
        said += [f"{' '.join(self.missing)} not shown"] * bool(self.missing)
        said += [f"{self.copied} in changed copies of their one picture"] * bool(self.copied)
        return "; ".join(said)


@dataclass(frozen=True, slots=True)
class Mount:
    """How one camera stands. Lengths are in pixels of its picture, whose `size` is (w, h).

    `places` are where the cards of P1 to B3 lie (table mode; empty: not told apart). `window` is
    where the card shows and `turn` by how many degrees (0, 90, 180, 270) it is turned clockwise to
    have its index upright (shoe mode). `index_height` is that of rank and suit together, 0 where
    it is not known. `exposure` are the camera's controls as they were locked. `accuracy` is None
    where nothing was measured, and `limits` are what it was measured with; `accepted`: somebody
    chose to use the mount whatever was measured. `folder` is where the pictures are.
    """

    mode: str
    size: tuple[int, int]
    places: Mapping[str, Polygon] = field(default_factory=dict)
    window: Window | None = None
    turn: int = 0
    index_height: float = 0.0
    exposure: Mapping[str, float] = field(default_factory=dict)
    created: str = ""
    accuracy: Accuracy | None = None
    limits: Limits = _LIMITS
    accepted: bool = False
    folder: Path = Path()

    @property
    def empty_file(self) -> Path:
        """The picture without a card."""
        return self.folder / EMPTY

    @property
    def may_be_used(self) -> bool:
        """Whether it may be read by at a table: a table's camera needs no cards, a shoe's does."""
        if self.accuracy is None:
            return self.accepted or self.mode == TABLE
        return self.accepted or self.accuracy.is_enough

    def card_files(self) -> tuple[tuple[str, Path], ...]:
        """Each calibration picture with the card on it, for example `9H`, in a fixed order."""
        found = sorted((self.folder / CARDS_FOLDER).glob("*.png"))
        named = ((_CARD_FILE.fullmatch(path.name), path) for path in found)
        return tuple((match[1], path) for match, path in named if match)

    def digest(self) -> str:
        """The SHA-256, in hex, of all that the folder says: kept with what is read through it.

        Raises BadMount where a file went away.
        """
        paths = [self.folder / FILE, self.empty_file, *(path for _, path in self.card_files())]
        kept = hashlib.sha256()
        for path in paths:
            content = _bytes(path)
            kept.update(f"{path.relative_to(self.folder).as_posix()} {len(content)}\n".encode())
            kept.update(content)
        return kept.hexdigest()


def load_mount(folder: Path) -> Mount:
    """The mount that a folder holds, whatever it measured. Raises BadMount: what is wrong where."""
    if not folder.is_dir():
        raise BadMount(f"There is no calibration folder {folder}. {how_to(folder)}")
    path = folder / FILE
    try:
        text = _bytes(path).decode("utf-8")
        said = checked(text)
    except ValueError as error:
        if isinstance(error, BadMount):
            raise
        why = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else str(error)
        raise BadMount(f"{path}: {why.rstrip('.')}. {how_to(folder)}") from None
    accuracy = Accuracy(**said.accuracy.model_dump()) if said.accuracy else None
    values = said.model_dump(exclude={"format", "accuracy", "limits"})
    limits = Limits(**said.limits.model_dump())
    mount = Mount(**values, accuracy=accuracy, limits=limits, folder=folder)
    _bytes(mount.empty_file)
    return mount


def mount_in_use(folder: Path) -> Mount:
    """The mount that a folder holds, to be read with at a table.

    Raises BadMount too where it has not been shown to read well enough; table mode needs no cards.
    """
    mount = load_mount(folder)
    if mount.may_be_used:
        return mount
    accept = f"use it as it is with `shoeboard calibrate --accept {folder}`"
    if mount.accuracy is None:
        raise BadMount(
            f"The calibration in {folder} was shown no cards, so nobody knows how well it reads. "
            f"{how_to(folder, SHOE)[:-1]} with `--cards` or `--show`, or {accept}."
        )
    raise BadMount(
        f"The calibration in {folder} is not good enough: {mount.accuracy}. Calibrate again, "
        f"or {accept}."
    )


def save_mount(mount: Mount) -> None:
    """Write mount.json into the mount's folder, whole or not at all. Raises BadMount."""
    said = asdict(mount)
    del said["folder"]
    text = json.dumps({"format": 1, **said}, indent=2) + "\n"
    path = mount.folder / FILE
    try:
        checked(text)
        mount.folder.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise BadMount(f"Cannot write {path}: {error.strerror or error}.") from None
    except ValueError as error:
        raise BadMount(f"This is no calibration to keep: {str(error).rstrip('.')}.") from None


def card_file(folder: Path, card: str, number: int) -> Path:
    """Where a folder keeps the calibration picture of a card, counted from 1."""
    assert card in CARDS
    return folder / CARDS_FOLDER / f"{card}-{number}.png"


def how_to(folder: Path, mode: str = TABLE) -> str:
    """The sentence that says how a mount is made."""
    return f"Calibrate: `shoeboard calibrate camera:SOURCE --mode {mode} -o {folder}`."


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
    except OSError as error:
        why = error.strerror or str(error)
        folder = path.parent.parent if path.parent.name == CARDS_FOLDER else path.parent
        raise BadMount(f"Cannot read {path}: {why}. {how_to(folder)}") from None
    if len(content) > _LARGEST:
        raise BadMount(f"{path} is larger than any picture or mount: copy the folder anew.")
    return content
