"""The name and password for a camera on the network: in its URL, or better in ~/.netrc.

What stands in a URL stands in the settings, the journal and on the console, too; a line
`machine 10.0.0.9 login NAME password PASSWORD` of ~/.netrc does not.
"""

from __future__ import annotations

import netrc
import os
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

SignIn = tuple[str, str]  # name, password


def sign_in(url: str) -> SignIn | None:
    """With what to sign in at a URL, None where nothing is known. Raises OSError, in words."""
    parts = urlsplit(url)
    name = None if parts.username is None else unquote(parts.username)
    if parts.password is not None:
        return name or "", unquote(parts.password)
    path = Path(os.environ.get("NETRC") or Path.home() / ".netrc")
    try:
        known = netrc.netrc(str(path)).hosts.get(parts.hostname or "")
    except FileNotFoundError:
        known = None
    except (OSError, netrc.NetrcParseError) as error:
        raise OSError(f"{path} cannot be used: {getattr(error, 'msg', '') or error}") from None
    if known and name in (None, known[0]):
        return known[0], known[2] or ""
    return None if name is None else (name, "")


def signed_in(url: str) -> str:
    """A URL with name and password in it, as FFmpeg takes it. Raises OSError, in words."""
    known = sign_in(url)
    if known is None:
        return url
    parts = urlsplit(url)
    place = parts.netloc.rpartition("@")[2]
    name, password = (quote(text, safe="") for text in known)
    return parts._replace(netloc=f"{name}:{password}@{place}").geturl()
