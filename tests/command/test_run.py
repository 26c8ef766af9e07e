"""`shoeboard run` where it cannot: one sentence, nothing half started."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from server.config import Settings
from server.serve import greeting
from tests.live.server import Server

from .shoeboard import run


def test_a_port_in_use_gets_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ran = run("run", "--data", tmp_path / "data", "--port", port)
    assert ran.status == 1
    assert f"Cannot listen on 127.0.0.1:{port}: Address already in use" in ran.err
    assert "--port" in ran.err


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    server = Server(tmp_path / "data").start()
    try:
        ran = run("run", "--data", tmp_path / "data", "--port", str(server.port + 1))
    finally:
        server.close()
    assert ran.status == 1
    assert "Another Shoeboard runs on" in ran.err


def test_a_damaged_database_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "shoeboard.sqlite").write_bytes(b"\x00rubbish" * 400)
    ran = run("run", "--data", tmp_path, "--port", "8498")
    assert ran.status == 1
    assert "file is not a database" in ran.err


def test_a_data_folder_that_cannot_be_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = run("run", "--data", tmp_path / "file" / "data", "--port", "8497")
    assert ran.status == 1
    assert "Cannot write in" in ran.err


@pytest.mark.parametrize(
    ("host", "display", "console"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/display", "http://127.0.0.1:8000/console"),
        ("::1", "http://[::1]:8000/display", "http://[::1]:8000/console"),
        ("0.0.0.0", "http://0.0.0.0:8000/display", "http://127.0.0.1:8000/console"),
        ("10.0.0.5", "http://10.0.0.5:8000/display", "none: it answers on loopback only"),
    ],
)
def test_the_printed_addresses_are_ones_that_answer(host: str, display: str, console: str) -> None:
    lines = greeting(Settings(host=host))
    assert lines[0] == f"Display  {display}/table-1"
    assert any(line.startswith(f"Console  {console}") for line in lines)
