"""The API: what a table shows, and the crew's commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from flask import Blueprint, Response, abort, jsonify, request

from .baccarat.allowed import RULES
from .baccarat.cards import BadCard, Card
from .baccarat.events import (
    BurnEnded,
    CardCorrected,
    CardEntered,
    CutCardCalled,
    Decision,
    Held,
    Refused,
    Released,
    ShoeClosed,
    ShoeOpened,
    Voided,
)
from .baccarat.shoe import Shoe
from .export import BOM, FORMATS
from .guard import crew_only
from .history import history
from .log import EventLog, LogError
from .screens import Screens
from .table import Table
from .undo import Undo, undoable

BY = "console"  # who decided, until people sign in


def api(tables: Mapping[str, Table], log: EventLog, screens: Screens) -> Blueprint:
    """`/api/v1/...` over the tables of this server."""
    pages = Blueprint("api", __name__, url_prefix="/api/v1")
    crew = Blueprint("crew", __name__)
    crew.before_request(crew_only)

    def find(name: str) -> Table:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        return tables[name]

    @pages.get("/tables/<name>/snapshot")
    def snapshot(name: str) -> Response:
        return jsonify(find(name).snapshot())

    @crew.get("/tables/<name>/crew")
    def for_the_crew(name: str) -> Response:
        """What the console shows beside the snapshot: addresses and reasons are in it."""
        table = find(name)
        shoe, entries = table.standing()
        undo = undoable(entries)
        return jsonify(
            {
                "seq": table.seq,
                "allowed": allowed(shoe, undo),
                "undo": undo.what if undo else None,
                "reader": {"url": table.reader.url, "detail": table.reader.detail},
                "trouble": table.trouble,
                "screens": [screen.painted for screen in screens.of(name)],
            }
        )

    @crew.post("/tables/<name>/commands")
    def command(name: str) -> tuple[Response, int]:
        table = find(name)
        asked = request.get_json(silent=True)
        if not isinstance(asked, dict) or asked.get("command") not in list(COMMANDS):
            known = ", ".join(COMMANDS)
            return _error(f"Send JSON with a `command` of: {known}.", 400)
        seq = asked.get("seq")
        if seq is not None and not isinstance(seq, int):
            return _error("`seq` is the number of the newest entry that you have seen.", 400)
        try:
            event = COMMANDS[asked["command"]].decide(table, asked)
            kept = table.record(event, expected_seq=seq)
        except BadCard as error:
            return _error(str(error), 400)
        except Refused as error:
            return _error(str(error), 409)
        except LogError as error:
            return _error(str(error), 503)
        return jsonify({"seq": kept}), 200

    @crew.get("/tables/<name>/export.<form>")
    def export(name: str, form: str) -> Response:
        find(name)
        if form not in FORMATS:
            abort(404, f"There is no format {form!r}: take one of {', '.join(FORMATS)}.")
        shoe = request.args.get("shoe", type=int)
        write, mime = FORMATS[form]
        # Worked out before the first byte leaves: an error must not end in half a file.
        text = "".join(write(name, history(log, name, shoe)))
        if request.args.get("bom") == "1" and form == "csv":
            text = BOM + text
        suffix = f"-shoe-{shoe}" if shoe is not None else ""
        file = f"{name}{suffix}.{form}"
        headers = {"Content-Disposition": f'attachment; filename="{file}"'}
        return Response(text.encode(), mimetype=mime, headers=headers)

    pages.register_blueprint(crew)
    return pages


def _error(sentence: str, status: int) -> tuple[Response, int]:
    return jsonify({"error": sentence}), status


def _card(asked: dict[str, Any]) -> Card:
    return Card.parse(str(asked.get("card", "")))


def _why(asked: dict[str, Any]) -> str:
    """The reason as given, without what no log could keep (half a character)."""
    return str(asked.get("why", ""))[:200].encode("utf-8", "replace").decode()


def _open_shoe(table: Table, asked: dict[str, Any]) -> Decision:
    return ShoeOpened(by=BY, number=table.shoe.number + 1, house=table.house)


def _enter_card(table: Table, asked: dict[str, Any]) -> Decision:
    """A typed card; where the table waits for the face of a card, it is that card's."""
    hold = table.shoe.hold
    if hold and hold.unread:
        return CardCorrected(by=BY, seq=hold.seq, card=_card(asked), why="typed in")
    return CardEntered(by=BY, card=_card(asked))


def _undo(table: Table, asked: dict[str, Any]) -> Decision:
    entry = undoable(table.standing()[1])
    if entry is None:
        raise Refused("There is nothing to undo in this shoe.")
    return Voided(by=BY, seq=entry.seq)


class Command(NamedTuple):
    """A command of the console: the kind of decision it makes, and how."""

    kind: type[Decision]
    decide: Callable[[Table, dict[str, Any]], Decision]


COMMANDS = {
    "open_shoe": Command(ShoeOpened, _open_shoe),
    "end_burn": Command(BurnEnded, lambda table, asked: BurnEnded(by=BY)),
    "enter_card": Command(CardEntered, _enter_card),
    "cut_card": Command(CutCardCalled, lambda table, asked: CutCardCalled(by=BY)),
    "close_shoe": Command(ShoeClosed, lambda table, asked: ShoeClosed(by=BY)),
    "hold": Command(Held, lambda table, asked: Held(by=BY, why=_why(asked))),
    "release": Command(Released, lambda table, asked: Released(by=BY, why=_why(asked))),
    "undo": Command(Voided, _undo),
}


def allowed(shoe: Shoe, undo: Undo | None) -> list[str]:
    """The commands that the table would take now."""
    names = {name for name, (kind, _) in COMMANDS.items() if shoe.phase in RULES[kind].phases}
    if shoe.hold and shoe.hold.unread:
        names.add("enter_card")
    if undo is not None:
        names.add("undo")
    return sorted(names)
