"""Whatever goes wrong on the line or at the shoe, no bead is wrong without a hold that says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from drivers.virtual.mischief import FAULTS

from .killed import KilledNight
from .night import Night

_GAP = r"\d+ (reports?|lines?) of the (shoe|reader) got lost"
_AWAY = r"The reader(, which cannot know what it missed,)? was (lost|found) (in|after|before) coup"
_RESULT = r"reports .*(still to come|by its cards|no coup)"
_ANEW = "The shoe started anew after coup"  # a card that was laid aside is not counted
_PLACE = r"gave .* (but by the rules|where .* lies)"

# What a crew may be told for each fault alone; nothing where nothing is to be done.
REASONS: dict[str, tuple[str, ...]] = {
    "noise": (),
    "double": (),
    "delay": (),
    "dribble": (),
    "lid": (),
    "garbage": (),
    "cut": (_GAP, _RESULT, _PLACE, "no shoe is open", "close the shoe"),
    "checksum": (_GAP, _RESULT, _PLACE, "no shoe is open", "close the shoe"),
    "lost": (_GAP, _RESULT, _PLACE, "no shoe is open", "close the shoe"),
    "jump": (_GAP,),
    "awol": (_GAP, _RESULT, _PLACE, "no shoe is open", "close the shoe"),
    "drop": (_AWAY, _GAP, _RESULT, _PLACE, "no shoe is open", "close the shoe"),
    "wrong_side": (_PLACE,),
    "unread": ("could not be read",),
    "reverse": ("pushed back midway",),
    "overdraw": ("a card too many was drawn", "drawn outside the game", _ANEW),
    "forced_quit": ("broken off at the shoe",),
    "reboot": (
        "The shoe restarted in coup",
        "broken off at the shoe",
        _PLACE,
        _RESULT,
        _ANEW,
        _GAP,
    ),
    "lock": ("drawn outside the game", _ANEW),
}


def test_every_fault_has_its_reasons() -> None:
    assert set(REASONS) == set(FAULTS)


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_alone(fault: str) -> None:
    with Night("ema_d52", 7, {fault: 0.1}) as night:
        for _ in range(3):
            night.deal_shoe()
    assert night.faults[fault] or fault == "garbage"
    for why in night.crew.holds:
        assert any(re.search(reason, why) for reason in REASONS[fault]), why


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("protocol", "line"), [("angel_eye", "pty"), ("line", "tcp")])
def test_all_faults_at_once_in_small_shoes(protocol: str, line: str, seed: int) -> None:
    with Night("ema_d52", seed, all_at(0.02), protocol=protocol, line=line) as night:
        for _ in range(2):
            night.deal_shoe()


@pytest.mark.parametrize(
    ("house", "protocol", "line"),
    [
        ("punto_banco", "angel_eye", "tcp"),
        ("olympic", "line", "pty"),
        ("classic", "angel_eye", "pty"),
        ("paramount", "line", "tcp"),
    ],
)
def test_all_faults_at_once_in_a_whole_shoe(house: str, protocol: str, line: str) -> None:
    with Night(house, 1, all_at(0.01), protocol=protocol, line=line) as night:
        night.deal_shoe()
    assert sum(night.faults.values()) > 20


def test_nothing_goes_wrong_with_a_shoe_that_is_well() -> None:
    with Night("punto_banco", 5, {}) as night:
        night.deal_shoe()
        night.deal_shoe()
    assert (night.crew.holds, night.crew.acts) == ([], {})
    assert night.table.shoe.number == 2


@pytest.mark.parametrize(("protocol", "line"), [("angel_eye", "pty"), ("line", "tcp")])
def test_a_server_that_is_killed_again_and_again(tmp_path: Path, protocol: str, line: str) -> None:
    rates = {**all_at(0.01), "drop": 0.0}  # the kill is the drop
    night = KilledNight(tmp_path, "ema_d52", 3, rates, protocol=protocol, line=line)
    try:
        for _ in range(2):
            night.deal_shoe(kills=0.06)
    finally:
        night.close()
    assert night.kills > 3


def all_at(rate: float) -> dict[str, float]:
    """Every fault at one rate."""
    return dict.fromkeys(FAULTS, rate)
