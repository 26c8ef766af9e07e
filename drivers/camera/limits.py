"""From likeness to chances: how alike is a card of this deck, how far ahead is far enough.

The limits are measured by the calibration on its own pictures; see proof.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from server.baccarat.cards import RANKS, SUITS

from .likest import Likest
from .sight import NO_RANK, NO_SUIT

SURE = 0.9  # a rank or suit with so much of the chances is read
_DOUBT = 0.05  # of a stranger, at the likeness of a known card


@dataclass(frozen=True, slots=True)
class Limits:
    """What a mount's likenesses mean.

    Up to `stranger` it is no card of this deck, from `known` on it is one; a rival that the likest
    card leads by `lead` leaves it just sure.
    """

    stranger: float = 0.6
    known: float = 0.75
    lead: float = 0.3


def chances(seen: Likest, limits: Limits) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The probabilities of RANKS and none, and of SUITS and none; each sums to 1."""
    steepness = math.log(SURE / (1 - SURE)) / limits.lead
    weights = {seen.card: 1.0}
    for rival in seen.rivals:
        weights[rival.card] = math.exp(-steepness * max(-1.0, min(rival.lead, 2.0)))
    share = (1 - stranger(seen.likeness, limits)) / sum(weights.values())
    ranks, suits = [0.0] * (NO_RANK + 1), [0.0] * (NO_SUIT + 1)
    for card, weight in weights.items():
        ranks[RANKS.index(card[0])] += weight * share
        suits[SUITS.index(card[1])] += weight * share
    ranks[NO_RANK] = suits[NO_SUIT] = stranger(seen.likeness, limits)
    return tuple(ranks), tuple(suits)


def stranger(likeness: float, limits: Limits) -> float:
    """The probability that what shows is no card of this deck."""
    middle = (limits.known + limits.stranger) / 2
    steepness = 2 * math.log((1 - _DOUBT) / _DOUBT) / max(1e-6, limits.known - limits.stranger)
    return 1 / (1 + math.exp(min(60.0, max(-60.0, steepness * (likeness - middle)))))


def sure_card(seen: Likest, limits: Limits) -> str:
    """The card, for example `9H`; `9?` where only its rank is sure; empty where not even that."""
    ranks, suits = chances(seen, limits)
    rank, suit = max(ranks), max(suits)
    if rank < SURE or ranks.index(rank) == NO_RANK:
        return ""
    is_suit_sure = suit >= SURE and suits.index(suit) != NO_SUIT
    return RANKS[ranks.index(rank)] + (SUITS[suits.index(suit)] if is_suit_sure else "?")
