"""The data folder, as the commands beside `run` are told it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from .log import EventLog, LogError

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


@contextmanager
def sentences(*errors: type[Exception]) -> Iterator[None]:
    """A LogError or one of these errors is a sentence on stderr, and exit 1."""
    known: tuple[type[Exception], ...] = (LogError, *errors)
    try:
        yield
    except known as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def log_of(
    data: Path, *errors: type[Exception], opened: Callable[[Path], EventLog] = existing_log
) -> Iterator[EventLog]:
    """A folder's log for one command, closed after it; `errors` as in `sentences`."""
    with sentences(*errors):
        log = opened(data)
        try:
            yield log
        finally:
            log.close()
