"""Running the server: gunicorn in our own command, one worker, threads, and readers inside it."""

from __future__ import annotations

import fcntl
import socket
import sys
import uuid
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TextIO

from flask import Flask
from gunicorn.app.base import BaseApplication

from drivers import Reader, open_reader
from drivers import Settings as ReaderSettings

from .api_v1.feed import Feed
from .app import create_app
from .baccarat.rules import House
from .calibrations import Calibrations
from .config import Settings, TableSettings
from .guard import LOOPBACK, Displays
from .houses import find_house
from .key import BadKey, session_key
from .ledger.follower import Follower
from .ledger.ledger import Ledger
from .log import EventLog
from .people import People
from .pictures import Pictures
from .pruner import Pruner
from .pump import Pump
from .readers import Readers, reader_at_start
from .table import Table
from .webhooks.cursors import Cursors
from .webhooks.sender import Sender

NOBODY = (
    "Nobody is registered: the console is open on this machine without sign-in. "
    "Add people with `shoeboard people add`."
)
_SPARE_THREADS = 8  # beside the displays, each of which holds one


class CannotRun(Exception):
    """The server cannot start; the message says why and what to do."""


def _now() -> datetime:
    return datetime.now(UTC)


class Site:
    """Everything that runs: log, tables, readers and app, built and joined here."""

    def __init__(self, settings: Settings, *, clock: Callable[[], datetime] = _now) -> None:
        """Raises LogError, BadFile, BadKey."""
        boot_id = uuid.uuid4().hex
        self.log = EventLog.open(settings.data)
        self.tables = tables = open_tables(settings, self.log, boot_id)
        self.pumps = [
            Pump(
                tables[table.name],
                reader_at_start(self.log, table.name, readers_of(table)),
                _opener(settings, table),
            )
            for table in settings.tables
        ]
        pictures = Pictures(settings.data)
        days, mb = settings.pictures_days, settings.pictures_mb
        self._pruner = Pruner(tables, pictures.folder, days=days, mb=mb)
        self._calibrations = Calibrations(settings.data)
        ledger = Ledger(self.log)
        self._follower = Follower(ledger, tables)
        self._feed = Feed(tables, ledger)
        self._senders = _senders(settings, self._feed)
        self.app = create_app(
            tables,
            self.log,
            ledger,
            self._feed,
            boot_id=boot_id,
            most_displays=settings.threads - _SPARE_THREADS + 1,
            key=session_key(settings.data),
            idle=timedelta(minutes=settings.idle_minutes),
            displays=Displays(settings.displays.subnets, settings.displays.token),
            pictures=pictures,
            calibrations=self._calibrations,
            looks={table.name: table.display for table in settings.tables},
            sign=settings.house,
            clock=clock,
        )

    def start(self) -> None:
        for pump in self.pumps:
            pump.start()
        self._pruner.start()
        self._follower.start()
        for sender in self._senders:
            sender.start()

    def stop(self) -> None:
        """Readers first, then the log: closing it under an append would lose the card."""
        self.app.extensions["stop_heartbeat"]()
        self._feed.stop()
        for sender in self._senders:
            sender.stop()
        for pump in self.pumps:
            pump.stop()
        self._pruner.stop()
        self._follower.stop()
        self._calibrations.stop()
        self.log.close()


def open_tables(settings: Settings, log: EventLog, boot_id: str) -> dict[str, Table]:
    """The tables of the settings over a log; raises LogError, BadFile."""
    return {
        table.name: Table(
            table.name,
            title=table.title or table.name.replace("-", " ").title(),
            house=house_of(table),
            log=log,
            clock=_now,
            boot_id=boot_id,
            readers=readers_of(table),
        )
        for table in settings.tables
    }


def _senders(settings: Settings, feed: Feed) -> list[Sender]:
    """The webhooks of the settings; raises LogError."""
    if not settings.webhooks:
        return []
    cursors = Cursors(settings.data)
    return [Sender(webhook, feed, cursors) for webhook in settings.webhooks]


def readers_of(table: TableSettings) -> Readers:
    """The readers that a table's settings name."""
    return Readers(table.reader, tuple(table.spare_readers))


def _opener(settings: Settings, table: TableSettings) -> Callable[[str], Reader]:
    """What makes a table's readers of their URLs."""
    spy = settings.data / "spy" / f"{table.name}.jsonl" if table.spy else None
    pictures = Pictures(settings.data).folder(table.name) if settings.pictures_days else None
    told = ReaderSettings(silent_s=table.silent_s, spy=spy, pictures=pictures)
    return lambda url: open_reader(url, told)


def house_of(table: TableSettings) -> House:
    """A table's house, with what the table itself sets; raises BadFile."""
    house = find_house(table.house)
    if table.reveal is None:
        return house
    return replace(house, reveal=replace(house.reveal, policy=table.reveal))


class _Gunicorn(BaseApplication):  # type: ignore[misc]
    """Gunicorn without a command line or settings file of its own."""

    def __init__(self, options: dict[str, Any], settings: Settings) -> None:
        self._options, self._settings = options, settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        # In the worker, after the fork: threads do not survive one.
        site = Site(self._settings)
        site.start()
        self.cfg.set("worker_exit", lambda server, worker: site.stop())
        return site.app


def serve(settings: Settings, *, ready: Callable[[list[str]], None]) -> None:
    """Run until a signal ends it; `ready` is given the greeting once the port answers.

    Raises CannotRun where the port or the data folder is taken or nobody could sign in, LogError
    where the log is damaged.
    """
    _check_port(settings.host, settings.port)
    lock = _lock(settings.data)
    log = EventLog.open(settings.data)
    open_tables(settings, log, "")  # what is wrong with the log is said now, not in a fork
    readers = {t.name: reader_at_start(log, t.name, readers_of(t)) for t in settings.tables}
    lines = greeting(settings, are_people=People(log).exist(), readers=readers)
    log.close()
    try:
        session_key(settings.data)
    except BadKey as error:
        raise CannotRun(str(error)) from None
    options = {
        "bind": _address(settings.host, settings.port),
        "workers": 1,
        "worker_class": "gthread",
        "threads": settings.threads,
        "worker_connections": settings.threads * 4,  # more than threads, or keep-alive is off
        "graceful_timeout": 2,  # each open display would hold a stop for the whole of it
        "timeout": 0,
        "control_socket_disable": True,
        "when_ready": lambda server: ready(lines),
        "loglevel": "warning",
        "proc_name": "shoeboard",
    }
    with lock:
        _Gunicorn(options, settings).run()


def _address(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def greeting(
    settings: Settings, *, are_people: bool, readers: Mapping[str, str] | None = None
) -> list[str]:
    """What the person at the terminal is told: where everything is to be found.

    `readers` are those that the tables begin with, where that is not what the settings say.
    Raises CannotRun where nobody is registered and others than this machine could ask.
    """
    if not are_people and settings.host not in LOOPBACK:
        raise CannotRun(
            f"Nobody is registered, so the console answers on this machine only: to listen on "
            f"{settings.host}, run `shoeboard people add NAME --role admin --password --data "
            f"{settings.data}` first."
        )
    where = f"http://{_address(settings.host, settings.port)}"
    lines = []
    for table in settings.tables:
        reader = (readers or {}).get(table.name, table.reader)
        simulated = bool(reader) and open_reader(reader).simulated
        mark = "   (SIMULATED)" if simulated else ""
        lines.append(f"Display  {where}/display/{table.name}{mark}")
        lines.append(f"Console  {where}/console/{table.name}")
    lines.append(f"History  {where}/history")
    if not are_people:
        lines.append(NOBODY)
    return [*lines, "Stop with Ctrl-C."]


def _check_port(host: str, port: int) -> None:
    """Try the port first: gunicorn would try for five seconds, then print a traceback."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotRun(
                f"Cannot listen on {_address(host, port)}: {error.strerror}. Stop the program that "
                "has it, or choose another with --port."
            ) from None


def _lock(folder: Path) -> TextIO:
    """Hold the data folder: two servers must not write one log."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "shoeboard.lock").open("a")
    except OSError as error:
        raise CannotRun(f"Cannot write in {folder}: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        raise CannotRun(
            f"Another Shoeboard runs on {folder}: stop it, or choose another folder with --data."
        ) from None
    return lock


def say(line: str) -> None:
    """A line for the person at the terminal, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
