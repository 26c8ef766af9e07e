"""A real `shoeboard run` in a process group of its own, to be stopped, frozen and killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from server.cli import shoeboard

from .forked import Forked

TABLE = "t1"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """One server on a port and a data folder; `start` it as often as it was stopped."""

    def __init__(
        self,
        data: Path,
        *,
        reader: str = "",
        house: str = "punto_banco",
        threads: int = 64,
        env: dict[str, str] | None = None,
        tables: Sequence[str] = (TABLE,),
        reveal: str = "",
        spares: Sequence[str] = (),
        toml: str = "",
    ) -> None:
        """Several `tables`, or one that squeezes, have no reader; `toml` says all of it itself."""
        self.data, self.reader, self.house = data, reader, house
        self._env = {"SHOEBOARD_THREADS": str(threads), **(env or {})}
        self._session: dict[str, str] = {}
        self._tables, self._reveal, self._spares, self._toml = tables, reveal, spares, toml
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: Forked | None = None

    def start(self) -> Server:
        """Returns when the port answers."""
        self._session = {}
        words = ["run", "--data", str(self.data), "--port", str(self.port), *self._what()]
        out, written = os.pipe()
        with open(os.devnull) as nothing, open(written, "w"):
            files = [nothing.fileno(), written]
            self._process = Forked(words, files, env={**os.environ, **self._env})
        self._out = open(out)  # noqa: SIM115
        line = self._out.readline()
        assert line.startswith("Display"), f"the server said {line!r}"
        return self

    def _what(self) -> list[str]:
        """The one table by flags, several by a settings file."""
        if len(self._tables) == 1 and not (self._reveal or self._spares or self._toml):
            return ["--table", TABLE, "--house", self.house, "--reader", self.reader]
        self.data.mkdir(parents=True, exist_ok=True)
        file = self.data / "shoeboard.toml"
        if self._toml:
            file.write_text(self._toml)
            return ["--config", str(file)]
        table = f'[[tables]]\nname = "{{}}"\nhouse = "{self.house}"\n'
        table += f'reveal = "{self._reveal}"\n' if self._reveal else ""
        if self._spares:
            table += f'reader = "{self.reader}"\nspare_readers = {json.dumps(self._spares)}\n'
        file.write_text("".join(map(table.format, self._tables)))
        return ["--config", str(file)]

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
        with self._out:
            self._out.read()  # ends with the last of its processes, which may hold the port
        self._process = None
        return status

    def snapshot(self, table: str = TABLE) -> dict[str, Any]:
        return self.get(f"/api/v1/tables/{table}/snapshot")[1]

    def command(self, name: str, *, table: str = TABLE, **more: Any) -> tuple[int, Any]:
        """A command as the console sends it: the status and the answer."""
        body = json.dumps({"command": name, **more}).encode()
        path = f"/api/v1/tables/{table}/commands"
        return self.get(path, data=body, headers={"Content-Type": "application/json"})

    def get(
        self, path: str, *, data: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and answer (JSON where it is JSON, else text) of a request; a POST with `data`.

        A POST carries a session and its token, as one from the console's page does; one with a
        token of the API carries that alone.
        """
        if data is not None and "Authorization" not in (headers or {}):
            headers = {**self._own_session(), **(headers or {})}
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

    def people(self, *arguments: str, secret: str = "") -> None:
        """`shoeboard people ...` on this server's data folder, while it runs."""
        words = ["people", *arguments, "--data", str(self.data)]
        ran = CliRunner().invoke(shoeboard, words, input=f"{secret}\n")
        assert ran.exit_code == 0, ran.output

    def _own_session(self) -> dict[str, str]:
        if not self._session:
            with urllib.request.urlopen(self.url + "/api/v1/who") as response:
                cookie = response.headers["Set-Cookie"].split(";")[0]
                self._session = {"Cookie": cookie, "X-CSRFToken": json.load(response)["csrf"]}
        return self._session
