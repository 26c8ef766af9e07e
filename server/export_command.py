"""The command `export`: a table's history to a file in any format."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO

import click

from .export import FORMATS, ExportError, Options, Source
from .export.pictures import check_road
from .export.source import NO_COUP, source
from .export.whole_file import whole_file
from .folder import DATA, log_of
from .ledger.asked import BadQuestion, range_of
from .ledger.ledger import Ledger

_PIECE = 1 << 20


@click.command("export")
@click.option("--table", required=True, help="The table's name.")
@click.option("--shoe", default="all", show_default=True, help="A shoe's number, or all.")
@click.option("--since", default="", metavar="DAY", help="Shoes opened from this day on (UTC).")
@click.option("--until", default="", metavar="DAY", help="Shoes opened up to this day (UTC).")
@click.option("--format", "form", type=click.Choice([*FORMATS]), default="csv", show_default=True)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="A file; else stdout.")
@click.option("--bom", is_flag=True, help="Begin a CSV with a byte order mark, for Excel.")
@click.option("--sheets", type=click.Choice(["flat", "shoe"]), default="flat", show_default=True,
              help="XLSX: one flat sheet, or a sheet for each shoe.")  # fmt: skip
@click.option(
    "--road", default="", help="SVG, PNG, TXT: one road alone, as big_road; TXT: results."
)
@click.option("--title", help="PDF, SVG, PNG, TXT: what they call the table.  [its name]")
@click.option("--coup", type=int, help="SVG, PNG, TXT: as it stood after this coup.")
@DATA
def export_command(
    table: str,
    shoe: str,
    since: str,
    until: str,
    form: str,
    output: Path | None,
    bom: bool,
    sheets: str,
    road: str,
    title: str | None,
    coup: int | None,
    data: Path,
) -> None:
    """Write a table's history to a file."""
    if shoe != "all" and not (shoe.isascii() and shoe.isdecimal()):
        raise click.UsageError(f"--shoe takes a number or `all`, not {shoe!r}.")
    try:
        days = range_of(since, until) if since or until else None
        options = Options(bom, sheets == "shoe", check_road(road), coup)
    except (BadQuestion, ExportError) as error:
        raise click.UsageError(re.sub("`(since|until)`", r"--\1", str(error))) from None
    with log_of(data, ExportError) as log:
        if table not in (names := log.tables()):
            known = ", ".join(names) or "none"
            raise click.ClickException(f"Table {table!r} has no log in {data}; others: {known}.")
        ledger = Ledger(log)
        ledger.follow(table, progress=_Told("entries of the log read"))
        shoes = source(
            ledger, table, title or table,
            shoe=None if shoe == "all" else int(shoe), days=days,
            progress=_Told("shoes exported") if output else _silently,
        )  # fmt: skip
        _write(form, shoes, options, output)
        if shoes.is_empty:
            click.echo(NO_COUP, err=True)


def _write(form: str, shoes: Source, options: Options, output: Path | None) -> None:
    write = FORMATS[form].write
    if output is not None:
        with whole_file(output) as out:
            write(shoes, out, options)
    else:
        _to_stdout(form, shoes, options)


def _to_stdout(form: str, shoes: Source, options: Options) -> None:
    """What is text at once, else only what is whole."""
    try:
        if FORMATS[form].is_text:
            FORMATS[form].write(shoes, sys.stdout.buffer, options)
        else:
            with TemporaryFile() as whole:
                FORMATS[form].write(shoes, whole, options)
                whole.seek(0)
                _copy(whole, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ExportError(f"Cannot write the export: {error.strerror or error}.") from None


def _copy(whole: BinaryIO, out: BinaryIO) -> None:
    while piece := whole.read(_PIECE):
        out.write(piece)


def _silently(done: int, of: int) -> None:
    pass


class _Told:
    """Progress on the terminal, in whole per cents; nothing where nobody looks."""

    def __init__(self, what: str) -> None:
        self._what, self._last = what, -1

    def __call__(self, done: int, of: int) -> None:
        share = 100 * done // of if of else 100
        if share == self._last or not sys.stderr.isatty():
            return
        self._last = share
        end = "\n" if done == of else ""
        sys.stderr.write(f"\r{share:3} % of {of:,} {self._what}{end}")
        sys.stderr.flush()


COMMANDS = (export_command,)
