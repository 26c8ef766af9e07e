"""The command that reads cards in pictures: read."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from drivers.camera.picture import Picture
    from drivers.camera.sight import Seen


@click.command()
@click.argument("images", nargs=-1, type=click.Path(path_type=Path), metavar="IMAGE...")
@click.option(
    "--draw",
    type=click.Path(path_type=Path, file_okay=False),
    help="Write each picture with the boxes of its cards into this folder.",
)
def read(images: tuple[Path, ...], draw: Path | None) -> None:
    """Read the cards in pictures: one JSON line an image.

    A line is {"file": "...", "cards": [{"card": "9H", "confidence": 0.98, "box": [x, y, w, h]}]},
    boxes in pixels; a card whose suit is not sure is `9?`, and what lies there but cannot be read
    is in "unreadable". A file that is no picture has an "error" instead; then exit 1.
    """
    if not images:
        raise click.UsageError("Say which pictures to read: shoeboard read IMAGE...")
    from drivers.camera.drawing import with_boxes
    from drivers.camera.photo import BadPicture, photo
    from drivers.camera.seer import seer

    eye = seer(lambda warning: click.echo(warning, err=True))
    failed = False
    for path in images:
        try:
            picture = photo(path)
        except BadPicture as bad:
            click.echo(json.dumps({"file": str(path), "error": str(bad)}))
            failed = True
            continue
        seen = eye.look(picture)
        answer = told(str(path), seen)
        click.echo(json.dumps(answer))
        if draw:
            _write(draw / f"{path.stem}.png", with_boxes(picture, _boxes(answer)))
    sys.exit(1 if failed else 0)


COMMANDS = (read,)


def told(file: str, seen: tuple[Seen, ...]) -> dict[str, Any]:
    """What was seen in a picture, as its line says it."""
    from drivers.camera.verdict import verdict

    cards, unreadable = [], []
    for one in seen:
        said = verdict(one)
        box = [round(part) for part in one.box]
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
