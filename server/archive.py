"""The commands on kept logs: import, verify."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from .export.json_log import BadImport, import_log
from .folder import DATA, existing_log
from .history import lag, verify
from .log import EventLog, LogError


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@DATA
def import_command(file: Path, data: Path) -> None:
    """Take an exported JSON or JSONL log back."""
    try:
        log = EventLog.open(data)
        table, count = import_log(log, file)
        log.close()
    except (BadImport, LogError) as error:
        raise click.ClickException(str(error)) from None
    click.echo(f"Table {table}: {count} entries imported into {log.where}.")


@click.command("verify")
@click.option("--table", help="One table; else all.")
@DATA
def verify_command(table: str | None, data: Path) -> None:
    """Walk the log's digests and replay its shoes; exit 1 and name the first bad entry."""
    try:
        log = existing_log(data)
        names = sorted({*log.tables(), *log.heads.tables()})
        if table is not None and table not in names:
            raise click.ClickException(f"Table {table!r} has no log in {data}.")
        faults = {name: verify(log, name) for name in ([table] if table else names)}
        notes = {name: lag(log, name) for name, fault in faults.items() if not fault}
        log.close()
    except LogError as error:
        raise click.ClickException(str(error)) from None
    if not faults:
        click.echo(f"The log in {data} holds no entry yet.")
    for name, fault in faults.items():
        well = f"Table {name}: every entry is as it was written.{notes.get(name, '')}"
        click.echo(fault or well, err=bool(fault))
    sys.exit(1 if any(faults.values()) else 0)


COMMANDS = (import_command, verify_command)
