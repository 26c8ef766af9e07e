"""The API: what a table shows, and the crew's commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from flask import Blueprint, Response, abort, jsonify, request

from .baccarat.cards import BadCard
from .baccarat.events import Refused
from .codec import BadFields
from .commands import COMMANDS, Asker, decide
from .crew import coups_for_the_crew
from .crew import for_the_crew as crew_words
from .health import disk_words
from .history import may_see_withheld
from .log import EventLog, LogError
from .people import Person
from .screens import Screens
from .table import Table

_LONGEST_ID = 64


def api(
    tables: Mapping[str, Table],
    log: EventLog,
    screens: Screens,
    *,
    who: Callable[[], Person | None],
    clock: Callable[[], datetime],
) -> Blueprint:
    """`/api/v1/...` over the tables of this server; `who` says who asks."""
    pages = Blueprint("api", __name__, url_prefix="/api/v1")

    def find(name: str) -> Table:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        return tables[name]

    def asker() -> Person:
        person = who()
        assert person is not None  # or the table of access had refused
        return person

    @pages.get("/tables/<name>/snapshot")
    def snapshot(name: str) -> Response:
        return jsonify(find(name).snapshot())

    @pages.get("/tables/<name>/crew")
    def for_the_crew(name: str) -> Response:
        """What the console shows beside the snapshot: addresses and reasons are in it."""
        disk = disk_words(log.where.parent)
        return jsonify(crew_words(find(name), screens.of(name), disk, asker().role, clock()))

    @pages.get("/tables/<name>/coups")
    def coups(name: str) -> Response:
        """All coups of the shoe with the entries of their cards, newest first, for corrections."""
        shoe, _ = find(name).standing()
        sees_all = may_see_withheld(shoe, asker().role)
        return jsonify({"coups": coups_for_the_crew(shoe, sees_all=sees_all)})

    @pages.post("/tables/<name>/commands")
    def command(name: str) -> tuple[Response, int]:
        table = find(name)
        asked = request.get_json(silent=True)
        if not isinstance(asked, dict) or asked.get("command") not in list(COMMANDS):
            known = ", ".join(COMMANDS)
            return _error(f"Send JSON with a `command` of: {known}.", 400)
        seq = asked.get("seq")
        if seq is not None and not isinstance(seq, int):
            return _error("`seq` is the number of the newest entry that you have seen.", 400)
        command_id = asked.get("id", "")
        if not isinstance(command_id, str) or len(command_id) > _LONGEST_ID:
            return _error(f"`id` is a text of at most {_LONGEST_ID} characters.", 400)
        person = asker()
        by = Asker(by=person.name, role=person.role, command=_kept(command_id))
        try:
            event = decide(table, asked["command"], asked, by)
            kept = table.record(event, expected_seq=seq)
        except (BadCard, BadFields) as error:
            return _error(str(error), 400)
        except Refused as error:
            return _error(str(error), 409)
        except LogError as error:
            return _error(str(error), 503)
        return jsonify({"seq": kept}), 200

    return pages


def _error(sentence: str, status: int) -> tuple[Response, int]:
    return jsonify({"error": sentence}), status


def _kept(text: str) -> str:
    """A text without what no log could keep (half a character)."""
    return text.encode("utf-8", "replace").decode()
