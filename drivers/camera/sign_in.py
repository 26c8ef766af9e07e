"""The name and password for a camera on the network: in its URL, or better in ~/.netrc.

What stands in a URL stands in the settings, the journal and on the console, too; a line
`machine 10.0.0.9 login NAME password PASSWORD` of ~/.netrc does not.
"""

from __future__ import annotations

import hashlib
import netrc
import os
import secrets
from base64 import b64encode
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit
from urllib.request import parse_http_list, parse_keqv_list

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


def authorization(challenge: str, known: SignIn, method: str, target: str) -> str:
    """The Authorization header that answers a WWW-Authenticate header: Digest, else Basic."""
    kind, _, rest = challenge.strip().partition(" ")
    if kind.lower() != "digest":
        return f"Basic {b64encode(':'.join(known).encode()).decode()}"
    asked = parse_keqv_list(parse_http_list(rest))
    hashed = hashlib.sha256 if asked.get("algorithm", "").upper() == "SHA-256" else hashlib.md5

    def digest(*parts: str) -> str:
        return hashed(":".join(parts).encode(), usedforsecurity=False).hexdigest()

    name, password = known
    realm, nonce = asked.get("realm", ""), asked.get("nonce", "")
    secret, what = digest(name, realm, password), digest(method, target)
    told = {"username": name, "realm": realm, "nonce": nonce, "uri": target}
    told |= {key: asked[key] for key in ("opaque", "algorithm") if key in asked}
    if "auth" in [each.strip() for each in asked.get("qop", "").split(",")]:
        told |= {"qop": "auth", "nc": "00000001", "cnonce": secrets.token_hex(8)}
        told["response"] = digest(secret, nonce, told["nc"], told["cnonce"], "auth", what)
    else:
        told["response"] = digest(secret, nonce, what)
    bare = ("nc", "qop", "algorithm")
    return "Digest " + ", ".join(
        f"{key}={value}" if key in bare else f'{key}="{value}"' for key, value in told.items()
    )
