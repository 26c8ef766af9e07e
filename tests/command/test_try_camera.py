"""`shoeboard devices --try camera:...`, with the eye that is shipped."""

from __future__ import annotations

from pathlib import Path

from tests.camera.marks import film

from .shoeboard import run


def test_a_film_is_tried_to_its_end(tmp_path: Path) -> None:
    path = film(tmp_path / "film.mp4", [""] * 5)
    ran = run("devices", "--try", f"camera:{path}")
    assert ran.status == 0
    assert f"state  online    {path}" in ran.out
    assert "the film is over after 5 pictures" in ran.out
    assert "frames 5, dropped 0" in ran.out
    assert ran.out.splitlines()[-1].endswith("at its focus and the light.")
    assert ran.err == ""
