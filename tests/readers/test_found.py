"""What is plugged in: names that last, who holds a device, and what allows this user to have it."""

from __future__ import annotations

import grp
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from serial.tools.list_ports_common import ListPortInfo

from drivers.found import Access, Found, Kind, found, how_to_allow
from drivers.holders import Holder, held
from drivers.port import Port, Wire, listed, usb_path
from tests.wire import until

from .machine import Machine, held_pty, program

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to become somebody else")


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def only(machine: Machine) -> Found:
    (device,) = machine.found()
    return device


def ports_named(machine: Machine) -> list[str]:
    """What the first reader URL of each device says after its kind."""
    return [device.readers[0].partition(":")[2] for device in machine.found()]


def test_an_adapter_is_told_by_the_name_that_lasts(machine: Machine) -> None:
    machine.plug_in("ttyUSB0", number="A1B2", by_id="usb-FTDI_A1B2-if00-port0")
    by_id = "/dev/serial/by-id/usb-FTDI_A1B2-if00-port0"
    assert only(machine) == Found(
        kind=Kind.SERIAL,
        path="/dev/ttyUSB0",
        by_id=by_id,
        usb="0403:6001:A1B2",
        description="FT232R USB UART, FTDI",
        state=Access.FREE,
        held_by=(),
        fix="",
        readers=(f"angel_eye:{by_id}", f"line:{by_id}", f"pattern@FILE:{by_id}"),
    )


def test_without_a_lasting_name_its_usb_identity_is_used(machine: Machine) -> None:
    machine.plug_in("ttyUSB0", number="A1B2")
    assert ports_named(machine) == ["0403:6001:A1B2"]


def test_two_of_a_kind_without_serial_numbers_are_told_by_their_sockets(machine: Machine) -> None:
    machine.plug_in("ttyUSB0", by_id="usb-FTDI-if00", by_path="pci-usb-0:1:1.0")
    machine.plug_in("ttyUSB1", by_path="pci-usb-0:2:1.0")
    folder = "/dev/serial/by-path"
    assert ports_named(machine) == [f"{folder}/pci-usb-0:1:1.0", f"{folder}/pci-usb-0:2:1.0"]
    assert [device.by_id for device in machine.found()] == ["", ""]


def test_where_nothing_lasts_the_path_must_do(machine: Machine) -> None:
    machine.plug_in("ttyUSB0")
    machine.plug_in("ttyUSB1")
    assert ports_named(machine) == ["/dev/ttyUSB0", "/dev/ttyUSB1"]


def test_an_adapter_with_two_ports_has_a_name_for_each(machine: Machine) -> None:
    for number in (0, 1):
        machine.plug_in(f"ttyUSB{number}", number="FT4", by_id=f"usb-FT4-if0{number}")
    folder = "/dev/serial/by-id"
    assert ports_named(machine) == [f"{folder}/usb-FT4-if00", f"{folder}/usb-FT4-if01"]


def test_ports_come_in_the_order_of_their_numbers(machine: Machine) -> None:
    for number in (10, 9, 1):
        machine.plug_in(f"ttyUSB{number}", number=str(number))
    assert [device.path[-2:] for device in machine.found()] == ["B1", "B9", "10"]


def test_a_built_in_port_counts_only_where_the_machine_has_it(machine: Machine) -> None:
    machine.built_in("ttyS0", kind=4)
    machine.built_in("ttyS1", kind=0)
    device = only(machine)
    assert (device.path, device.usb, device.description) == ("/dev/ttyS0", "", "")
    assert device.readers[0] == "angel_eye:/dev/ttyS0"


def test_a_camera_has_its_name_and_its_second_node_is_told(machine: Machine) -> None:
    usb = "sys/devices/usb1/1-4"
    for file, text in (("idVendor", "046d"), ("idProduct", "082d"), ("serial", "C920")):
        machine.file(f"{usb}/{file}", text + "\n")
    for number in (0, 1):
        node = f"{usb}/1-4:1.0/video4linux/video{number}"
        machine.file(f"{node}/name", "HD Pro Webcam\n")
        machine.file(f"{node}/index", f"{number}\n")
        machine.link(f"{node}/device", "../../../1-4:1.0")
        machine.link(f"sys/class/video4linux/video{number}", str(machine.root / node))
        machine.file(f"dev/video{number}")
        machine.link(f"dev/v4l/by-id/usb-C920-index{number}", f"../../video{number}")
    first, second = machine.found()
    assert (first.kind, first.path, first.usb) == (Kind.CAMERA, "/dev/video0", "046D:082D:C920")
    assert (first.description, first.by_id) == ("HD Pro Webcam", "/dev/v4l/by-id/usb-C920-index0")
    assert first.readers == ("camera:/dev/v4l/by-id/usb-C920-index0",)
    assert "node 1" in second.description
    assert second.readers == ()


def test_a_scanner_that_types_is_a_keyboard(machine: Machine) -> None:
    about = "sys/class/input/event3/device"
    for file, text in (("name", "Honeywell 1450g"), ("id/vendor", "0c2e"), ("id/product", "0b81")):
        machine.file(f"{about}/{file}", text + "\n")
    machine.file("dev/input/event3")
    machine.link("dev/input/by-id/usb-Honeywell-event-kbd", "../event3")
    machine.link("dev/input/by-id/usb-Mouse-event-mouse", "../event4")
    machine.link("dev/input/by-id/usb-Gone-event-kbd", "../event9")
    device = only(machine)
    assert (device.kind, device.path, device.usb) == (
        Kind.KEYBOARD, "/dev/input/event3", "0C2E:0B81",
    )  # fmt: skip
    assert device.description == "Honeywell 1450g"
    assert device.readers == ("keyboard@FILE:/dev/input/by-id/usb-Honeywell-event-kbd",)


def test_what_a_device_says_of_itself_cannot_command_the_terminal(machine: Machine) -> None:
    machine.plug_in("ttyUSB0", number="A\x1b[2J")
    assert only(machine).usb == "0403:6001:A?[2J"


def test_an_empty_machine_has_nothing(machine: Machine) -> None:
    assert machine.found() == []


def test_a_port_that_another_program_reads_is_busy_until_that_ends(machine: Machine) -> None:
    machine.plug_in("ttyUSB0", number="A1B2").unlink()
    with held_pty() as (pty, running):
        machine.link("dev/ttyUSB0", str(pty))
        device = only(machine)
        assert device.state is Access.BUSY
        assert [holder.pid for holder in device.held_by] == [running.pid]
        name = Path(f"/proc/{running.pid}/comm").read_text().strip()
        assert str(device.held_by[0]) == f"{name} (pid {running.pid})"
        assert "end that one first" in device.fix
        running.kill()
        until(lambda: only(machine).state is Access.FREE)


def test_a_port_that_our_own_reader_has_is_busy(machine: Machine) -> None:
    machine.plug_in("ttyUSB0", number="A1B2").unlink()
    master, slave = os.openpty()
    machine.link("dev/ttyUSB0", os.ttyname(slave))
    os.close(slave)
    assert only(machine).state is Access.FREE
    port = Port(str(machine.root / "dev/ttyUSB0"), Wire(9600)).open()
    assert [holder.pid for holder in only(machine).held_by] == [os.getpid()]
    port.close()
    os.close(master)


def test_a_lock_shows_a_program_whose_files_may_not_be_looked_into(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.touch()
    lock = "fcntl.flock(os.open(sys.argv[1], os.O_RDWR), fcntl.LOCK_EX)"
    with program(lock, port) as running:
        (holder,) = held().of(port)
    assert holder.pid == running.pid


def test_processes_that_are_strange_or_gone_are_passed_over(tmp_path: Path) -> None:
    proc = Machine(tmp_path)
    proc.link("7/fd/0", "/dev/null")  # without a name
    proc.file("8/comm", "ended")
    proc.link("9/fd/0", "/dev/gone")
    proc.file("locks", "1: -> FLOCK ADVISORY WRITE 7 00:05:1 0 EOF\n2: POSIX ADVISORY\n")
    holding = held(tmp_path)
    assert holding.of(Path("/dev/null")) == (Holder(7, "a program"),)
    assert holding.of(Path("/dev/gone")) == ()
    assert (holding.by_lock, holding.saw_all) == ({}, True)


def as_nobody(root: Path) -> list[Found]:
    """What a user without rights finds in /dev/ttyUSB0 below a folder."""
    root.chmod(0o755)
    code = (
        "import json, os, sys; from pathlib import Path; from dataclasses import asdict\n"
        "from serial.tools.list_ports_common import ListPortInfo\n"
        "from drivers.found import found; from drivers.holders import held\n"
        f"os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})\n"
        "there = found(held(), Path('.'), lambda: [ListPortInfo('/dev/ttyUSB0')])\n"
        "print(json.dumps([asdict(device) for device in there]))"
    )
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=root, check=True, capture_output=True)
    return [
        Found(**{**fields, "held_by": tuple(Holder(**holder) for holder in fields["held_by"])})
        for fields in json.loads(ran.stdout)
    ]


@as_root
def test_a_forbidden_port_says_which_group_may_have_it(machine: Machine) -> None:
    port = machine.plug_in("ttyUSB0")
    group = next(group for group in grp.getgrall() if group.gr_gid)
    os.chown(port, 0, group.gr_gid)
    port.chmod(0o660)
    (device,) = as_nobody(machine.root)
    assert device.state == Access.FORBIDDEN
    assert device.fix == f"sudo usermod -aG {group.gr_name} $USER, then sign in again"
    port.chmod(0o666)
    (device,) = as_nobody(machine.root)
    assert (device.state, device.fix) == (Access.FREE, "")


@as_root
def test_a_port_that_no_group_may_have_needs_a_rule(machine: Machine) -> None:
    machine.plug_in("ttyUSB0").chmod(0o600)
    (device,) = as_nobody(machine.root)
    assert device.state == Access.FORBIDDEN
    assert "(-rw-------) let no group have it" in device.fix
    assert 'KERNEL=="ttyUSB[0-9]*", GROUP="dialout", MODE="0660"' in device.fix


@as_root
def test_in_a_container_the_group_may_have_no_name(machine: Machine) -> None:
    port = machine.plug_in("ttyUSB0")
    os.chown(port, 0, 54321)
    port.chmod(0o660)
    (device,) = as_nobody(machine.root)
    assert "--group-add 54321" in device.fix


@as_root
def test_another_users_reader_is_seen_by_its_lock(machine: Machine) -> None:
    port = machine.plug_in("ttyUSB0")
    port.chmod(0o666)
    lock = "fcntl.flock(os.open(sys.argv[1], os.O_RDWR), fcntl.LOCK_EX)"
    with program(lock, port) as running:
        (device,) = as_nobody(machine.root)
        assert device.state == Access.BUSY
        assert [holder.pid for holder in device.held_by] == [running.pid]


def test_a_member_who_has_not_signed_in_again_is_told(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = machine.file("dev/ttyUSB0")
    port.chmod(0o660)
    mine = grp.struct_group(("dialout", "x", 20, ["ada"]))
    monkeypatch.setattr("os.getgroups", lambda: [1000])
    monkeypatch.setattr("grp.getgrgid", lambda number: mine)
    monkeypatch.setattr("drivers.found._user", lambda: "ada")
    monkeypatch.setattr(
        Path, "stat", lambda path: os.stat_result((0o20660, *[0] * 4, 20, *[0] * 4))
    )
    assert how_to_allow(port, 6, "") == "you were added to group dialout: sign out and in again"


def test_the_machine_that_runs_this_can_be_asked() -> None:
    for device in found(held()):
        assert device.path.startswith("/dev/")


def test_an_adapter_pulled_while_pyserial_lists_it_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def comports() -> list[ListPortInfo]:
        return [int(None, 16)]  # what pyserial does with its id

    monkeypatch.setattr("serial.tools.list_ports.comports", comports)
    assert listed() == []
    assert usb_path("0403", "6001", None) is None
