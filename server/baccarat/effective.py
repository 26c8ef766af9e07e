"""The log with its corrections carried out: what would stand there had nothing gone wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from .cards import Card
from .events import (
    REWRITES,
    CardCorrected,
    CardEntered,
    CardInserted,
    CardMisdealt,
    CardRead,
    CardsSwapped,
    Correction,
    Entry,
    ReaderChanged,
    Refused,
    Ruling,
    ShoeOpened,
    Voided,
)

_CREW = "crew"  # stands for the reader of a card that none read
_CARDS = (CardRead, CardEntered, CardInserted)


@dataclass(slots=True)
class _Standing:
    """Which of a shoe's entries stand, while its log is walked."""

    by_seq: dict[int, Entry] = field(default_factory=dict)
    stands: dict[int, bool] = field(default_factory=dict)
    voiders: dict[int, list[int]] = field(default_factory=dict)


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """A shoe's entries without the voided ones, with each card as it truly was and lay.

    Raises Refused as `standing` does.
    """
    stood = standing(entries)
    if any(isinstance(entry.event, REWRITES) for entry in stood):
        return _rewritten(stood)
    return stood


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """A shoe's entries that were not taken back, as they were logged.

    Rulings on earlier shoes are left out: they belong to those (see history). Raises Refused for a
    correction of an entry that is not there (any more), or is no card.
    """
    walked = _walk(entries)
    return [entry for entry in walked.by_seq.values() if walked.stands[entry.seq]]


def undone(entries: Sequence[Entry]) -> dict[int, int]:
    """The entries of a shoe that were taken back, each with the standing one that did it.

    Raises Refused as `standing` does.
    """
    walked = _walk(entries)
    return {
        seq: next(voider for voider in voiders if walked.stands[voider])
        for seq, voiders in walked.voiders.items()
        if not walked.stands[seq]
    }


def _walk(entries: Sequence[Entry]) -> _Standing:
    walked = _Standing()
    by_seq, stands, voiders = walked.by_seq, walked.stands, walked.voiders
    for entry in entries:
        event = entry.event
        if isinstance(event, Ruling) and event.shoe:
            continue
        by_seq[entry.seq] = entry
        stands[entry.seq] = True
        if not isinstance(event, Correction):
            continue
        _check_target(entry, stands, event.seq)
        match event:
            case Voided(seq=target):
                if isinstance(by_seq[target].event, ShoeOpened):
                    raise Refused("The opening of a shoe cannot be undone: close the shoe.")
                if isinstance(by_seq[target].event, ReaderChanged):
                    raise Refused("A change of reader is not taken back: change it again.")
                voiders.setdefault(target, []).append(entry.seq)
                _void(target, by_seq, stands, voiders)
                _check_grounds(by_seq, stands)
            case CardCorrected() | CardInserted() | CardMisdealt():
                _check_card(by_seq, event.seq)
            case CardsSwapped(other=other):
                _check_target(entry, stands, other)
                _check_card(by_seq, event.seq)
                _check_card(by_seq, other)
    return walked


def _rewritten(stood: list[Entry]) -> list[Entry]:
    """The standing entries with their cards rewritten, without the decisions that did it."""
    truly = {entry.seq: entry for entry in stood if isinstance(entry.event, _CARDS)}
    before: dict[int, list[Entry]] = {}  # cards that were not read, by the entry that they precede
    for entry in stood:
        match entry.event:
            case CardCorrected(seq=seq, card=card) if seq in truly:
                truly[seq] = _with_card(truly[seq], card)
            case CardsSwapped(seq=seq, other=other) if seq in truly and other in truly:
                one, two = _face(truly[seq]), _face(truly[other])
                truly[seq] = _with_card(truly[seq], two)
                truly[other] = _with_card(truly[other], one)
            case CardInserted(seq=seq, card=card):
                # As if it had been read: on hold it waits like the others.
                truly[entry.seq] = replace(
                    entry, event=CardRead(reader=_CREW, card=card), corrected=True
                )
                before.setdefault(seq, []).append(entry)
            case CardMisdealt(seq=seq, use=use) if seq in truly:
                truly[seq] = replace(truly[seq], misdealt=use)
    return [
        truly.get(each.seq, each)
        for entry in stood
        if not isinstance(entry.event, REWRITES)
        for each in _in_order(entry, before)
    ]


def _in_order(entry: Entry, before: dict[int, list[Entry]]) -> Iterator[Entry]:
    """An entry after the cards that precede it."""
    for inserted in before.get(entry.seq, ()):
        yield from _in_order(inserted, before)
    yield entry


def _face(entry: Entry) -> Card:
    """The card of an entry; raises Refused where its face was not read."""
    assert isinstance(entry.event, CardRead | CardEntered)
    if entry.event.card is None:
        raise Refused(f"The card of entry {entry.seq} was not read: type it in first.")
    return entry.event.card


def _with_card(entry: Entry, card: Card) -> Entry:
    assert isinstance(entry.event, CardRead | CardEntered)
    return replace(entry, event=replace(entry.event, card=card), corrected=True)


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


def _check_target(entry: Entry, stands: dict[int, bool], target: int) -> None:
    if target not in stands or target >= entry.seq:
        raise Refused(f"There is no entry {target} in this shoe, so it cannot be corrected.")
    if not stands[target]:
        raise Refused(f"Entry {target} has already been undone.")


def _check_grounds(by_seq: dict[int, Entry], stands: dict[int, bool]) -> None:
    """Raises Refused where a card put before another, or swapped with it, would go with it."""
    for seq, entry in by_seq.items():
        if not stands[seq] or not isinstance(entry.event, CardInserted | CardsSwapped):
            continue
        targets = {entry.event.seq, getattr(entry.event, "other", entry.event.seq)}
        if gone := [target for target in sorted(targets) if not stands[target]]:
            raise Refused(f"Entry {seq} rests on entry {gone[0]}: take entry {seq} back first.")


def _check_card(by_seq: dict[int, Entry], target: int) -> None:
    if not isinstance(by_seq[target].event, _CARDS):
        raise Refused(f"Entry {target} is not a card, so it has no card to correct.")
