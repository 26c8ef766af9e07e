"""The commands on text: settle, deal, score, roads. Other programs rely on their forms."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import click

from .baccarat.cards import BadCard, Card, parse_cards
from .baccarat.coup import Coup, NoPlace, coup_of_hands
from .baccarat.events import CardRead, Entry, ShoeOpened
from .baccarat.hits import bets_json
from .baccarat.play import step
from .baccarat.roads import BadResults, Roads, parse_results, roads_json
from .baccarat.rules import House
from .baccarat.shoe import Phase, Shoe
from .baccarat.snapshot import coup_json


@click.command()
@click.option("--house", "house_name", help="A house by name, or its TOML file: adds `bets`.")
def settle(house_name: str | None) -> None:
    """Settle coups: JSON lines in, settled coups out.

    A line is {"player": ["8S", "KD"], "banker": ["AH", "TC"]} or {"cards": [...]} in dealing order.
    With a house each answer has the side bets that it pays.
    """
    failed, house = False, _house(house_name)
    for number, line in enumerate(_stdin_lines(), start=1):
        if not line.strip():
            continue
        try:
            answer = _settled(_coup_of_line(line), house)
        except (BadCard, NoPlace, _BadLine) as error:
            answer, failed = {"line": number, "error": str(error)}, True
        click.echo(json.dumps(answer))
    sys.exit(1 if failed else 0)


@click.command()
@click.option("--decks", type=click.IntRange(1, 12), help="How many decks.  [the house's, or 8]")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--house", "house_name", help="A house by name, or its TOML file: adds its burn.")
@click.option("--coups", type=click.IntRange(1), help="Only the cards of the first coups.")
def deal(decks: int | None, seed: int, house_name: str | None, coups: int | None) -> None:
    """Deal a simulated shoe: its cards on one line, in the order in which they leave the shoe."""
    from drivers.simulated import burn_count, shoe_cards

    house = _house(house_name)
    cards = shoe_cards(decks or (house.decks if house else 8), seed)
    burned = burn_count(house, cards) if house else 0
    if coups is not None:
        shoe = iter(cards[burned:])
        dealt = [coup for coup, _ in zip(_coups(shoe), range(coups), strict=False)]
        if len(dealt) < coups:
            raise click.ClickException(f"The shoe holds only {len(dealt)} coups.")
        cards = cards[: burned + sum(len(coup.cards) for coup in dealt)]
    click.echo(" ".join(map(str, cards)))


@click.command()
@click.option("--house", "house_name", help="A house by name, or its TOML file: burns and counts.")
def score(house_name: str | None) -> None:
    """Score a shoe: cards in shoe order in, settled coups out as JSON lines."""
    house = _house(house_name)
    try:
        cards = parse_cards(_stdin())
    except BadCard as error:
        raise click.ClickException(str(error)) from None
    coups, unfinished = _score_shoe(cards, house) if house else _score(cards)
    for number, coup in enumerate(coups, start=1):
        click.echo(json.dumps({"coup": number, **_settled(coup, house)}))
    if unfinished:
        click.echo(json.dumps({"unfinished": [str(card) for card in unfinished]}))


@click.command()
@click.option(
    "--tail",
    type=click.Choice(["straight", "down"]),
    default="straight",
    show_default=True,
    help="How a streak goes on once it has turned right.",
)
@click.option(
    "--leading-ties",
    type=click.Choice(["mark", "column"]),
    default="mark",
    show_default=True,
    help="What ties before the first win are.",
)
def roads(tail: str, leading_ties: str) -> None:
    """Draw the five roads: results as B, P and T in, one JSON object out."""
    try:
        results = parse_results(_stdin())
    except BadResults as error:
        raise click.ClickException(str(error)) from None
    drawn = Roads.empty(tail=tail, leading_ties=leading_ties).extend(results)
    click.echo(json.dumps(roads_json(drawn)))


COMMANDS = (settle, deal, score, roads)


def _settled(coup: Coup, house: House | None) -> dict[str, Any]:
    """A coup as both commands answer it, with its side bets where there is a house."""
    told = coup_json(coup)
    return told | {"bets": bets_json(house, coup, coup.result)} if house else told


class _BadLine(ValueError):
    """A line that is no coup."""


def _stdin() -> str:
    return "\n".join(_stdin_lines())


def _stdin_lines() -> list[str]:
    data = sys.stdin.buffer.read()
    try:
        return data.decode("utf-8-sig").split("\n")  # other separators may stand in a text
    except UnicodeDecodeError as error:
        raise click.ClickException(
            f"The input is not text: byte {error.start + 1} is not UTF-8."
        ) from None


def _house(name: str | None) -> House | None:
    if not name:
        return None
    from .houses import find_house
    from .toml_file import BadFile

    try:
        return find_house(name)
    except BadFile as error:
        raise click.UsageError(str(error)) from None


def _coup_of_line(line: str) -> Coup:
    try:
        asked: Any = json.loads(line)
    except (ValueError, RecursionError):  # also a number of thousands of digits
        raise _BadLine("This line is not JSON.") from None
    match asked:
        case {"cards": [*codes], **rest} if not rest:
            coup = Coup.of(_cards(codes))
            if (seat := coup.next_seat) is not None:
                raise NoPlace(f"A card is missing: by the tableau {seat} is still to come.")
            return coup
        case {"player": [*player], "banker": [*banker], **rest} if not rest:
            return coup_of_hands(_cards(player), _cards(banker))
        case _:
            raise _BadLine('A coup is {"player": [...], "banker": [...]} or {"cards": [...]}.')


def _cards(codes: list[Any]) -> tuple[Card, ...]:
    for code in codes:
        if not isinstance(code, str):
            raise BadCard(f'{json.dumps(code)} is not a card: write it as a text like "9H".')
    return tuple(map(Card.parse, codes))


def _coups(shoe: Iterator[Card]) -> Iterator[Coup]:
    """Whole coups until the cards run out."""
    while True:
        try:
            yield Coup.deal(shoe)
        except StopIteration:
            return


def _score(cards: tuple[Card, ...]) -> tuple[list[Coup], tuple[Card, ...]]:
    coups = [*_coups(iter(cards))]
    return coups, cards[sum(len(coup.cards) for coup in coups) :]


def _score_shoe(cards: tuple[Card, ...], house: House) -> tuple[list[Coup], tuple[Card, ...]]:
    """Coups under a house's burn, count and end; exits with the sentence of a hold."""
    now = datetime.now(UTC)
    shoe = step(Shoe(), Entry(1, now, ShoeOpened(by="score", number=1, house=house)))
    for number, card in enumerate(cards):
        if shoe.stage is Phase.OVER:
            return [settled.coup for settled in shoe.settled], cards[number:]
        shoe = step(shoe, Entry(number + 2, now, CardRead(reader="score", card=card)))
        if shoe.hold:
            raise click.ClickException(f"Card {number + 1}: {shoe.hold.why}")
    return [settled.coup for settled in shoe.settled], shoe.coup.cards
