"""A table's history as a file of any format, the file in memory."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from server.export import FORMATS, Options
from server.export.source import source
from server.ledger.ledger import Ledger
from server.log import EventLog
from tests.conftest import TABLE


def file(
    log: EventLog, form: str, table: str = TABLE, *, shoe: int | None = None, **how: Any
) -> bytes:
    """The bytes of an export; `how` are its options."""
    ledger, out = Ledger(log), BytesIO()
    ledger.follow(table)
    FORMATS[form].write(source(ledger, table, table, shoe=shoe), out, Options(**how))
    return out.getvalue()


def text(
    log: EventLog, form: str, table: str = TABLE, *, shoe: int | None = None, **how: Any
) -> str:
    """The same of a format that is text."""
    return file(log, form, table, shoe=shoe, **how).decode()
