"""The commands on kept logs: import, verify."""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from .export.json_log import BadImport, import_log
from .folder import DATA, log_of
from .history import lag, verify
from .houses import find_house
from .imports.csv_file import read_csv
from .imports.foreign import BadLines
from .imports.keep import keep, table_of
from .imports.mapping import read_mapping
from .imports.results import read_results
from .ledger.ledger import Ledger
from .log import EventLog
from .toml_file import BadFile


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--results", is_flag=True, help="FILE has results, one shoe a line: BBPTB.")
@click.option(
    "--mapping",
    type=click.Path(path_type=Path),
    help="FILE is somebody's CSV; this TOML file says which column is what.",
)
@click.option("--table", help="The table for --results or --mapping: import-NAME.")
@click.option(
    "--house",
    default="punto_banco",
    show_default=True,
    help="The house for --results or --mapping.",
)
@DATA
def import_command(
    file: Path, results: bool, mapping: Path | None, table: str | None, house: str, data: Path
) -> None:  # fmt: skip
    """Take an exported JSON or JSONL log back, or somebody else's history in."""
    if results and mapping:
        raise click.UsageError("Take --results or --mapping, not both.")
    if (results or mapping) and not table:
        raise click.UsageError("Name the table for these shoes with --table.")
    if table and not (results or mapping):
        raise click.UsageError("An export names its table itself: leave --table out.")
    with log_of(data, BadImport, BadLines, BadFile, opened=EventLog.open) as log:
        if results or mapping:
            name, told = _foreign(log, file, mapping, table or "", house)
        else:
            name, count = import_log(log, file)
            told = f"{count} entries"
        Ledger(log).follow(name)
    click.echo(f"Table {name}: {told} imported into {log.where}.")


def _foreign(
    log: EventLog, file: Path, mapping: Path | None, name: str, house: str
) -> tuple[str, str]:
    """Take somebody's file in: the table that it is now, and how much it was."""
    table, rules = table_of(name), find_house(house)
    try:
        shoes = read_csv(file, read_mapping(mapping)) if mapping else read_results(file)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not text in that encoding"
        raise BadImport(f"Cannot read {file}: {why}.") from None
    count = keep(log, file, table, rules, shoes, datetime.now(UTC))
    return table, f"{len(shoes)} shoes with {count} coups, marked as imported,"


@click.command("verify")
@click.option("--table", help="One table; else all.")
@DATA
def verify_command(table: str | None, data: Path) -> None:
    """Walk the log's digests and replay its shoes; exit 1 and name the first bad entry."""
    with log_of(data) as log:
        names = sorted({*log.tables(), *log.heads.tables()})
        if table is not None and table not in names:
            raise click.ClickException(f"Table {table!r} has no log in {data}.")
        faults = {name: verify(log, name) for name in ([table] if table else names)}
        notes = {name: lag(log, name) for name, fault in faults.items() if not fault}
    if not faults:
        click.echo(f"The log in {data} holds no entry yet.")
    for name, fault in faults.items():
        well = f"Table {name}: every entry is as it was written.{notes.get(name, '')}"
        click.echo(fault or well, err=bool(fault))
    sys.exit(1 if any(faults.values()) else 0)


COMMANDS = (import_command, verify_command)
