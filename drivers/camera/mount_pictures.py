"""The pictures of a mount's folder, read and written; a damaged one is named in a sentence."""

from __future__ import annotations

from pathlib import Path

import cv2

from .mount import BadMount, Mount
from .photo import BadPicture, photo
from .picture import Picture
from .recogniser import PATCH
from .window import cut


def read_picture(path: Path) -> Picture:
    """A picture file as height x width x 3 bytes. Raises BadMount: what is wrong with it."""
    try:
        return photo(path)
    except BadPicture as bad:
        raise BadMount(str(bad)) from None


def write_picture(path: Path, picture: Picture) -> None:
    """Write a PNG, whole or not at all. Raises BadMount."""
    _, content = cv2.imencode(".png", picture)
    partial = path.with_suffix(".partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content.tobytes())
        partial.replace(path)
    except OSError as error:
        raise BadMount(f"Cannot write {path}: {error.strerror or error}.") from None


def empty_scene(mount: Mount) -> Picture:
    """The mount's picture without a card, of its full size. Raises BadMount."""
    picture = read_picture(mount.empty_file)
    _check(mount.empty_file, picture, mount.size)
    return picture


def empty_window(mount: Mount) -> Picture:
    """What the window shows without a card, upright. Raises BadMount."""
    assert mount.window is not None
    return cut(empty_scene(mount), mount.window, mount.turn)


def card_pictures(mount: Mount) -> list[tuple[str, Picture]]:
    """What the window showed of each card, upright, with the card. Raises BadMount."""
    assert mount.window is not None
    pictures = []
    for card, path in mount.card_files():
        picture = read_picture(path)
        _check(path, picture, mount.window[2:])
        pictures.append((card, cut(picture, (0, 0, *mount.window[2:]), mount.turn)))
    return pictures


def index_patches(mount: Mount) -> list[tuple[str, Picture]]:
    """The indexes that a table's camera was shown, with their cards. Raises BadMount."""
    patches = [(card, path, read_picture(path)) for card, path in mount.card_files()]
    for _, path, picture in patches:
        _check(path, picture, PATCH[::-1])
    return [(card, picture) for card, _, picture in patches]


def _check(path: Path, picture: Picture, size: tuple[int, int]) -> None:
    height, width = picture.shape[:2]
    if (width, height) != size:
        raise BadMount(
            f"{path} is {width}x{height} and should be {size[0]}x{size[1]}: it belongs to another "
            "calibration. Calibrate anew."
        )
