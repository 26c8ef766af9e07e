"""Faces: the fonts that a text needs, out of the slices that the pages are served, as TrueType.

npm brings Noto Sans in slices by character, packed (woff2) and variable. PDF and PNG take neither,
so the few slices that hold a text's characters are unpacked and fixed to a weight.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from ..assets import font_dir

# In the order in which the display looks for a character whose language is not said.
FAMILIES = (
    "noto-sans", "noto-sans-tc", "noto-sans-kr", "noto-sans-sc", "noto-sans-jp", "noto-sans-thai",
)  # fmt: skip
# Where systems have a font for what no slice holds.
_SYSTEM = (
    "/usr/share/fonts/truetype/noto/NotoSans-{}.ttf",
    "/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
)


class Face(NamedTuple):
    """A TrueType font, and which characters of a text it is for."""

    data: bytes
    holds: frozenset[str]


def faces(text: str, *, bold: bool = False) -> tuple[Face, ...]:
    """Fonts that hold a text's characters as far as there are any, Latin first."""
    wanted, found = frozenset(text) | {*"Aa0 "}, []
    for file, holds in (*_slices(), *_system(bold)):
        if mine := wanted & holds:
            face = _fixed(file, 700 if bold else 400, mine)
            if face is not None:
                wanted -= face.holds
                found.append(face)
    return tuple(found)


def runs(text: str, fonts: Sequence[Face]) -> Iterator[tuple[int, str]]:
    """A text in pieces, each with the number of the font that holds it; else of the first."""

    def font_of(character: str) -> int:
        return next((n for n, font in enumerate(fonts) if character in font.holds), 0)

    for number, piece in groupby(text, key=font_of):
        yield number, "".join(piece)


@lru_cache(maxsize=1)
def _slices() -> tuple[tuple[Path, frozenset[str]], ...]:
    slices = []
    for family in FAMILIES:
        index = font_dir() / family / "unicode.json"
        if not index.is_file():
            continue
        for key, ranges in json.loads(index.read_text()).items():
            name = f"{family}-{key.strip('[]')}-wght-normal.woff2"
            file = font_dir() / family / "files" / name
            if file.is_file():
                slices.append((file, _characters(ranges)))
    return tuple(slices)


def _characters(ranges: str) -> frozenset[str]:
    found: set[str] = set()
    for each in ranges.split(","):
        first, _, last = each.strip().removeprefix("U+").partition("-")
        found.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return frozenset(found)


@lru_cache(maxsize=2)
def _system(bold: bool) -> tuple[tuple[Path, frozenset[str]], ...]:
    from fontTools.ttLib import TTFont

    found = []
    for path in (Path(path.format("Bold" if bold else "Regular")) for path in _SYSTEM):
        if path.is_file():
            with TTFont(path, lazy=True) as font:
                found.append((path, frozenset(map(chr, font.getBestCmap()))))
    return tuple(found)


@lru_cache(maxsize=64)
def _fixed(file: Path, weight: int, wanted: frozenset[str]) -> Face | None:
    """A font of one weight with what it has of these characters; None where that is nothing."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont, TTLibError
    from fontTools.varLib import instancer

    logging.getLogger("fontTools").setLevel(logging.ERROR)
    try:
        out = BytesIO()
        with TTFont(file) as font:
            characters = wanted & {*map(chr, font.getBestCmap() or ())}
            if not characters:
                return None  # a slice's index may promise more than it has
            few = Subsetter(Options(layout_features=[], notdef_outline=True))
            few.populate(unicodes=[*map(ord, characters)])
            few.subset(font)
            if "fvar" in font:
                instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True)
            font.flavor = None
            font.save(out)
        return Face(out.getvalue(), characters)
    except (TTLibError, OSError, ImportError, ValueError) as error:
        logging.getLogger("shoeboard").warning("The font %s cannot be used: %s", file, error)
        return None
