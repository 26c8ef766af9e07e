"""The webhooks, on the command line: how far each has come, and replays."""

from __future__ import annotations

from pathlib import Path

import click

from .folder import DATA, sentences
from .webhooks.cursors import Cursor, Cursors


@click.group("webhooks")
def webhook_commands() -> None:
    """The webhooks that the settings name: how far they have come, and replays."""


@webhook_commands.command("list")
@DATA
def list_all(data: Path) -> None:
    """How far each webhook has come, and why it does not go on."""
    with sentences():
        for cursor in _cursors(data).all():
            click.echo(_line(cursor))


@webhook_commands.command("replay")
@click.argument("name")
@click.option("--table", required=True, help="The table's name.")
@click.option("--since", type=click.IntRange(1), required=True, help="The first entry's number.")
@DATA
def replay(name: str, table: str, since: int, data: Path) -> None:
    """Tell a table's entries again from one on; works while the server runs."""
    with sentences():
        cursors = _cursors(data)
        if not cursors.replay(name, table, since):
            known = ", ".join(f"{each.webhook} at {each.table}" for each in cursors.all())
            raise click.ClickException(f"There is no webhook {name} at {table}; others: {known}.")
    click.echo(f"Webhook {name} tells table {table} from entry {since} on.")


COMMANDS = (webhook_commands,)


def _cursors(data: Path) -> Cursors:
    if not Cursors.are_in(data):
        raise click.ClickException(
            f"No webhook was ever told anything from {data}: name its folder with --data, and "
            "webhooks in the settings."
        )
    return Cursors(data)


def _line(cursor: Cursor) -> str:
    waits = f"; tried {cursor.tries} times in vain: {cursor.said}" if cursor.said else ""
    return f"{cursor.webhook}: table {cursor.table} up to entry {cursor.seq}{waits}"
