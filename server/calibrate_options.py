"""What is written on the command line of `calibrate`, as values; mistakes are usage errors."""

from __future__ import annotations

from collections.abc import Sequence

import click

from drivers.camera.mount import PLACES, Polygon, Window

_KIND = "camera:"


def camera_of(url: str) -> str:
    """What follows `camera:`."""
    if url and not url.startswith(_KIND):
        raise click.UsageError(f"{url!r} is no camera: write camera:0, camera:http://... or so.")
    return url.removeprefix(_KIND)


def window_of(option: str, text: str) -> Window:
    """`X,Y,W,H` in pixels."""
    try:
        x, y, width, height = (int(part) for part in text.split(","))
    except ValueError:
        raise click.UsageError(
            f"{option} {text!r}: write x,y,width,height in pixels, for example 200,80,240,180."
        ) from None
    return (x, y, width, height)


def places_of(texts: Sequence[str]) -> dict[str, Polygon]:
    """`P1=X,Y,W,H` of all six places."""
    places: dict[str, Polygon] = {}
    for text in texts:
        name, _, where = text.partition("=")
        if name not in PLACES:
            raise click.UsageError(f"--place {text!r}: the places are {', '.join(PLACES)}.")
        x, y, width, height = map(float, window_of(f"--place {name}", where))
        places[name] = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return places


def controls_of(texts: Sequence[str]) -> dict[str, float]:
    """`exposure=120` and the like."""
    controls = {}
    for text in texts:
        name, _, value = text.partition("=")
        try:
            controls[name] = float(value)
        except ValueError:
            raise click.UsageError(f"--exposure {text!r}: write NAME=VALUE.") from None
    return controls
