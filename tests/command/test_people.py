"""`shoeboard people`: the register of the crew, also while the server runs."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path

from tests.live.server import Server

from .shoeboard import SHOEBOARD, run

PIN, PASSWORD = "4711", "a long enough one"


def add(data: Path, name: str, role: str, *flags: str, stdin: str) -> None:
    assert (
        run("people", "add", name, "--role", role, *flags, "--data", data, stdin=stdin).status == 0
    )


def test_people_are_added_listed_disabled_enabled_and_reset(tmp_path: Path) -> None:
    add(tmp_path, "Ada", "admin", "--password", stdin=f"{PASSWORD}\n")
    add(tmp_path, "Pia", "pit_boss", "--password", "--pin", stdin=f"{PIN}\r\n{PASSWORD}\n")
    assert run("people", "list", "--data", tmp_path).out.splitlines() == [
        "Ada: admin, password",
        "Pia: pit boss, PIN and password",
    ]
    assert (
        run("people", "disable", "pia", "--data", tmp_path).out == "Pia cannot sign in any more.\n"
    )
    assert run("people", "list", "--data", tmp_path).out.endswith("password, disabled\n")
    assert (
        run("people", "enable", "Pia", "--data", tmp_path).out == "Pia may sign in as pit boss.\n"
    )
    again = run("people", "reset", "Pia", "--pin", "--data", tmp_path, stdin="2580")
    assert (again.status, again.out) == (0, "Pia has a new PIN.\n")


def test_a_technician_signs_in_with_a_pin(tmp_path: Path) -> None:
    add(tmp_path, "Tom", "technician", "--pin", stdin=PIN)
    assert run("people", "list", "--data", tmp_path).out == "Tom: technician, PIN\n"


def test_what_cannot_be_is_a_sentence(tmp_path: Path) -> None:
    add(tmp_path, "Ada", "admin", "--password", stdin=PASSWORD)

    def refused(*arguments: str, stdin: str = "") -> str:
        ran = run("people", *arguments, "--data", tmp_path, stdin=stdin)
        assert (ran.status, ran.out) == (1, "")
        return ran.err

    new = ("add", "Ben", "--role", "dealer", "--pin")
    assert "There is a ADA already" in refused("add", "ADA", "--role", "dealer", "--pin", stdin=PIN)
    assert "4 to 8 digits" in refused(*new, stdin="12\n")
    assert "too easy to guess" in refused(*new, stdin="1234\n")
    assert "There is no PIN on stdin" in refused(*new)
    assert "last admin" in refused("disable", "Ada")
    assert "Nobody is registered as 'Ben'" in refused("disable", "Ben")


def test_wrong_usage_is_told(tmp_path: Path) -> None:
    for arguments in (
        ["add", "Ben", "--pin"],
        ["add", "Ben", "--role", "boss", "--pin"],
        ["add", "Ben", "--role", "dealer"],
        ["add", "Ben", "--role", "dealer", "--pin", PIN],
        ["reset", "Ben"],
    ):
        data = tmp_path / "data" if arguments[0] == "add" else tmp_path
        if arguments[0] == "reset":
            add(data, "Ben", "dealer", "--pin", stdin=PIN)
        assert run("people", *arguments, "--data", data).status == 2


def test_reading_makes_no_folder(tmp_path: Path) -> None:
    ran = run("people", "list", "--data", tmp_path / "nowhere")
    assert (ran.status, "There is no log in" in ran.err) == (1, True)
    assert not (tmp_path / "nowhere").exists()


def test_secrets_are_not_taken_from_the_environment(tmp_path: Path) -> None:
    names = ("SHOEBOARD_PIN", "SHOEBOARD_PASSWORD", "SHOEBOARD_PEOPLE_ADD_PIN")
    env = {**os.environ, **dict.fromkeys(names, PIN)}
    ran = run("people", "add", "Ben", "--role", "dealer", "--pin", "--data", tmp_path, env=env)
    assert (ran.status, "no PIN on stdin" in ran.err) == (1, True)


def test_on_a_terminal_a_secret_is_asked_for_twice_and_not_shown(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    arguments = ["people", "add", "Ben", "--role", "dealer", "--pin", "--data", str(tmp_path)]
    asking = subprocess.Popen(
        [str(SHOEBOARD), *arguments], stdin=slave, stdout=slave, stderr=slave,
        start_new_session=True,
    )  # fmt: skip
    os.close(slave)
    shown = b""
    for prompt in (b"New PIN: ", b"Repeat for confirmation: "):
        while not shown.endswith(prompt):
            shown += os.read(master, 1000)
        os.write(master, f"{PIN}\n".encode())
    while b"may sign in" not in shown:
        shown += os.read(master, 1000)
    assert asking.wait() == 0
    os.close(master)
    assert PIN.encode() not in shown


def test_a_running_server_knows_its_people_at_once(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", house="paramount").start()
    try:
        assert server.command("open_shoe")[0] == 200
        server.people("add", "Ada", "--role", "admin", "--password", secret=PASSWORD)
        status, answer = server.command("hold")
        assert (status, "sign in" in answer["error"]) == (401, True)
        assert server.get("/api/v1/tables/t1/snapshot")[0] == 200
    finally:
        server.close()
