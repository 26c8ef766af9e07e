"""The register of the crew, on the command line: `shoeboard people ...`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from .baccarat.roles import Role
from .folder import DATA, existing_log, log_of
from .log import EventLog
from .people import People, PeopleError, Person

_SECRETS = {"pin": "PIN", "password": "password"}


@click.group("people")
def people_commands() -> None:
    """The people who may sign in, and their roles."""


def _secrets(command: Callable[..., Any]) -> Callable[..., Any]:
    """The flags that say which secrets are asked for; never the secrets themselves."""
    for flag, word in reversed(_SECRETS.items()):
        help_text = f"Ask for a {word}: hidden and twice, or one line of stdin."
        command = click.option(f"--{flag}", is_flag=True, help=help_text)(command)
    return command


@people_commands.command("add")
@click.argument("name")
@click.option(
    "--role",
    type=click.Choice([role.value for role in Role]),
    required=True,
    help="What the person is at the tables.",
)
@_secrets
@DATA
def add(name: str, role: str, data: Path, **asked: bool) -> None:
    """Register a person; works while the server runs, as all of these do."""
    with _people(data, EventLog.open) as people:
        person = people.add(name, Role(role), **_read(asked))
    click.echo(f"{person.name} may sign in as {person.role.words}.")


@people_commands.command("list")
@DATA
def list_all(data: Path) -> None:
    """Everybody, with role and what they sign in with."""
    with _people(data, existing_log) as people:
        everybody = people.all()
    for person in everybody:
        click.echo(_line(person))
    if not everybody:
        click.echo("Nobody is registered: add people with `shoeboard people add`.")


@people_commands.command("disable")
@click.argument("name")
@DATA
def disable(name: str, data: Path) -> None:
    """Let a person sign in no more; they are out at once, and stay in the log."""
    with _people(data, existing_log) as people:
        person = people.disable(name)
    click.echo(f"{person.name} cannot sign in any more.")


@people_commands.command("enable")
@click.argument("name")
@DATA
def enable(name: str, data: Path) -> None:
    """Let a person sign in again."""
    with _people(data, existing_log) as people:
        person = people.enable(name)
    click.echo(f"{person.name} may sign in as {person.role.words}.")


@people_commands.command("reset")
@click.argument("name")
@_secrets
@DATA
def reset(name: str, data: Path, **asked: bool) -> None:
    """Give a person a new PIN or password; who is signed in with the old one is out."""
    with _people(data, existing_log) as people:
        person = people.reset(name, **_read(asked))
    words = " and ".join(word for flag, word in _SECRETS.items() if asked[flag])
    click.echo(f"{person.name} has a new {words}.")


COMMANDS = (people_commands,)


@contextmanager
def _people(data: Path, open_log: Callable[[Path], EventLog]) -> Iterator[People]:
    """The people of a folder; what cannot be is a sentence on stderr."""
    with log_of(data, PeopleError, opened=open_log) as log:
        yield People(log)


def _read(asked: dict[str, bool]) -> dict[str, str]:
    """The secrets that the flags ask for, from the terminal or from stdin's lines."""
    if not any(asked.values()):
        raise click.UsageError("Say what the person signs in with: --pin, --password or both.")
    return {flag: _secret(_SECRETS[flag]) for flag in _SECRETS if asked[flag]}


def _secret(word: str) -> str:
    if sys.stdin.isatty():
        return str(click.prompt(f"New {word}", hide_input=True, confirmation_prompt=True))
    line = sys.stdin.readline()
    if not line:
        raise click.ClickException(f"There is no {word} on stdin: give each on a line of its own.")
    return line.removesuffix("\n").removesuffix("\r")


def _line(person: Person) -> str:
    kinds = [person.has_pin and "PIN", person.has_password and "password"]
    secrets = " and ".join(kind for kind in kinds if kind)
    end = "" if person.enabled else ", disabled"
    return f"{person.name}: {person.role.words}, {secrets}{end}"
