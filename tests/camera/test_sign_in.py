"""The name and password for a camera on the network, which are for no log and no console."""

from __future__ import annotations

from pathlib import Path

import pytest

from drivers.camera.grabber import Found
from drivers.camera.sign_in import authorization, sign_in, signed_in

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


@pytest.mark.parametrize("challenge", ['Basic realm="cam"', 'Digest realm="cam", nonce="n"'])
def test_a_camera_that_asks_is_signed_in_at(netrc: Path, challenge: str) -> None:
    camera = HttpCamera()
    camera.challenge = challenge
    with looking_at(camera) as looking:
        looking.until(Found)
    assert f"Authorization: {challenge.split()[0]} " in camera.asked
    assert "p:w@d" not in camera.asked
    assert camera.visits == 2


# The worked examples of RFC 7616, 3.9.1.
ASKED = (
    'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm={}, '
    'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", '
    'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
)
CNONCE = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"


@pytest.mark.parametrize(
    ("algorithm", "response"),
    [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ],
)
def test_a_digest_is_that_of_the_standard(
    algorithm: str, response: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda size: CNONCE)
    known = ("Mufasa", "Circle of Life")
    word = authorization(ASKED.format(algorithm), known, "GET", "/dir/index.html")
    assert f'response="{response}"' in word
    assert 'username="Mufasa"' in word
    assert "qop=auth, nc=00000001" in word
    assert f"algorithm={algorithm}" in word
