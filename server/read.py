"""The command that reads cards in pictures and films: read."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from drivers.camera.picture import Picture
    from drivers.camera.seer import Sees
    from drivers.camera.sight import Box
    from drivers.camera.verdict import Verdict


@click.command()
@click.argument("images", nargs=-1, type=click.Path(path_type=Path), metavar="IMAGE...")
@click.option(
    "--draw",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write each picture with the boxes of its cards into this folder.",
)
@click.option(
    "--video", type=click.Path(path_type=Path), help="Tell the events of this film instead."
)
@click.option(
    "--calibration",
    type=click.Path(path_type=Path, file_okay=False),
    help="The folder of the camera's calibration: of a shoe's mouth, what its window shows.",
)
def read(
    images: tuple[Path, ...], draw: Path | None, video: Path | None, calibration: Path | None
) -> None:
    """Read the cards in pictures: one JSON line an image.

    A line is {"file": "...", "cards": [{"card": "9H", "confidence": 0.98, "box": [x, y, w, h]}]},
    boxes in pixels; a card whose suit is not sure is `9?`, and what lies there but cannot be read
    is in "unreadable". A file that is no picture has an "error" instead; then exit 1.

    With --video FILE: one JSON line an event of the film, {"frame": N, "event": "card", "card":
    "9H", "confidence": 0.98, "place": null}; the other events are "unreadable" and "cut_card".
    """
    _need_opencv()
    if video is not None:
        if images or draw:
            raise click.UsageError("--video takes one film, and no pictures or --draw.")
        _tell_film(video, calibration)
        return
    if not images:
        raise click.UsageError("Say which pictures to read: shoeboard read IMAGE...")
    eye = _eye(calibration)
    were_pictures = [_tell_picture(path, draw, eye) for path in images]
    sys.exit(0 if all(were_pictures) else 1)


COMMANDS = (read,)


def _need_opencv() -> None:
    try:
        import_module("cv2")
    except ImportError as error:
        raise click.ClickException(
            f"OpenCV cannot be loaded ({error}): apt-get install libgl1 libglib2.0-0"
        ) from None


def _eye(calibration: Path | None) -> Sees:
    from drivers.camera.mount import SHOE, BadMount, load_mount
    from drivers.camera.mount_pictures import index_patches
    from drivers.camera.net import BadModel
    from drivers.camera.seer import seer
    from drivers.camera.slot import Slot

    try:
        mount = load_mount(calibration) if calibration else None
        is_shoe = mount is not None and mount.mode == SHOE
        shown = index_patches(mount) if mount and not is_shoe else []
        eye = seer(lambda warning: click.echo(warning, err=True), shown=shown)
        return Slot(mount, eye) if mount and is_shoe else eye
    except (BadModel, BadMount) as bad:
        raise click.ClickException(str(bad)) from None


def _tell_picture(path: Path, draw: Path | None, eye: Sees) -> bool:
    """Whether the file was a picture, of the size that the camera was calibrated at."""
    from drivers.camera.drawing import with_boxes
    from drivers.camera.limits import SURE
    from drivers.camera.mount import BadMount
    from drivers.camera.photo import BadPicture, photo
    from drivers.camera.slot import Slot
    from drivers.camera.verdict import verdict

    # A mount's own limits are in its probabilities: see limits.py.
    limits = (SURE, SURE, SURE) if isinstance(eye, Slot) else ()
    try:
        picture = photo(path)
        seen = [(one.box, verdict(one, *limits)) for one in eye.look(picture)]
        answer = told(str(path), seen)
    except (BadPicture, BadMount) as bad:
        click.echo(json.dumps({"file": str(path), "error": str(bad)}))
        return False
    click.echo(json.dumps(answer))
    if draw:
        _write(draw / f"{path.stem}.png", with_boxes(picture, _boxes(answer)))
    return True


def _tell_film(path: Path, calibration: Path | None) -> None:
    from drivers.camera.mount import BadMount, load_mount
    from drivers.camera.net import BadModel
    from drivers.camera.video import BadFilm, events_of, line

    try:
        mount = load_mount(calibration) if calibration else None
        for event in events_of(path, mount, lambda warning: click.echo(warning, err=True)):
            click.echo(json.dumps(line(event)))
    except (BadFilm, BadMount, BadModel) as bad:
        raise click.ClickException(str(bad)) from None


def told(file: str, seen: Iterable[tuple[Box, Verdict]]) -> dict[str, Any]:
    """What was seen in a picture, as its line says it."""
    cards, unreadable = [], []
    for where, said in seen:
        box = [round(part) for part in where]
        if said.card:
            cards.append({"card": said.card, "confidence": round(said.confidence, 3), "box": box})
        else:
            unreadable.append({"why": said.why, "box": box})
    return {"file": file, "cards": cards} | ({"unreadable": unreadable} if unreadable else {})


def _boxes(answer: dict[str, Any]) -> list[tuple[tuple[float, float, float, float], str, bool]]:
    cards = [
        (tuple(card["box"]), f"{card['card']} {card['confidence']:.0%}", True)
        for card in answer["cards"]
    ]
    return cards + [(tuple(one["box"]), "?", False) for one in answer.get("unreadable", [])]


def _write(path: Path, picture: Picture) -> None:
    import cv2

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}.") from None
