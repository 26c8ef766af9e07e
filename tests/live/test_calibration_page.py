"""The page that calibrates a camera, in a browser: frames by key and pointer, kept, then used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Page, expect

from drivers.camera.mount import mount_in_use
from server.baccarat.roles import Role
from tests.camera.slot_camera import FACES, shot

from .axe import violations
from .server import TABLE, Server
from .site import OpenPlace


def film(path: Path, card: str | None) -> Path:
    """A short film of the shoe."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 25, (128, 128))
    for _ in range(25):
        writer.write(shot(FACES[card] if card else None, 3))
    writer.release()
    return path


@pytest.mark.browser
def test_a_camera_is_calibrated_on_the_console(
    serve: Callable[..., Server], open_page: Page, tmp_path: Path
) -> None:
    camera = f"camera:{film(tmp_path / 'shoe.mp4', None)}"
    server = serve(spares=[camera])
    page = open_page
    page.goto(f"{server.url}/console/{TABLE}/camera")
    assert violations(page) == []
    page.get_by_role("button", name="Open").click()
    answer = page.locator("#answer")
    expect(answer).to_have_text("Done.")
    frame = page.get_by_role("button", name="window: at 0, 0, 128 by 128 pixels")
    frame.press("Shift+ArrowLeft")
    frame = page.locator(".region")
    frame.press("ArrowRight")
    expect(frame).to_have_attribute("aria-label", "window: at 1, 0, 127 by 128 pixels")
    box = frame.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] - 8, box["y"] + box["height"] - 8)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.up()
    page.get_by_role("button", name="Keep the frames").click()
    expect(answer).to_have_text("Done.")
    page.get_by_role("button", name="Record the empty scene").click()
    expect(page.locator("#scene-words")).to_contain_text("The empty scene is recorded.")
    page.get_by_role("button", name="Take it").click()
    expect(answer).to_contain_text("AS was not taken: nothing is in the window.")
    assert violations(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#saved")).to_contain_text("Kept, but not to be used yet")
    page.get_by_label("write over one of this name").check()
    page.get_by_label("use it whatever was measured").check()
    page.get_by_role("button", name="Save").click()
    folder = server.data / "mounts" / TABLE
    expect(page.locator("#saved")).to_contain_text(f"The reader: camera@{folder}:")
    mount = mount_in_use(folder)
    assert mount.window is not None
    assert mount.window[:2] == (1, 0)
    assert 55 < mount.window[2] < 75
    page.get_by_label("over the table").check()
    page.get_by_role("button", name="Open").click()
    expect(answer).to_have_text("Done.")
    page.get_by_role("button", name="Record the empty scene").click()
    expect(page.locator("#scene-words")).to_contain_text("The empty scene is recorded.")
    page.get_by_role("button", name="Take the ♠ spades").click()
    expect(answer).to_contain_text("13 cards must lie there, and 0 can be told apart")
    assert violations(page) == []


def test_what_cannot_be_calibrated_is_said(open_place: OpenPlace, tmp_path: Path) -> None:
    place = open_place().register(*Role)
    technician = place.browser(Role.TECHNICIAN)

    def step(**fields: object) -> tuple[int, str]:
        answer = technician.ask("POST", "/api/v1/tables/t1/calibration", json=fields)
        return answer.status_code, answer.get_json()["error"]

    assert step(step="empty") == (
        409,
        "No camera is open for a calibration: choose one and open it.",
    )
    secret = str(film(tmp_path / "secret.mp4", "9H"))
    for camera in (secret, "/etc/passwd", "../x", "file:///x", "/dev/mem", "http://a b/"):
        status, said = step(step="open", camera=camera, mode="shoe")
        assert status == 409
        assert "is no camera that can be opened from here" in said
    status, said = step(step="open", camera="/dev/video99", mode="shoe")
    assert (status, said[:27]) == (409, "The camera cannot be used: ")
    for wrong in (
        {"step": "rm"},
        {"step": "card", "card": "../x"},
        {"step": "suit", "suit": "X"},
        {"step": "save", "name": "../x"},
    ):
        assert step(**wrong)[0] == 400
    place.browser(Role.DEALER).command("open_shoe")
    assert step(step="empty")[1].startswith("A camera is calibrated between shoes")
    assert technician.get("/api/v1/tables/t1/calibration.jpg").status_code == 409
