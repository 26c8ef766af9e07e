"""What the crew may decide, when, and who: one table that an auditor can read.

A correction may come in every phase; effective.py and rulings.py check what it corrects. What it
reaches back to decides who may make it: see `authorize`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardInserted,
    CardMisdealt,
    CardsSwapped,
    Correction,
    CoupDeclared,
    CoupInserted,
    CoupMarkedFree,
    CoupVoided,
    CutCardCalled,
    Decision,
    Entry,
    Held,
    HoldReason,
    LimitsChanged,
    ReaderChanged,
    Refused,
    Released,
    Revealed,
    Ruling,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from .roles import Role
from .shoe import Phase, Shoe


class Rule(NamedTuple):
    """When a decision may be made, by whom at least, and whether it needs a reason."""

    verb: str  # after "You cannot"
    phases: frozenset[Phase]
    role: Role = Role.DEALER
    needs_why: bool = False


_OPEN = frozenset(Phase) - {Phase.CLOSED}
_ANY = frozenset(Phase)

RULES: dict[type[Decision], Rule] = {
    ShoeOpened: Rule("open a shoe", frozenset({Phase.CLOSED})),
    # Also on hold for a card of the first coup, where a burned one was missed.
    BurnEnded: Rule("end the burn", frozenset({Phase.OPENED, Phase.BURNING, Phase.ON_HOLD})),
    CardEntered: Rule(
        "enter a card",
        frozenset({Phase.OPENED, Phase.BURNING, Phase.READY, Phase.DEALING}),
    ),
    CutCardCalled: Rule("call the cut card", frozenset({Phase.READY, Phase.DEALING})),
    ShoeClosed: Rule("close the shoe", _OPEN - {Phase.DEALING}),
    Revealed: Rule("reveal", _OPEN),
    CoupDeclared: Rule("declare a coup", frozenset({Phase.READY, Phase.DEALING, Phase.ON_HOLD})),
    CoupInserted: Rule("insert a coup", _ANY, Role.INSPECTOR, needs_why=True),
    CoupMarkedFree: Rule("mark a coup free", _ANY),
    LimitsChanged: Rule("change the limits", _ANY, Role.PIT_BOSS, needs_why=True),
    ReaderChanged: Rule("change the reader", _ANY, Role.TECHNICIAN),
    Held: Rule("put the table on hold", _ANY - {Phase.ON_HOLD}),
    Released: Rule("release the table", frozenset({Phase.ON_HOLD})),  # by whom: the house says
    CoupVoided: Rule("void a coup", _ANY, Role.INSPECTOR, needs_why=True),
    Voided: Rule("undo", _ANY),
    CardCorrected: Rule("correct a card", _ANY),
    CardInserted: Rule("insert a card", _ANY),
    CardsSwapped: Rule("swap cards", _ANY),
    CardMisdealt: Rule("say what becomes of a card", _ANY),
}
# What lies before the newest coup, or in a shoe that is closed, takes more: who, at least.
EARLIER_COUP = Role.INSPECTOR
CLOSED_SHOE = Role.PIT_BOSS

WHILE: dict[Phase, str] = {
    Phase.CLOSED: "no shoe is open",
    Phase.OPENED: "a shoe is open and the burn comes next",
    Phase.BURNING: "cards are being burned",
    Phase.READY: "a shoe is open and the next coup is awaited",
    Phase.DEALING: "a coup is being dealt: finish it, void it, or undo its cards, first",
    Phase.OVER: "the last coup of the shoe is dealt: close the shoe",
    Phase.ON_HOLD: "the table is on hold: release it first",
}


def check(phase: Phase, decision: Decision) -> None:
    """Raises Refused where a decision is not allowed in a phase."""
    if phase not in RULES[type(decision)].phases:
        raise refusal(decision, phase)


def refusal(decision: Decision, phase: Phase) -> Refused:
    """Why a decision is not allowed in a phase, for the crew."""
    return Refused(f"You cannot {RULES[type(decision)].verb} now: {WHILE[phase]}.")


def authorize(shoe: Shoe, entries: Sequence[Entry], decision: Decision) -> None:
    """Raises Refused where the role that a decision is made under may not make it, or a reason
    is missing.

    Asked once, when it is made: a log replays whatever the roles are later. A decision without a
    role is the software's own.
    """
    if decision.role is None:
        return
    rule = RULES[type(decision)]
    needed, needs_why = _needed(shoe, entries, decision)
    if not decision.role.may_act_as(needed):
        raise Refused(
            f"To {rule.verb}{_where(decision, needed, rule)} takes {needed.at_least}: "
            f"you are signed in as {decision.role.words}."
        )
    if needs_why and not decision.why.strip():
        raise Refused(f"To {rule.verb}{_where(decision, needed, rule)} takes a reason: say why.")


def _needed(shoe: Shoe, entries: Sequence[Entry], decision: Decision) -> tuple[Role, bool]:
    """The least role for a decision, and whether it needs a reason."""
    rule = RULES[type(decision)]
    if isinstance(decision, Released):
        return released_by(shoe), rule.needs_why
    target = reaches_to(entries, decision)
    if target is None:
        return rule.role, rule.needs_why
    is_closed = shoe.stage is Phase.CLOSED and not _is_closing(entries, target)
    if is_closed or (isinstance(decision, Ruling) and decision.shoe):
        return CLOSED_SHOE, True
    if target < _newest_coup(shoe):
        is_higher = rule.role.may_act_as(EARLIER_COUP)
        return rule.role if is_higher else EARLIER_COUP, True
    return rule.role, rule.needs_why


def released_by(shoe: Shoe) -> Role:
    """The least role that the house lets release the table from its hold."""
    if shoe.hold is None or shoe.house is None:
        return RULES[Released].role
    is_dispute = shoe.hold.reason is HoldReason.DISPUTE
    return shoe.house.disputes_by if is_dispute else shoe.house.released_by


def reaches_to(entries: Sequence[Entry], decision: Decision) -> int | None:
    """The entry that a ruling is on, through corrections of corrections; None: what is now."""
    if isinstance(decision, CoupInserted):
        return decision.after
    if isinstance(decision, CoupMarkedFree):
        return decision.seq
    if not isinstance(decision, Correction):
        return None
    by_seq = {entry.seq: entry.event for entry in entries}
    seq = decision.seq
    while isinstance(event := by_seq.get(seq), Correction) and event.seq < seq:
        seq = event.seq
    return seq


def _is_closing(entries: Sequence[Entry], seq: int) -> bool:
    """Whether an entry closed the shoe: to take back a slip of the hand is no correction of it."""
    return any(entry.seq == seq and isinstance(entry.event, ShoeClosed) for entry in entries)


def _newest_coup(shoe: Shoe) -> int:
    """The first entry of the coup that is dealt, else of the last one; 0 before the first."""
    seqs = shoe.seqs or (shoe.settled[-1].seqs if shoe.settled else ())
    return min(seqs, default=0)


_REACH = {CLOSED_SHOE: " in a closed shoe", EARLIER_COUP: " in an earlier coup"}


def _where(decision: Decision, needed: Role, rule: Rule) -> str:
    """How far back a ruling reaches, where that is why it takes more than its own role."""
    return (
        _REACH.get(needed, "") if isinstance(decision, Ruling) and needed is not rule.role else ""
    )
