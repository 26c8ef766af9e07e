"""The templates of templates.py: each rank in many typefaces, each suit in many shapes."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from server.baccarat.cards import RANKS, SUITS

from ..templates import GLYPH, fitted
from .decks import fonts
from .glyphs import lettered, rank_text, suit_drawn

_EACH = 12


def write_sheet(cache: Path, path: Path) -> None:
    """Write the sheet of templates: a row for each rank, then each suit."""
    found = fonts(cache)
    picked = [found[round(at)] for at in np.linspace(0, len(found) - 1, _EACH)]
    rows = [[fitted(lettered(rank_text(rank), f)) for f in picked] for rank in RANKS]
    rows += [[fitted(suit_drawn(suit, seed)) for seed in range(_EACH)] for suit in SUITS]
    assert rows[0][0].shape == (GLYPH, GLYPH)
    cv2.imwrite(str(path), np.vstack([np.hstack(row) for row in rows]))
