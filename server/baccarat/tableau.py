"""The tableau: who draws a third card. One table, the official one, for every house.

Source: 58 Pa. Code 631a.11, table 1. Compare the rows below with the printed card by eye:
D draws, S stands; the columns are the VALUE of the player's third card, and `-` where the
player stood.
"""

from __future__ import annotations

PLAYER = "DDDDDDSS"  # by the player's two-card total, 0 to 7

_THIRD = "-0123456789"
_BANKER = {
    #  -0123456789
    0: "DDDDDDDDDDD",
    1: "DDDDDDDDDDD",
    2: "DDDDDDDDDDD",
    3: "DDDDDDDDDSD",
    4: "DSSDDDDDDSS",
    5: "DSSSSDDDDSS",
    6: "SSSSSSSDDSS",
    7: "SSSSSSSSSSS",
}
BANKER = {
    (bank, None if third == "-" else int(third)): mark
    for bank, row in _BANKER.items()
    for third, mark in zip(_THIRD, row, strict=True)
}

NATURALS = (8, 9)  # in two cards only


def player_draws(player: int, banker: int) -> bool:
    """Whether the player takes a third card, from both two-card totals (0 to 9)."""
    return not is_natural(player, banker) and PLAYER[player] == "D"


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """Whether the banker takes a third card, from both two-card totals.

    `third` is the value of the player's third card, None where the player stood.
    """
    return not is_natural(player, banker) and BANKER[banker, third] == "D"


def is_natural(player: int, banker: int) -> bool:
    """Whether an 8 or 9 in two cards on either side ends the coup at once."""
    return player in NATURALS or banker in NATURALS
