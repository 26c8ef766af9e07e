"""The cards that `calibrate` is shown: from a folder, or asked for at the keyboard."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .baccarat.cards import CARDS, BadCard, Card

if TYPE_CHECKING:
    from drivers.camera.sitting import Sitting

_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def take_from(sitting: Sitting, folder: Path) -> None:
    """Take the pictures of a folder, named by their card or suit. Raises BadMount."""
    from drivers.camera.calibration import labelled
    from drivers.camera.mount import BadMount
    from drivers.camera.mount_pictures import read_picture

    try:
        files = sorted(path for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise BadMount(f"Cannot read the folder {folder}: {error.strerror}.") from None
    taken = 0
    for path in files:
        label = labelled(path)
        if label in _SUITS and sitting.is_table:
            sitting.take_suit(label, read_picture(path))
        elif label in CARDS:
            sitting.take_card(label, read_picture(path))
        else:
            continue
        taken += 1
    if not taken:
        raise BadMount(
            f"No picture of a card is in {folder}: they are named by their card, as 9H-1.png"
            f"{', or their suit, as S.png' if sitting.is_table else ''}."
        )
    click.echo(f"{taken} pictures of {len(sitting.shown())} cards.")


def ask_for(sitting: Sitting) -> None:
    """Ask for the cards one by one, over a table for one suit after the other."""
    if sitting.is_table:
        click.echo(
            "Lay out a suit at a time, ace to king, in the order in which a page is read in the "
            "picture, so that the table shows between the cards."
        )
    what = [*_SUITS] if sitting.is_table else [*CARDS]
    click.echo(
        f"Enter takes {'them' if sitting.is_table else 'the card'}; s leaves it out, b goes one "
        "back, q is enough; or a card."
    )
    at = 0
    while at < len(what):
        click.echo(f"{_SUITS.get(what[at], what[at])} ({at + 1} of {len(what)})? ", nl=False)
        line = sys.stdin.readline()
        told = line.strip().lower()
        if not line or told == "q":
            click.echo()
            return
        if told == "s":
            at += 1
        elif told == "b":
            at = max(0, at - 1)
            _drop(sitting, what[at])
        elif not told:
            at += _is_taken(sitting, what[at])
        elif (card := _card(told)) and sitting.is_table:
            _is_taken(sitting, card)
        elif card:
            at = what.index(card)


def _take(sitting: Sitting, what: str) -> None:
    if what in _SUITS:
        sitting.take_suit(what)
    else:
        sitting.take_card(what)


def _drop(sitting: Sitting, what: str) -> None:
    for card in CARDS:
        if card.endswith(what):
            sitting.drop_card(card)


def _is_taken(sitting: Sitting, what: str) -> bool:
    """Whether a card or suit was taken; else why not is said."""
    from drivers.camera.mount import BadMount

    try:
        _take(sitting, what)
    except BadMount as bad:
        click.echo(str(bad))
        return False
    return True


def _card(told: str) -> str:
    try:
        return str(Card.parse(told))
    except BadCard as bad:
        click.echo(str(bad))
        return ""
