"""The statistics as JSON values."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC
from typing import Any

from ..baccarat.cards import DECK, RANKS, SUITS
from ..baccarat.coup import Outcome
from .band import CONFIDENCE
from .bets import BetShares
from .cards import CardsSeen, Left
from .counted import Share
from .pace import Pace
from .shoe import Numbers, ShoeNumbers
from .streaks import longest

NOTE = (
    "Past results predict nothing: each coup is dealt from what is left of a shuffled shoe, and no "
    "count of earlier coups tells which side wins the next."
)


def numbers_json(numbers: Numbers, *, with_cards: bool) -> dict[str, Any]:
    """All that is told of some shoes; `with_cards` also the cards of the newest of them."""
    newest = numbers.shoes[-1]
    return {
        "note": NOTE,
        "simulated": numbers.is_simulated,
        "coups": numbers.coups,
        "void": numbers.void,
        "corrections": numbers.corrections,
        "holds": numbers.holds,
        "confidence": CONFIDENCE,
        "counted": {share.kind.name: share_json(share) for share in numbers.shares},
        "bets": bets_json(numbers.bets),
        "streaks": {
            "longest": {
                str(side): longest(numbers.streaks, side)
                for side in (Outcome.BANKER, Outcome.PLAYER)
            },
            "lengths": [asdict(each) for each in numbers.lengths],
        },
        "pace": _pace_json(numbers.pace),
        "cards": cards_json(newest.cards) if with_cards else None,
        "by_shoe": [_shoe_json(shoe) for shoe in numbers.shoes],
    }


def share_json(share: Share) -> dict[str, Any]:
    """A kind of coup: its count and share, what is expected, and the counts that are usual."""
    return {
        "count": share.count.count,
        "of": share.count.of,
        "share": share.share,
        "expected_share": share.expected,
        "expected": share.band.expected,
        "low": share.band.low,
        "high": share.band.high,
        "usual": share.is_usual,
    }


def bets_json(bets: BetShares) -> dict[str, Any]:
    """Hits of side bets by their keys; what is expected is null where it is not enumerated."""
    told = {
        share.kind.name: {"title": share.kind.words, **share_json(share)} for share in bets.told
    }
    unknown = dict.fromkeys(("expected_share", "expected", "low", "high", "usual"))
    return told | {
        bet.key: {
            "title": bet.title,
            "count": count.count,
            "of": count.of,
            "share": count.share,
            **unknown,
        }
        for bet, count in bets.untold
    }


def cards_json(cards: CardsSeen) -> dict[str, Any]:
    """Cards seen, and left at least and at most, by face, rank and suit."""
    return {
        "decks": cards.decks,
        "seen": cards.seen,
        "unseen": list(cards.unseen),
        "left": list(cards.left),
        "ranks": {rank: _left_json(cards.of_rank(rank)) for rank in RANKS},
        "suits": {suit: _left_json(cards.of_suit(suit)) for suit in SUITS},
        "faces": {str(card): _left_json(cards.of_face(card)) for card in DECK},
    }


def _left_json(left: Left) -> dict[str, Any]:
    return {"seen": left.seen, "left": [left.least, left.most]}


def _pace_json(pace: Pace) -> dict[str, Any]:
    half = pace.middle_half_s
    return {
        "coups_an_hour": pace.coups_an_hour,
        "usual_s": pace.usual_s,
        "middle_half_s": list(half) if half else None,
        "usual_dealing_s": pace.usual_dealing_s,
    }


def _shoe_json(shoe: ShoeNumbers) -> dict[str, Any]:
    return {
        "shoe": shoe.number,
        "opened": shoe.opened.astimezone(UTC).isoformat(timespec="milliseconds"),
        "house": shoe.house,
        "decks": shoe.decks,
        "simulated": shoe.is_simulated,
        "coups": shoe.coups,
        "void": shoe.void,
        "counts": {name: count.count for name, count in shoe.counts.items()},
        "bets": {each.bet.key: each.count.count for each in shoe.bets},
        "corrections": shoe.corrections,
        "holds": shoe.holds,
        "coups_an_hour": shoe.pace.coups_an_hour,
        "usual_s": shoe.pace.usual_s,
    }
