"""A moment: an entry with the shoe as it was just before and just after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..baccarat.coup import B1, B2, B3, P1, P2, P3, Coup, Seat, Side
from ..baccarat.dealing import BURNED, is_open
from ..baccarat.effective import effective
from ..baccarat.events import CardEntered, CardRead, Entry
from ..baccarat.rules import FirstCardBurn, FixedBurn
from ..baccarat.settled import Settled
from ..baccarat.shoe import Phase, Shoe
from .row import JournalRow

NO_PLACE = "no place"
_BURNING = (Phase.OPENED, Phase.BURNING)


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known when an entry is told.

    `entries` are those before it, `told` their rows by number, nothing withheld.
    """

    entry: Entry
    before: Shoe
    after: Shoe
    entries: Sequence[Entry]
    told: Mapping[int, JournalRow]

    @property
    def seq(self) -> int:
        return self.entry.seq

    def faces(self, *, after: bool) -> dict[int, str]:
        """The cards by their entries, as they were known before or after this entry."""
        entries = [*self.entries, self.entry] if after else self.entries
        return {
            entry.seq: str(entry.event.card or "not read")
            for entry in effective(entries)
            if isinstance(entry.event, CardRead | CardEntered)
        }


def card_name(shoe: Shoe, event: CardRead | CardEntered) -> str:
    """A card as all may know it: a burned one by its face only where the house shows it."""
    name = "burned card" if _is_burned(shoe, _side(event)) else "card"
    if not is_told(shoe, event):
        return name
    return f"{name} {event.card}" if event.card else f"{name} that was not read"


def is_told(shoe: Shoe, event: CardRead | CardEntered) -> bool:
    """Whether all may know the face of a card that leaves the shoe now."""
    side = _side(event)
    if _is_burned(shoe, side):
        return _is_burn_shown(shoe)
    return event.card is None or is_open(shoe, side)


def _side(event: CardRead | CardEntered) -> Side | None:
    return event.side if isinstance(event, CardRead) else None


def _is_burned(shoe: Shoe, side: Side | None) -> bool:
    """Whether a card that leaves the shoe now is burned."""
    return side is Side.BURN or (side is None and shoe.stage in _BURNING)


def _is_burn_shown(shoe: Shoe) -> bool:
    match shoe.house.burn if shoe.house and shoe.stage in _BURNING else None:
        case FixedBurn(seen=seen):
            return seen
        case FirstCardBurn(seen=seen):
            return seen or not shoe.burned
    return False


def place_of(shoe: Shoe, seq: int) -> str:
    """Where the card of an entry lies, in words; nothing where it has no place in a coup."""
    if seq in shoe.seqs:
        return _seat(shoe.coup, shoe.seqs, seq, len(shoe.settled) + 1)
    settled = shoe.coup_of(seq)
    if settled is not None:
        return _seat(settled.coup, settled.seqs, seq, settled.number)
    if any(entry.seq == seq for entry in shoe.waiting):
        return "kept until the release"
    return ""


def became_of(shoe: Shoe, entry: Entry | None) -> str:
    """Where the card of an effective entry lies, or what else became of it.

    None for a card that is gone with the one before which it was inserted.
    """
    if entry is None:
        return NO_PLACE
    if entry.misdealt in BURNED:
        return "burned" if entry.misdealt == "burn" else "laid aside as the next card to burn"
    return place_of(shoe, entry.seq) or NO_PLACE


def seat_of(coup: Coup, at: int) -> Seat:
    """The seat of a coup's card number `at`, from 0, in dealing order."""
    seats: tuple[Seat, ...] = (P1, B1, P2, B2, *((P3, B3) if len(coup.player) > 2 else (B3,)))
    return seats[at]


def _seat(coup: Coup, seqs: tuple[int, ...], seq: int, number: int) -> str:
    return f"{seat_of(coup, seqs.index(seq))} of coup {number}"


def result_words(settled: Settled | None) -> str:
    """What a settled coup came to: `banker, 3 to 6`, `tie`, `void`."""
    if settled is None:
        return ""
    if settled.result is None:
        return "void"
    coup = settled.coup
    totals = f", {coup.player_total} to {coup.banker_total}" if coup.is_complete else ""
    return f"{settled.result.outcome}{totals}"
