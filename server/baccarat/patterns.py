"""Named patterns: words for the shape in which a shoe's wins came. They say nothing of what comes.

Each is a predicate over the streaks of the big road, oldest first; ties are in none. The newest
streak is not over yet: it counts once it is long enough, and breaks a pattern only when it is too
long. The counts are those of the lobbies of online tables, where these names are usual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from .coup import Outcome

LONG = 4  # wins in a row
IN_TURN = 4  # streaks, those of both sides counted
OF_ONE_SIDE = 3  # streaks
_ANY = 10_000  # more than a shoe has coups

Predicate = Callable[["Streaks"], bool]


class Streak(NamedTuple):
    """Wins of one side, one after the other, whatever ties came between them."""

    side: Outcome
    length: int


Streaks = tuple[Streak, ...]


class Lengths(NamedTuple):
    """How long the streaks of a side are in a pattern."""

    least: int
    most: int


ONE, TWO, MORE = Lengths(1, 1), Lengths(2, 2), Lengths(2, _ANY)


def streaks_of(outcomes: Iterable[Outcome]) -> Streaks:
    """The streaks of a shoe's outcomes."""
    wins = (outcome for outcome in outcomes if outcome is not Outcome.TIE)
    return tuple(Streak(side, len([*run])) for side, run in groupby(wins))


def _long(side: Outcome) -> Predicate:
    """The newest streak is of a side, and long."""
    return lambda streaks: bool(streaks) and streaks[-1].side is side and streaks[-1].length >= LONG


def _in_turn(banker: Lengths, player: Lengths) -> Predicate:
    """Both sides' newest streaks are of these lengths, by turns."""
    lengths = {Outcome.BANKER: banker, Outcome.PLAYER: player}
    return lambda streaks: _unbroken(streaks, lengths) >= IN_TURN


def _each(side: Outcome, lengths: Lengths) -> Predicate:
    """A side's newest streaks are of these lengths, whatever the other's are."""
    return lambda streaks: _unbroken(streaks, {side: lengths}) >= OF_ONE_SIDE


def _unbroken(streaks: Streaks, lengths: Mapping[Outcome, Lengths]) -> int:
    """How many of the newest streaks are whole and fit; a side without lengths is not looked at."""
    count = 0
    for age, (side, length) in enumerate(reversed(streaks)):
        if side not in lengths:
            continue
        least, most = lengths[side]
        if length > most or (age > 0 and length < least):
            break
        count += length >= least
    return count


PATTERNS: dict[str, Predicate] = {
    "long_banker": _long(Outcome.BANKER),
    "long_player": _long(Outcome.PLAYER),
    "single_jump": _in_turn(ONE, ONE),  # ping-pong
    "double_jump": _in_turn(TWO, TWO),
    "one_banker_two_player": _in_turn(ONE, TWO),  # "one hall, two rooms"
    "one_player_two_banker": _in_turn(TWO, ONE),
    "twos_and_more": _in_turn(MORE, MORE),
    "banker_once": _each(Outcome.BANKER, ONE),
    "player_once": _each(Outcome.PLAYER, ONE),
    "banker_again": _each(Outcome.BANKER, MORE),
    "player_again": _each(Outcome.PLAYER, MORE),
}


def patterns(streaks: Streaks) -> list[str]:
    """The names of the patterns that a shoe's streaks show now, in the order of PATTERNS."""
    return [name for name, is_shown in PATTERNS.items() if is_shown(streaks)]
