"""The page on which a technician calibrates a camera, its steps and its live picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from .baccarat.cards import CARDS
from .baccarat.events import Refused
from .baccarat.shoe import Phase
from .calibrations import Calibrations, cameras, parsed
from .table import Table

_OPEN_SHOE = (
    "A camera is calibrated between shoes: close the shoe first. It may see what lies face down."
)


def calibration_pages(tables: Mapping[str, Table], calibrations: Calibrations) -> Blueprint:
    """`/console/<table>/camera` and what it asks for."""
    pages = Blueprint("calibration", __name__)

    def find(name: str) -> Table:
        if name not in tables:
            abort(404, f"There is no table {name!r} here.")
        return tables[name]

    def find_resting(name: str) -> Table:
        table = find(name)
        if table.shoe.stage is not Phase.CLOSED:
            abort(409, _OPEN_SHOE)
        return table

    @pages.get("/console/<name>/camera")
    def calibration_page(name: str) -> str:
        table = find(name)
        known = cameras(table.readers)
        return render_template("calibration.html", table=table, cameras=known, cards=[*CARDS])

    @pages.get("/api/v1/tables/<name>/calibration.jpg")
    def calibration_picture(name: str) -> Response:
        find_resting(name)
        try:
            return Response(calibrations.live(name), mimetype="image/jpeg")
        except Refused as refused:
            abort(409, str(refused))

    @pages.post("/api/v1/tables/<name>/calibration")
    def calibration_step(name: str) -> Any:
        table = find_resting(name)
        try:
            step = parsed(request.get_json(silent=True))
        except ValueError as bad:
            abort(400, str(bad))
        try:
            return jsonify(calibrations.do(name, step, table.readers))
        except Refused as refused:
            abort(409, str(refused))

    return pages
