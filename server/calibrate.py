"""The command that calibrates a camera: a folder comes out, by which a reader reads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from drivers import BadReader

from .calibrate_cards import ask_for, take_from
from .calibrate_options import camera_of, controls_of, places_of, window_of

if TYPE_CHECKING:
    from drivers.camera.sitting import Sitting

_TURNS = ("0", "90", "180", "270")
_CLOSER = {"shoe": "with the window on the index", "table": "with the camera closer or sharper"}


@click.command()
@click.argument("what", nargs=-1, metavar="[camera:SOURCE] [FOLDER]")
@click.option("--mode", type=click.Choice(["table", "shoe"]), help="What it looks at.  [table]")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The folder to write.")
@click.option("--window", metavar="X,Y,W,H", help="Where the card shows in the shoe, in pixels.")
@click.option("--turn", type=click.Choice(_TURNS), default="0", help="Clockwise, to read upright.")
@click.option("--place", "places", multiple=True, metavar="P1=X,Y,W,H", help="Where a card lies.")
@click.option("--find-places", is_flag=True, help="Find the places: six cards must lie on them.")
@click.option("--exposure", multiple=True, metavar="NAME=VALUE", help="A control to lock.")
@click.option("--lock", is_flag=True, help="Lock exposure, colour and focus as they are now.")
@click.option("--empty", type=click.Path(path_type=Path), help="A picture of the empty scene.")
@click.option(
    "--cards", type=click.Path(path_type=Path), help="Pictures: 9H-1.png ..., S.png: a suit."
)
@click.option("--show", is_flag=True, help="Ask for the 52 cards, and take pictures of them.")
@click.option("--replace", is_flag=True, help="Write over a calibration that is there.")
@click.option("--accept", is_flag=True, help="Use it whatever was measured.")
@click.option("--check", is_flag=True, help="Compare a calibration with what the camera sees now.")
def calibrate(what: tuple[str, ...], output: Path | None, check: bool, **options: object) -> None:
    """Teach the camera reader one camera: how it stands, its light and its cards.

    The scene must be empty at the start. In a shoe the reader goes by pictures of the cards: show
    each at least once, better twice, taken out and put back in between. Over a table it knows cards
    in general; shown the four suits, each laid out on the table, it learns this deck in this light.
    Then it says how well it reads; less than 47 of 52, or one wrong card, and it is not used unless
    you --accept it.

    \b
    shoeboard calibrate camera:0 --mode table --find-places --lock --show -o mounts/one
    shoeboard calibrate camera:0 --mode shoe --window 200,80,240,180 --lock --show -o mounts/shoe
    shoeboard calibrate --check mounts/shoe camera:0
    shoeboard calibrate --accept mounts/shoe

    The reader is then camera@mounts/shoe:0.
    """
    with _said():
        if output is None:
            _on_folder(what, check=check, accept=bool(options["accept"]))
            return
        if check or len(what) > 1:
            raise click.UsageError("-o writes a new calibration of one camera; --check needs none.")
        _calibrate(what[0] if what else "", output, options)


@contextmanager
def _said() -> Iterator[None]:
    try:
        yield
    except BadReader as bad:
        raise click.ClickException(str(bad)) from None


def _on_folder(what: tuple[str, ...], *, check: bool, accept: bool) -> None:
    folders = [one for one in what if not one.startswith("camera")]
    cameras = [one for one in what if one.startswith("camera")]
    if len(folders) != 1 or len(cameras) > check or not (check or accept):
        raise click.UsageError(
            "Say what to do: camera:SOURCE -o FOLDER calibrates, --check FOLDER camera:SOURCE "
            "compares, --accept FOLDER allows what was measured."
        )
    folder = Path(folders[0])
    if check:
        _check(folder, cameras[0] if cameras else "")
    else:
        _accept(folder)


def _accept(folder: Path) -> None:
    from dataclasses import replace

    from drivers.camera.mount import load_mount, save_mount

    mount = load_mount(folder)
    save_mount(replace(mount, accepted=True))
    click.echo(f"{folder} may be used: {mount.accuracy or 'no cards were shown'}.")


def _check(folder: Path, camera: str) -> None:
    from drivers.camera.calibration import average, drift
    from drivers.camera.mount import mount_in_use
    from drivers.camera.mount_pictures import card_pictures, empty_scene, index_patches
    from drivers.camera.sitting import Sitting

    mount = mount_in_use(folder)
    empty = empty_scene(mount)
    cards = len(card_pictures(mount) if mount.window else index_patches(mount))
    click.echo(
        f"{folder}: {mount.mode}, {mount.size[0]}x{mount.size[1]}, {cards} pictures of cards, "
        f"{mount.accuracy or 'nothing measured'}, {mount.digest()[:12]}."
    )
    if not camera:
        return
    with closing(Sitting(mount.mode, camera_of(camera), mount.exposure)) as sitting:
        said = drift(mount, empty, average(sitting.pictures(8)))
    for sentence in said:
        click.echo(sentence)
    if said:
        raise click.ClickException("The camera does not stand as it was calibrated.")
    click.echo("The camera stands as it was calibrated.")


def _calibrate(camera: str, output: Path, options: dict[str, object]) -> None:
    from drivers.camera.mount_file import FILE
    from drivers.camera.mount_pictures import read_picture
    from drivers.camera.sitting import Sitting

    mode, empty, cards = str(options["mode"] or "table"), options["empty"], options["cards"]
    if not camera and not (empty and (cards or mode == "table")):
        raise click.UsageError("Name a camera, for example camera:0, or give --empty and --cards.")
    if mode == "table" and options["window"]:
        raise click.UsageError("--window goes with --mode shoe.")
    if mode == "shoe" and (options["places"] or options["find_places"]):
        raise click.UsageError("--place and --find-places go with --mode table.")
    if (output / FILE).exists() and not options["replace"]:
        raise click.UsageError(
            f"There is a calibration in {output} already: name another folder, or --replace it."
        )
    exposure = controls_of(_texts(options["exposure"]))
    with closing(Sitting(mode, camera_of(camera) if camera else "", exposure)) as sitting:
        if options["lock"]:
            locked = sitting.lock()
            click.echo(f"Locked: {', '.join(f'{key} {value:g}' for key, value in locked.items())}.")
        if mode == "shoe" and (options["window"] or options["turn"] != "0"):
            given = options["window"]
            window = window_of("--window", str(given)) if given else None
            sitting.set_window(window, int(str(options["turn"])))
        sitting.take_empty(read_picture(Path(str(empty))) if empty else None)
        if options["places"]:
            sitting.set_places(places_of(_texts(options["places"])))
        elif options["find_places"]:
            _find_places(sitting)
        if cards:
            take_from(sitting, Path(str(cards)))
        if options["show"]:
            ask_for(sitting)
        accuracy = sitting.measure()
        mount = sitting.save(
            output, accepted=bool(options["accept"]), may_replace=bool(options["replace"])
        )
    click.echo(f"{accuracy or 'No cards were shown, so nobody knows how well it reads here'}.")
    click.echo(f"Kept in {output}. The reader: camera@{output}:{camera_of(camera) or 'SOURCE'}")
    if not mount.may_be_used:
        raise click.ClickException(
            "That is too little for a table. Show the cards again (--replace), in steady light and "
            f"{_CLOSER[mode]}, or allow it: shoeboard calibrate --accept {output}"
        )


def _texts(given: object) -> tuple[str, ...]:
    return tuple(map(str, given)) if isinstance(given, tuple) else ()


def _find_places(sitting: Sitting) -> None:
    from drivers.camera.calibration import suggested
    from drivers.camera.seer import seer

    click.echo("Lay six cards on their places, face up, then press Enter.")
    sys.stdin.readline()
    seen = seer(lambda warning: click.echo(warning, err=True)).look(sitting.picture())
    places, index_height = suggested(seen, sitting.mount.size)
    sitting.set_places(places, index_height)
    for place, (first, _, third, _) in places.items():
        click.echo(f"  {place}: {first[0]:.0f},{first[1]:.0f} to {third[0]:.0f},{third[1]:.0f}")


COMMANDS = (calibrate,)
