"""A `shoeboard` without the second that it takes to load: forked from a process that has loaded.

It is the command itself, in a session of its own, with its own files and environment; only what
it loads at its start is loaded once for all the tests of a worker.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path

SHOEBOARD = Path(sys.executable).with_name("shoeboard")
_LONGEST = 200_000  # bytes of an order: most of it is the environment


class Forked:
    """One `shoeboard` command, to be waited for as a subprocess.Popen."""

    def __init__(
        self,
        words: Sequence[str],
        files: Sequence[int],
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        """`files` are its input, its output and, if it has one of its own, that of its errors."""
        ours, theirs = socket.socketpair()
        order = [list(words), dict(os.environ if env is None else env), str(cwd or Path.cwd())]
        with theirs:
            fds = [theirs.fileno(), *files]
            socket.send_fds(_parent()[0], [json.dumps(order).encode()], fds)
        with ours:
            self._told = ours.makefile()
        self.pid = int(self._told.readline())

    def terminate(self) -> None:
        os.kill(self.pid, signal.SIGTERM)

    def wait(self) -> int:
        """Its exit status, or less than nothing: the signal that ended it."""
        with self._told:
            return int(self._told.readline())


@functools.cache
def _parent() -> tuple[socket.socket, subprocess.Popen[bytes]]:
    """The process that forks, which ends with this one, and where it takes its orders."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        fd, here = theirs.fileno(), Path(__file__).parents[2]
        words = [sys.executable, "-m", __name__, str(fd)]
        return ours, subprocess.Popen(words, pass_fds=[fd], cwd=here)


def _fork(orders: socket.socket) -> None:
    """Fork a command for each order; returns in the command, and when nobody can order more."""
    while True:
        order, fds, *_ = socket.recv_fds(orders, _LONGEST, 4)
        with contextlib.suppress(ChildProcessError):  # there is none
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        if not order:
            return
        if os.fork() == 0:
            orders.close()
            return _run(*json.loads(order), *fds)
        for fd in fds:
            os.close(fd)


def _run(words: list[str], env: dict[str, str], cwd: str, told: int, *files: int) -> None:
    """Fork, tell the command's process id and at last its exit status; returns in the command."""
    if pid := os.fork():
        for fd in files:
            os.close(fd)
        os.write(told, b"%d\n" % pid)
        os.write(told, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        os._exit(0)
    os.close(told)
    os.setsid()
    for fd, file in enumerate(files):
        os.dup2(file, fd)
        os.close(file)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    command = sys.modules["__main__"]  # what its own processes load first
    command.__spec__, command.__file__ = None, str(SHOEBOARD)
    sys.argv = [str(SHOEBOARD), *words]
    import_module("server.cli").main()


if __name__ == "__main__":
    import_module("server.serve")
    import_module("server.font_pages").font_pages([])  # the same for every server
    gc.freeze()
    _fork(socket.socket(fileno=int(sys.argv[1])))
