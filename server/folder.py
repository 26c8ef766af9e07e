"""The data folder, as the commands beside `run` are told it."""

from __future__ import annotations

from pathlib import Path

import click

from .log import EventLog

DATA = click.option(
    "--data", type=click.Path(path_type=Path), default=Path("data"), show_default=True,
    help="The log's folder.",
)  # fmt: skip


def existing_log(data: Path) -> EventLog:
    """The log of a folder that has one: reading must not make an empty one. Raises LogError."""
    if not EventLog.is_in(data):
        raise click.ClickException(f"There is no log in {data}: name its folder with --data.")
    if EventLog.is_cut_to_nothing(data):
        raise click.ClickException(f"The log in {data} is cut: restore it from a backup.")
    return EventLog.open(data)
