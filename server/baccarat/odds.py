"""Odds: what the three main bets are paid, and so which of the games a house runs.

The games differ in what a winning banker is paid, never in how cards are drawn: 19:20 (commission),
even money but 1:2 for a six (no commission), even money but the stake back for a seven in three
cards (EZ).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from .bets import Bet, Prize, Rule
from .coup import Outcome

_STRICT = {"extra": "forbid"}  # read by pydantic, which the shell checks houses with
_PLAYER, _BANKER, _TIE = (Outcome.PLAYER,), (Outcome.BANKER,), (Outcome.TIE,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """What a winning stake is paid, as exact fractions of it.

    `banker_but` are the wins of the banker that are paid otherwise, the first that holds.
    """

    __pydantic_config__ = _STRICT
    player: Fraction = Fraction(1)
    banker: Fraction = Fraction(19, 20)
    tie: Fraction = Fraction(8)
    banker_but: tuple[Prize, ...] = ()

    def __post_init__(self) -> None:
        for name in MAIN:
            if getattr(self, name) <= 0:
                raise ValueError(f"odds.{name} must be more than 0.")
        for prize in self.banker_but:
            if prize.pays is None:
                raise ValueError("odds.banker_but must say what it pays.")
            if prize.when.winner not in ((), _BANKER):
                raise ValueError("odds.banker_but is on wins of the banker only.")

    @property
    def game(self) -> str:
        """The game by its name in GAMES, `own` where it is none of them."""
        paid = (self.banker, self.banker_but)
        return next(
            (n for n, odds in GAMES.items() if (odds.banker, odds.banker_but) == paid), "own"
        )


MAIN = ("player", "banker", "tie")
GAMES = {
    "commission": Odds(),
    "no_commission": Odds(
        banker=Fraction(1),
        banker_but=(Prize(name="six", when=Rule(banker_total=(6,)), pays=Fraction(1, 2)),),
    ),
    "ez": Odds(
        banker=Fraction(1),
        banker_but=(
            Prize(
                name="three_card_seven",
                when=Rule(banker_total=(7,), banker_cards=(3,)),
                pays=Fraction(0),
            ),
        ),
    ),
}


def main_bets(odds: Odds) -> dict[str, Bet]:
    """The player, the banker and the tie as bets; a tie gives back what lies on a side."""
    tied = Prize(name="tie", when=Rule(winner=_TIE), pays=Fraction(0))
    but = (replace(prize, when=replace(prize.when, winner=_BANKER)) for prize in odds.banker_but)
    prizes = {
        "player": (tied, Prize(when=Rule(winner=_PLAYER), pays=odds.player)),
        "banker": (tied, *but, Prize(when=Rule(winner=_BANKER), pays=odds.banker)),
        "tie": (Prize(when=Rule(winner=_TIE), pays=odds.tie),),
    }
    return {
        name: Bet(key=name, title=name.capitalize(), short=name[0].upper(), prizes=prizes[name])
        for name in MAIN
    }
