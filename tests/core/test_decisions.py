"""What the crew may decide in which phase, and the sentence where it may not."""

from __future__ import annotations

import pytest

from server.baccarat.allowed import RULES
from server.baccarat.events import EVENTS, Decision, Revealed, Ruling
from server.baccarat.rules import CutCard, FixedBurn, House, LastCoup
from server.baccarat.shoe import Phase

from .notation import event, play, refusal

HOUSE = House(
    name="all",
    title="All Phases",
    decks=8,
    burn=FixedBurn(cards=2),
    cut_card=CutCard(from_end=14, last_coup=LastCoup.THIS),
)
BURN, COUP = "?? ??", "8S KD KH 7C"
PHASES = {
    Phase.CLOSED: f"{BURN} {COUP} /close",
    Phase.OPENED: "",
    Phase.BURNING: "??",
    Phase.READY: f"{BURN} {COUP}",
    Phase.DEALING: f"{BURN} 8S KD",
    Phase.OVER: f"{BURN} cut {COUP}",
    Phase.ON_HOLD: f"{BURN} {COUP} gap",
}
WHILE = {
    Phase.CLOSED: "no shoe is open",
    Phase.OPENED: "a shoe is open and the burn comes next",
    Phase.BURNING: "cards are being burned",
    Phase.READY: "a shoe is open and the next coup is awaited",
    Phase.DEALING: "a coup is being dealt: finish it, void it, or undo its cards, first",
    Phase.OVER: "the last coup of the shoe is dealt: close the shoe",
    Phase.ON_HOLD: "the table is on hold: release it first",
}
# Decision: what it is called, and the phase in which each phase's table is afterwards; a dash
# where it is refused. In the order of PHASES.
TABLE = {
    "/open": ("open a shoe", "ready - - - - - -"),
    "/burned": ("end the burn", "- ready ready - - - -"),
    "+5S": ("enter a card", "- burning ready dealing dealing - -"),
    "/cut": ("call the cut card", "- - - ready dealing - -"),
    "/close": ("close the shoe", "- closed closed closed - closed closed"),
    "/hold": ("put the table on hold", "on_hold on_hold on_hold on_hold on_hold on_hold -"),
    "/go": ("release the table", "- - - - - - ready"),
    "/says:tie": ("declare a coup", "- - - ready ready - on_hold"),
    "/limits:5-50": ("change the limits", "closed opened burning ready dealing over on_hold"),
    "/reader:": ("change the reader", "closed opened burning ready on_hold over on_hold"),
}
CELLS = [
    pytest.param(word, verb, phase, after, id=f"{word} while {phase}")
    for word, (verb, row) in TABLE.items()
    for phase, after in zip(PHASES, row.split(), strict=True)
]


@pytest.mark.parametrize("phase", PHASES)
def test_each_phase_is_come_to(phase):
    assert play(PHASES[phase], HOUSE).phase is phase


@pytest.mark.parametrize(("word", "verb", "phase", "after"), CELLS)
def test_a_decision_is_carried_out_or_refused_with_a_sentence(word, verb, phase, after):
    words = f"{PHASES[phase]} {word}"
    if after == "-":
        assert refusal(words, HOUSE) == f"You cannot {verb} now: {WHILE[phase]}."
    else:
        assert play(words, HOUSE).phase == after


def test_all_decisions_but_the_rulings_on_what_was_dealt_are_in_the_table():
    kinds = [kind for kind in EVENTS.values() if issubclass(kind, Decision)]
    assert set(RULES) == set(kinds)
    anywhen = {kind for kind in kinds if issubclass(kind, Ruling)}
    assert all(RULES[kind].phases == frozenset(Phase) for kind in anywhen)
    assert {type(event(word)) for word in TABLE} == set(kinds) - anywhen - {Revealed}


@pytest.mark.parametrize("phase", PHASES)
def test_observations_are_taken_in_every_phase(phase):
    for word in ("8S", "??", "8S@p1", "8S@burn", "says:tie", "cut", "started", "lost", "found",
                 "gap", "fault"):  # fmt: skip
        assert play(f"{PHASES[phase]} {word}", HOUSE).phase in Phase


def test_a_shoe_on_hold_within_a_coup_cannot_be_closed():
    assert refusal(f"{BURN} 8S KD lost /close", HOUSE) == (
        f"You cannot close the shoe now: {WHILE[Phase.DEALING]}."
    )


def test_a_table_on_hold_without_a_shoe_has_none_to_close():
    assert refusal("5S /close", None) == f"You cannot close the shoe now: {WHILE[Phase.CLOSED]}."
    assert play("5S /go /open", None).phase is Phase.READY
