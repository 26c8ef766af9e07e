"""Where a request comes from: this machine, a network of displays, or another site's page."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from flask import abort, request

LOOPBACK = ("127.0.0.1", "::1", "localhost")  # by which the crew may open this machine
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Via")


def is_loopback() -> bool:
    """Whether the request comes from this machine, by one of its loopback names.

    A proxy on this machine would make everybody look like the crew, so what it forwards is not.
    The address asked for is checked because another site's name may point here.
    """
    address = _address()
    host = urlsplit(f"//{request.host}").hostname or ""
    is_forwarded = any(header in request.headers for header in _FORWARDED)
    return address is not None and address.is_loopback and host in LOOPBACK and not is_forwarded


def own_pages_only() -> None:
    """Refuse what a page of another site sends through the crew's browser."""
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        abort(403, "This command came from a page of another site.")


@dataclass(frozen=True, slots=True)
class Displays:
    """Where a display may be opened without sign-in: everywhere, where neither is set."""

    subnets: Sequence[IPv4Network | IPv6Network] = ()
    token: str = ""

    def let_in(self, token: object) -> bool:
        """Whether the request may look, by its address or by the token that it brought."""
        if not self.subnets and not self.token:
            return True
        brought = token if isinstance(token, str) else ""
        fits = hmac.compare_digest(*(t.encode("utf-8", "replace") for t in (brought, self.token)))
        if self.token and fits:
            return True
        address = _address()
        return address is not None and any(address in subnet for subnet in self.subnets)


def _address() -> IPv4Address | IPv6Address | None:
    """Who asks; an IPv4 address that came in over IPv6 is told as what it is."""
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
