"""Short notation for what happens at a table, so that a test reads like the game.

    8S  8?  ??        a card read; one whose suit, or whose face, could not be read
    8S@p1  ??@burn    ... and where the reader saw it go: p1 to b3, p, b, burn, burn2
    8S@p1~  cut~      ... on the line before it was opened
    8S#7              ... from the picture 777..., by a camera
    8S!               drawn outside the game
    8S@p1>            an excess card that the shoe gives once more
    +8S               a card typed in by the crew
    cut lost found gap fault started             what else a reader may see
    says:tie  says:banker+bp                     the shoe's own result, with its pairs
    /cut /burned /close /hold /go /open          decisions; `/go` is the release
    /undo:4  /fix:4=9H                           entry 4 taken back; its card was in truth 9H
    /before:4=9H                                 ... and before it came a 9H that was not read
    /swap:4,5  /misdealt:4=burn                  two cards exchanged; what became of one in error
    /void:4  /free  /free:4  /dummy              the coup of entry 4, or the one now
    /says:banker+bp+n  /missed:4=tie+pp          a coup declared; one inserted after entry 4's
    /shows  /shows:p1  /shows:b                  revealed: all, a card, a side
    /limits:50-5000  /limits:50-5000+next        changed now; from the next shoe
    /reader:line:/dev/ttyS1  /reader:            another reader; none

The shoe is opened by entry 1, so the first word is entry 2.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from server.baccarat.cards import Card, parse_cards
from server.baccarat.coup import Coup, Outcome, Side
from server.baccarat.events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardInserted,
    CardMisdealt,
    CardRead,
    CardsSwapped,
    CoupDeclared,
    CoupInserted,
    CoupMarkedFree,
    CoupVoided,
    CutCardCalled,
    CutCardShown,
    Entry,
    Event,
    Held,
    LimitsChanged,
    ReaderChanged,
    ReaderFault,
    ReaderFound,
    ReaderGap,
    ReaderLost,
    Refused,
    Released,
    ResultReported,
    Revealed,
    ShoeClosed,
    ShoeOpened,
    ShoeStarted,
    Voided,
)
from server.baccarat.play import replay
from server.baccarat.rules import House, Limits, Misdeal
from server.baccarat.shoe import Shoe

EIGHT_DECKS = House(name="eight", title="Eight Decks", decks=8)
ONE_DECK = House(name="single", title="One Deck", decks=1)

NINE_OCLOCK = datetime(2026, 1, 2, 21, tzinfo=UTC)
_SIDES = {"p": Side.PLAYER, "b": Side.BANKER}
_SHOT = {"confidence": 0.987, "model": "0123456789ab", "taken": NINE_OCLOCK.timestamp() + 0.25}
_WORDS: dict[str, Event] = {
    "cut": CutCardShown(reader="slot"),
    "lost": ReaderLost(reader="slot", why="unplugged"),
    "found": ReaderFound(reader="slot"),
    "gap": ReaderGap(reader="slot", why="A frame is missing."),
    "fault": ReaderFault(reader="slot", why="Overdraw."),
    "started": ShoeStarted(reader="slot"),
    "/cut": CutCardCalled(by="Ann"),
    "/burned": BurnEnded(by="Ann"),
    "/close": ShoeClosed(by="Ann"),
    "/hold": Held(by="Ann"),
    "/go": Released(by="Ann"),
    "/open": ShoeOpened(by="Ann", number=2, house=EIGHT_DECKS),
}


def event(word: str) -> Event:
    """One word of the notation as an event."""
    if word in _WORDS:
        return _WORDS[word]
    if word.endswith("~"):
        return replace(event(word[:-1]), late=True)
    if "#" in word:
        seen, _, digit = word.partition("#")
        return replace(event(seen), reader="camera", picture=digit * 64, **_SHOT)
    if word.endswith("!"):
        return replace(_read(word[:-1]), outside=True)
    if word.endswith(">"):
        return replace(_read(word[:-1]), carried=True)
    if word.startswith("+"):
        return CardEntered(by="Ann", card=Card.parse(word[1:]))
    name, _, rest = word.partition(":")
    match name:
        case "says":
            outcome, *pairs = rest.split("+")
            return ResultReported(
                reader="slot",
                outcome=Outcome(outcome),
                player_pair="pp" in pairs,
                banker_pair="bp" in pairs,
            )
        case "/says":
            return CoupDeclared(by="Ann", **_result(rest))
        case "/missed":
            after, _, said = rest.partition("=")
            return CoupInserted(by="Bob", after=int(after), why="missed", **_result(said))
        case "/void":
            return CoupVoided(by="Bob", seq=int(rest), why="damaged card")
        case "/free" | "/dummy":
            return CoupMarkedFree(by="Ann", seq=int(rest) if rest else None, kind=name[1:])
        case "/swap":
            one, other = map(int, rest.split(","))
            return CardsSwapped(by="Bob", seq=one, other=other)
        case "/before":
            seq, _, card = rest.partition("=")
            return CardInserted(by="Bob", seq=int(seq), card=Card.parse(card), why="not read")
        case "/misdealt":
            seq, _, use = rest.partition("=")
            return CardMisdealt(by="Bob", seq=int(seq), use=Misdeal(use))
        case "/shows":
            place = int(rest[1]) if rest[1:] else None
            return Revealed(by="Ann", side=_SIDES[rest[0]] if rest else None, place=place)
        case "/limits":
            span, _, later = rest.partition("+")
            least, most = map(int, span.split("-"))
            limits = Limits(min=least, max=most)
            return LimitsChanged(by="Bob", limits=limits, from_next_shoe=bool(later), why="busy")
        case "/reader":
            return ReaderChanged(by="Tom", reader=rest, configured="line:/dev/ttyS0")
        case "/undo":
            return Voided(by="Bob", seq=int(rest), why="misread")
        case "/fix":
            seq, _, card = rest.partition("=")
            return CardCorrected(by="Bob", seq=int(seq), card=Card.parse(card), why="misread")
    return _read(word)


def _result(said: str) -> dict[str, Any]:
    outcome, *marks = said.split("+")
    return {
        "outcome": Outcome(outcome),
        "natural": "n" in marks,
        "player_pair": "pp" in marks,
        "banker_pair": "bp" in marks,
    }


def _read(word: str) -> CardRead:
    code, _, seat = word.partition("@")
    card = None if code == "??" else Card.parse(code)
    if not seat:
        return CardRead(reader="slot", card=card)
    side = Side.BURN if seat.startswith("burn") else _SIDES[seat[0]]
    place = int(seat[-1]) if seat[-1].isdigit() else None
    return CardRead(reader="slot", card=card, side=side, place=place)


def entries(text: str, house: House | None = EIGHT_DECKS) -> list[Entry]:
    """The log of a shoe of that house; of a table at which none was opened where it is None."""
    opening: list[Event] = [ShoeOpened(by="Ann", number=1, house=house)] if house else []
    return numbered([*opening, *map(event, text.split())])


def numbered(events: list[Event]) -> list[Entry]:
    """Events as a log, numbered from 1, a second each."""
    return [
        Entry(seq, NINE_OCLOCK + timedelta(seconds=seq), event)
        for seq, event in enumerate(events, start=1)
    ]


def play(text: str, house: House | None = EIGHT_DECKS) -> Shoe:
    """The shoe after all that."""
    return replay(entries(text, house))


def refusal(text: str, house: House | None = EIGHT_DECKS) -> str:
    """The sentence with which the last word, and no earlier one, is refused."""
    log = entries(text, house)
    before = replay(log[:-1])
    with pytest.raises(Refused) as refused:
        replay(log)
    assert replay(log[:-1]) == before
    return str(refused.value)


def coup(text: str) -> Coup:
    """The coup of cards in dealing order."""
    return Coup.of(parse_cards(text))


def coups(shoe: Shoe) -> list[str]:
    """A shoe's settled coups as their cards in dealing order."""
    return [" ".join(map(str, settled.coup.cards)) for settled in shoe.settled]


def hold(shoe: Shoe) -> str:
    """Why the table is on hold."""
    assert shoe.hold is not None
    return shoe.hold.why
