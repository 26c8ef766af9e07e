"""A real `shoeboard run` in a process group of its own, to be stopped, frozen and killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

SHOEBOARD = Path(sys.executable).with_name("shoeboard")
TABLE = "t1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One server on a port and a data folder; `start` it as often as it was stopped."""

    def __init__(
        self, data: Path, *, reader: str = "", house: str = "punto_banco", threads: int = 64
    ) -> None:
        self.data, self.reader, self.house, self.threads = data, reader, house, threads
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Server:
        """Returns when the port answers."""
        self._process = subprocess.Popen(
            [
                str(SHOEBOARD), "run", "--table", TABLE, "--data", str(self.data),
                "--house", self.house, "--port", str(self.port), "--reader", self.reader,
            ],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "SHOEBOARD_THREADS": str(self.threads)},
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line.startswith("Display"), f"the server said {line!r}"
        return self

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the server and all its processes."""
        assert self._process
        os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """kill -9, and wait until it is gone."""
        self.signal(signal.SIGKILL)
        self._reap()

    def stop(self) -> int:
        """SIGTERM as a service manager sends it; returns the exit status."""
        assert self._process
        self._process.terminate()
        return self._reap()

    def close(self) -> None:
        if self._process is not None:
            self.signal(signal.SIGKILL)
            self._reap()

    def _reap(self) -> int:
        assert self._process
        status = self._process.wait()
        assert self._process.stdout
        self._process.stdout.close()
        self._process = None
        return status

    def snapshot(self) -> dict[str, Any]:
        return self.get(f"/api/v1/tables/{TABLE}/snapshot")[1]

    def command(self, name: str, **more: Any) -> tuple[int, Any]:
        """A command as the console sends it: the status and the answer."""
        body = json.dumps({"command": name, **more}).encode()
        path = f"/api/v1/tables/{TABLE}/commands"
        return self.get(path, data=body, headers={"Content-Type": "application/json"})

    def get(
        self, path: str, *, data: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and answer (JSON where it is JSON, else text) of a request; a POST with `data`."""
        request = urllib.request.Request(self.url + path, data=data, headers=headers or {})
        try:
            with urllib.request.urlopen(request) as response:
                status, text = response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                status, text = error.code, error.read().decode()
        try:
            return status, json.loads(text)
        except json.JSONDecodeError:
            return status, text
