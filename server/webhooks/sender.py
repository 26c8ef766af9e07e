"""The sender: a thread for each webhook, which tells its receiver the log, in order, until taken.

It reads the log and nothing else: a receiver that is slow, silent or away is waited for here alone.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from email.message import Message
from http.client import HTTPException
from importlib.metadata import version
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

from ..api_v1.feed import Feed
from ..api_v1.models import Entry
from ..log import LogError
from .cursors import Cursors
from .settings import COUP, WebhookSettings
from .sign import signed

ANSWER_S = 10.0  # a receiver has so long to answer
FIRST_S, LONGEST_S = 0.5, 300.0  # the wait after a try in vain doubles from the one to the other
_IDLE_S = 5.0  # a replay that somebody asks for is noticed within this
_STOP_S = 2.0
_AT_ONCE = 100  # entries that are read together


class _NoRedirect(HTTPRedirectHandler):
    """What is meant for one receiver goes to no other."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        return None


class Sender:
    """Tells one receiver. `start` it when the tables are there, `stop` it before the log closes."""

    def __init__(self, settings: WebhookSettings, feed: Feed, cursors: Cursors) -> None:
        self._settings, self._feed, self._cursors = settings, feed, cursors
        self._key = settings.key()
        self._opener = build_opener(_NoRedirect)
        self._stop = threading.Event()
        name = f"webhook {settings.name}"
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Raises LogError where it cannot be kept how far it has come."""
        for name in self._tables:
            self._cursors.begin(self._settings.name, name, self._feed.end(name))
        self._thread.start()

    def stop(self) -> None:
        """Returns soon: what is under way is sent again after the next start."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(_STOP_S)

    @property
    def _tables(self) -> list[str]:
        """Those that run: a flag may leave some of the settings out."""
        return [
            t for t in self._feed.tables if t in self._settings.tables or not self._settings.tables
        ]

    def _run(self) -> None:
        while not self._stop.is_set():
            mark = self._feed.mark()
            try:
                has_told = [self._tell(name) for name in self._tables]
            except LogError as error:
                logging.getLogger("shoeboard").warning("%s", error)
                self._stop.wait(_IDLE_S)
            except Exception:  # a thread that ended would be a webhook that is silent
                what = "Webhook %s: a fault of ours. It tries again; report what stands here."
                logging.getLogger("shoeboard").exception(what, self._settings.name)
                self._stop.wait(_IDLE_S)
            else:
                if not any(has_told):
                    self._feed.wait(mark, _IDLE_S)

    def _tell(self, name: str) -> bool:
        """Tell what has come to a table's log; returns whether there was anything."""
        hook = self._settings.name
        at = self._cursors.at(hook, name)
        if at > (last := self._feed.tables[name].seq):  # another log: one from a backup
            self._cursors.replay(hook, name, last + 1)
            return False
        entries = self._feed.entries(name, after=at, most=_AT_ONCE)
        for entry in entries:
            if self._stop.is_set():
                return True
            is_wanted = self._wants(entry)
            if is_wanted and not self._deliver(entry):
                return True
            if is_wanted or entry is entries[-1]:
                if not self._cursors.move(hook, name, at, entry.seq):
                    return True
                at = entry.seq
        return bool(entries)

    def _wants(self, entry: Entry) -> bool:
        events = self._settings.events
        return not events or entry.event in events or (COUP in events and entry.coup is not None)

    def _deliver(self, entry: Entry) -> bool:
        """Try until it is taken; False where it is to stop first, or to begin elsewhere."""
        hook, tries = self._settings.name, 0
        while not self._stop.is_set():
            said = self._post(entry)
            if said is None:
                if tries:
                    logging.getLogger("shoeboard").warning("Webhook %s goes on.", hook)
                return True
            tries += 1
            if tries == 1:
                logging.getLogger("shoeboard").warning(
                    "Webhook %s: %s. It is tried again, later and later.", hook, said
                )
            at = self._cursors.at(hook, entry.table)
            if at >= entry.seq or self._stop.is_set():
                return False
            self._cursors.fail(hook, entry.table, tries, said)
            wait = min(LONGEST_S, FIRST_S * 2 ** min(tries - 1, 20))
            self._stop.wait(wait * random.uniform(0.8, 1.0))
        return False

    def _post(self, entry: Entry) -> str | None:
        """Send an entry once; None where it was taken, else why not."""
        body = entry.model_dump_json().encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": f"Shoeboard/{version('shoeboard')}",
            **signed(self._key, f"{entry.table}-{entry.seq}", int(time.time()), body),
        }
        request = Request(self._settings.url, data=body, headers=headers, method="POST")
        try:
            with self._opener.open(request, timeout=ANSWER_S):
                return None  # anything from 200 to 299
        except HTTPError as error:
            with error:
                return f"the receiver answered {error.code}"
        except URLError as error:
            return f"the receiver cannot be reached: {error.reason}"
        except TimeoutError:
            return f"the receiver did not answer in {ANSWER_S:g} s"
        except (OSError, HTTPException) as error:
            return f"the receiver broke off: {error or type(error).__name__}"
