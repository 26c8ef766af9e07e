"""Facts: what a bet may ask of a settled coup. None is a fact that is not known.

A declared coup has its result and no cards; a card of unknown suit leaves open what suits say.
"""

from __future__ import annotations

from typing import Any

from .cards import UNKNOWN, Card, total
from .coup import Coup, Result
from .tableau import NATURALS

Facts = dict[str, Any]

TOTALS = ("player_total", "banker_total", "player_opening", "banker_opening", "margin")
COUNTS = {"cards": (4, 5, 6), "player_cards": (2, 3), "banker_cards": (2, 3), "suits": (1, 2, 3, 4)}
FLAGS = (
    "natural", "player_natural", "banker_natural", "player_pair", "banker_pair", "player_suited",
    "banker_suited",
)  # fmt: skip
PATTERNS = (
    "player_first_two", "banker_first_two", "player_third", "banker_third", "player_hand",
    "banker_hand", "every_card",
)  # fmt: skip


def facts(coup: Coup, result: Result) -> Facts:
    """What there is to know of a settled coup, by the names that a rule asks by.

    `margin` is by how much one total is above the other, `player_opening` the total of the first
    two cards, `player_suited` whether those are of one suit, `suits` how many suits lie on the
    table; the names of PATTERNS are cards.
    """
    told: Facts = {
        "winner": result.outcome,
        "natural": result.natural,
        "player_pair": result.player_pair,
        "banker_pair": result.banker_pair,
    }
    if not coup.is_complete:
        return _BY_CARDS | told
    player, banker = coup.player, coup.banker
    opening, bank = total(player[:2]), total(banker[:2])
    player_total, banker_total = total(player), total(banker)
    return told | {
        "player_total": player_total,
        "banker_total": banker_total,
        "player_opening": opening,
        "banker_opening": bank,
        "margin": abs(player_total - banker_total),
        "cards": len(player) + len(banker),
        "player_cards": len(player),
        "banker_cards": len(banker),
        "suits": _suits(player + banker),
        "player_natural": opening in NATURALS,
        "banker_natural": bank in NATURALS,
        "player_suited": _suited(player),
        "banker_suited": _suited(banker),
        "player_first_two": player[:2],
        "banker_first_two": banker[:2],
        "player_third": player[2:],
        "banker_third": banker[2:],
        "player_hand": player,
        "banker_hand": banker,
        "every_card": player + banker,
    }


_BY_CARDS: Facts = dict.fromkeys((*TOTALS, *COUNTS, *FLAGS, *PATTERNS))


def _suited(hand: tuple[Card, ...]) -> bool | None:
    first, second = hand[0].suit, hand[1].suit
    return None if UNKNOWN in (first, second) else first == second


def _suits(cards: tuple[Card, ...]) -> int | None:
    suits = {card.suit for card in cards}
    return None if UNKNOWN in suits else len(suits)
