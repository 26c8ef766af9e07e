"""The slot camera's photographs, where they are: calibrated on some, the others are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.camera_slot import FOLDER, figures

pytestmark = pytest.mark.skipif(not Path(FOLDER).is_dir(), reason="no photographs here")


@pytest.mark.parametrize(("calibrated_on", "least"), [((0, 2), 99), ((3,), 148)])
def test_the_other_pictures_are_read_and_none_is_wrong(
    calibrated_on: tuple[int, ...], least: int
) -> None:
    split = figures(calibrated_on)
    assert split.right >= least
    assert split.wrong == ()
    assert split.negatives_read == 0
    assert split.accuracy.is_enough
