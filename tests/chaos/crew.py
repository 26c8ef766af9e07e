"""A crew that looks at the cards: it does what a dealer may do at the console, and nothing else.

It acts only while the table is on hold, or lacks what lies on the table. What it knows is the table
before its eyes: the truth.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, Protocol

from server.baccarat.cards import Card
from server.baccarat.coup import Coup
from server.baccarat.effective import effective, standing
from server.baccarat.events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardInserted,
    CardMisdealt,
    CardRead,
    CoupVoided,
    CutCardCalled,
    CutCardShown,
    Decision,
    Entry,
    Refused,
    Released,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from server.baccarat.rules import House, Misdeal
from server.baccarat.shoe import Phase, Shoe

from .truth import TrueCoup, TrueShoe, Truth

_MOST_ACTS = 200  # for one trouble; more is a crew that runs in circles
_FEW = 2  # cards that are put in before another; where more are missing all are typed anew
_BURNING = (Phase.OPENED, Phase.BURNING)


class Watched(Protocol):
    """The table as a console knows it."""

    house: House

    @property
    def seq(self) -> int: ...

    @property
    def shoe(self) -> Shoe: ...

    def standing(self) -> tuple[Shoe, tuple[Entry, ...]]: ...

    def record(self, event: Any, /, *, expected_seq: int | None = None) -> int: ...


class WrongBead(AssertionError):
    """The board shows what was not dealt, and nothing said so."""


class Crew:
    """Watches a table and puts right what is wrong; `acts` counts what it did."""

    def __init__(self, table: Watched, truth: Truth) -> None:
        self._table, self._truth = table, truth
        self.acts: Counter[str] = Counter()
        self.holds: list[str] = []  # their reasons

    def check(self) -> None:
        """Raises WrongBead where the board is not what was dealt so far."""
        shoe = self._table.shoe
        if shoe.number == 0 or shoe.number > len(self._truth.shoes):
            return
        true = self._truth.shoes[shoe.number - 1]
        for settled, dealt in zip(shoe.settled, true.coups, strict=False):
            is_void = settled.result is None
            if list(settled.coup.cards) != dealt.cards or is_void != dealt.is_void:
                raise WrongBead(f"coup {settled.number}: {settled} but dealt was {dealt}")
        if len(shoe.settled) > len(true.coups):
            raise WrongBead(f"{len(shoe.settled)} beads, but {len(true.coups)} coups were dealt")
        gone = Counter(true.burned) + Counter(card for coup in true.coups for card in coup.cards)
        if surplus := Counter(shoe.seen) - gone:
            raise WrongBead(f"{surplus} were seen and never dealt")
        if len(shoe.settled) < len(true.coups):
            lies, dealt = list(shoe.coup.cards), true.coups[len(shoe.settled)].cards
            if lies != dealt[: len(lies)]:
                raise WrongBead(f"{lies} lie on the display, but {dealt} on the table")

    def attend(self) -> bool:
        """Look at the table where it is on hold, and put it right; returns whether it was."""
        if self._table.shoe.hold is None:
            return False
        self.check()
        self.complete()
        return True

    def complete(self) -> None:
        """Release what is on hold and type what is not on the display, until nothing is wrong."""
        for _ in range(_MOST_ACTS):
            seq, shoe = self._table.seq, self._table.shoe
            if shoe.hold:
                self.holds.append(shoe.hold.why)
            decision = self._answer(shoe) if shoe.hold else self._missing()
            if decision is None:
                return
            try:
                self._table.record(decision, expected_seq=seq)  # as the console sends it
            except Refused:
                if self._table.seq == seq:
                    raise
                continue  # the table moved on meanwhile: look again
            self.acts[type(decision).__name__] += 1
            if self._table.shoe.hold is None:
                self.check()  # the crew must not put a wrong bead on the board either
        raise AssertionError(f"the crew runs in circles: {self.holds[-5:]}")

    # What is done about a hold.

    def _answer(self, shoe: Shoe) -> Decision:
        assert shoe.hold is not None
        true = self._true(shoe)
        if true is None or true is not self._truth.shoe:
            return self._close_or_release(shoe)
        if shoe.stage in _BURNING and (true.coups or true.carried):
            return BurnEnded(by="Ann")
        if shoe.seqs and self._is_to_void(shoe, true):
            return CoupVoided(by="Bob", seq=shoe.seqs[-1], why="broken off at the shoe")
        return self._line_up(shoe, true) or self._about_the_cause(shoe, true)

    def _line_up(self, shoe: Shoe, true: TrueShoe) -> Decision | None:
        """What makes the cards that wait those on the table: one put in, or one taken back."""
        ahead = self._ahead(shoe, true)
        seen = self._seen(shoe)
        at = 0
        for entry in seen:
            card = _face(entry)
            if at < len(ahead) and card in (None, ahead[at]):
                at += 1
            elif ahead[at:].count(card) and ahead.index(card, at) - at <= _FEW:
                return CardInserted(by="Ann", seq=entry.seq, card=ahead[at])
            elif entry.seq != self._hold_seq(shoe):
                return Voided(by="Ann", seq=entry.seq, why="it is typed in its place")
            # Else the table is on hold for it: the release leaves it out.
        return None

    def _about_the_cause(self, shoe: Shoe, true: TrueShoe) -> Decision:
        caught = next((e for e in self._seen(shoe) if e.seq == self._hold_seq(shoe)), None)
        ahead = self._ahead(shoe, true)
        if caught is None or shoe.stage in _BURNING or not ahead:
            return Released(by="Ann")
        card = _face(caught)
        if card is None:
            return CardCorrected(by="Ann", seq=caught.seq, card=ahead[0])
        if card is ahead[0]:
            return CardMisdealt(by="Ann", seq=caught.seq, use=Misdeal.CARRY_TO_NEXT)
        return Released(by="Ann")

    def _hold_seq(self, shoe: Shoe) -> int:
        assert shoe.hold is not None
        return shoe.hold.seq

    def _seen(self, shoe: Shoe) -> list[Entry]:
        """The cards for a hand that the table is on hold for, or that wait, in their order."""
        _, entries = self._table.standing()
        held = [e for e in effective(entries) if e.seq == self._hold_seq(shoe)]
        return [e for e in (*held, *shoe.waiting) if _is_for_a_hand(e)]

    def _ahead(self, shoe: Shoe, true: TrueShoe) -> list[Card]:
        """The cards that lie on the table and not on the display, up to a coup that is void."""
        ahead: list[Card] = []
        for n, coup in enumerate(true.coups[len(shoe.settled) :]):
            ahead += coup.cards[0 if n else len(shoe.coup.cards) :]
            if coup.is_void:
                return ahead
        return [*ahead, true.carried] if true.carried else ahead

    def _close_or_release(self, shoe: Shoe) -> Decision:
        """The display is still at an older shoe, or knows none: finish that first."""
        if shoe.stage is Phase.OVER or (shoe.stage is Phase.READY and self._true(shoe)):
            return ShoeClosed(by="Ann")
        return Released(by="Ann")

    # What lies on the table and is not on the display.

    def _missing(self) -> Decision | None:
        shoe, true = self._table.shoe, self._true(self._table.shoe)
        newest = self._truth.shoe
        if true is None or true is not newest:
            return self._towards(newest, shoe, true)
        if shoe.stage is Phase.OVER and len(true.coups) > len(shoe.settled):
            return self._take_back_cut_card()
        if true.burned and shoe.stage in _BURNING:
            is_done = bool(true.coups) or true.carried is not None
            if is_done or shoe.burned < len(true.burned):
                return BurnEnded(by="Ann") if is_done else self._burn(shoe, true)
            return None
        if self._lacks_cut_card(shoe, true):
            return CutCardCalled(by="Ann")
        if shoe.seqs and self._is_to_void(shoe, true):
            return CoupVoided(by="Bob", seq=shoe.seqs[-1], why="broken off at the shoe")
        card = self._next_card(shoe, true)
        return CardEntered(by="Ann", card=card) if card else None

    def _take_back_cut_card(self) -> Decision:
        """It was told while coups were missing: it comes later."""
        cuts = [e.seq for e in standing(self._table.standing()[1]) if _is_cut(e)]
        return Voided(by="Ann", seq=cuts[-1], why="it came later")

    def _burn(self, shoe: Shoe, true: TrueShoe) -> Decision:
        return CardEntered(by="Ann", card=true.burned[shoe.burned])

    def _towards(self, newest: TrueShoe, shoe: Shoe, true: TrueShoe | None) -> Decision | None:
        """The next decision on the way to the shoe that is dealt now."""
        if shoe.stage is Phase.CLOSED:
            if newest.number == shoe.number:
                return None
            return ShoeOpened(by="Ann", number=shoe.number + 1, house=self._table.house)
        assert true is not None
        card = self._next_card(shoe, true)
        if self._lacks_cut_card(shoe, true):
            return CutCardCalled(by="Ann")
        if shoe.seqs and self._is_to_void(shoe, true):
            return CoupVoided(by="Bob", seq=shoe.seqs[-1], why="broken off at the shoe")
        if shoe.stage in _BURNING:
            return BurnEnded(by="Ann")
        return CardEntered(by="Ann", card=card) if card else ShoeClosed(by="Ann")

    def _lacks_cut_card(self, shoe: Shoe, true: TrueShoe) -> bool:
        if true.cut_after is None or shoe.coups_to_go is not None or shoe.house is None:
            return False
        is_there = (len(shoe.settled), len(shoe.coup.cards)) >= true.cut_after
        return shoe.house.cut_card is not None and is_there and shoe.stage is not Phase.OVER

    # What is true of a moment.

    def _true(self, shoe: Shoe) -> TrueShoe | None:
        is_open = 0 < shoe.number <= len(self._truth.shoes) and shoe.stage is not Phase.CLOSED
        return self._truth.shoes[shoe.number - 1] if is_open else None

    def _next_card(self, shoe: Shoe, true: TrueShoe) -> Card | None:
        """The card that lies on the table and comes next on the display."""
        coup = self._coup(shoe, true)
        is_carried = shoe.carried is not None and shoe.stage is Phase.READY
        at = len(shoe.coup.cards) + is_carried  # player 1 lies there with the next card
        return coup.cards[at] if coup and at < len(coup.cards) else None

    def _coup(self, shoe: Shoe, true: TrueShoe) -> TrueCoup | None:
        at = len(shoe.settled)
        return true.coups[at] if at < len(true.coups) else None

    def _is_to_void(self, shoe: Shoe, true: TrueShoe) -> bool:
        coup = self._coup(shoe, true)
        return coup is not None and coup.is_void and [*shoe.coup.cards] == coup.cards


def _is_for_a_hand(entry: Entry) -> bool:
    event = entry.event
    return isinstance(event, CardRead) and not event.outside and event.side != "burn"


def _face(entry: Entry) -> Card | None:
    assert isinstance(entry.event, CardRead)
    return entry.event.card


def _is_cut(entry: Entry) -> bool:
    return isinstance(entry.event, CutCardShown | CutCardCalled)


def board(shoe: TrueShoe) -> list[tuple[str, str]]:
    """Each coup's cards and outcome, as the roads must have them."""
    told = []
    for coup in shoe.coups:
        outcome = None if coup.is_void else Coup.of(coup.cards).outcome
        told.append((" ".join(map(str, coup.cards)), str(outcome)))
    return told


def shown(shoe: Shoe) -> list[tuple[str, str]]:
    """The same of a table's shoe."""
    return [
        (" ".join(map(str, settled.coup.cards)), str(settled.outcome)) for settled in shoe.settled
    ]
