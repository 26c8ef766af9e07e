"""Every state that a display can show, as snapshots of the real core: shoes in short notation."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from drivers.simulated import shoe_cards
from server.baccarat.bets import Prize, Rule
from server.baccarat.coup import Coup, Outcome
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.rules import (
    HOUSES,
    CutCard,
    FirstCardBurn,
    House,
    LastCoup,
    Limits,
    Policy,
    Reveal,
)
from server.baccarat.snapshot import snapshot
from tests.core.notation import play

HOUSE = House(
    name="jade", title="Baccarat", decks=8,
    limits=Limits(min=500, max=100_000, tie_max=10_000),
    cut_card=CutCard(from_end=14, last_coup=LastCoup.ONE_MORE),
)  # fmt: skip
WIDE = Limits(min=100_000_000, max=999_999_999, tie_max=999_999_999, banker_multiple=1_000_000)
WIDEST = replace(HOUSE, limits=WIDE)
# A table of many side bets, and one of the longest names and pays that a house may give.
BETS = replace(
    HOUSES["macau"], burn=HOUSE.burn, limits=HOUSE.limits,
    bets=tuple(KNOWN_BETS[key] for key in (
        "player_pair", "banker_pair", "either_pair", "perfect_pair", "big_tiger", "lucky_6",
        "dragon_7", "panda_8", "banker_dragon_bonus", "big", "small",
    )),
)  # fmt: skip
LONG_BET = replace(
    KNOWN_BETS["dragon_7"], title="Emperor's Golden Dragon Seven", short="EGD",
    prizes=(Prize(when=Rule(winner=(Outcome.BANKER,)), pays=Fraction(9999, 2)),),
)  # fmt: skip
WIDEST_BETS = replace(BETS, limits=WIDE, bets=(*BETS.bets[:6], LONG_BET, *BETS.bets[7:]))
BURNS = replace(HOUSE, burn=FirstCardBurn())
SQUEEZE = replace(HOUSE, reveal=Reveal(policy=Policy.ON_RESULT))

_NAMES = {"B": "banker", "P": "player", "T": "tie"}
# 104 coups: six ties on a cell, a streak of 19, more columns than any window has.
LONG = "TT" + "P" + "T" * 6 + "B" * 19 + "PB" * 30 + "PPB" * 4 + "TBPP"
NATURAL = "8S 2H KD TC"  # player 8 to 2
BANKER = "2S 3H 2D 2C 4H 4S"  # 8 to 9, three cards each
TIE = "9S 9H KS KH"
PAIRS = "2S 3H 2D 3C 4H"
DRAGON = "2S 3D AH KC 2C 4H"  # 5 to 7, three cards each
TIGER = "2C 3H 2C 3D 7S TD"  # 2 to 6 in three cards; the player has a perfect pair, the banker one


def results(letters: str, marks: str = "") -> str:
    """Coups declared by their results, such as `BBPT`, each with marks such as `+bp`."""
    return " ".join(f"/says:{_NAMES[letter]}{marks}" for letter in letters)


def shoe(coups: int, seed: int = 4) -> str:
    """The cards of a simulated shoe's first coups."""
    cards = iter(shoe_cards(8, seed))
    return " ".join(str(card) for _ in range(coups) for card in Coup.deal(cards).cards)


_EVENING = f"{shoe(52)}"
# A tie on a Tiger's cell, and on a dragon's; a panda, a six in two cards, naturals.
_PANDA, _SIX = "3S 2H KD 4C 5D", "2S 6D 3D KC 9C"
_BETTING = f"{TIGER} {TIE} {DRAGON} {TIE} {TIE} {_PANDA} {_SIX} {NATURAL} {BANKER} {shoe(20)}"
# What is played, at which house, and what the table says beside it.
STATES: dict[str, tuple[str | None, House, dict[str, Any]]] = {
    "waiting": (None, HOUSE, {}),
    "new_shoe": ("", BURNS, {}),
    "burning": ("5S 2H 3D", BURNS, {}),
    "ready": ("", HOUSE, {}),
    "first_cards": ("8S AH", HOUSE, {}),
    "face_down": ("8S 9H 4D", SQUEEZE, {}),
    "dealing": (f"{results('BPPTBBPBPP')} 8S AH KD", HOUSE, {}),
    "evening": (_EVENING, HOUSE, {}),
    "player_natural": (f"{results('BPPTBBPBPPBBBBBBBBPTTB')} {NATURAL}", HOUSE, {}),
    "banker_wins": (f"{results('BPPTBBPBPPBBBBBBBBPTTB')} {BANKER}", HOUSE, {}),
    "tie": (f"{results('TTBPPTB')} {TIE}", HOUSE, {}),
    "pairs": (f"{results('BPPTB', '+bp')} {PAIRS}", HOUSE, {}),
    "dragon": (f"{_BETTING} {DRAGON}", BETS, {}),
    "tiger": (f"{_BETTING} {TIGER}", BETS, {}),
    "widest_bets": (f"{_BETTING} {results('TTTT', '+bp+pp')} cut {TIGER}", WIDEST_BETS, {
        "title": "Grand Salon Privé Baccarat 128",
    }),
    "free": (f"{results('BPPTB')} /free 8S AH", HOUSE, {}),
    "void": (f"{NATURAL} /void:2", HOUSE, {}),
    "last_coup": (f"{results('BPPTBPPB')} cut {BANKER} 8S AH KD", HOUSE, {}),
    "over": (f"{results('BPPTBPPBBB')} cut {BANKER} {NATURAL}", HOUSE, {}),
    "hold": (f"{results('BPPTB')} 8S AH /hold", HOUSE, {}),
    "reader_lost": (f"{results('BPPTB')} {BANKER}", HOUSE, {"reader": {"state": "retrying"}}),
    "new_limits": (f"{results('BPPTB')} /limits:1000-200000", HOUSE, {}),
    "next_limits": (f"{results('BPPTB')} /limits:1000-200000+next", HOUSE, {}),
    "shuffling": (f"{results('BPPTB')} /close", HOUSE, {}),
    "simulated": (_EVENING, HOUSE, {"simulated": True, "trouble": "The log cannot be written."}),
    "widest": (f"{results(LONG, '+bp+pp+n')} {PAIRS} /limits:100000000-999999999+next", WIDEST, {
        "title": "Grand Salon Privé Baccarat 128", "simulated": True,
        "reader": {"state": "retrying"},
    }),
    "widest_idle": (f"{results('B')} /close", WIDEST, {"title": "Grand Salon Privé Baccarat 128"}),
}  # fmt: skip


@cache
def told(name: str) -> dict[str, Any]:
    """What the server tells a display in that state."""
    words, house, more = STATES[name]
    shown = snapshot(play(words or "", house if words is not None else None), house=house)
    assert bool(shown["hold"]) == (name == "hold"), shown["hold"]  # a ninth card of a shoe, say
    return {
        "table": "t1", "title": "Baccarat 12", "boot_id": "x", "seq": 1, **shown,
        "reader": {"state": "online"}, "simulated": False, "trouble": None, **more,
    }  # fmt: skip
