"""`shoeboard run`, and where it cannot: one sentence, nothing half started."""

from __future__ import annotations

import socket
import subprocess
import urllib.request
from pathlib import Path

import pytest

from server.config import Settings
from server.guard import LOOPBACK
from server.serve import greeting
from tests.live.server import Server, free_port

from .shoeboard import SHOEBOARD, run


def test_the_installed_command_serves_and_ends_well(tmp_path: Path) -> None:
    port = free_port()
    words = [SHOEBOARD, "run", "--data", tmp_path / "data", "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = process.stdout.readline()
        try:
            display = f"http://127.0.0.1:{port}/display/table-1"
            assert said == f"Display  {display}\n"
            with urllib.request.urlopen(display) as page:
                assert page.status == 200
        finally:
            process.terminate()
    assert process.returncode == 0


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
    ("host", "where"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000"),
        ("::1", "http://[::1]:8000"),
        ("0.0.0.0", "http://0.0.0.0:8000"),
        ("10.0.0.5", "http://10.0.0.5:8000"),
    ],
)
def test_the_printed_addresses_are_ones_that_answer(host: str, where: str) -> None:
    lines = greeting(Settings(host=host), are_people=True)
    assert lines[:3] == [
        f"Display  {where}/display/table-1",
        f"Console  {where}/console/table-1",
        f"History  {where}/history",
    ]
    assert "Nobody is registered" not in " ".join(lines)


@pytest.mark.parametrize("host", LOOPBACK)
def test_on_loopback_nobody_need_be_registered_and_that_is_said(host: str) -> None:
    lines = greeting(Settings(host=host), are_people=False)
    assert any(line.startswith("Nobody is registered: the console is open") for line in lines)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_while_nobody_is_registered_others_cannot_reach_the_server(
    tmp_path: Path, host: str
) -> None:
    ran = run("run", "--data", tmp_path / "data", "--host", host, "--port", str(free_port()))
    assert ran.status == 1
    assert "Nobody is registered" in ran.err
    assert "shoeboard people add NAME --role admin --password" in ran.err
