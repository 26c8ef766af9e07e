"""The commands on kept logs: export, import, verify."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from .export import BOM, FORMATS
from .export.json_log import BadImport, import_log
from .folder import DATA, existing_log
from .history import history, lag, verify
from .log import EventLog, LogError


@click.command("export")
@click.option("--table", required=True, help="The table's name.")
@click.option("--shoe", default="all", show_default=True, help="A shoe's number, or all.")
@click.option("--format", "form", type=click.Choice([*FORMATS]), default="csv", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file; else stdout.")
@click.option("--bom", is_flag=True, help="Begin a CSV with a byte order mark, for Excel.")
@DATA
def export_command(
    table: str, shoe: str, form: str, output: Path | None, bom: bool, data: Path
) -> None:
    """Write a table's history to a file."""
    if shoe != "all" and not shoe.isdecimal():
        raise click.UsageError(f"--shoe takes a number or `all`, not {shoe!r}.")
    number = None if shoe == "all" else int(shoe)
    try:
        log = existing_log(data)
        if table not in (names := log.tables()):
            known = ", ".join(names) or "none"
            raise click.ClickException(f"Table {table!r} has no log in {data}; others: {known}.")
        pieces = list(FORMATS[form].write(table, _shoes(log, table, number)))
        log.close()
    except LogError as error:
        raise click.ClickException(str(error)) from None
    text = (BOM if bom and form == "csv" else "") + "".join(pieces)
    if output is None:
        sys.stdout.buffer.write(text.encode())
        return
    try:
        output.write_bytes(text.encode())
    except OSError as error:
        raise click.ClickException(f"Cannot write {output}: {error.strerror}.") from None


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


COMMANDS = (export_command, import_command, verify_command)


def _shoes(log: EventLog, table: str, number: int | None) -> list[Any]:
    shoes = list(history(log, table, number))
    if number is not None and not shoes:
        raise click.ClickException(f"Table {table} has no shoe {number}.")
    return shoes
