"""Runs the real console script."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SHOEBOARD = Path(sys.executable).with_name("shoeboard")


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
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [str(SHOEBOARD), *map(str, arguments)],
        input=data,
        capture_output=True,
        cwd=cwd,
        env=env,
        check=False,
    )
    ran = Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
    assert "Traceback" not in ran.err
    assert ran.status in (0, 1, 2)
    return ran
