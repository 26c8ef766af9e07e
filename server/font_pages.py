"""The fonts, served from this machine: a style sheet and the slices that it may name."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, Response, abort, request, send_file

from .assets import asset_dir, font_dir
from .fonts import kept, style_sheet

_URL = "/static/vendor/fonts"
_A_YEAR_S = 365 * 24 * 3600  # the address holds the file's digest


def font_pages(names: Iterable[str]) -> Blueprint:
    """The fonts for all languages and for `names`, which the settings give."""
    fonts = Blueprint("fonts", __name__)
    catalogues = asset_dir("static") / "languages"
    slices = kept(font_dir(), catalogues)
    sheet = style_sheet(slices, catalogues, names, folder=_URL)

    @fonts.get(f"{_URL}.css")
    def style() -> Response:
        answer = Response(sheet, mimetype="text/css")
        answer.add_etag()
        answer.headers["Cache-Control"] = "no-cache"
        answer.make_conditional(request)
        return answer

    @fonts.get(f"{_URL}/<name>")
    def file(name: str) -> Response:
        if name not in slices:
            abort(404, f"There is no font {name!r} here.")
        answer = send_file(slices[name].file, mimetype="font/woff2", max_age=_A_YEAR_S)
        answer.cache_control.immutable = True
        return answer

    return fonts
