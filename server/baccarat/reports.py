"""What a reader reports beside the cards: it is checked, never believed, and may hold the table."""

from __future__ import annotations

from .events import (
    Entry,
    HoldReason,
    ReaderChanged,
    ReaderFault,
    ReaderFound,
    ReaderGap,
    ReaderLost,
    ResultReported,
    ShoeStarted,
)
from .shoe import Phase, Shoe

_AWAY = "The reader or the server was away"
_CANNOT_KNOW = "The reader, which cannot know what it missed, was found"


def result_reported(shoe: Shoe, entry: Entry, event: ResultReported) -> Shoe:
    said = _result_words(str(event.outcome), event.player_pair, event.banker_pair)
    if shoe.stage is Phase.DEALING:
        why = f"The shoe reports {said}, but {shoe.expected} is still to come."
        plain = "The shoe reports a result, but a card is still to come."
        return shoe.held(entry.seq, why, plain=plain)
    if shoe.last is None:
        return shoe.held(entry.seq, f"The shoe reports {said}, but no coup was dealt.")
    number, result = shoe.last.number, shoe.last.result
    if result is None:
        return shoe  # void: there is nothing to compare with
    dealt = _result_words(str(result.outcome), result.player_pair, result.banker_pair)
    if said == dealt:
        on_report = shoe.house is not None and shoe.house.reveal.on_report
        return shoe.all_shown() if on_report else shoe
    coup = shoe.last.coup
    by_cards = f"here it is {dealt}"
    if coup.is_complete:
        totals = f"player {coup.player_total} to banker {coup.banker_total}"
        by_cards = f"by its cards it is {dealt}, {totals}"
    return shoe.held(
        entry.seq,
        f"Coup {number}: the shoe reports {said}; {by_cards}. Look at the cards.",
        plain=f"Coup {number}: the shoe reports another result than its cards make. Look at them.",
    )


def _result_words(outcome: str, player_pair: bool, banker_pair: bool) -> str:
    pairs = [
        name
        for name, is_so in (("player pair", player_pair), ("banker pair", banker_pair))
        if is_so
    ]
    return ", ".join((outcome, *pairs))


def shoe_started(shoe: Shoe, entry: Entry, event: ShoeStarted) -> Shoe:
    if shoe.stage is Phase.DEALING or shoe.carried:
        return _held_to_compare(shoe._replace(is_astray=True), entry, "The shoe restarted")
    is_fresh = not (shoe.burned or shoe.settled)
    if is_fresh or shoe.coups_to_go is not None or shoe.stage in (Phase.CLOSED, Phase.OVER):
        return shoe  # the shell opens the next shoe where this one is over
    assert shoe.house is not None
    if shoe.house.cut_card is None:
        return shoe.held(
            entry.seq,
            f"The shoe started anew after coup {len(shoe.settled)}, and no cut card tells whether "
            "it is the next one: then close this one and open it, else release.",
        )
    # It came back, but its count began anew: what got lost before that does not show.
    return _held_to_compare(shoe, entry, "The shoe restarted")


def reader_lost(shoe: Shoe, entry: Entry, event: ReaderLost) -> Shoe:
    if shoe.stage is not Phase.DEALING:
        return shoe  # what is missed between coups shows in the reader's count
    return _held_to_compare(shoe, entry, "The reader was lost")


def reader_found(shoe: Shoe, entry: Entry, event: ReaderFound) -> Shoe:
    """A reader that was not lost but is found was without us: the server was down, or it is new.

    Cards may have been dealt meanwhile, and nothing that counted them is left.
    """
    if shoe.is_reader_lost and event.is_sure:
        return shoe._replace(is_reader_lost=False)
    if shoe.stage in (Phase.CLOSED, Phase.OVER):
        return shoe._replace(is_reader_lost=False)
    what = _CANNOT_KNOW if shoe.is_reader_lost else _AWAY
    return _held_to_compare(shoe._replace(is_reader_lost=False), entry, what)


def reader_changed(shoe: Shoe, entry: Entry, event: ReaderChanged) -> Shoe:
    """That another reader is found then is no surprise; what passed both in a coup may be."""
    shoe = shoe._replace(is_reader_lost=True)
    if shoe.hold or shoe.stage is not Phase.DEALING:
        return shoe
    return _held_to_compare(shoe, entry, "The reader was changed")


def reader_trouble(shoe: Shoe, entry: Entry, event: ReaderGap | ReaderFault) -> Shoe:
    if shoe.stage is Phase.CLOSED:
        return shoe
    plain = "The reader reports a trouble. Look at the cards."  # its own words may name one
    return shoe.held(entry.seq, event.why, plain=plain, reason=HoldReason.FAULT)


def _held_to_compare(shoe: Shoe, entry: Entry, what: str) -> Shoe:
    coups = len(shoe.settled)
    where = f"in coup {coups + 1}" if shoe.stage is Phase.DEALING else f"after coup {coups}"
    where = where if coups or shoe.stage is Phase.DEALING else "before coup 1"
    return shoe.held(
        entry.seq,
        f"{what} {where}: compare the cards on the table with the display, put them right, then "
        "release.",
    )
