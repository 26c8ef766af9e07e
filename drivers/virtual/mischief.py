"""Mischief: what goes wrong with a virtual shoe, at given rates or on command. Pure but for chance.

noise:0.05,lost:0.01         each at its own rate
all:0.02,reboot:0            all of them, but one
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random

# What each one does. Those of the line befall a report, those of the shoe a card or a coup.
LINE_FAULTS = {
    "noise": "bytes that mean nothing between the copies",
    "cut": "copies that end too soon",
    "checksum": "copies with a wrong checksum",
    "lost": "copies that never arrive",
    "double": "more copies than three",
    "delay": "a copy that comes some reports later",
    "jump": "the count skips numbers though nothing is lost",
    "dribble": "a frame that comes byte by byte",
    "drop": "the connection breaks and what is reported meanwhile is lost",
    "awol": "the shoe says nothing for some reports",
}
SHOE_FAULTS = {
    "wrong_side": "a card reported for the other side",
    "unread": "a card whose face cannot be read",
    "reverse": "a card pushed back and drawn once more",
    "overdraw": "a card too many: used for the next coup, or laid aside",
    "forced_quit": "the coup is broken off at the shoe",
    "reboot": "the shoe starts anew in mid-coup and has lost its place",
    "lock": "the shoe is locked, and a card is drawn all the same",
    "lid": "the lid is opened and closed",
}
OPEN_FAULTS = {"garbage": "half frames, noise and old reports whenever the line is opened"}
FAULTS = {**LINE_FAULTS, **SHOE_FAULTS, **OPEN_FAULTS}


class BadFaults(ValueError):
    """A text that names no faults; the message says what is possible."""


def parse_faults(text: str) -> dict[str, float]:
    """The rates of `noise:0.05,lost:0.01`; raises BadFaults."""
    rates: dict[str, float] = {}
    for part in filter(None, text.split(",")):
        name, _, rate = part.strip().partition(":")
        try:
            chance = float(rate or "1")
        except ValueError:
            chance = -1
        if name not in (*FAULTS, "all") or not 0 <= chance <= 1:
            raise BadFaults(
                f"{part!r} is no fault with a rate of 0 to 1: take all, {', '.join(FAULTS)}, for "
                "example noise:0.05,lost:0.01"
            )
        rates |= dict.fromkeys(FAULTS, chance) if name == "all" else {name: chance}
    return rates


class Mischief:
    """Decides what goes wrong: by chance, seeded, or because somebody asked for it."""

    def __init__(self, rates: Mapping[str, float], seed: object) -> None:
        self.rates = dict(rates)
        self.random = Random(f"{seed}/mischief")
        self.done: Counter[str] = Counter()  # how often each one happened
        self._asked: Counter[str] = Counter()

    def ask(self, name: str) -> None:
        """Have it happen at the next occasion."""
        self._asked[name] += 1

    def happens(self, name: str) -> bool:
        """Whether it happens now."""
        is_asked = self._asked[name] > 0
        self._asked[name] -= is_asked
        is_so = is_asked or self.random.random() < self.rates.get(name, 0)
        self.done[name] += is_so
        return is_so
