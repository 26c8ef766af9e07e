"""The name and password for a camera on the network, which are for no log and no console."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from drivers.camera.address import address
from drivers.camera.grabber import Found
from drivers.camera.sign_in import sign_in, signed_in
from drivers.camera.sources import source

from .http_camera import HttpCamera
from .looking import looking_at


@pytest.fixture
def netrc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "netrc"
    path.write_text("machine 127.0.0.1 login ann password p:w@d\n")
    monkeypatch.setenv("NETRC", str(path))
    return path


@pytest.mark.parametrize(
    ("url", "known"),
    [
        ("http://127.0.0.1/v", ("ann", "p:w@d")),
        ("http://ann@127.0.0.1/v", ("ann", "p:w@d")),
        ("http://bob@127.0.0.1/v", ("bob", "")),  # that is another's
        ("http://bob:s%40fe@127.0.0.1/v", ("bob", "s@fe")),
        ("http://10.0.0.9/v", None),
    ],
)
def test_they_stand_in_the_url_or_in_the_users_netrc(
    netrc: Path, url: str, known: tuple[str, str] | None
) -> None:
    assert sign_in(url) == known


def test_ffmpeg_is_given_them_in_the_url(netrc: Path) -> None:
    assert signed_in("rtsp://127.0.0.1:554/a?b=c") == "rtsp://ann:p%3Aw%40d@127.0.0.1:554/a?b=c"
    assert signed_in("rtsp://10.0.0.9/a") == "rtsp://10.0.0.9/a"


def test_no_netrc_is_none_and_a_damaged_one_is_said(netrc: Path) -> None:
    netrc.unlink()
    assert sign_in("http://127.0.0.1/v") is None
    netrc.write_text("what is this\n")
    with pytest.raises(OSError, match=r"netrc cannot be used: bad toplevel token"):
        sign_in("http://127.0.0.1/v")


def test_a_camera_is_signed_in_at(netrc: Path) -> None:
    camera = HttpCamera()
    with looking_at(camera) as looking:
        looking.until(Found)
    word = base64.b64encode(b"ann:p:w@d").decode()
    assert f"Authorization: Basic {word}" in camera.asked
    assert source(address(camera.url)).where == camera.url
