"""Takes the pictures of the display that the README shows: `python -m tests.gallery FOLDER`."""

from __future__ import annotations

import io
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from .live.conftest import CHROMIUM, FLAGS
from .live.server import Server
from .live.stage import Stage

# The picture's name: its layout, its state, and what its address asks for beside that.
GALLERY: dict[str, tuple[str, str, dict[str, str]]] = {
    "landscape": ("landscape", "evening", {}),
    "chinese": ("landscape", "evening", {"lang": "zh-Hant,en", "beads": "character"}),
    "portrait": ("portrait", "evening", {"lang": "ko,en"}),
    "strip": ("strip", "evening", {"lang": "ja,en"}),
    "small": ("small", "dealing", {"lang": "th"}),
    "roads_only": ("roads_only", "evening", {"beads": "total"}),
    "venetian": ("venetian", "player_natural", {"lang": "pt"}),
    "bead_left": ("bead_left", "banker_wins", {"lang": "vi"}),
    "cards": ("cards", "player_natural", {"lang": "zh-Hans,en"}),
    "light": ("landscape", "evening", {"theme": "light"}),
    "high_contrast": ("landscape", "evening", {"theme": "high_contrast"}),
    "colour_safe": ("landscape", "evening", {"theme": "colour_safe"}),
    "reversed": ("landscape", "evening", {"reversed": "1"}),
    "waiting": ("landscape", "waiting", {"lang": "zh-Hant,en"}),
    "burning": ("landscape", "burning", {}),
    "face_down": ("landscape", "face_down", {}),
    "side_bets": ("landscape", "tiger", {}),
    "hold": ("landscape", "hold", {"lang": "ru"}),
    "limits": ("landscape", "new_limits", {}),
    "simulated": ("landscape", "simulated", {}),
}


def main(folder: Path) -> None:
    """Paint every picture in a real Chromium and keep it as a small PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data) / "data").start()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for name, (layout, state, look) in GALLERY.items():
                with Stage(browser, server.url, layout, **look) as stage:
                    stage.show(state)
                    picture = Image.open(io.BytesIO(stage.page.screenshot()))
                picture.convert("P", palette=Image.Palette.ADAPTIVE).save(
                    folder / f"{name}.png", optimize=True
                )
        finally:
            browser.close()
            server.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
