"""What is said of a card that was seen: the card, its rank alone, or that it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from .sight import Seen

SURE_RANK = 0.96  # probability from which a rank is believed
SURE_SUIT = 0.96
SURE_ALONE = 0.98  # for a rank whose suit is not sure: what is no index has seldom both


@dataclass(frozen=True, slots=True)
class Verdict:
    """`card` is a card such as 9H, `9?` where only its rank is sure, or None."""

    card: str | None
    confidence: float  # 0 to 1: that of all that is said
    why: str = ""  # where it is None


def verdict(
    seen: Seen,
    rank_from: float = SURE_RANK,
    suit_from: float = SURE_SUIT,
    alone_from: float = SURE_ALONE,
) -> Verdict:
    """What may be said of a card."""
    (rank, by_rank), (suit, by_suit) = seen.rank, seen.suit
    if not rank or by_rank < rank_from:
        guess = f"{by_rank:.0%} a {rank}" if rank else "no rank"
        return Verdict(None, by_rank, f"the rank is not sure ({guess})")
    if not suit or by_suit < suit_from:
        if by_rank < alone_from or not suit:  # nothing like a suit stands below
            return Verdict(None, by_rank, f"neither rank nor suit are sure (a {rank}?)")
        return Verdict(f"{rank}?", by_rank)
    return Verdict(rank + suit, by_rank * by_suit)
