"""Whatever goes wrong in a shoe and is put right, it is as if it had been dealt right at once."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from server.baccarat.cards import DECK, Card
from server.baccarat.coup import Coup
from server.baccarat.events import (
    CardCorrected,
    CardInserted,
    CardMisdealt,
    CardRead,
    CardsSwapped,
    CoupInserted,
    CoupVoided,
    Decision,
    Event,
    ShoeOpened,
    Voided,
)
from server.baccarat.play import replay
from server.baccarat.rules import Misdeal
from server.baccarat.shoe import Shoe
from server.baccarat.snapshot import snapshot

from .notation import EIGHT_DECKS, numbered

MISTAKES = ("misread", "unread", "seen twice", "not read", "in the wrong place", "in error", "")


def opening() -> ShoeOpened:
    return ShoeOpened(by="Ann", number=1, house=EIGHT_DECKS)


def read(card: Card | None) -> CardRead:
    return CardRead(reader="slot", card=card)


class Night:
    """A shoe at which things go wrong: what the log gets, and what puts it right."""

    def __init__(self, random: Random, coups: list[Coup]) -> None:
        self.random = random
        self.log: list[Event] = [opening()]
        self.remedies: list[Decision] = []  # may be applied in any order
        self.last: list[Decision] = []  # refer to whole coups, so they come after
        self.end = 0  # the newest entry that is a card in truth
        self.ends: list[int] = [0]  # the entry that ended each coup
        for coup in coups:
            if random.random() < 0.1:
                self._miss(coup)
            else:
                self._deal(list(coup.cards))
                self.ends.append(self.end)

    def _miss(self, coup: Coup) -> None:
        result = coup.result
        assert result is not None
        self.last.insert(0, CoupInserted(
            by="Bob", after=self.ends[-1], outcome=result.outcome, natural=result.natural,
            player_pair=result.player_pair, banker_pair=result.banker_pair,
            cards=coup.cards if self.random.random() < 0.5 else (),
        ))  # fmt: skip

    def _deal(self, cards: list[Card]) -> None:
        while cards:
            card = cards.pop(0)
            mistake = self.random.choice(MISTAKES) if self.random.random() < 0.3 else ""
            getattr(self, f"_{mistake.replace(' ', '_')}" if mistake else "_rightly")(card, cards)

    def _keep(self, event: Event) -> int:
        self.log.append(event)
        self.end = len(self.log)
        return self.end

    def _another(self, card: Card) -> Card:
        return self.random.choice([other for other in DECK if other is not card])

    def _rightly(self, card: Card, cards: list[Card]) -> None:
        self._keep(read(card))

    def _misread(self, card: Card, cards: list[Card]) -> None:
        seq = self._keep(read(self._another(card)))
        self.remedies.append(CardCorrected(by="Bob", seq=seq, card=card))

    def _unread(self, card: Card, cards: list[Card]) -> None:
        seq = self._keep(read(None))
        self.remedies.append(CardCorrected(by="Bob", seq=seq, card=card))

    def _seen_twice(self, card: Card, cards: list[Card]) -> None:
        seq = self._keep(read(card))
        self.remedies.append(Voided(by="Bob", seq=self._keep(read(card))))
        self.end = seq

    def _not_read(self, card: Card, cards: list[Card]) -> None:
        if not cards:  # the next entry is of another coup, and may not stand
            return self._rightly(card, cards)
        seq = self._keep(read(cards.pop(0)))
        self.remedies.append(CardInserted(by="Bob", seq=seq, card=card))
        return None

    def _in_the_wrong_place(self, card: Card, cards: list[Card]) -> None:
        if not cards:
            return self._rightly(card, cards)
        other = self._keep(read(cards.pop(0)))
        seq = self._keep(read(card))
        self.remedies.append(CardsSwapped(by="Bob", seq=seq, other=other))
        return None

    def _in_error(self, card: Card, cards: list[Card]) -> None:
        seq = self._keep(read(self._another(card)))
        use = self.random.choice([Misdeal.BURN, Misdeal.NEXT_BURN])
        self.remedies.append(CardMisdealt(by="Bob", seq=seq, use=use))
        self._keep(read(card))

    def put_right(self) -> Shoe:
        """The shoe after every remedy, with second thoughts on the way."""
        log = list(self.log)
        self.random.shuffle(self.remedies)
        for remedy in self.remedies:
            log.append(remedy)
            if self.random.random() < 0.2:  # taken back, and after all made again
                log += [Voided(by="Bob", seq=len(log)), remedy]
        log += self.last
        shoe = replay(numbered(log))
        if shoe.settled and self.random.random() < 0.5:
            settled = self.random.choice(shoe.settled)
            log.append(CoupVoided(by="Bob", seq=settled.seq, why="the wrong one"))
            log.append(Voided(by="Bob", seq=len(log)))
        for length in range(len(self.log), len(log)):
            replay(numbered(log[:length]))  # no remedy is ever refused
        return replay(numbered(log))


def fresh(coups: list[Coup]) -> Shoe:
    """The same shoe dealt right at once."""
    cards = [card for coup in coups for card in coup.cards]
    return replay(numbered([opening(), *map(read, cards)]))


def told(shoe: Shoe) -> dict[str, object]:
    """All that a display is told, but how many cards left the shoe."""
    now = snapshot(shoe, house=EIGHT_DECKS)
    return {**now, "shoe": now["shoe"]["coups"]}


@given(st.integers(0, 2**32), st.integers(1, 14))
@settings(max_examples=500)
def test_a_shoe_put_right_equals_a_fresh_one_dealt_right(seed: int, count: int) -> None:
    random = Random(seed)
    shoe = iter(random.sample(DECK * 8, 416))
    coups = [Coup.deal(shoe) for _ in range(count)]
    night = Night(random, coups)
    right, made_right = fresh(coups), night.put_right()
    assert [settled.result for settled in made_right.settled] == [
        settled.result for settled in right.settled
    ]
    assert told(made_right)["roads"] == told(right)["roads"]
    assert told(made_right)["counts"] == told(right)["counts"]
    if all(decision.cards for decision in night.last if isinstance(decision, CoupInserted)):
        assert [settled.coup for settled in made_right.settled] == coups
        assert told(made_right) == told(right)
