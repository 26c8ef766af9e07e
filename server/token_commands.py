"""The tokens of other systems, on the command line: `shoeboard tokens ...`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click

from .baccarat.roles import Role
from .folder import DATA, existing_log, log_of
from .log import EventLog
from .tokens import ROLES, Scope, Token, TokenError, Tokens


@click.group("tokens")
def token_commands() -> None:
    """The tokens with which other systems use the API."""


@token_commands.command("add")
@click.argument("name")
@click.option(
    "--scope",
    "scopes",
    type=click.Choice([scope.value for scope in Scope]),
    multiple=True,
    required=True,
    help="What it may do; may be given several times.",
)
@click.option(
    "--role",
    type=click.Choice([role.value for role in ROLES]),
    help="As what it decides, with the scope decide.",
)
@click.option("--days", type=int, help="How long it is good; else until it is revoked.")
@DATA
def add(name: str, scopes: tuple[str, ...], role: str | None, days: int | None, data: Path) -> None:
    """Make a token and print it, this once; works while the server runs, as all of these do."""
    with _tokens(data, EventLog.open) as tokens:
        wanted = [Scope(scope) for scope in scopes]
        token, secret = tokens.add(name, wanted, role=Role(role) if role else None, days=days)
    click.echo(f"{_line(token)}. Its secret, which nobody can show again:", err=True)
    click.echo(secret)


@token_commands.command("list")
@DATA
def list_all(data: Path) -> None:
    """Every token and what it may do; no secrets."""
    with _tokens(data, existing_log) as tokens:
        everything = tokens.all()
    for token in everything:
        click.echo(_line(token))
    if not everything:
        click.echo("There are no tokens: make one with `shoeboard tokens add`.")


@token_commands.command("revoke")
@click.argument("name")
@DATA
def revoke(name: str, data: Path) -> None:
    """Let a token do nothing any more, at once."""
    with _tokens(data, existing_log) as tokens:
        tokens.revoke(name)
    click.echo(f"Token {name} is revoked.")


COMMANDS = (token_commands,)


@contextmanager
def _tokens(data: Path, open_log: Callable[[Path], EventLog]) -> Iterator[Tokens]:
    """The tokens of a folder; what cannot be is a sentence on stderr."""
    with log_of(data, TokenError, opened=open_log) as log:
        yield Tokens(log, lambda: datetime.now(UTC))


def _line(token: Token) -> str:
    may = ", ".join(sorted(token.scopes))
    role = f" as {token.role.words}" if token.role else ""
    until = f", until {token.expires:%Y-%m-%d %H:%M} UTC" if token.expires else ""
    return f"{token.name}: may {may}{role}{until}{', revoked' if token.revoked else ''}"
