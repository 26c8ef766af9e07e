"""What the crew may decide, and when: one table that an auditor can read.

Corrections (Voided, CardCorrected) are allowed in every phase; effective.py checks what they
correct.
"""

from __future__ import annotations

from .events import (
    BurnEnded,
    CardEntered,
    CutCardCalled,
    Decision,
    Held,
    Refused,
    Released,
    ShoeClosed,
    ShoeOpened,
)
from .shoe import Phase

ALLOWED: dict[type[Decision], frozenset[Phase]] = {
    ShoeOpened: frozenset({Phase.CLOSED}),
    BurnEnded: frozenset({Phase.OPENED, Phase.BURNING}),
    CardEntered: frozenset({Phase.OPENED, Phase.BURNING, Phase.READY, Phase.DEALING}),
    CutCardCalled: frozenset({Phase.READY, Phase.DEALING}),
    ShoeClosed: frozenset({Phase.OPENED, Phase.BURNING, Phase.READY, Phase.OVER, Phase.ON_HOLD}),
    Held: frozenset(Phase) - {Phase.ON_HOLD},
    Released: frozenset({Phase.ON_HOLD}),
}
VERBS: dict[type[Decision], str] = {
    ShoeOpened: "open a shoe",
    BurnEnded: "end the burn",
    CardEntered: "enter a card",
    CutCardCalled: "call the cut card",
    ShoeClosed: "close the shoe",
    Held: "put the table on hold",
    Released: "release the table",
}
WHILE: dict[Phase, str] = {
    Phase.CLOSED: "no shoe is open",
    Phase.OPENED: "a shoe is open and the burn comes next",
    Phase.BURNING: "cards are being burned",
    Phase.READY: "a shoe is open and the next coup is awaited",
    Phase.DEALING: "a coup is being dealt: finish it, or undo its cards, first",
    Phase.OVER: "the last coup of the shoe is dealt: close the shoe",
    Phase.ON_HOLD: "the table is on hold: release it first",
}


def check(phase: Phase, decision: Decision) -> None:
    """Raises Refused where a decision is not allowed in a phase."""
    if phase not in ALLOWED[type(decision)]:
        raise refusal(decision, phase)


def refusal(decision: Decision, phase: Phase) -> Refused:
    """Why a decision is not allowed in a phase, for the crew."""
    return Refused(f"You cannot {VERBS[type(decision)]} now: {WHILE[phase]}.")
