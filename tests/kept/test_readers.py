"""Which readers a table may have, and which it begins with after a restart."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.baccarat.events import ReaderChanged, Refused
from server.log import EventLog
from server.readers import Readers, reader_at_start
from server.table import Table
from tests.conftest import OpenTable


def changed(table: Table, to: str) -> None:
    table.record(ReaderChanged(by="Tom", reader=to, configured=table.readers.configured))


A, B = "line:/dev/ttyS0", "angel_eye:/dev/ttyS1"


def test_a_swap_survives_a_restart(open_table: OpenTable, log: EventLog) -> None:
    readers = Readers(A, (B,))
    table = open_table(readers=readers)
    assert reader_at_start(log, "t1", readers) == A
    changed(table, B)
    assert reader_at_start(log, "t1", readers) == B
    changed(table, "")
    assert reader_at_start(log, "t1", readers) == ""
    changed(table, "line:socket://10.0.0.1:4001")
    assert reader_at_start(log, "t1", readers) == "line:socket://10.0.0.1:4001"
    assert reader_at_start(log, "t2", readers) == A  # another table


def test_settings_that_were_edited_win(open_table: OpenTable, log: EventLog) -> None:
    changed(open_table(readers=Readers(A, (B,))), B)
    assert reader_at_start(log, "t1", Readers("line:/dev/ttyS7", (B,))) == "line:/dev/ttyS7"
    assert reader_at_start(log, "t1", Readers("", (B,))) == ""


def test_a_spare_that_the_settings_have_no_more_is_not_taken_up(
    open_table: OpenTable, log: EventLog, caplog: pytest.LogCaptureFixture
) -> None:
    changed(open_table(readers=Readers(A, ("simulated:",))), "simulated:")
    assert reader_at_start(log, "t1", Readers(A)) == A
    assert "begins with the reader of its settings" in caplog.text


# What may be typed.


@pytest.mark.parametrize(
    "url",
    [
        "",
        A,
        "simulated:?seed=1",  # one of the spares
        "angel_eye:/dev/ttyUSB0",
        "angel_eye@9600:/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A1-if00-port0",
        "line:0403:6001",
        "line:0403:6001:A50285BI",
        "line:socket://10.0.0.12:4001",
        "angel_eye:rfc2217://shoe-12.floor:4001",
        "line:socket://[fe80::1]:4001",
        "camera:/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920-video-index0",
        "camera:/dev/v4l/by-path/pci-0000:00:14.0-usb-0:1:1.0-video-index0",
        "camera:/dev/video17",
    ],
)
def test_a_port_may_be_typed_and_what_the_settings_name_may_be_anything(url: str) -> None:
    Readers(A, ("simulated:?seed=1",)).check(url)


NOT_TYPED = [
    "simulated:?seed=2", "line:spy:///dev/ttyS0", "line:spy:///dev/ttyS0?file=/etc/x", "line:alt://x",
    "line:loop://", "line:hwgrep://USB", "line:/etc/passwd", "line:/dev/../etc/passwd",
    "line:ttyS0", "line:", "line", "pattern:/tmp/x.toml@/dev/ttyS0", "keyboard:/dev/input/event0",
    "line:socket://10.0.0.1:1?logging=debug", "line:socket://10.0.0.1", "line:/dev/null",
    "line:0403:6001:a://b", "line:/dev/ttyS0\n", "line:/dev/tty S0", "line:/dev/shm", "camera:0",
    "camera:/etc/passwd", "camera:film.mp4", "camera:http://10.0.0.9/", "camera:rtsp://10.0.0.9/",
    "camera:/dev/null", "camera:/dev/v4l/by-id/../../null", "camera:/dev/video0/../../etc/passwd",
    "camera@/tmp/mount:/dev/video0", "camera:/dev/videoX",
    "line:/dev/" + 300 * "x", "line:SPY:///dev/ttyS0", "line:http://10.0.0.1:80", "gibberish",
]  # fmt: skip


@pytest.mark.parametrize("url", NOT_TYPED)
def test_what_is_no_port_is_refused_with_a_sentence(url: str) -> None:
    with pytest.raises(Refused, match=r"cannot be typed in: take one of the list, or angel_eye:"):
        Readers(A).check(url)


def test_an_open_file_of_our_own_is_no_port(tmp_path: Path) -> None:
    with (tmp_path / "log").open("w") as file, pytest.raises(Refused, match="cannot be typed in"):
        Readers(A).check(f"line:/dev/fd/{file.fileno()}")


def test_a_pty_is_a_port() -> None:
    master, slave = os.openpty()
    Readers(A).check(f"line:{os.ttyname(slave)}")
    os.close(master)
    os.close(slave)


def test_a_speed_that_is_none_gets_the_readers_own_sentence() -> None:
    with pytest.raises(Refused, match="'fast' is no line speed; try 9600"):
        Readers(A).check("line@fast:/dev/ttyS0")


def test_the_choices_are_those_of_the_settings_and_the_one_that_runs() -> None:
    readers = Readers(A, (B, A))
    assert readers.choices(B) == {A: "of the settings", B: "spare"}
    assert readers.choices("line:0403:6001") == {
        A: "of the settings", B: "spare", "line:0403:6001": "typed in",
    }  # fmt: skip
    assert Readers().choices("") == {}
