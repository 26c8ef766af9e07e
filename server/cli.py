"""The `shoeboard` command. An error is a sentence on stderr: exit 2 for usage, 1 for work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from . import archive, batch


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="shoeboard")
def shoeboard() -> None:
    """The side display of a live baccarat table."""


@shoeboard.command()
@click.option("--config", type=click.Path(path_type=Path), help="A settings file (TOML).")
@click.option("--table", help="The table's name.  [table-1]")
@click.option("--house", help="A house by name, or the path of its TOML file.  [punto_banco]")
@click.option("--reader", help="The reader's URL, for example simulated:?seed=4&pace=0.5")
@click.option("--host", help="The address to listen on.  [127.0.0.1]")
@click.option("--port", type=int, help="The port to listen on.  [8000]")
@click.option("--data", type=click.Path(path_type=Path), help="The log's folder.  [data]")
def run(config: Path | None, **flags: Any) -> None:
    """Run the tables and their displays."""
    from .config import load_settings
    from .log import LogError
    from .serve import CannotRun, say, serve
    from .toml_file import BadFile

    try:
        settings = load_settings(config, flags)
    except BadFile as error:
        raise click.UsageError(str(error)) from None
    where = f"http://{settings.host}:{settings.port}"

    def ready() -> None:
        for table in settings.tables:
            simulated = "   (SIMULATED)" if table.reader.startswith("simulated:") else ""
            say(f"Display  {where}/display/{table.name}{simulated}")
            say(f"Console  {where}/console/{table.name}   (on this machine only)")
        say(f"History  {where}/history   (on this machine only)")
        say("Stop with Ctrl-C.")

    try:
        serve(settings, ready=ready)
    except (CannotRun, LogError, BadFile) as error:
        raise click.ClickException(str(error)) from None


for command in (*batch.COMMANDS, *archive.COMMANDS):
    shoeboard.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script's entry."""
    try:
        shoeboard.main(arguments, prog_name="shoeboard")
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away, as `head` does
        sys.exit(1)
