"""Runs the command; the console script itself where a test says so."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from tests.live.forked import SHOEBOARD, Forked

__all__ = ["SHOEBOARD", "Ran", "run"]


@dataclass(frozen=True)
class Ran:
    """What a run left: its exit status and what it printed."""

    status: int
    out: str
    err: str


def run(
    *arguments: str | Path,
    stdin: str | bytes = "",
    cwd: Path | None = None,
    env: dict[str, str] | None = None,
) -> Ran:
    """One run; whatever is fed to it, no traceback may reach the user."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as err:
        given.write(stdin.encode() if isinstance(stdin, str) else stdin)
        given.seek(0)
        files = [file.fileno() for file in (given, out, err)]
        status = Forked(list(map(str, arguments)), files, env=env, cwd=cwd).wait()
        out.seek(0)
        err.seek(0)
        ran = Ran(status, out.read().decode(), err.read().decode())
    assert "Traceback" not in ran.err
    assert ran.status in (0, 1, 2)
    return ran
