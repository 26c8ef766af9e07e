"""Payout: what the stakes on one coup are paid, exactly, and why a stake is not taken."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from .bets import Bet, NotKnown, money, ratio
from .facts import facts
from .odds import main_bets
from .rules import House
from .settled import Settled

Stakes = Mapping[str, Fraction]  # by the bet's key, in the table's money


class BadStakes(ValueError):
    """Stakes that the house does not take, or a coup that none lie on; the message says why."""


class Paid(NamedTuple):
    """One stake and what becomes of it: `back` goes to the guest, the stake with it where it won.

    `pays` is to 1, None where the stake is lost, 0 where it is given back.
    """

    bet: Bet
    prize: str
    stake: Fraction
    pays: Fraction | None

    @property
    def won(self) -> Fraction:
        """What it won beside the stake, less than nothing where the stake is lost."""
        return -self.stake if self.pays is None else self.stake * self.pays

    @property
    def back(self) -> Fraction:
        return self.stake + self.won


def payout(house: House, settled: Settled, stakes: Stakes, box: str | None = None) -> list[Paid]:
    """What each stake is paid on a settled coup, in the order in which they are given.

    `box` is the label of the box that they lie on, None where it does not matter. A void coup
    gives every stake back. Raises BadStakes with a sentence for each rule of the house that they
    break, and where the coup was dealt without bets or its cards are not known.
    """
    if broken := [*_broken(house, stakes, box)]:
        raise BadStakes(" ".join(broken))
    if settled.is_free:
        raise BadStakes(f"Coup {settled.number} was dealt without bets.")
    bets = offered(house)
    if settled.result is None:
        return [Paid(bets[key], "void", stake, Fraction(0)) for key, stake in stakes.items()]
    known, paid = facts(settled.coup, settled.result), []
    for key, stake in stakes.items():
        try:
            prize = bets[key].prize(known)
        except NotKnown as error:
            raise BadStakes(f"Coup {settled.number} was declared. {error}") from None
        name, pays = (prize.name, prize.pays) if prize else ("", None)
        paid.append(Paid(bets[key], name, stake, pays))
    return paid


def offered(house: House) -> dict[str, Bet]:
    """All that a stake can lie on, by its key: the main bets, then the side bets."""
    return main_bets(house.odds) | {bet.key: bet for bet in house.bets}


def _broken(house: House, stakes: Stakes, box: str | None) -> Iterator[str]:
    bets, limits = offered(house), house.limits
    if box is not None and box.casefold() not in map(str.casefold, house.boxes):
        yield f"There is no box {box!r}: this table has {', '.join(house.boxes) or 'none'}."
    if not stakes:
        yield "There is no stake."
    if {"player", "banker"} <= stakes.keys():
        yield "A box bets on the player or on the banker, never on both."
    for key, stake in stakes.items():
        if key not in bets:
            yield f"{key!r} is not offered here: {', '.join(bets)}."
            continue
        least, most = _limits(house, bets[key])
        if not least <= stake <= most:
            yield f"A stake on {bets[key].title} is {least} to {most}, not {money(stake)}."
        if key == "banker" and limits.banker_multiple > 1 and stake % limits.banker_multiple:
            yield f"A stake on Banker is in {limits.banker_multiple}s, not {money(stake)}."


def _limits(house: House, bet: Bet) -> tuple[int, int]:
    limits = house.limits
    if bet.key in ("player", "banker"):
        return limits.min, limits.max
    most = limits.tie_max if bet.key == "tie" else bet.max
    return bet.min or 1, most or limits.max


def payout_json(paid: list[Paid]) -> dict[str, Any]:
    """A payout as JSON values: sums are texts, exact; `pays` is null where the stake is lost."""
    return {
        "bets": [
            {
                "bet": one.bet.key,
                "title": one.bet.title,
                "prize": one.prize,
                "stake": money(one.stake),
                "pays": None if one.pays is None else ratio(one.pays),
                "won": money(one.won),
                "back": money(one.back),
            }
            for one in paid
        ],
        "stake": money(sum((one.stake for one in paid), Fraction(0))),
        "won": money(sum((one.won for one in paid), Fraction(0))),
        "back": money(sum((one.back for one in paid), Fraction(0))),
    }
