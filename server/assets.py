"""Where the pages' files lie: inside the package when installed, beside it in a checkout."""

from __future__ import annotations

import hashlib
from pathlib import Path

_PACKAGE = Path(__file__).parent


def asset_dir(name: str) -> Path:
    """The folder `static` or `templates`."""
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name


def socket_client() -> Path:
    """The browser's Socket.IO client, which npm installs and the wheel carries."""
    name = "socket.io.esm.min.js"
    inside = asset_dir("static") / "vendor" / name
    return (
        inside
        if inside.is_file()
        else (_PACKAGE.parent / "node_modules" / "socket.io-client" / "dist" / name)
    )


def font_dir() -> Path:
    """The fonts' packages, which npm installs and of which the wheel carries what is needed."""
    inside = asset_dir("static") / "vendor" / "fonts"
    return inside if inside.is_dir() else _PACKAGE.parent / "node_modules" / "@fontsource-variable"


def assets_version() -> str:
    """A short digest of all that a page is made of: a page reloads itself when it changes."""
    digest = hashlib.sha256()
    for folder in (asset_dir("static"), asset_dir("templates")):
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
