"""The console's commands: what each is called, the decision that it makes, and from what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypedDict

from .baccarat.allowed import RULES, released_by
from .baccarat.cards import parse_cards
from .baccarat.coup import Coup, NoPlace
from .baccarat.events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CardInserted,
    CardMisdealt,
    CardsSwapped,
    CoupDeclared,
    CoupInserted,
    CoupMarkedFree,
    CoupVoided,
    CutCardCalled,
    Decision,
    Held,
    LimitsChanged,
    ReaderChanged,
    Refused,
    Released,
    Revealed,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from .baccarat.roles import Role
from .baccarat.shoe import Phase, Shoe
from .codec import HOUSE, BadFields, make_event
from .table import Table
from .undo import Undo, undoable

_LONGEST_WHY = 200
Fields = dict[str, Any]


class Asker(TypedDict):
    """Who decides, as what, and the console's id of the decision: in every event of a command."""

    by: str
    role: Role
    command: str


class Command(NamedTuple):
    """A command: the decision that it makes, the JSON fields that it takes, how they are read."""

    kind: type[Decision]
    takes: tuple[str, ...] = ()
    read: Callable[[Table, Fields], Fields] = lambda table, fields: fields


def decide(table: Table, name: str, asked: Mapping[str, Any], asker: Asker) -> Decision:
    """The decision of a command as the console sends it.

    Raises BadFields or BadCard for fields that cannot be, Refused where there is nothing to decide.
    """
    command = COMMANDS[name]
    kind, given = command.kind, {key: asked[key] for key in command.takes if key in asked}
    fields = command.read(table, given)
    if kind is CardEntered and table.shoe.hold and table.shoe.hold.unread:
        # The table waits for the face of a card: the one that is typed is that card's.
        kind, fields = CardCorrected, {**fields, "seq": table.shoe.hold.seq}
    why = str(asked.get("why", ""))[:_LONGEST_WHY].encode("utf-8", "replace").decode()
    event = make_event(kind, {"why": why, **fields, **asker})
    assert isinstance(event, Decision)
    return event


def allowed(shoe: Shoe, undo: Undo | None, role: Role) -> list[str]:
    """The commands that the table would take now from somebody of a role.

    What a ruling reaches back to may need more; the table says so then.
    """
    names = {
        name
        for name, command in COMMANDS.items()
        if shoe.phase in RULES[command.kind].phases and role.may_act_as(RULES[command.kind].role)
    }
    if shoe.hold and shoe.hold.unread and role.may_act_as(RULES[CardCorrected].role):
        names.add("enter_card")
    if not role.may_act_as(released_by(shoe)):
        names.discard("release")
    if not shoe.is_withheld:
        names.discard("reveal")
    if shoe.stage not in (Phase.OPENED, Phase.BURNING):
        names.discard("end_burn")
    if undo is None:
        names.discard("undo")
    return sorted(names)


def _open_shoe(table: Table, fields: Fields) -> Fields:
    """The next shoe, for the limits that the crew set last."""
    shoe, house = table.shoe, table.house
    limits = shoe.next_limits or (shoe.house.limits if shoe.house and shoe.limits_by_crew else None)
    if limits is not None:
        house = replace(house, limits=limits)
    return {
        "number": shoe.number + 1,
        "house": HOUSE.dump_python(house, mode="json"),
        "limits_by_crew": limits is not None,
    }


def _undo(table: Table, fields: Fields) -> Fields:
    entry = undoable(*table.standing())
    if entry is None:
        raise Refused("There is nothing to undo in this shoe.")
    return {"seq": entry.seq}


def _entry(table: Table, fields: Fields) -> Fields:
    """`entry` is the number of the entry that the decision is on."""
    if not isinstance(fields.get("entry"), int):
        raise BadFields("`entry` is the number of the entry that you mean.")
    return {"seq": fields.pop("entry"), **fields}


def _maybe_entry(table: Table, fields: Fields) -> Fields:
    """The same, where no `entry` means the coup now."""
    return _entry(table, fields) if "entry" in fields else fields


def _misdealt(table: Table, fields: Fields) -> Fields:
    house = table.shoe.house or table.house
    return _entry(table, {"use": str(house.misdeal), **fields})


def _change_reader(table: Table, fields: Fields) -> Fields:
    """`reader` is the URL of one that the table may have, empty for none."""
    url = fields.get("reader")
    if not isinstance(url, str):
        raise BadFields("`reader` is a reader's URL, or empty where the cards are typed in.")
    table.readers.check(url.strip())
    return {"reader": url.strip(), "configured": table.readers.configured}


def _coup(table: Table, fields: Fields) -> Fields:
    """A coup by its cards in dealing order, or by its outcome and marks."""
    text = fields.pop("cards", "")
    if not text:
        return fields
    cards = parse_cards(str(text))
    try:
        result = Coup.of(cards).result
    except NoPlace as none:
        raise BadFields(str(none)) from None
    if result is None:
        raise BadFields("A card is missing: these cards are no whole coup.")
    return {
        **fields,
        "cards": [str(card) for card in cards],
        "outcome": str(result.outcome),
        "natural": result.natural,
        "player_pair": result.player_pair,
        "banker_pair": result.banker_pair,
    }


_RESULT = ("outcome", "natural", "player_pair", "banker_pair", "cards")

COMMANDS = {
    "open_shoe": Command(ShoeOpened, (), _open_shoe),
    "end_burn": Command(BurnEnded),
    "enter_card": Command(CardEntered, ("card",)),
    "cut_card": Command(CutCardCalled),
    "close_shoe": Command(ShoeClosed),
    "reveal": Command(Revealed, ("side", "place")),
    "hold": Command(Held, ("reason",)),
    "release": Command(Released),
    "undo": Command(Voided, (), _undo),
    "declare": Command(CoupDeclared, _RESULT, _coup),
    "insert_coup": Command(CoupInserted, (*_RESULT, "after", "shoe"), _coup),
    "mark_free": Command(CoupMarkedFree, ("entry", "kind", "shoe"), _maybe_entry),
    "void_coup": Command(CoupVoided, ("entry", "shoe"), _entry),
    "correct_card": Command(CardCorrected, ("entry", "card", "shoe"), _entry),
    "insert_card": Command(CardInserted, ("entry", "card", "shoe"), _entry),
    "swap_cards": Command(CardsSwapped, ("entry", "other", "shoe"), _entry),
    "misdealt": Command(CardMisdealt, ("entry", "use", "shoe"), _misdealt),
    "take_back": Command(Voided, ("entry", "shoe"), _entry),
    "change_limits": Command(LimitsChanged, ("limits", "from_next_shoe")),
    "change_reader": Command(ReaderChanged, ("reader",), _change_reader),
}
