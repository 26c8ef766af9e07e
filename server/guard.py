"""Who may ask what: displays are open to look at, everything else answers on loopback only.

Until people can sign in, loopback is the crew. A page of another site must not reach it through
the crew's browser, so the address asked for and the origin are checked too.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import abort, request

_OUR_NAMES = {"localhost", "127.0.0.1", "::1"}
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def is_crew() -> bool:
    """Whether the request comes from this machine, by one of its loopback names.

    A proxy on this machine would make everybody look like the crew, so what it forwards is not.
    """
    try:
        is_loopback = ip_address(request.remote_addr or "").is_loopback
    except ValueError:
        return False
    host = urlsplit(f"//{request.host}").hostname or ""
    is_forwarded = any(header in request.headers for header in _FORWARDED)
    return is_loopback and host in _OUR_NAMES and not is_forwarded


def crew_only() -> None:
    """Refuse everybody who is not the crew; for `before_request`."""
    if not is_crew():
        abort(
            403,
            "The console answers on this machine only: open it at http://127.0.0.1 there. "
            "Displays can be opened from anywhere.",
        )
    origin = request.headers.get("Origin")
    if request.method != "GET" and origin is not None and urlsplit(origin).netloc != request.host:
        abort(403, "This command came from a page of another site.")
