"""Through the whole reader with the eye that is shipped: film, process, eye, watch, kept crops."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from drivers import Settings, State, open_reader
from drivers.camera.picture import Picture
from server.baccarat.events import CardRead
from tests.readers.desk import Desk

SIZE = (640, 360)
LAID = [(160, 180, 10), (450, 170, 45)]  # x, y, degrees
FELT = (62, 98, 24)


def table(cards: int) -> Picture:
    """A table on which some cards lie that have no index."""
    picture = np.full((SIZE[1], SIZE[0], 3), FELT, np.uint8)
    for x, y, turn in LAID[:cards]:
        corners = cv2.boxPoints(((x, y), (100, 140), turn)).astype(np.int32)
        cv2.fillConvexPoly(picture, corners, (235, 240, 240), cv2.LINE_AA)
        cv2.polylines(picture, [corners], True, (120, 130, 120), 1, cv2.LINE_AA)
    return picture


def test_a_card_without_index_is_told_once_with_the_picture_of_it(tmp_path: Path) -> None:
    path, kept = tmp_path / "film.avi", tmp_path / "kept"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25, SIZE)
    rng = np.random.default_rng(1)
    for cards, pictures in enumerate((8, 22, 32)):
        for _ in range(pictures):
            grain = rng.normal(0, 2, (SIZE[1], SIZE[0], 1))
            writer.write(np.clip(table(cards) + grain, 0, 255).astype(np.uint8))
    writer.release()
    desk = Desk(open_reader(f"camera:{path}", Settings(pictures=kept)))
    desk.waits_until(State.SILENT)
    desk.close()
    reads = [event for event in desk.events if isinstance(event, CardRead)]
    assert [read.card for read in reads] == [None] * len(LAID)
    for read, (x, y, _) in zip(reads, LAID, strict=True):
        assert "without an index" in read.why
        assert read.model
        crop = cv2.imread(str(kept / f"{read.picture}.jpg"))
        assert crop is not None
        alike = cv2.matchTemplate(table(len(LAID)), crop, cv2.TM_CCOEFF_NORMED)
        _, best, _, (left, top) = cv2.minMaxLoc(alike)
        assert best > 0.9
        assert left < x < left + crop.shape[1]
        assert top < y < top + crop.shape[0]
