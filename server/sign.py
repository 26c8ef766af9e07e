"""The house's sign over its tables: its name and its logo, from the settings."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from pydantic import BaseModel, ConfigDict, field_validator

LARGEST_LOGO = 512 * 1024  # bytes
KINDS = {
    ".png": ("image/png", b"\x89PNG"),
    ".jpg": ("image/jpeg", b"\xff\xd8"),
    ".jpeg": ("image/jpeg", b"\xff\xd8"),
    ".webp": ("image/webp", b"RIFF"),
    ".svg": ("image/svg+xml", b"<"),
}


class Sign(BaseModel):
    """The `[house]` of the settings: both are shown on every display where they are given."""

    model_config = ConfigDict(extra="forbid")

    name: str = ""
    logo: Path | None = None

    @field_validator("logo")
    @classmethod
    def _is_a_picture(cls, logo: Path | None) -> Path | None:
        if logo is None:
            return None
        if logo.suffix.lower() not in KINDS:
            raise ValueError(f"logo must be a file of {', '.join(KINDS)}, not {logo.name!r}")
        try:
            data = logo.read_bytes()
        except OSError as error:
            raise ValueError(f"logo {logo} cannot be read: {error.strerror}") from None
        if len(data) > LARGEST_LOGO:
            raise ValueError(f"logo {logo} has {len(data)} bytes: {LARGEST_LOGO} are allowed")
        if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(KINDS[logo.suffix.lower()][1]):
            raise ValueError(f"logo {logo} is no {logo.suffix[1:]} picture")
        return logo

    @cached_property
    def picture(self) -> tuple[bytes, str] | None:
        """The logo's bytes as they were when it was first asked for, and their type."""
        if self.logo is None:
            return None
        return self.logo.read_bytes(), KINDS[self.logo.suffix.lower()][0]
