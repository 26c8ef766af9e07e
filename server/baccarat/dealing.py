"""Dealing: where each card goes, the burn, and the cut card."""

from __future__ import annotations

from .allowed import WHILE, refusal
from .cards import Card
from .coup import P1, Seat, Side
from .events import (
    BurnEnded,
    CardEntered,
    CardRead,
    CutCardCalled,
    CutCardShown,
    Decision,
    Entry,
    HoldReason,
    Refused,
)
from .rules import FirstCardBurn, LastCoup, Misdeal, Retransmission
from .shoe import Phase, Shoe

# How many coups may still be begun once the cut card is out: before a coup's first card, or in it.
COUPS_TO_GO: dict[LastCoup, tuple[int, int]] = {
    LastCoup.THIS: (1, 0),
    LastCoup.ONE_MORE: (2, 1),
    LastCoup.THIS_IF_FIRST: (1, 1),
}

BURNED = (Misdeal.BURN, Misdeal.NEXT_BURN)
_BEFORE_THE_FIRST_COUP = (Phase.CLOSED, Phase.OPENED, Phase.BURNING)


def card_read(shoe: Shoe, entry: Entry, event: CardRead) -> Shoe:
    card, seq = event.card, entry.seq
    if not entry.misdealt and _is_repeat(shoe, event):
        return shoe
    is_burned = event.side is Side.BURN or entry.misdealt in BURNED
    named = str(card) if card and not is_burned and is_open(shoe, event.side) else ""
    if shoe.stage is Phase.CLOSED or (shoe.stage is Phase.OVER and entry.misdealt not in BURNED):
        after = WHILE[shoe.stage]
        return shoe.held(
            seq,
            f"{named or 'A card'} left the shoe, but {after}.",
            plain=f"A card left the shoe, but {after}.",
            misplaced=shoe.stage is Phase.OVER,
        )
    if event.outside and not entry.misdealt:
        return outside(shoe, entry, event)
    if event.late and not entry.misdealt:
        return _held_as_old(shoe, seq, f"{named or 'a card'} for {_place(event)}", misplaced=True)
    if event.carried and not entry.misdealt and card is not None:
        return _carry_over(shoe, entry, card)
    if shoe.carried and not is_burned and not entry.misdealt and _may_be_carried(shoe, event):
        return shoe.held(
            seq,
            f"{named} was read, as the card that is carried over: is it that one, or the next? "
            "Release leaves it out.",
            plain="A card was read that may be the one that is carried over: look at the table.",
            misplaced=True,
        )
    if not is_burned:
        shoe = _take_carried(shoe, card, event)
    if not entry.misdealt and event.side is not None and not shoe.takes(event.side, event.place):
        if shoe.stage in (Phase.OPENED, Phase.BURNING):
            shoe = shoe._replace(waiting=(entry,))  # where the crew ends the burn it is taken up
        lies = _lies_at(shoe, event)
        but = f"where {lies} lies" if lies else f"but by the rules {shoe.expected} comes next"
        return shoe.held(
            seq,
            f"The shoe gave {named or 'a card'} to {_place(event)}, {but}.",
            plain="Stop: the shoe gave a card that the rules do not give, or not there.",
            misplaced=True,
        )
    if card is None and not is_burned and not _is_burned_unread(shoe, event.side):
        return shoe.held(
            seq,
            f"A card for {shoe.expected} could not be read{f': {event.why}' if event.why else ''}.",
            plain="A card could not be read.",
            unread=True,
        )
    if card is not None and (too_many := shoe.one_too_many(card)):
        what = "A burned card" if not named and is_burned else "A card"
        plain = f"{what} is one more than the decks hold."
        return shoe.held(seq, too_many if named else plain, plain=plain)
    if event.side is Side.BURN and event.place is not None:
        shoe = shoe._replace(last_burn=(card, event.place))
    return _take(shoe, entry, card, burn=is_burned)


def _place(event: CardRead) -> str:
    return f"{event.side or 'the table'} {event.place or ''}".strip()


def _held_as_old(shoe: Shoe, seq: int, what: str, *, misplaced: bool = False) -> Shoe:
    return shoe.held(
        seq,
        f"The line brought {what} from before it was opened, perhaps from an old shoe: is it on "
        "the table? Release leaves out all that it brought.",
        plain="The line brought something from before it was opened: look at the table.",
        misplaced=misplaced,
        is_old=True,
    )


def _carry_over(shoe: Shoe, entry: Entry, card: Card) -> Shoe:
    """The excess card of the coup before, kept for the next: it opens none by itself."""
    assert shoe.house is not None
    if shoe.house.retransmission is Retransmission.REDEAL:
        return shoe.held(
            entry.seq,
            f"The shoe deals the coup again, from {card}: void it, release, then type {card}.",
            plain="The shoe deals the coup again: void it, release, then type the card.",
        )
    if too_many := shoe.one_too_many(card):
        return shoe.held(entry.seq, too_many, plain="A card is one more than the decks hold.")
    return shoe._replace(carried=entry)


def outside(shoe: Shoe, entry: Entry, event: CardRead) -> Shoe:
    """A card that was drawn outside the game joins no hand; where it goes on, it is told again."""
    why = f"A card ({event.card or 'not read'}) was drawn outside the game: it joins no hand."
    if shoe.hold:
        return shoe._replace(hold=shoe.hold.also(why))
    plain = "A card was drawn outside the game. Look at the cards."
    return shoe.held(entry.seq, why, plain=plain, reason=HoldReason.FAULT)


def _take_carried(shoe: Shoe, card: Card | None, event: CardRead | CardEntered) -> Shoe:
    """The shoe with the card that was carried over laid first, where a coup begins now.

    Where it is reported once more for player 1, it is that same card.
    """
    carried = shoe.carried
    if carried is None or shoe.stage is not Phase.READY:
        return shoe
    assert isinstance(carried.event, CardRead)
    is_first = isinstance(event, CardRead) and _seat(event) == P1
    if is_first and card and card.may_be(carried.event.card):
        return shoe._replace(carried=None)
    return _take(shoe, carried, carried.event.card)


def _may_be_carried(shoe: Shoe, event: CardRead) -> bool:
    """Whether a card without a seat may be the carried one told again, or the next of that face."""
    assert shoe.carried is not None
    assert isinstance(shoe.carried.event, CardRead)
    is_first = shoe.stage is Phase.READY and event.side is None
    return is_first and event.card is not None and event.card.may_be(shoe.carried.event.card)


def _seat(event: CardRead) -> Seat | None:
    return Seat(event.side, event.place) if event.side and event.place else None


def _lies_at(shoe: Shoe, event: CardRead) -> Card | None:
    """The card that was reported for the same place before."""
    seat = _seat(event)
    if seat is None or seat.side is Side.BURN:
        return None
    if shoe.last and shoe.stage is Phase.READY and seat != P1:
        return shoe.last.coup.at(seat)
    return shoe.coup.at(seat)


def is_open(shoe: Shoe, side: Side | None) -> bool:
    """Whether all may see a card's face: not one that is burned, or comes before the opening."""
    if side is None:
        return shoe.stage not in _BEFORE_THE_FIRST_COUP
    return side is not Side.BURN


def card_entered(shoe: Shoe, entry: Entry, event: CardEntered) -> Shoe:
    if too_many := shoe.one_too_many(event.card):
        what = f"{event.card} is one more than the decks hold." if shoe.withholds else too_many
        raise Refused(f"{what} Look for a card that was entered or read wrong before.")
    shoe = _take_carried(shoe, event.card, event)
    if shoe.stage not in _BEFORE_THE_FIRST_COUP:
        shoe = shoe._replace(flags=shoe.flags | {"typed"})
    return _take(shoe, entry, event.card, burn=entry.misdealt in BURNED)


def _is_repeat(shoe: Shoe, event: CardRead) -> bool:
    # The same card at the same place again is the same card (settled so in the field). The first
    # card after a coup is never a repeat of that coup's: it opens the next one.
    if event.side is Side.BURN and event.place is not None:
        is_burning = shoe.stage in (Phase.BURNING, Phase.READY) and not shoe.settled
        if not is_burning or shoe.last_burn is None:
            return False
        card, place = shoe.last_burn
        is_same = card is None if event.card is None else event.card.may_be(card)
        return is_same and place == event.place
    seat = _seat(event)
    if event.card is None or seat is None or event.carried or shoe.is_astray:
        return False
    if shoe.carried and shoe.stage is Phase.READY:
        return False  # the next coup has begun with the card that is carried over
    if shoe.last and (shoe.stage is Phase.OVER or (shoe.stage is Phase.READY and seat != P1)):
        return event.card.may_be(shoe.last.coup.at(seat))
    return event.card.may_be(shoe.coup.at(seat))


def _is_burned_unread(shoe: Shoe, side: Side | None) -> bool:
    """Whether a card's face does not matter: it is burned and decides nothing."""
    if shoe.stage in (Phase.OPENED, Phase.BURNING):
        return shoe.to_burn is not None
    return side is Side.BURN


def _take(shoe: Shoe, entry: Entry, card: Card | None, *, burn: bool = False) -> Shoe:
    """The shoe with a card in its place: the burn, or the coup by dealing order."""
    shoe = shoe.counted(card)
    if burn or card is None or shoe.stage in (Phase.OPENED, Phase.BURNING):
        return _burn(shoe, card)
    shoe = shoe.begun() if shoe.stage is Phase.READY else shoe
    coup = shoe.coup.add(card)
    flags = shoe.flags | _marks(shoe, entry)
    shoe = shoe._replace(coup=coup, seqs=(*shoe.seqs, entry.seq), flags=flags)
    return shoe.settle(coup.result) if coup.is_complete else shoe


def _marks(shoe: Shoe, entry: Entry) -> set[str]:
    """What a card that needed the crew's ruling marks its coup with."""
    marks = {"corrected"} if entry.corrected else set()
    if entry.misdealt:
        marks.add("misdealt")
        assert shoe.house is not None
        if not shoe.coup.player and shoe.house.dummy_after_misdeal:
            marks.add("dummy")
    return marks


def _burn(shoe: Shoe, card: Card | None) -> Shoe:
    shoe = shoe._replace(burned=shoe.burned + 1)
    if shoe.stage in (Phase.DEALING, Phase.OVER):  # one that was drawn in error
        return shoe
    if shoe.stage is Phase.READY:  # one burned between coups
        return shoe.ready()
    assert shoe.house is not None
    if shoe.to_burn is None and isinstance(shoe.house.burn, FirstCardBurn) and card is not None:
        return shoe._replace(stage=Phase.BURNING, to_burn=shoe.house.burn.count(card))
    to_burn = (shoe.to_burn or 1) - 1
    shoe = shoe._replace(stage=Phase.BURNING, to_burn=to_burn)
    return shoe if to_burn else shoe.ready()


def burn_ended(shoe: Shoe, entry: Entry, event: BurnEnded) -> Shoe:
    if shoe.stage not in (Phase.OPENED, Phase.BURNING):
        raise refusal(event, shoe.phase)
    assert shoe.house is not None
    if shoe.house.burn.kind != "none" and not shoe.house.burn.skippable:
        raise Refused(f"{shoe.house.title} burns to the end: the burn cannot be skipped.")
    return shoe.ready()


def cut_card(shoe: Shoe, entry: Entry, event: CutCardShown | CutCardCalled) -> Shoe:
    if shoe.stage is Phase.OVER or shoe.coups_to_go is not None:
        return shoe  # it is out already
    if isinstance(event, CutCardShown) and event.late:
        return _held_as_old(shoe, entry.seq, "the cut card")
    if shoe.stage in (Phase.READY, Phase.DEALING):
        assert shoe.house is not None
        rule = shoe.house.cut_card
        if rule is not None:
            before, within = COUPS_TO_GO[rule.last_coup]
            if shoe.stage is Phase.DEALING:
                return shoe._replace(coups_to_go=within)
            return shoe._replace(coups_to_go=within + 1 if shoe.carried else before)
        why = f"The cut card came out, but {shoe.house.title} is dealt without one."
    else:
        why = f"The cut card came out, but {WHILE[shoe.stage]}."
    if isinstance(event, Decision):
        raise Refused(why)
    return shoe.held(entry.seq, why)
