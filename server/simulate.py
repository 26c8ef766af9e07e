"""The `simulate` command: a great many shoes dealt by a house, counted against the exact shares."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from .baccarat.rules import House
from .bulk.shoes import deal, shuffled_shoes, sure_coups
from .bulk.tally import Tally
from .houses import find_house
from .statistics.band import CONFIDENCE, Tries, band
from .statistics.exact import expected
from .toml_file import BadFile

_BLOCK = 4096  # shoes at a time: what is worked on then still fits into a processor's cache
_USUAL_DECKS = 8
_ROW = "{:<12} {:>14} {:>9}    {:>14} {:>9} {:>9}   {}"


@click.command()
@click.option("--decks", type=click.IntRange(1, 12), help="How many decks.  [the house's, or 8]")
@click.option("--shoes", type=click.IntRange(1, 10**9), default=1000, show_default=True)
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True)
@click.option("--house", "name", help="A house by name, or its TOML file: its burn and cut card.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(decks: int | None, shoes: int, seed: int, name: str | None, as_json: bool) -> None:
    """Deal a great many shuffled shoes and count what comes.

    Without a house a shoe is dealt until fewer than six cards are left. The same seed deals the
    same shoes, which are others than those of `deal`.
    """
    house = _house(name, decks)
    tally = Tally(sure_coups(house))
    started = time.perf_counter()
    with click.progressbar(length=shoes, label="Shoes dealt", file=sys.stderr) as bar:
        for first, count in _blocks(shoes):
            tally.add(deal(shuffled_shoes(house.decks, seed, first, count), house))
            bar.update(count)
    seconds = time.perf_counter() - started
    told = told_of(tally, house, seed)
    click.echo(json.dumps(told) if as_json else "\n".join(_lines(told)))
    speed = tally.coups / seconds
    click.echo(f"{tally.coups:,} coups in {seconds:.1f} s: {speed:,.0f} a second.", err=True)


COMMANDS = (simulate,)


def told_of(tally: Tally, house: House, seed: int) -> dict[str, Any]:
    """What was counted, as JSON values: shares with the exact one and the band around it."""
    coups, sure, shares = tally.coups, tally.sure_coups, expected(house.decks)
    first_counts = tally.sure_counts()
    counted = {}
    for kind, count in tally.counts().items():
        share, first = shares[kind], first_counts[kind]
        usual = band([Tries(sure, float(share))])
        counted[kind] = {
            "count": count,
            "share": count / coups,
            "first_coups": {
                "count": first,
                "share": first / sure,
                "exact_share": float(share),
                "exact": f"{share.numerator}/{share.denominator}",
                "expected": usual.expected,
                "low": usual.low,
                "high": usual.high,
                "usual": usual.holds(first),
            },
        }
    return {
        "house": house.name if house.title else None,
        "decks": house.decks,
        "seed": seed,
        "shoes": tally.shoes,
        "coups": coups,
        "coups_of_a_shoe": {
            "mean": coups / tally.shoes,
            "fewest": tally.fewest,
            "most": tally.most,
        },
        "first_coups": {"of_a_shoe": tally.sure, "coups": sure},
        "confidence": CONFIDENCE,
        "counted": counted,
    }


def _lines(told: dict[str, Any]) -> Iterator[str]:
    by = f"by the house {told['house']}" if told["house"] else "to the end"
    of_a_shoe = told["coups_of_a_shoe"]
    decks = "1 deck" if told["decks"] == 1 else f"{told['decks']} decks"
    yield (
        f"{told['shoes']:,} shoes of {decks}, seed {told['seed']}, dealt {by}: {told['coups']:,} "
        f"coups, {of_a_shoe['mean']:.1f} a shoe ({of_a_shoe['fewest']} to {of_a_shoe['most']})."
    )
    yield ""
    yield _ROW.format(
        "",
        "all coups",
        "share",
        f"first {told['first_coups']['of_a_shoe']}",
        "share",
        "exact",
        f"{CONFIDENCE:.0%} of such runs",
    )
    for kind, row in told["counted"].items():
        first = row["first_coups"]
        usual = f"{first['low']:,} to {first['high']:,}"
        yield _ROW.format(
            kind.replace("_", " "),
            f"{row['count']:,}",
            f"{row['share']:.6f}",
            f"{first['count']:,}",
            f"{first['share']:.6f}",
            f"{first['exact_share']:.6f}",
            usual if first["usual"] else f"{usual}: outside",
        )
    yield ""
    yield (
        "The exact shares are those of coups that every shoe has. Whether one more is dealt at the "
        "end hangs on the cards before it, so over whole shoes the shares are slightly others."
    )


def _house(name: str | None, decks: int | None) -> House:
    """The house that is asked for, with the decks that are; one without a name where none is."""
    try:
        if name is None:
            return House(name="any", title="", decks=decks or _USUAL_DECKS)
        house = find_house(name)
        return replace(house, decks=decks) if decks else house
    except (BadFile, ValueError) as error:
        raise click.UsageError(str(error)) from None


def _blocks(shoes: int) -> Iterator[tuple[int, int]]:
    """The shoes in blocks: the number of a block's first, and how many it has."""
    for before in range(0, shoes, _BLOCK):
        yield before + 1, min(_BLOCK, shoes - before)
