"""The live socket: one kind of message, the whole snapshot, on connect and after each event.

A display can do nothing but look; what it sends is how far it has painted. A console signs in, and
is then in a room of the crew too.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

from flask import Flask, request
from flask_socketio import ConnectionRefusedError, SocketIO, join_room

from .access import ACCESS, DISPLAY, PUBLIC, refused_console, refused_display
from .guard import Displays
from .log import LogError
from .screens import Screens
from .session import Sessions
from .table import Table

HEARTBEAT_S = 1.0


def open_live(
    app: Flask,
    tables: Mapping[str, Table],
    screens: Screens,
    *,
    sessions: Sessions,
    displays: Displays,
    boot_id: str,
    assets: str,
) -> None:
    """Join an app's socket to its tables, and let it beat."""
    live = SocketIO(
        app,
        async_mode="threading",  # said outright: left open it would prefer whatever is installed
        ping_interval=5,
        ping_timeout=4,
        max_http_buffer_size=4096,  # a display sends a number
        serve_client=False,
    )
    for table in tables.values():
        table.subscribe(lambda snapshot: live.emit("snapshot", snapshot, to=snapshot["table"]))

    def hear(event: str) -> Any:
        """What answers an event that a browser sends; raises KeyError for one not in ACCESS."""
        assert ACCESS[f"socket {event}"] in (PUBLIC, DISPLAY)  # `connect` itself checks the rest
        return live.on(event)

    @hear("connect")
    def connect(auth: Any = None) -> None:
        told = auth if isinstance(auth, dict) else {}
        name, is_console = told.get("table"), told.get("console") is True
        try:
            refusal = (
                refused_console(sessions, told.get("csrf"))
                if is_console
                else refused_display(sessions, displays, told.get("token"))
            )
        except LogError as error:
            raise ConnectionRefusedError(str(error)) from None
        if refusal:
            raise _refused(refusal, "not_let_in")
        if not isinstance(name, str) or name not in tables:
            raise _refused("There is no such table.", "no_such_table")
        sid = _sid()
        if not screens.add(sid, name, is_console=is_console):
            sentence = "Too many displays: set `threads` higher in the settings and restart."
            raise _refused(sentence, "too_many_displays")
        join_room(name)
        if is_console:
            join_room(crew_room(name))
        live.emit("snapshot", tables[name].snapshot(), to=sid)

    @hear("disconnect")
    def disconnect(reason: Any = None) -> None:
        screens.remove(_sid())

    @hear("painted")
    def painted(seq: Any = None) -> None:
        if isinstance(seq, int):
            screens.painted(_sid(), seq)

    def beat() -> None:
        while not stopped.wait(HEARTBEAT_S):
            for name, table in tables.items():
                told = {"boot_id": boot_id, "seq": table.seq, "assets": assets}
                live.emit("heartbeat", told, to=name)

    stopped = threading.Event()
    app.extensions["stop_heartbeat"] = stopped.set
    threading.Thread(target=beat, name="heartbeat", daemon=True).start()


def crew_room(table: str) -> str:
    """The room that a table's consoles are in, and its displays are not."""
    return f"{table} crew"


def _refused(sentence: str, key: str) -> ConnectionRefusedError:
    """Why a screen is turned away: a sentence for the crew, a key for what players read."""
    return ConnectionRefusedError(sentence, {"key": key})


def _sid() -> str:
    """The id of the display that sent what is being handled; Flask-SocketIO puts it there."""
    return str(request.sid)  # type: ignore[attr-defined]
