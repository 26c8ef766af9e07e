"""Webhooks: a real receiver that fails, hangs and goes away, and a server that is killed."""

from __future__ import annotations

import json
import runpy
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from server.cli import shoeboard
from server.config import load_settings
from server.toml_file import BadFile
from tests.wire import until

from .server import TABLE, Server

ROOT = Path(__file__).parents[2]
SECRET = "whsec_" + "c2hvZWJvYXJkIHNob2Vib2FyZCBzaG9lYm9hcmQ="
is_genuine = runpy.run_path(str(ROOT / "docs/examples/verify.py"))["is_genuine"]
CARDS = ["8S", "AH", "KD", "TC", "2S", "9H", "6D", "KC"]


class Receiver:
    """Takes messages, or answers with a status, or not at all."""

    def __init__(self) -> None:
        self.status, self.hangs = 200, threading.Event()
        self.hangs.set()  # clear it, and no answer comes until it is set
        self.tries = 0
        self.taken: list[dict[str, Any]] = []
        self.coups: list[int] = []  # what the other webhook was told
        ours = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                assert is_genuine(SECRET, headers, body)
                assert not is_genuine(SECRET, headers, body + b" ")
                if self.path == "/only-coups":
                    ours.coups.append(json.loads(body)["coup"]["coup"])
                    self.send_response(204)
                    self.end_headers()
                    return
                ours.tries += 1
                ours.hangs.wait()
                if ours.status == 200:
                    ours.taken.append(json.loads(body))
                self.send_response(ours.status)
                self.send_header("Location", "/elsewhere")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def do_GET(self) -> None:
                raise AssertionError("a redirect was followed")

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    @property
    def seqs(self) -> list[int]:
        return [message["seq"] for message in self.taken]

    def close(self) -> None:
        self.hangs.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    receiver = Receiver()
    yield receiver
    receiver.close()


@pytest.fixture
def server(tmp_path: Path, receiver: Receiver) -> Iterator[Server]:
    (tmp_path / "pos.secret").write_text(SECRET + "\n")
    toml = f"""
    [[tables]]
    name = "{TABLE}"
    house = "paramount"
    [[webhooks]]
    name = "pos"
    url = "{receiver.url}/"
    secret_file = "{tmp_path / "pos.secret"}"
    [[webhooks]]
    name = "wall"
    url = "{receiver.url}/only-coups"
    secret_file = "{tmp_path / "pos.secret"}"
    events = ["coup"]
    """
    server = Server(tmp_path / "data", toml=toml).start()
    yield server
    server.close()


def webhooks(data: Path, *words: str) -> Result:
    return CliRunner().invoke(shoeboard, ["webhooks", *words, "--data", str(data)])


def test_what_is_not_taken_waits_on_disk_and_comes_in_order(
    server: Server, receiver: Receiver
) -> None:
    assert server.command("open_shoe")[0] == 200
    until(lambda: receiver.seqs == [1])
    # A receiver that does not answer holds nobody up.
    receiver.hangs.clear()
    for card in CARDS[:4]:
        assert server.command("enter_card", card=card)[0] == 200
    until(lambda: receiver.tries == 2)
    assert server.snapshot()["seq"] == 5
    # One that refuses or sends elsewhere is tried again; the server is killed meanwhile.
    receiver.status = 302
    receiver.hangs.set()
    until(lambda: receiver.tries == 4)
    until(lambda: "in vain: the receiver answered 302" in webhooks(server.data, "list").output)
    server.kill()
    server.start()
    for card in CARDS[4:]:
        server.command("enter_card", card=card)
    receiver.status = 200
    until(lambda: receiver.seqs == [*range(1, 10)])
    settled = [entry["coup"]["outcome"] for entry in receiver.taken if entry["coup"]]
    assert settled == ["player", "banker"]
    assert receiver.coups == [1, 2]  # whoever does not fail was not held up
    said = "pos: table t1 up to entry 9\nwall: table t1 up to entry 9\n"
    until(lambda: webhooks(server.data, "list").output == said)
    # And all again, because somebody asks for it.
    assert webhooks(server.data, "replay", "pos", "--table", TABLE, "--since", "5").exit_code == 0
    server.command("undo")
    until(lambda: receiver.seqs == [*range(1, 10), *range(5, 11)])
    refused = webhooks(server.data, "replay", "pos", "--table", "t9", "--since", "1")
    assert (refused.exit_code, "others: pos at t1, wall" in refused.output) == (1, True)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ('url = "http://pos.example/"\nsecret_env = "POS"', "is not https: what it sends could be"),
        ('url = "ftp://127.0.0.1/"\nsecret_env = "POS"', "is not https"),
        ('url = "https:///x"\nsecret_env = "POS"', "is no address"),
        ('url = "https://a:b@pos.example/"\nsecret_env = "POS"', "must not hold a name"),
        ('url = "https://pos.example/"', "needs either secret_file or secret_env"),
        ('url = "https://pos.example/"\nsecret_env = "NONE"', "finds no secret in the variable"),
        ('url = "https://pos.example/"\nsecret_file = "none"', "secret_file none cannot be read"),
        ('url = "https://pos.example/"\nsecret_env = "POS"\ntables = ["t9"]', "are not: t9"),
        ('url = "https://pos.example/"\nsecret_env = "POS"\nevents = ["Won"]', "there is no 'Won'"),
    ],
)
def test_settings_that_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: str, said: str
) -> None:
    monkeypatch.setenv("POS", SECRET)
    file = tmp_path / "shoeboard.toml"
    file.write_text(f'[[tables]]\nname = "t1"\n[[webhooks]]\nname = "pos"\n{lines}\n')
    with pytest.raises(BadFile) as bad:
        load_settings(file, {})
    assert said in str(bad.value)
    assert f"{file}, line " in str(bad.value)


def test_http_to_another_machine_is_sent_where_the_settings_say_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POS", SECRET)
    file = tmp_path / "shoeboard.toml"
    file.write_text(
        '[[webhooks]]\nname = "pos"\nurl = "http://pos.example/"\nsecret_env = "POS"\n'
        'insecure = true\nevents = ["coup", "ShoeOpened"]\n'
    )
    (webhook,) = load_settings(file, {}).webhooks
    assert webhook.events == ["coup", "ShoeOpened"]
    assert SECRET not in repr(webhook)
