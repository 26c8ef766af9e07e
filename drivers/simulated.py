"""A simulated shoe: seeded, at a pace, with faults on request. The same seed deals the same shoes.

`simulated:?seed=4&pace=0.5&faults=unreadable:0.02,double:0.05,extra:0.01,lost:0.01`

`pace` is the seconds between two cards (the result stands four times as long). A fault comes with
the given chance before each card: `unreadable` (no face), `suit` (no suit), `double` (the card is
read twice), `extra` (a card too many after the coup), `lost` (the reader goes away and comes back).
"""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import parse_qsl

from server.baccarat.cards import DECK, SUIT_UNKNOWN, Card
from server.baccarat.coup import MOST_CARDS, Coup, Side
from server.baccarat.events import (
    CardRead,
    CutCardShown,
    Observation,
    ReaderFound,
    ReaderLost,
    ResultReported,
    ShoeStarted,
)
from server.baccarat.rules import FirstCardBurn, FixedBurn, House

from . import SIMULATED as NAME
from . import BadReader, Health, Reader, Settings, Sink, State

FAULTS = ("unreadable", "suit", "double", "extra", "lost")
_RESULT_STANDS = 4  # paces
_SLEEP_S = 0.2  # between two looks at a table that is on hold


def shuffled(decks: int, rng: random.Random) -> list[Card]:
    """All cards of some decks in a random order that depends on the seed alone.

    Sorting by random keys is fair, and `random()` alone is promised to stay the same in later
    Pythons.
    """
    cards = list(DECK) * decks
    chance = rng.random
    cards.sort(key=lambda _: chance())
    return cards


def shoe_cards(decks: int, seed: int, number: int = 1) -> list[Card]:
    """The cards of a seed's shoe number `number`, in the order in which they leave the shoe."""
    return shuffled(decks, random.Random(f"{seed}/{number}"))


def burn_count(house: House, cards: list[Card]) -> int:
    """How many cards of a shoe are burned at its start."""
    match house.burn:
        case FixedBurn(cards=count):
            return count
        case FirstCardBurn() as burn:
            return 1 + burn.count(cards[0])
        case _:
            return 0


def shoe_events(
    house: House, seed: int, number: int, faults: dict[str, float]
) -> Iterator[Observation]:
    """Everything that a simulated shoe reports of one shoe, from the first card to the last."""
    cards = shoe_cards(house.decks, seed, number)
    chance = random.Random(f"{seed}/{number}/faults").random
    cut_at = house.cut_card.from_end if house.cut_card else 0
    burned = burn_count(house, cards)
    seen = not isinstance(house.burn, FixedBurn) or house.burn.seen
    for place, card in enumerate(cards[:burned], start=1):
        face = card if seen and (place == 1 or isinstance(house.burn, FixedBurn)) else None
        yield CardRead(reader=NAME, card=face, side=Side.BURN, place=place)
    left = cards[burned:]
    while len(left) >= MOST_CARDS:
        coup = Coup()
        while seat := coup.next_seat:
            if len(left) == cut_at:
                yield CutCardShown(reader=NAME)
            if coup.player and chance() < faults.get("lost", 0):
                yield ReaderLost(reader=NAME, why="lost on request")
                yield ReaderFound(reader=NAME)
            card = left.pop(0)
            coup = coup.add(card)
            read = CardRead(reader=NAME, card=card, side=seat.side, place=seat.place)
            if (share := faults.get("suit")) and chance() < share:
                read = replace(read, card=SUIT_UNKNOWN[card.rank])
            unreadable = chance() < faults.get("unreadable", 0)
            yield replace(read, card=None) if unreadable else read
            if chance() < faults.get("double", 0) and not coup.is_complete:
                yield read
        assert coup.outcome is not None
        yield ResultReported(
            reader=NAME,
            outcome=coup.outcome,
            player_pair=coup.has_player_pair,
            banker_pair=coup.has_banker_pair,
        )
        if left and chance() < faults.get("extra", 0):
            yield CardRead(reader=NAME, card=left.pop(0), side=Side.BANKER, place=3)


class SimulatedShoe:
    """A shoe and its dealer; stands still while the table is on hold, as a dealer would."""

    name = NAME
    simulated = True

    def __init__(self, url: str, seed: int, pace: float, faults: dict[str, float]) -> None:
        self.url, self.seed, self.pace, self.faults = url, seed, pace, faults

    def run(self, sink: Sink, stop: threading.Event) -> None:
        """Deals shoe after shoe. It keeps no state: the table says how far it was observed."""
        sink.report(State.ONLINE, f"seed {self.seed}, a card each {self.pace:g} s")
        dealt, events = (0, -1), iter(())  # type: tuple[int, int], Iterator[Observation]
        while not stop.is_set():
            now = sink.position()
            if now.on_hold:
                stop.wait(_SLEEP_S)
                continue
            if not now.is_open:
                sink.emit(ShoeStarted(reader=NAME))
                stop.wait(self.pace)
                continue
            if dealt != (now.number, now.observed):
                events = shoe_events(now.house, self.seed, now.number, self.faults)
                for _ in range(now.observed):
                    next(events, None)
            event = next(events, None)
            if event is None:
                sink.report(State.ONLINE, "The shoe is empty: close it and open the next one.")
                stop.wait(max(self.pace, _SLEEP_S))
                continue
            sink.emit(event)
            dealt = (now.number, now.observed + 1)
            stop.wait(self._pause(event))

    def close(self) -> None:
        """Nothing to close: `run` waits on its stop event alone."""

    def health(self) -> Health:
        return Health(State.ONLINE)

    def _pause(self, event: Observation) -> float:
        match event:
            case ResultReported():
                return self.pace * _RESULT_STANDS
            case CutCardShown():
                return 0.0
            case _:
                return self.pace


def open_url(url: str, kind: str, rest: str, settings: Settings) -> Reader:
    """`simulated:?seed=1&pace=1&faults=...`; raises BadReader for what it does not know."""
    if kind != NAME:
        raise BadReader(f"Reader {url!r}: a simulated shoe has no line speed.")
    options = dict(parse_qsl(rest.removeprefix("?"), keep_blank_values=True))
    unknown = set(options) - {"seed", "pace", "faults"}
    if unknown or rest[:1] not in ("", "?"):
        raise BadReader(
            f"Reader {url!r}: a simulated shoe knows seed, pace and faults, for example "
            "simulated:?seed=4&pace=0.5&faults=unreadable:0.02"
        )
    try:
        seed, pace = int(options.get("seed", "1")), float(options.get("pace", "1"))
    except ValueError:
        raise BadReader(f"Reader {url!r}: seed and pace are numbers.") from None
    if not 0 <= pace <= 3600:
        raise BadReader(f"Reader {url!r}: pace is 0 to 3600 seconds.")
    return SimulatedShoe(url, seed, pace, _parse_faults(url, options.get("faults", "")))


def _parse_faults(url: str, text: str) -> dict[str, float]:
    faults = {}
    for part in filter(None, text.split(",")):
        name, _, chance = part.partition(":")
        try:
            faults[name] = float(chance)
        except ValueError:
            faults[name] = -1
        if name not in FAULTS or not 0 <= faults[name] <= 1:
            raise BadReader(
                f"Reader {url!r}: a fault is one of {', '.join(FAULTS)} with a chance of 0 to 1, "
                "for example unreadable:0.02"
            )
    return faults
