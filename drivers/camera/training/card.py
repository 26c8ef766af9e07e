"""The model card: what the model was made of, under which licences, and what it cannot do."""

from __future__ import annotations

from pathlib import Path

_TEXT = """# The camera's model

Two small networks, run by OpenCV's `cv2.dnn`: a **locator** finds the indexes of cards (rank over
suit) in a picture, fully convolutional, at any angle; a **recogniser** reads the rank and suit of
each, or says that it is none.

## What it was made of

- {decks} decks of faces: one of @letele/playing-cards 0.1.0 (CC0-1.0), the others drawn by
  `training/faces.py` (ours), their ranks in the typefaces of `training/package.json` (OFL-1.1;
  DejaVu under its own free licence).
- {photographs} photographs of Roboflow 100 "poker-cards-cxcvz" (CC BY 4.0), labels corrected.

Attribution: *poker-cards-cxcvz*, Roboflow 100 (F. Ciaglia, F. S. Zuppichini, P. Guerrie, M. McQuade
and J. Solawetz, "Roboflow 100: A Rich, Multi-Domain Object Detection Benchmark", 2022), CC BY 4.0;
its pictures were cropped, turned and changed in light for training, and are not part of Shoeboard.

Made by `make train`, with one seed. The recogniser's logits are divided by {warmth:.2f}, fitted on
scenes that it did not learn from.

## What it cannot do

- It has not seen a casino's own faces, a real shoe's window, or cards dealt at a table: calibrate.
- Decks in four colours, with other letters than A J Q K, or with an index of more than two lines.
- An index under about 7 px high, or more than a tenth of it covered, is not read.
- It reads an index, not a card: a picture of a card is a card to it.
"""


def write_card(folder: Path, *, photographs: int, decks: int, warmth: float) -> None:
    """Write MODEL_CARD.md beside the model; its figures are added by `make bench-camera`."""
    text = _TEXT.format(photographs=photographs, decks=decks, warmth=warmth)
    (folder / "MODEL_CARD.md").write_text(text)
