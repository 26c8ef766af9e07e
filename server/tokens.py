"""The tokens of other systems, kept beside the log: who holds one may do what its scopes say.

A token is 256 random bits, which nobody guesses: so a plain SHA-256 of it is kept, where a PIN or
a password needs argon2. The token itself is shown once, to who made it.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .baccarat.roles import Role
from .log import TABLE_NAME, EventLog
from .people import TOKEN, Person

_BYTES = 32
_MOST_DAYS = 3660

TOKENS = sa.Table(
    "tokens",
    sa.MetaData(),
    sa.Column("name", sa.String(32), primary_key=True),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("scopes", sa.String(64), nullable=False),
    sa.Column("role", sa.String(16)),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("expires", sa.String(32)),
    sa.Column("revoked", sa.String(32)),
)


class Scope(StrEnum):
    """What a token lets its holder do."""

    READ = "read"  # history, entries, statistics, the stream: what players have seen
    EXPORT = "export"  # whole histories as files
    DECIDE = "decide"  # commands, as the token's role


# As what a token may decide: never as an admin, and not as nobody.
ROLES = tuple(role for role in Role if role is not Role.ADMIN)


class TokenError(Exception):
    """What was asked of the tokens cannot be; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token without its secret; `role` is as what it decides, None where it may not."""

    name: str
    scopes: frozenset[Scope]
    role: Role | None
    expires: datetime | None
    revoked: bool

    @property
    def person(self) -> Person | None:
        """Who decides when it does, as the log names it."""
        if self.role is None:
            return None
        return Person(TOKEN + self.name, self.role, has_pin=False, has_password=False, enabled=True)


class Tokens:
    """All tokens of a data folder. Every method reads the database anew, and raises LogError."""

    def __init__(self, log: EventLog, clock: Callable[[], datetime]) -> None:
        self._log, self._clock = log, clock

    def all(self) -> list[Token]:
        """Every token that was ever made, by name."""
        query = sa.select(TOKENS).order_by(TOKENS.c.name)
        return [_token(row) for row in self._log.tried("read", lambda c: [*c.execute(query)])]

    def verify(self, secret: str) -> Token | None:
        """The token whose secret this is, while it is neither revoked nor over."""
        query = sa.select(TOKENS).where(TOKENS.c.digest == _digest(secret))
        rows = self._log.tried("read", lambda c: [*c.execute(query)])
        token = _token(rows[0]) if rows else None
        if token is None or token.revoked:
            return None
        return None if token.expires and token.expires <= self._clock() else token

    def add(
        self, name: str, scopes: Iterable[Scope], *, role: Role | None, days: int | None = None
    ) -> tuple[Token, str]:
        """A new token and its secret, good for some days or until it is revoked.

        Raises TokenError where name, scopes and role do not do.
        """
        wanted = frozenset(scopes)
        _check(name, wanted, role, days)
        now, secret = self._clock().astimezone(UTC), secrets.token_urlsafe(_BYTES)
        row = {
            "name": name,
            "digest": _digest(secret),
            "scopes": " ".join(sorted(wanted)),
            "role": role.value if role else None,
            "created": now.isoformat(timespec="seconds"),
            "expires": (now + timedelta(days=days)).isoformat(timespec="seconds") if days else None,
            "revoked": None,
        }
        try:
            self._log.tried("written", lambda c: c.execute(TOKENS.insert().values(row)))
        except IntegrityError:
            raise TokenError(
                f"There is or was a token {name} already, and the log tells them apart by name: "
                "choose another name."
            ) from None
        return next(token for token in self.all() if token.name == name), secret

    def revoke(self, name: str) -> None:
        """Let a token do nothing from now on; raises TokenError where there is none."""
        now = self._clock().astimezone(UTC).isoformat(timespec="seconds")
        statement = TOKENS.update().where(TOKENS.c.name == name).values(revoked=now)
        if not self._log.tried("written", lambda c: int(c.execute(statement).rowcount)):
            raise TokenError(f"There is no token {name!r}: `shoeboard tokens list` names them.")


def _check(name: str, scopes: frozenset[Scope], role: Role | None, days: int | None) -> None:
    """Raises TokenError for a token that cannot be."""
    if not TABLE_NAME.fullmatch(name):
        raise TokenError(
            f"A token's name is small letters, digits, - and _, at most 32, not {name!r}."
        )
    if not scopes:
        raise TokenError(f"Say what {name} may do: --scope {', '.join(Scope)}.")
    if (Scope.DECIDE in scopes) != (role is not None):
        raise TokenError(
            "A token that may decide needs the role that it decides as (--role dealer), and no "
            "other token has one."
        )
    if role is not None and role not in ROLES:
        raise TokenError("No token decides as an admin: give it the least role that will do.")
    if days is not None and not 1 <= days <= _MOST_DAYS:
        raise TokenError(f"A token is good for 1 to {_MOST_DAYS} days, or until it is revoked.")


def _token(row: sa.Row[Any]) -> Token:
    return Token(
        row.name,
        frozenset(map(Scope, row.scopes.split())),
        Role(row.role) if row.role else None,
        datetime.fromisoformat(row.expires) if row.expires else None,
        row.revoked is not None,
    )


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
