"""Films: every picture, in order, the same each time."""

from __future__ import annotations

import time
from pathlib import Path

import cv2
import pytest

from drivers.camera.address import address
from drivers.camera.film import frames
from drivers.camera.grabber import Over
from drivers.camera.sources import source
from drivers.camera.taker import are_alike, shows_nothing

from .looking import Looking
from .marks import film, table


def test_a_film_is_the_same_each_time_whoever_looks_at_it(tmp_path: Path) -> None:
    path = film(tmp_path / "film.mp4", ["", "8S", "8S", ""] * 5)
    batch = list(frames(str(path)))
    assert [frame.number for frame in batch] == list(range(20))
    assert [frame.time for frame in batch[:3]] == [0.0, 0.02, 0.04]
    for is_paced in (True, False):
        looking = Looking(source(address(str(path))), is_paced=is_paced)
        began = time.monotonic()
        looking.until(Over)
        assert (time.monotonic() - began > 0.38) == is_paced
        assert [frame.number for frame in looking.frames] == list(range(20))
        for one, other in zip(batch, looking.frames, strict=True):
            assert one.time == other.time
            assert are_alike(one.picture, other.picture)
        looking.grabber.close()


def test_a_film_of_still_pictures_is_no_frozen_camera(tmp_path: Path) -> None:
    path = tmp_path / "still.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (320, 184))
    for _ in range(25):  # 2.5 s, and black all the time
        writer.write(table(0) * 0)
    writer.release()
    looking = Looking(source(address(str(path))))
    looking.until(Over)
    assert len(looking.frames) == 25
    looking.grabber.close()


@pytest.mark.parametrize("content", [b"", b"rubbish" * 1000, None])
def test_what_is_no_film_gets_a_sentence(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "film.mp4"
    if content is None:  # cut off: its index stands at the end
        whole = film(path, [""] * 50).read_bytes()
        content = whole[: len(whole) // 2]
    path.write_bytes(content)
    with pytest.raises(OSError, match="it is no film that can be read"):
        next(frames(str(path)))
    with pytest.raises(OSError, match="it is a folder"):
        next(frames(str(tmp_path)))
    with pytest.raises(OSError, match="there is no such file"):
        next(frames(str(tmp_path / "none.mp4")))


def test_a_picture_shows_nothing_where_it_has_one_colour() -> None:
    assert shows_nothing(table(0) * 0)
    assert shows_nothing(table(0) // 16 + 100)
    assert not shows_nothing(table(0))
    assert not shows_nothing(table(0) // 2)
