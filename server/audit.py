"""The `audit` command: a whole history settled anew from its cards by another way than the log's.

`verify` asks whether the log is as it was written; this asks whether what is told of each coup is
what its cards say: the results that the history tells and those that the shoe reported, or the rows
of an exported CSV.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import TextIOWrapper
from itertools import islice
from operator import itemgetter
from pathlib import Path
from typing import TextIO

import click

from .baccarat.cards import BadCard, parse_cards
from .baccarat.coup import Outcome, Result
from .baccarat.effective import effective
from .baccarat.events import CardRead, CoupInserted, Entry, ResultReported
from .baccarat.settled import Settled
from .bulk.audit import Difference, Kept, differences
from .folder import DATA, log_of
from .history import ShoeLog, history
from .log import EventLog

_AT_ONCE = 50_000  # coups
_COLUMNS = (
    "shoe", "coup", "player_cards", "banker_cards", "player_total", "banker_total", "outcome",
    "natural", "player_pair", "banker_pair",
)  # fmt: skip
_IS = {"yes": True, "no": False}


@dataclass(slots=True)
class _Audit:
    """What was looked at."""

    shoes: int = 0
    coups: int = 0  # settled anew
    void: int = 0
    without_cards: int = 0
    reports: int = 0  # of the shoe's own
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        more = {"void": self.void, "declared without all cards": self.without_cards}
        left_out = ", ".join(f"{count:,} {what}" for what, count in more.items() if count)
        of_the_shoe = f", {self.reports:,} reports of the shoe compared" if self.reports else ""
        return (
            f"{self.coups:,} coups settled anew{of_the_shoe}"
            f"{f' (left out: {left_out})' if left_out else ''}; "
            f"{f'{len(self.faults):,} differ' if self.faults else 'all as they were kept'}."
        )


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--table", help="One table; else all.")
@DATA
def audit(file: Path | None, table: str | None, data: Path) -> None:
    """Settle a history anew from its cards and compare with what was kept.

    FILE is an exported CSV; without it, the log is audited. Exit 1 and each coup that differs.
    """
    found = {str(file): _audit_file(file)} if file else _audit_log(data, table)
    for name, done in found.items():
        for fault in done.faults:
            click.echo(f"{name}: {fault}", err=True)
        click.echo(f"{name}: {done}")
    sys.exit(1 if any(done.faults for done in found.values()) else 0)


COMMANDS = (audit,)


def _audit_log(data: Path, table: str | None) -> dict[str, _Audit]:
    with log_of(data) as log:
        names = log.tables()
        if table is not None and table not in names:
            raise click.ClickException(f"Table {table!r} has no log in {data}.")
        found = {name: _audit_table(log, name) for name in ([table] if table else names)}
    if not found:
        click.echo(f"The log in {data} holds no entry yet.")
    return {f"Table {name}": done for name, done in found.items()}


def _audit_table(log: EventLog, name: str) -> _Audit:
    done, waiting = _Audit(), list[Kept]()
    shoes = len(log.openings(name))
    with click.progressbar(length=shoes, label=f"Table {name}", file=sys.stderr) as bar:
        for shoe in history(log, name):
            done.shoes += 1
            waiting += _of_shoe(shoe, done)
            if len(waiting) >= _AT_ONCE:
                _settle_anew(waiting, done)
            bar.update(1)
    _settle_anew(waiting, done)
    return done


def _of_shoe(log: ShoeLog, done: _Audit) -> Iterator[Kept]:
    """What the log tells of a shoe's coups, and what the shoe itself reported of them."""
    shoe, settled = log.shoe(), dict[int, Settled]()
    for each in shoe.settled:
        if each.result is None:
            done.void += 1
        elif not each.coup.is_complete:
            done.without_cards += 1
        else:
            done.coups += 1
            settled[each.number] = each
            yield _kept(log.number, each, each.result, totals=True)
    for number, event in _reports(effective(log.entries()), shoe.settled):
        if number in settled:
            done.reports += 1
            each = settled[number]
            assert each.result is not None
            said = Result(
                event.outcome, each.result.natural, event.player_pair, event.banker_pair
            )  # a shoe does not report naturals
            yield _kept(log.number, each, said)._replace(by="the shoe")


def _kept(shoe: int, each: Settled, result: Result, *, totals: bool = False) -> Kept:
    coup = each.coup
    told = (coup.player_total, coup.banker_total) if totals else None
    return Kept(shoe, each.number, coup.player, coup.banker, result, told)


def _reports(
    entries: Iterable[Entry], settled: Iterable[Settled]
) -> Iterator[tuple[int, ResultReported]]:
    """The shoe's reports that came right after a coup's last entry, with that coup's number."""
    ends = {each.seq: each.number for each in settled}
    within = {seq for each in settled for seq in each.seqs}
    over: int | None = None
    for entry in entries:
        event = entry.event
        if isinstance(event, CoupInserted):
            continue  # it stands among the entries where it was decided, not where it belongs
        if entry.seq in within or isinstance(event, CardRead):
            over = ends.get(entry.seq)  # none after a card that joined no coup
        elif isinstance(event, ResultReported) and not event.late and over is not None:
            yield over, event


def _audit_file(file: Path) -> _Audit:
    done = _Audit()
    try:
        with file.open("rb") as raw:
            size = file.stat().st_size
            text = TextIOWrapper(raw, encoding="utf-8-sig", newline="")
            rows = _rows(text, file, done)
            with click.progressbar(length=size, label=str(file), file=sys.stderr) as bar:
                while waiting := [*islice(rows, _AT_ONCE)]:
                    _settle_anew(waiting, done)
                    bar.update(raw.tell() - bar.pos)
    except OSError as error:
        raise click.ClickException(f"Cannot read {file}: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise click.ClickException(f"{file} is not text in UTF-8.") from None
    except csv.Error as error:
        raise click.ClickException(f"{file} is no CSV: {error}.") from None
    return done


def _rows(text: TextIO, file: Path, done: _Audit) -> Iterator[Kept]:
    table = csv.reader(text)
    header = next(table, [])
    missing = [name for name in _COLUMNS if name not in header]
    if missing:
        raise click.ClickException(
            f"{file} is no CSV of `shoeboard export`: it has no column {missing[0]}."
        )
    values = itemgetter(*(header.index(name) for name in _COLUMNS))
    for row in table:
        try:
            kept = _kept_of_row(values(row), done)
        except (BadCard, ValueError, KeyError, IndexError) as error:
            why = error if isinstance(error, BadCard) else "a value is not of its column's kind."
            done.faults.append(f"Line {table.line_num} cannot be read: {why}")
            continue
        if kept:
            done.coups += 1
            yield kept


def _kept_of_row(values: tuple[str, ...], done: _Audit) -> Kept | None:
    """What a row keeps of a coup; None, and counted, where there is nothing to settle."""
    shoe, coup, player, banker, player_total, banker_total, outcome, *rest = values
    if outcome == "void":
        done.void += 1
        return None
    if not player_total:
        done.without_cards += 1
        return None
    hands = _hand(player), _hand(banker)
    if max(map(len, hands)) > 3 or len(player_total + banker_total) > 2:
        raise ValueError
    result = Result(Outcome(outcome), *(_IS[text] for text in rest))
    return Kept(int(shoe), int(coup), *hands, result, (int(player_total), int(banker_total)))


_hand = lru_cache(1 << 16)(parse_cards)


def _settle_anew(waiting: list[Kept], done: _Audit) -> None:
    found: Iterable[Difference] = differences(waiting)
    done.faults += map(str, found)
    waiting.clear()
