"""Metrics: how readers, tables and screens are, as Prometheus scrapes them from `/metrics`.

Whoever may open a display may read them: of the cards they say no more than a display does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version

from flask import Blueprint, Response, request
from prometheus_client import CollectorRegistry
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from drivers import State

from .screens import Screens
from .table import ReaderStatus, Snapshot, Table

_STATES = (ReaderStatus().state, *State)
_COUNTED = {
    "frames": "Sound and new frames of the reader; a camera's pictures.",
    "repeats": "Frames that came again.",
    "bad": "Damaged frames; pictures that show nothing.",
    "resyncs": "Frames cut off by the next.",
    "gaps": "Gaps in the reader's count.",
    "dropped": "Pictures of the camera that came while another was looked at.",
    "late": "Pictures that were looked at too long after they came.",
    "unreadable": "Cards that the camera could not read.",
    "stuck": "Reads of the camera that did not come back.",
    "reconnects": "Losses of the reader, each followed by tries to open it again.",
}


def metrics(tables: Mapping[str, Table], screens: Screens, *, boot_id: str) -> Blueprint:
    """`/metrics` over the tables of this server."""
    pages = Blueprint("metrics", __name__)
    registry = CollectorRegistry()
    registry.register(_Tables(tables, screens, boot_id))

    @pages.get("/metrics")
    def metrics_page() -> Response:
        encode, content_type = choose_encoder(request.headers.get("Accept", ""))
        return Response(encode(registry), content_type=content_type)

    return pages


class _Tables(Collector):
    """Reads the tables when it is asked; keeps nothing."""

    def __init__(self, tables: Mapping[str, Table], screens: Screens, boot_id: str) -> None:
        self._tables, self._screens, self._boot_id = tables, screens, boot_id

    def collect(self) -> Iterator[Metric]:
        boot = {"boot_id": self._boot_id, "version": version("shoeboard")}
        yield InfoMetricFamily("shoeboard_boot", "This start of the server.", value=boot)
        yield self._reader_states()
        yield from self._reader_counters()
        yield from self._of_tables()
        yield self._open_screens()

    def _reader_states(self) -> Metric:
        said = "1 for the state that the table's reader is in, 0 for the others."
        found = GaugeMetricFamily("shoeboard_reader_state", said, labels=["table", "state"])
        for name, table in self._tables.items():
            for state in _STATES:
                found.add_metric([name, state], table.reader.state == state)
        return found

    def _reader_counters(self) -> Iterator[Metric]:
        health = {name: table.health() for name, table in self._tables.items()}
        for counted, said in _COUNTED.items():
            found = CounterMetricFamily(f"shoeboard_reader_{counted}", said, labels=["table"])
            for name, told in health.items():
                found.add_metric([name], getattr(told.counters, counted, 0) if told else 0)
            yield found
        said = "Seconds since the reader's last sound frame; absent before the first."
        ages = GaugeMetricFamily("shoeboard_reader_frame_age_seconds", said, labels=["table"])
        for name, told in health.items():
            if told and told.age_s is not None:
                ages.add_metric([name], told.age_s)
        yield ages

    def _of_tables(self) -> Iterator[Metric]:
        told = {name: table.snapshot() for name, table in self._tables.items()}
        for name, said, value in _TABLE_GAUGES:
            found = GaugeMetricFamily(f"shoeboard_{name}", said, labels=["table"])
            for table, snapshot in told.items():
                found.add_metric([table], value(snapshot))
            yield found

    def _open_screens(self) -> Metric:
        said = "Displays and consoles that are connected."
        found = GaugeMetricFamily("shoeboard_screens", said, labels=["table", "kind"])
        for name in self._tables:
            consoles = [screen.is_console for screen in self._screens.of(name)]
            found.add_metric([name, "console"], sum(consoles))
            found.add_metric([name, "display"], len(consoles) - sum(consoles))
        return found


# All from what the displays are told, so that nothing of it is withheld.
_TABLE_GAUGES: tuple[tuple[str, str, Callable[[Snapshot], float]], ...] = (
    ("log_entries", "The table's entries in the log.", lambda told: told["seq"]),
    ("shoe", "The number of the shoe.", lambda told: told["shoe"]["number"]),
    ("shoe_coups", "Coups of the shoe that were shown.", lambda told: told["shoe"]["coups"]),
    ("on_hold", "Whether the table is on hold.", lambda told: told["hold"] is not None),
    ("log_trouble", "Whether the log cannot be written.", lambda told: told["trouble"] is not None),
    ("simulated", "Whether the cards are simulated.", lambda told: told["simulated"]),
)
