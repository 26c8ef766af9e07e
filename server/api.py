"""The API: what a table shows, and the crew's commands."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from flask import Blueprint, Response, abort, jsonify, request

from .baccarat.cards import BadCard
from .baccarat.events import Refused
from .baccarat.roles import Role
from .codec import BadFields
from .commands import COMMANDS, Asker, decide
from .crew import coups_for_the_crew
from .crew import for_the_crew as crew_words
from .export import BOM, FORMATS
from .guard import crew_only
from .health import disk_words
from .history import history, may_see_withheld
from .log import EventLog, LogError
from .screens import Screens
from .table import Table

BY, ROLE = "console", Role.ADMIN  # who decided, until people sign in
_LONGEST_ID = 64


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
        role, disk = ROLE, disk_words(log.where.parent)
        return jsonify(crew_words(find(name), screens.of(name), disk, role, datetime.now(UTC)))

    @crew.get("/tables/<name>/coups")
    def coups(name: str) -> Response:
        """All coups of the shoe with the entries of their cards, newest first, for corrections."""
        shoe, _ = find(name).standing()
        sees_all = may_see_withheld(shoe, ROLE)
        return jsonify({"coups": coups_for_the_crew(shoe, sees_all=sees_all)})

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
        command_id = asked.get("id", "")
        if not isinstance(command_id, str) or len(command_id) > _LONGEST_ID:
            return _error(f"`id` is a text of at most {_LONGEST_ID} characters.", 400)
        asker = Asker(by=BY, role=ROLE, command=command_id)
        try:
            event = decide(table, asked["command"], asked, asker)
            kept = table.record(event, expected_seq=seq)
        except (BadCard, BadFields) as error:
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
        shoes = (each.seen_by(ROLE) for each in history(log, name, shoe))
        text = "".join(write(name, shoes))
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
