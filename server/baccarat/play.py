"""The play: what each event does to a shoe. `replay(entries)` is the one way to a state.

An observation that has no place puts the table on hold and is kept. While on hold, what readers
see waits in order; the release takes it up and leaves out what caused the hold. A decision that
has no place raises Refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .allowed import WHILE, check, refusal
from .cards import Card
from .coup import P1, Seat, Side
from .effective import effective
from .events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardRead,
    CutCardCalled,
    CutCardShown,
    Decision,
    Entry,
    Held,
    Observation,
    ReaderFault,
    ReaderFound,
    ReaderGap,
    ReaderLost,
    Refused,
    Released,
    ResultReported,
    ShoeClosed,
    ShoeOpened,
    ShoeStarted,
    Voided,
)
from .rules import FirstCardBurn, LastCoup
from .shoe import Phase, Shoe, full_shoe

# How many coups may still be begun once the cut card is out: before a coup's first card, or in it.
_COUPS_TO_GO: dict[LastCoup, tuple[int, int]] = {
    LastCoup.THIS: (1, 0),
    LastCoup.ONE_MORE: (2, 1),
    LastCoup.THIS_IF_FIRST: (1, 1),
}


_BEFORE_THE_FIRST_COUP = (Phase.CLOSED, Phase.OPENED, Phase.BURNING)


def replay(entries: Sequence[Entry]) -> Shoe:
    """The shoe that its entries make, corrections carried out.

    `entries` begin at a ShoeOpened, or at a table's first entry. Raises Refused where a decision
    among them is not allowed.
    """
    shoe = Shoe()
    newest = entries[-1].seq if entries else 0
    for entry in effective(entries):
        shoe = step(shoe, entry, is_new=entry.seq == newest)
    return shoe


def advance(shoe: Shoe, entries: Sequence[Entry], entry: Entry) -> Shoe:
    """`replay` of the entries and one more, where `shoe` is the replay of the entries.

    A fold needs its last step only; a correction reaches back, so it is replayed from the start.
    """
    if isinstance(entry.event, Voided | CardCorrected):
        return replay((*entries, entry))
    return step(shoe, entry)


def step(shoe: Shoe, entry: Entry, *, is_new: bool = True) -> Shoe:
    """The shoe after one more effective entry.

    A hold or release that is not new was allowed when it was decided; a correction since may have
    taken its reason away, and then it does nothing.
    """
    event = entry.event
    if isinstance(event, Decision):
        if is_new or not isinstance(event, Held | Released):
            check(shoe.phase, event)
    elif shoe.hold:
        if isinstance(event, ReaderFound):
            return shoe  # the release says that somebody looked since
        return shoe._replace(waiting=(*shoe.waiting, entry))
    return _STEPS[type(event)](shoe, entry, event)


def _card_read(shoe: Shoe, entry: Entry, event: CardRead) -> Shoe:
    card, seq = event.card, entry.seq
    # Nobody may have seen a card that is burned, or that comes before the shoe is opened.
    is_hidden = event.side is Side.BURN or (
        event.side is None and shoe.stage in _BEFORE_THE_FIRST_COUP
    )
    name = str(card) if card and not is_hidden else "a card"
    if _is_repeat(shoe, event):
        return shoe
    if shoe.stage in (Phase.CLOSED, Phase.OVER):
        return shoe.held(
            seq, f"{name[0].upper()}{name[1:]} left the shoe, but {WHILE[shoe.stage]}."
        )
    shoe = shoe._replace(left=max(0, shoe.left - 1))
    if event.side is not None and not shoe.takes(event.side, event.place):
        to = f"{event.side} {event.place or ''}".strip()
        return shoe.held(
            seq, f"The shoe gave {name} to {to}, but by the rules {shoe.expected} comes next."
        )
    if card is None and not _is_burned_unread(shoe, event.side):
        return shoe.held(seq, f"A card for {shoe.expected} could not be read.", unread=True)
    if card is not None and (too_many := shoe.one_too_many(card)):
        hidden = "A burned card was seen more often than the decks hold."
        return shoe.held(seq, hidden if is_hidden else too_many)
    return _take(shoe, entry, card, burn=event.side is Side.BURN)


def _card_entered(shoe: Shoe, entry: Entry, event: CardEntered) -> Shoe:
    if too_many := shoe.one_too_many(event.card):
        raise Refused(f"{too_many} Look for a card that was entered or read wrong before.")
    shoe = shoe._replace(left=max(0, shoe.left - 1))
    if shoe.stage not in _BEFORE_THE_FIRST_COUP:
        shoe = shoe._replace(flags=shoe.flags | {"typed"})
    return _take(shoe, entry, event.card)


def _is_repeat(shoe: Shoe, event: CardRead) -> bool:
    # The same card at the same place again is the same card (settled so in the field). The first
    # card after a coup is never a repeat of that coup's: it opens the next one.
    if event.card is None or event.side in (None, Side.BURN) or not event.place:
        return False
    seat = Seat(event.side, event.place)
    if shoe.last and (shoe.stage is Phase.OVER or (shoe.stage is Phase.READY and seat != P1)):
        return shoe.last.coup.at(seat) is event.card
    return shoe.coup.at(seat) is event.card


def _is_burned_unread(shoe: Shoe, side: Side | None) -> bool:
    """Whether a card's face does not matter: it is burned and decides nothing."""
    if shoe.stage in (Phase.OPENED, Phase.BURNING):
        return shoe.to_burn is not None
    return side is Side.BURN


def _take(shoe: Shoe, entry: Entry, card: Card | None, *, burn: bool = False) -> Shoe:
    """The shoe with a card in its place: the burn, or the coup by dealing order."""
    if card is not None:
        shoe = shoe._replace(seen={**shoe.seen, card: shoe.seen.get(card, 0) + 1})
    if burn or card is None or shoe.stage in (Phase.OPENED, Phase.BURNING):
        return _burn(shoe, card)
    coup = shoe.coup.add(card)
    flags = shoe.flags | {"corrected"} if entry.corrected else shoe.flags
    to_go = shoe.coups_to_go
    if shoe.stage is Phase.READY and to_go is not None:
        to_go -= 1
    shoe = shoe._replace(stage=Phase.DEALING, coup=coup, flags=flags, coups_to_go=to_go)
    return shoe.settle(entry.seq) if coup.is_complete else shoe


def _burn(shoe: Shoe, card: Card | None) -> Shoe:
    shoe = shoe._replace(burned=shoe.burned + 1)
    if shoe.stage is Phase.READY:  # one burned between coups
        return _ready(shoe)
    assert shoe.house is not None
    if shoe.to_burn is None and isinstance(shoe.house.burn, FirstCardBurn) and card is not None:
        return shoe._replace(stage=Phase.BURNING, to_burn=shoe.house.burn.count(card))
    to_burn = (shoe.to_burn or 1) - 1
    shoe = shoe._replace(stage=Phase.BURNING, to_burn=to_burn)
    return shoe if to_burn else _ready(shoe)


def _ready(shoe: Shoe) -> Shoe:
    return shoe._replace(stage=Phase.OVER if shoe.is_exhausted else Phase.READY)


def _burn_ended(shoe: Shoe, entry: Entry, event: BurnEnded) -> Shoe:
    assert shoe.house is not None
    if shoe.house.burn.kind != "none" and not shoe.house.burn.skippable:
        raise Refused(f"{shoe.house.title} burns to the end: the burn cannot be skipped.")
    return _ready(shoe)


def _cut_card(shoe: Shoe, entry: Entry, event: CutCardShown | CutCardCalled) -> Shoe:
    if shoe.stage is Phase.OVER or shoe.coups_to_go is not None:
        return shoe  # it is out already
    if shoe.stage in (Phase.READY, Phase.DEALING):
        assert shoe.house is not None
        rule = shoe.house.cut_card
        if rule is not None:
            before, within = _COUPS_TO_GO[rule.last_coup]
            return shoe._replace(coups_to_go=within if shoe.stage is Phase.DEALING else before)
        why = f"The cut card came out, but {shoe.house.title} is dealt without one."
    else:
        why = f"The cut card came out, but {WHILE[shoe.stage]}."
    if isinstance(event, Decision):
        raise Refused(why)
    return shoe.held(entry.seq, why)


def _result_reported(shoe: Shoe, entry: Entry, event: ResultReported) -> Shoe:
    said = _result_words(str(event.outcome), event.player_pair, event.banker_pair)
    if shoe.stage is Phase.DEALING:
        why = f"The shoe reports {said}, but {shoe.expected} is still to come."
        return shoe.held(entry.seq, why)
    if shoe.last is None:
        return shoe.held(entry.seq, f"The shoe reports {said}, but no coup was dealt.")
    coup = shoe.last.coup
    dealt = _result_words(str(coup.outcome), coup.has_player_pair, coup.has_banker_pair)
    if said == dealt:
        return shoe
    return shoe.held(
        entry.seq,
        f"Coup {shoe.last.number}: the shoe reports {said}; by its cards it is {dealt}, "
        f"player {coup.player_total} to banker {coup.banker_total}. Look at the cards.",
    )


def _result_words(outcome: str, player_pair: bool, banker_pair: bool) -> str:
    pairs = [
        name
        for name, is_so in (("player pair", player_pair), ("banker pair", banker_pair))
        if is_so
    ]
    return ", ".join((outcome, *pairs))


def _shoe_started(shoe: Shoe, entry: Entry, event: ShoeStarted) -> Shoe:
    if shoe.stage is not Phase.DEALING:
        return shoe  # the shell opens the next shoe where this one is over
    return shoe.held(entry.seq, _look_at_the_cards(shoe, "The shoe restarted"))


def _reader_lost(shoe: Shoe, entry: Entry, event: ReaderLost) -> Shoe:
    if shoe.stage is not Phase.DEALING:
        return shoe
    return shoe.held(entry.seq, _look_at_the_cards(shoe, "The reader was lost"))


def _look_at_the_cards(shoe: Shoe, what: str) -> str:
    return (
        f"{what} in coup {len(shoe.settled) + 1}: compare the cards on the table with the "
        "display, put them right, then release."
    )


def _reader_trouble(shoe: Shoe, entry: Entry, event: ReaderGap | ReaderFault) -> Shoe:
    return shoe if shoe.stage is Phase.CLOSED else shoe.held(entry.seq, event.why)


def _reader_found(shoe: Shoe, entry: Entry, event: ReaderFound) -> Shoe:
    if shoe.stage is not Phase.DEALING:
        return shoe
    return shoe.held(entry.seq, _look_at_the_cards(shoe, "The reader came back"))


def _shoe_opened(shoe: Shoe, entry: Entry, event: ShoeOpened) -> Shoe:
    return full_shoe(event.number, event.house)


def _shoe_closed(shoe: Shoe, entry: Entry, event: ShoeClosed) -> Shoe:
    if shoe.stage in (Phase.DEALING, Phase.CLOSED):
        raise refusal(event, shoe.stage)
    return shoe._replace(stage=Phase.CLOSED, hold=None, waiting=())


def _held(shoe: Shoe, entry: Entry, event: Held) -> Shoe:
    return shoe if shoe.hold else shoe.held(entry.seq, event.why or "Held by the crew.")


def _released(shoe: Shoe, entry: Entry, event: Released) -> Shoe:
    waiting = () if shoe.stage in (Phase.CLOSED, Phase.OVER) else shoe.waiting
    shoe = shoe._replace(hold=None, waiting=())
    if shoe.stage is Phase.READY:
        shoe = _ready(shoe)  # the card that is left out has left the shoe all the same
    for seen in waiting:
        shoe = step(shoe, seen)
    return shoe


_STEPS: dict[type[Observation] | type[Decision], Callable[[Shoe, Entry, Any], Shoe]] = {
    CardRead: _card_read,
    ResultReported: _result_reported,
    CutCardShown: _cut_card,
    ShoeStarted: _shoe_started,
    ReaderLost: _reader_lost,
    ReaderFound: _reader_found,
    ReaderGap: _reader_trouble,
    ReaderFault: _reader_trouble,
    ShoeOpened: _shoe_opened,
    BurnEnded: _burn_ended,
    CardEntered: _card_entered,
    CutCardCalled: _cut_card,
    ShoeClosed: _shoe_closed,
    Held: _held,
    Released: _released,
}
