"""The log with its corrections carried out: what would stand there had nothing gone wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .cards import Card
from .events import CardCorrected, CardEntered, CardRead, Entry, Refused, ShoeOpened, Voided


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """A shoe's entries without the voided ones and with the corrected cards.

    Raises Refused for a correction of an entry that is not there (any more).
    """
    by_seq: dict[int, Entry] = {}
    stands: dict[int, bool] = {}
    voiders: dict[int, list[int]] = {}
    corrections: list[Entry] = []
    for entry in entries:
        by_seq[entry.seq] = entry
        stands[entry.seq] = True
        match entry.event:
            case Voided(seq=target):
                _check(entry, stands, target)
                if isinstance(by_seq[target].event, ShoeOpened):
                    raise Refused("The opening of a shoe cannot be undone: close the shoe.")
                voiders.setdefault(target, []).append(entry.seq)
                _void(target, by_seq, stands, voiders)
            case CardCorrected(seq=target):
                _check(entry, stands, target)
                if not isinstance(by_seq[target].event, CardRead | CardEntered):
                    raise Refused(f"Entry {target} is not a card, so it has no card to correct.")
                corrections.append(entry)

    if not voiders and not corrections:
        return list(entries)
    cards = {
        entry.event.seq: entry.event.card
        for entry in corrections
        if isinstance(entry.event, CardCorrected) and stands[entry.seq]
    }
    return [
        _with_card(entry, cards)
        for entry in entries
        if stands[entry.seq] and not isinstance(entry.event, Voided | CardCorrected)
    ]


def _void(
    seq: int, by_seq: dict[int, Entry], stands: dict[int, bool], voiders: dict[int, list[int]]
) -> None:
    """Let an entry stand no more; one that was itself a Voided lets its own target stand again."""
    now_stands = False
    while stands[seq] is not now_stands:
        stands[seq] = now_stands
        event = by_seq[seq].event
        if not isinstance(event, Voided):
            return
        seq = event.seq
        now_stands = not any(stands[voider] for voider in voiders[seq])


def _check(entry: Entry, stands: dict[int, bool], target: int) -> None:
    if target not in stands or target >= entry.seq:
        raise Refused(f"There is no entry {target} in this shoe, so it cannot be corrected.")
    if not stands[target]:
        raise Refused(f"Entry {target} has already been undone.")


def _with_card(entry: Entry, cards: dict[int, Card]) -> Entry:
    if entry.seq not in cards or not isinstance(entry.event, CardRead | CardEntered):
        return entry
    return replace(entry, event=replace(entry.event, card=cards[entry.seq]), corrected=True)
