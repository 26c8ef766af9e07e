"""Who may decide what: the table, and what a decision reaches back to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from server.baccarat.allowed import RULES, authorize
from server.baccarat.events import Held, HoldReason, ReaderChanged, Refused
from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES

from .notation import EIGHT_DECKS, entries, event, numbered, replay

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"
ROLES = [*Role]
OTHERS = HOUSES["olympic"]
# What happened before; the decision; the least role; whether it needs a reason.
TABLE = [
    ("", "/close", "dealer", False),
    (COUP, "/fix:5=9C", "dealer", False),
    (COUP, "/undo:5", "dealer", False),
    (COUP, "/swap:2,3", "dealer", False),
    (COUP, "/misdealt:2=burn", "dealer", False),
    (COUP, "/free:2", "dealer", False),
    (COUP, "/says:tie", "dealer", False),
    (COUP, "/void:2", "inspector", True),
    (COUP, "/missed:5=tie", "inspector", True),
    (COUP, "/limits:5-50", "pit_boss", True),
    (f"{COUP} 2S", "/fix:5=9C", "inspector", True),
    (f"{COUP} 2S", "/undo:5", "inspector", True),
    (f"{COUP} 2S", "/void:5", "inspector", True),
    (f"{COUP} 2S", "/free:5", "inspector", True),
    (f"{COUP} {NEXT}", "/swap:2,3", "inspector", True),
    (f"{COUP} /fix:5=6C 2S", "/undo:6", "inspector", True),  # a correction of an earlier coup
    (f"{COUP} 2S", "/fix:6=3S", "dealer", False),
    (f"{COUP} /close", "/fix:5=9C", "pit_boss", True),
    (f"{COUP} /close", "/void:5", "pit_boss", True),
    (f"{COUP} /close", "/undo:6", "dealer", False),  # a slip of the hand
    ("gap", "/go", "dealer", False),
    ("", "/reader:", "technician", False),
    ("8S KD", "/reader:line:/dev/ttyS1", "technician", False),
    (f"{COUP} /close", "/reader:", "technician", False),
]  # fmt: skip


def decide(before, decision, role, *, why="", house=EIGHT_DECKS):
    log = entries(before, house)
    authorize(replay(log), log, replace(decision, role=role, why=why))


@pytest.mark.parametrize(("before", "word", "least", "needs_why"), TABLE)
@pytest.mark.parametrize("role", ROLES)
def test_a_decision_takes_its_role_and_its_reason(before, word, least, needs_why, role):
    if not role.may_act_as(Role(least)):
        said = f"takes {Role(least).at_least}: you are signed in as {role.words}"
        with pytest.raises(Refused, match=said):
            decide(before, event(word), role, why="because")
        return
    decide(before, event(word), role, why="because")
    if needs_why:
        with pytest.raises(Refused, match="takes a reason: say why"):
            decide(before, event(word), role, why="  ")
    else:
        decide(before, event(word), role)


def test_a_ruling_on_an_earlier_shoe_takes_the_pit_boss():
    late = replace(event("/fix:5=9C"), shoe=1)
    with pytest.raises(Refused, match="To correct a card in a closed shoe takes the pit boss"):
        decide("", late, Role.INSPECTOR, why="film")
    decide("", late, Role.PIT_BOSS, why="film")


@pytest.mark.parametrize(("house", "least"), [(EIGHT_DECKS, "pit_boss"), (OTHERS, "inspector")])
def test_a_dispute_is_ended_by_the_role_that_the_house_names(house, least):
    log = [*entries("", house)]
    log = numbered([*(e.event for e in log), Held(by="Ann", reason=HoldReason.DISPUTE)])
    shoe = replay(log)
    for role in ROLES:
        release = replace(event("/go"), role=role)
        if role.may_act_as(Role(least)):
            authorize(shoe, log, release)
        else:
            with pytest.raises(Refused, match=r"To release the table takes the"):
                authorize(shoe, log, release)


# Who may act as whom: the ladder, and the technician beside it.
ACTS_AS = {
    "dealer": "dealer",
    "inspector": "dealer inspector",
    "pit_boss": "dealer inspector pit_boss",
    "technician": "technician",
    "admin": "dealer inspector pit_boss technician admin",
}


@pytest.mark.parametrize("role", ROLES)
def test_each_role_acts_as_those_below_it_and_the_technician_as_none_of_them(role):
    assert {other for other in ROLES if role.may_act_as(other)} == {*ACTS_AS[role].split()}


def test_a_refusal_names_those_who_may():
    decided = replace(event("/reader:"), role=Role.DEALER)
    with pytest.raises(Refused) as refused:
        authorize(replay([]), [], decided)
    assert str(refused.value) == (
        "To change the reader takes the technician or an admin: you are signed in as dealer."
    )


def test_a_technician_decides_nothing_else():
    others = {kind for kind, rule in RULES.items() if Role.TECHNICIAN.may_act_as(rule.role)}
    assert others == {ReaderChanged}


def test_the_software_itself_needs_no_role():
    decide("", event("/limits:5-50"), None)


def test_every_rule_says_what_it_allows():
    assert all(rule.verb and rule.phases for rule in RULES.values())
