"""Settling a history anew: what was kept of each coup against what its cards say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

import numpy as np

from ..baccarat.cards import Card
from ..baccarat.coup import MOST_CARDS, Result
from .codes import in_rows
from .settle import is_whole, settle_in_blocks
from .words import result_of, totals_of, word_of_result

Hand = tuple[Card, ...]


class Kept(NamedTuple):
    """What was kept of one coup: its hands of up to three cards, its result, its totals.

    `by` is who told that result, None where the history itself does.
    """

    shoe: int
    coup: int
    player: Hand
    banker: Hand
    result: Result
    totals: tuple[int, int] | None = None  # None where none were told
    by: str | None = None


class Difference(NamedTuple):
    """A coup of which something else was kept than its cards say."""

    shoe: int
    coup: int
    kept: str
    by_cards: str

    def __str__(self) -> str:
        return f"Shoe {self.shoe}, coup {self.coup}: kept is {self.kept}; {self.by_cards}."


def differences(coups: Sequence[Kept]) -> Iterator[Difference]:
    """The coups among some whose cards say something else, in order."""
    if not coups:
        return
    cards = in_rows([_in_dealing_order(each) for each in coups], MOST_CARDS)
    words = settle_in_blocks(cards)
    kept = np.fromiter(
        (
            word_of_result(each.result, each.totals or totals_of(word), _thirds(each))
            for each, word in zip(coups, words.tolist(), strict=True)
        ),
        np.uint16,
        len(coups),
    )
    is_well = is_whole(cards, words) & (kept == words)
    for at in np.flatnonzero(~is_well).tolist():
        each, word = coups[at], int(words[at])
        by_cards = f"its cards make it {spelled(result_of(word), totals_of(word))}"
        if not _is_dealt(each, word):
            hands = f"{_faces(each.player)} to the player and {_faces(each.banker)} to the banker"
            by_cards = f"the tableau does not deal {hands}"
        said = spelled(each.result, each.totals)
        yield Difference(
            each.shoe, each.coup, f"{said}, told by {each.by}" if each.by else said, by_cards
        )


def spelled(result: Result, totals: tuple[int, int] | None) -> str:
    """A result in words: `player, 8 to 1, natural`."""
    told = {
        f"{totals[0]} to {totals[1]}" if totals else "": totals is not None,
        "natural": result.natural,
        "player pair": result.player_pair,
        "banker pair": result.banker_pair,
    }
    return ", ".join([str(result.outcome), *(words for words, is_so in told.items() if is_so)])


def _in_dealing_order(coup: Kept) -> list[Card]:
    opening = zip_longest(coup.player[:2], coup.banker[:2])
    cards = [card for pair in opening for card in pair if card is not None]
    return [*cards, *coup.player[2:], *coup.banker[2:]]


def _thirds(coup: Kept) -> tuple[bool, bool]:
    return len(coup.player) > 2, len(coup.banker) > 2


def _is_dealt(coup: Kept, word: int) -> bool:
    """Whether the hands have just the cards that the tableau gives each."""
    bare = word_of_result(result_of(word), totals_of(word), _thirds(coup))
    return min(len(coup.player), len(coup.banker)) >= 2 and bare == word


def _faces(hand: Hand) -> str:
    return " ".join(map(str, hand)) or "no card"
