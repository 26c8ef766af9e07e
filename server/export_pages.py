"""The exports over HTTP: a table's history, or a shoe of it, as a file to keep."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryFile
from typing import IO

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.exceptions import HTTPException

from .api_v1.query import query_of
from .export import FORMATS, ExportError, Options
from .export.pictures import check_road
from .export.source import NO_COUP, source
from .export.whole_file import CannotWrite, cannot_write
from .export_jobs import Jobs
from .ledger.asked import BadQuestion, range_of
from .ledger.ledger import Ledger
from .ledger.shoes import tables as known_tables
from .log import LogError
from .people import Person
from .table import Table

_PIECE = 1 << 16
_STRANGE = "The export failed; the server's log says why."


class _NoRoom(HTTPException):
    code = 507
    name = "Insufficient Storage"


def export_pages(
    tables: Mapping[str, Table], ledger: Ledger, *, who: Callable[[], Person | None]
) -> Blueprint:
    """`/api/v1/tables/<table>/export.<format>`, and how far one is; `who` says who asks."""
    crew = Blueprint("exports", __name__)
    jobs = Jobs()

    @crew.get("/api/v1/tables/<name>/export.<form>")
    def export(name: str, form: str) -> Response:
        if name not in tables and name not in known_tables(ledger):
            abort(404, f"There is no table {name!r} here.")
        if form not in FORMATS:
            abort(404, f"There is no format {form!r}: take one of {', '.join(FORMATS)}.")
        number, days, options = _asked()
        person, job = who(), request.args.get("job", "")
        title = tables[name].title if name in tables else name
        with _told(jobs, job), ExitStack() as kept:
            ledger.follow(name, progress=jobs.progress(job, "reading"))
            # Written whole before the first byte leaves: an error must not end in half a file.
            whole = kept.enter_context(TemporaryFile())
            shoes = source(
                ledger, name, title, shoe=number, days=days,
                seen_by=person.role if person else None, progress=jobs.progress(job, "writing"),
            )  # fmt: skip
            FORMATS[form].write(shoes, whole, options)
            whole.flush()
            until_sent = kept.pop_all()
        jobs.tell(job, "whole", sentence=NO_COUP if shoes.is_empty else "")
        suffix = f"-shoe-{number}" if number is not None else ""
        suffix += f"-{options.road.replace('_', '-')}" if options.road else ""
        headers = {
            "Content-Disposition": f'attachment; filename="{name}{suffix}.{form}"',
            "Content-Length": str(whole.tell()),
        }
        whole.seek(0)
        answer = Response(_pieces(whole), mimetype=FORMATS[form].mime, headers=headers)
        answer.call_on_close(until_sent.close)
        return answer

    @crew.get("/exports/<job>")
    def progress(job: str) -> Response:
        told = jobs.told(job)
        if told is None:
            abort(404, "There is no such export: it has not begun, or is long over.")
        return jsonify(told)

    return crew


@contextmanager
def _told(jobs: Jobs, job: str) -> Iterator[None]:
    """Whatever an export fails with is told to its page, and answered with a sentence."""
    try:
        yield
    except Exception as fault:
        error = cannot_write("the export", fault) if isinstance(fault, OSError) else fault
        known = isinstance(error, ExportError | LogError)
        jobs.tell(job, "failed", sentence=str(error) if known else _STRANGE)
        if isinstance(error, CannotWrite):
            raise _NoRoom(str(error)) from None
        if isinstance(error, ExportError):
            abort(404, str(error))
        raise


def _asked() -> tuple[int | None, tuple[int, int] | None, Options]:
    """The shoe, the days and the options; answers 400 with a sentence where they cannot be."""
    given = query_of("exports.export", ours=("job",), may_be_empty=True)
    try:
        since, until = given.get("since", ""), given.get("until", "")
        days = range_of(since, until) if since or until else None
        road = check_road(given.get("road", ""))
        return (
            _number("shoe"),
            days,
            Options(
                _choice("bom", "1") == "1",
                _choice("sheets", "flat", "shoe") == "shoe",
                road,
                _number("coup"),
            ),
        )
    except (BadQuestion, ExportError) as error:
        abort(400, str(error))


def _choice(name: str, *choices: str) -> str:
    text = request.args.get(name, "")
    if text not in ("", *choices):
        abort(400, f"`{name}` takes {' or '.join(choices)}, not {text[:40]!r}.")
    return text


def _number(name: str) -> int | None:
    text = request.args.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        abort(400, f"`{name}` takes a number, not {text[:40]!r}.")
    return int(text)


def _pieces(whole: IO[bytes]) -> Iterator[bytes]:
    while piece := whole.read(_PIECE):
        yield piece
