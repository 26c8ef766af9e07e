"""The `shoeboard` command. An error is a sentence on stderr: exit 2 for usage, 1 for work."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

# Where a command is written: loaded when it is called, so that `settle` need not wait for the
# database's library.
_ELSEWHERE = (
    dict.fromkeys(("settle", "deal", "score", "roads"), "server.batch")
    | dict.fromkeys(("import", "verify"), "server.archive")
    | {"export": "server.export_command"}
    | dict.fromkeys(("shoe", "replay"), "server.virtual_shoe")
    | {"people": "server.register", "tokens": "server.token_commands"}
    | {"webhooks": "server.webhook_commands"}
    | {"devices": "server.devices", "read": "server.read"}
    | {"calibrate": "server.calibrate", "simulate": "server.simulate", "audit": "server.audit"}
)


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *_ELSEWHERE]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _ELSEWHERE:
            return super().get_command(ctx, cmd_name)
        commands = import_module(_ELSEWHERE[cmd_name]).COMMANDS
        found: click.Command = next(c for c in commands if c.name == cmd_name)
        return found


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
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

    def ready(greeting: list[str]) -> None:
        for line in greeting:
            say(line)

    try:
        serve(settings, ready=ready)
    except (CannotRun, LogError, BadFile) as error:
        raise click.ClickException(str(error)) from None


def main(arguments: Sequence[str] | None = None) -> None:
    """The console script's entry."""
    try:
        shoeboard.main(arguments, prog_name="shoeboard")
    except BrokenPipeError:
        sys.stderr.close()  # the reader of our output went away, as `head` does
        sys.exit(1)
