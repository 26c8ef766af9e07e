"""The log with its corrections carried out: what would stand there had nothing gone wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .cards import Card
from .events import CardCorrected, CardEntered, CardRead, Entry, Refused, ShoeOpened, Voided


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """A shoe's entries without the voided ones and with the corrected cards.

    Raises Refused for a correction of an entry that is not there (any more).
    """
    by_seq: dict[int, Entry] = {}
    voided_by: dict[int, int] = {}
    corrections: list[Entry] = []

    def stands(seq: int) -> bool:
        return seq not in voided_by or not stands(voided_by[seq])

    for entry in entries:
        match entry.event:
            case Voided(seq=target):
                _check(by_seq, target, stands)
                if isinstance(by_seq[target].event, ShoeOpened):
                    raise Refused("The opening of a shoe cannot be undone: close the shoe.")
                voided_by[target] = entry.seq
            case CardCorrected(seq=target):
                _check(by_seq, target, stands)
                if not isinstance(by_seq[target].event, CardRead | CardEntered):
                    raise Refused(f"Entry {target} is not a card, so it has no card to correct.")
                corrections.append(entry)
        by_seq[entry.seq] = entry

    if not voided_by and not corrections:
        return list(entries)
    cards = {
        entry.event.seq: entry.event.card
        for entry in corrections
        if isinstance(entry.event, CardCorrected) and stands(entry.seq)
    }
    return [
        _with_card(entry, cards)
        for entry in entries
        if stands(entry.seq) and not isinstance(entry.event, Voided | CardCorrected)
    ]


def _check(by_seq: dict[int, Entry], target: int, stands: Callable[[int], bool]) -> None:
    if target not in by_seq:
        raise Refused(f"There is no entry {target} in this shoe, so it cannot be corrected.")
    if not stands(target):
        raise Refused(f"Entry {target} has already been undone.")


def _with_card(entry: Entry, cards: dict[int, Card]) -> Entry:
    if entry.seq not in cards or not isinstance(entry.event, CardRead | CardEntered):
        return entry
    return replace(entry, event=replace(entry.event, card=cards[entry.seq]), corrected=True)
