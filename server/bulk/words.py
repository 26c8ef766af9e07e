"""What a coup comes to, in one number of 15 bits, so that a million coups are counted in one go.

bits  0-3  the player's total        bit 10  natural
bits  4-7  the banker's total        bit 11  the player has a third card
bits  8-9  the outcome, below        bit 12  the banker has a third card
                                     bits 13, 14  player pair, banker pair
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..baccarat.coup import Coup, Outcome, Result

Words = NDArray[np.uint16]

BANKER_TOTAL, OUTCOME = 4, 8  # where they begin
NATURAL, PLAYER_THIRD, BANKER_THIRD, PLAYER_PAIR, BANKER_PAIR = (1 << bit for bit in range(10, 15))
NO_COUP = 1 << 15  # in place of a word where no coup was dealt
OUTCOMES = (Outcome.TIE, Outcome.PLAYER, Outcome.BANKER)
_FOUR_BITS, _TWO_BITS = 15, 3


def word_of(coup: Coup) -> int:
    """The word of a complete coup, from what the core says of it."""
    assert coup.result is not None
    thirds = len(coup.player) == 3, len(coup.banker) == 3
    return word_of_result(coup.result, (coup.player_total, coup.banker_total), thirds)


def word_of_result(result: Result, totals: tuple[int, int], thirds: tuple[bool, bool]) -> int:
    """The word of a result with the totals, and whether player and banker have a third card."""
    return (
        totals[0]
        | totals[1] << BANKER_TOTAL
        | OUTCOMES.index(result.outcome) << OUTCOME
        | NATURAL * result.natural
        | PLAYER_THIRD * thirds[0]
        | BANKER_THIRD * thirds[1]
        | PLAYER_PAIR * result.player_pair
        | BANKER_PAIR * result.banker_pair
    )


def result_of(word: int) -> Result:
    """The result that a word tells."""
    return Result(
        OUTCOMES[word >> OUTCOME & _TWO_BITS],
        natural=bool(word & NATURAL),
        player_pair=bool(word & PLAYER_PAIR),
        banker_pair=bool(word & BANKER_PAIR),
    )


def totals_of(word: int) -> tuple[int, int]:
    """The totals that a word tells: player, banker."""
    return word & _FOUR_BITS, word >> BANKER_TOTAL & _FOUR_BITS


def cards_of(words: Words) -> NDArray[np.uint8]:
    """How many cards each coup took, 4 to 6."""
    thirds = (words & PLAYER_THIRD != 0).view(np.uint8) + (words & BANKER_THIRD != 0).view(np.uint8)
    return np.asarray(thirds + np.uint8(4))
