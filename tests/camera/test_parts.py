"""MJPEG's parts, as careless cameras send them, cut anywhere."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.camera.frame import BadPicture
from drivers.camera.mjpeg import decoded
from drivers.camera.parts import LONGEST, BadParts, Parts

from .http_camera import jpeg, noise

ONE, TWO = b"\xff\xd8one\xff\xd9", b"\xff\xd8two\xff\xd9"
SENT = {
    "by the book": b"--x\r\nContent-Type: image/jpeg\r\nContent-Length: 7\r\n\r\n%s\r\n" * 2,
    "no length": b"--x\r\nContent-Type: image/jpeg\r\n\r\n%s\r\n" * 2,
    "line feeds": b"--x\nContent-type: image/jpeg\nCONTENT-LENGTH:7\n\n%s\n" * 2,
    "a preamble": b"\r\n\r\n--x\r\nContent-Length: 7 \r\n\r\n%s--x\r\n\r\n%s\r\n--x--\r\n",
    "nothing between": b"--x\r\nContent-Length: 7\r\n\r\n%s" * 2,
    "a text, too": b"--x\r\nContent-Length: 2\r\n\r\nhi\r\n" + b"--x\r\nX: y\r\n\r\n%s\r\n" * 2,
}


@pytest.mark.parametrize("how", SENT)
@given(data=st.data())
def test_the_pictures_are_found_however_the_bytes_come(how: str, data: st.DataObject) -> None:
    sent = SENT[how] % (ONE, TWO)
    cuts = data.draw(st.lists(st.integers(0, len(sent)), max_size=8).map(sorted))
    parts = Parts()
    pieces = zip([0, *cuts], [*cuts, len(sent)], strict=True)
    found = [part for start, end in pieces for part in parts.feed(sent[start:end])]
    assert found == [ONE, TWO]


@given(st.binary(max_size=300))
def test_rubbish_is_no_picture_and_no_crash(data: bytes) -> None:
    assert all(part.startswith(b"\xff\xd8") for part in Parts().feed(data))


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"<html>" + b"x" * 9000, "what it sends is no MJPEG"),
        (b"--x\r\nContent-Length: 999999999\r\n\r\n", "a picture that is too large"),
        (b"--x\r\n\r\n\xff\xd8" + bytes(LONGEST), "a picture without an end"),
    ],
)
def test_what_has_no_end_is_not_waited_for(data: bytes, says: str) -> None:
    with pytest.raises(BadParts, match=says):
        Parts().feed(data)


def test_half_a_picture_is_none() -> None:
    whole = jpeg(noise(1))
    assert decoded(whole + b"\0\0\r\n").shape == (180, 320, 3)
    for bad in (whole[: len(whole) // 2], b"", b"\xff\xd8\xff\xd9", b"no picture\xff\xd9"):
        with pytest.raises(BadPicture):
            decoded(bad)
