"""The people who may sign in, kept beside the log in the same database."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .baccarat.roles import Role
from .log import EventLog
from .secret import BadSecret, check_password, check_pin, fits, hashed, is_pin

_LONGEST_NAME = 64
TOKEN = "token:"  # before the name of what is no person, where a token decided

PEOPLE = sa.Table(
    "people",
    sa.MetaData(),
    sa.Column("key", sa.String(64), primary_key=True),  # the name, without upper and lower case
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("role", sa.String(16), nullable=False),
    sa.Column("pin_hash", sa.Text),
    sa.Column("password_hash", sa.Text),
    sa.Column("enabled", sa.Boolean, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
)


class PeopleError(Exception):
    """What was asked of the people cannot be; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who may sign in, while `enabled`; the secrets themselves are nowhere."""

    name: str
    role: Role
    has_pin: bool
    has_password: bool
    enabled: bool


# Who the crew is until somebody is registered: whoever sits at the machine itself.
FIRST_RUN = Person("console", Role.ADMIN, has_pin=False, has_password=False, enabled=True)


class People:
    """All people of a data folder. Every method reads the database anew, and raises LogError."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def exist(self) -> bool:
        """Whether anybody was ever registered, enabled or not."""
        return bool(self._read(sa.select(PEOPLE.c.key).limit(1)))

    def all(self) -> list[Person]:
        """Everybody, by name."""
        return [_person(row) for row in self._read(sa.select(PEOPLE).order_by(PEOPLE.c.key))]

    def find(self, name: str) -> tuple[Person, str] | None:
        """A person by name, upper or lower case, with a stamp that changes with their secrets."""
        rows = self._read(sa.select(PEOPLE).where(PEOPLE.c.key == key_of(name)))
        return (_person(rows[0]), _stamp(rows[0])) if rows else None

    def verify(self, name: str, secret: str) -> Person | None:
        """The enabled person whose PIN or password this is; as slow where there is none."""
        rows = self._read(sa.select(PEOPLE).where(PEOPLE.c.key == key_of(name)))
        row = rows[0] if rows and rows[0].enabled else None
        kept = getattr(row, "pin_hash" if is_pin(secret) else "password_hash", None)
        return _person(row) if fits(secret, kept) and row is not None else None

    def add(
        self, name: str, role: Role, *, pin: str | None = None, password: str | None = None
    ) -> Person:
        """A new person, enabled; raises PeopleError where name, role and secrets do not do."""
        name = _spelled(name)
        if pin is None and password is None:
            raise PeopleError(f"{name} needs a PIN or a password to sign in with.")
        if role is Role.ADMIN and password is None:
            raise PeopleError("An admin needs a password: a PIN is too easy to watch.")
        row = {
            "key": key_of(name),
            "name": name,
            "role": role.value,
            "pin_hash": None,
            "password_hash": None,
            **_hashes(role, pin, password),
            "enabled": True,
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
        }
        try:
            self._write(PEOPLE.insert().values(row))
        except IntegrityError:
            raise PeopleError(
                f"There is a {name} already (upper and lower case do not matter): choose another "
                "name, or give that person a new secret with `shoeboard people reset`."
            ) from None
        return self._known(name)

    def disable(self, name: str) -> Person:
        """Let a person sign in no more; raises PeopleError, for the last enabled admin too."""
        key = self._known_key(name)
        others = PEOPLE.alias()
        another_admin = sa.exists().where(
            others.c.key != key, others.c.role == Role.ADMIN.value, others.c.enabled
        )
        # One statement, so that of two people at it only one can take the last but one.
        changed = self._write(
            PEOPLE.update()
            .where(PEOPLE.c.key == key)
            .where(sa.or_(PEOPLE.c.role != Role.ADMIN.value, ~PEOPLE.c.enabled, another_admin))
            .values(enabled=False)
        )
        if not changed:
            raise PeopleError(
                f"{self._known(name).name} is the last admin who can sign in: add or enable "
                "another admin first."
            )
        return self._known(name)

    def enable(self, name: str) -> Person:
        """Let a person sign in again; raises PeopleError."""
        key = self._known_key(name)
        self._write(PEOPLE.update().where(PEOPLE.c.key == key).values(enabled=True))
        return self._known(name)

    def reset(self, name: str, *, pin: str | None = None, password: str | None = None) -> Person:
        """A new PIN, password or both; who is signed in with the old one is out.

        Raises PeopleError.
        """
        person = self._known(name)
        changes = _hashes(person.role, pin, password)
        if not changes:
            raise PeopleError(f"Say what {person.name} gets anew: a PIN, a password or both.")
        self._write(PEOPLE.update().where(PEOPLE.c.key == key_of(name)).values(changes))
        return self._known(name)

    def _known(self, name: str) -> Person:
        found = self.find(name)
        if found is None:
            raise PeopleError(
                f"Nobody is registered as {name!r}: see `shoeboard people list` for the names."
            )
        return found[0]

    def _known_key(self, name: str) -> str:
        self._known(name)
        return key_of(name)

    def _read(self, query: sa.Select[Any]) -> list[sa.Row[Any]]:
        return self._log.tried("read", lambda c: [*c.execute(query)])

    def _write(self, statement: sa.Insert | sa.Update) -> int:
        """The number of rows that were changed."""
        return self._log.tried("written", lambda c: int(c.execute(statement).rowcount))


def _person(row: sa.Row[Any]) -> Person:
    return Person(
        row.name, Role(row.role), row.pin_hash is not None, row.password_hash is not None,
        bool(row.enabled),
    )  # fmt: skip


def _stamp(row: sa.Row[Any]) -> str:
    return hashlib.sha256(f"{row.pin_hash}\n{row.password_hash}".encode()).hexdigest()[:16]


def _hashes(role: Role, pin: str | None, password: str | None) -> dict[str, str]:
    """What is kept of new secrets; raises PeopleError."""
    if role is Role.ADMIN and pin is not None:
        raise PeopleError("An admin signs in with a password: a PIN is too easy to watch.")
    hashes = {}
    try:
        if pin is not None:
            check_pin(pin)
            hashes["pin_hash"] = hashed(pin)
        if password is not None:
            check_password(password)
            hashes["password_hash"] = hashed(password)
    except BadSecret as bad:
        raise PeopleError(str(bad)) from None
    return hashes


def _spelled(name: str) -> str:
    """A new person's name as it will be shown; raises PeopleError."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not name or len(name) > _LONGEST_NAME or not name.isprintable():
        raise PeopleError(f"A name has 1 to {_LONGEST_NAME} characters that can be seen.")
    if key_of(name) == FIRST_RUN.name:
        raise PeopleError(
            f"{name!r} stands in the log for whoever decided before there were people: choose "
            "another name."
        )
    if key_of(name).startswith(TOKEN):
        raise PeopleError(f"{TOKEN} stands in the log before a token's name: choose another name.")
    return name


def key_of(name: str) -> str:
    """What a name is looked up by, however it is spelled; half a character is nobody's."""
    text = name.encode("utf-8", "replace").decode()
    return unicodedata.normalize("NFC", " ".join(text.split()).casefold())[: 2 * _LONGEST_NAME]
