"""Noto Sans for every language: which of its slices are kept, and the style sheet that names them.

npm brings each family in slices by character. The sheet names a slice only for the characters
that this server's pages may show, so a browser loads a few of them, and nothing of the kiosk's.
Imports nothing of ours, so that the wheel's build can ask what to carry.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

# The families in the order in which a character is looked for, where its language says nothing.
FAMILIES = {
    "noto-sans": "Noto Sans Variable",
    "noto-sans-tc": "Noto Sans TC Variable",
    "noto-sans-kr": "Noto Sans KR Variable",
    "noto-sans-sc": "Noto Sans SC Variable",
    "noto-sans-jp": "Noto Sans JP Variable",
    "noto-sans-thai": "Noto Sans Thai Variable",
}
OWN = {  # whose glyphs are a language's own, before all others but Latin's
    "zh-Hant": "noto-sans-tc",
    "zh-Hans": "noto-sans-sc",
    "ko": "noto-sans-kr",
    "ja": "noto-sans-jp",
    "th": "noto-sans-thai",
}
# Small slices are kept whole, as any name may use them.
_WHOLE = {
    "noto-sans": {"latin", "latin-ext", "cyrillic", "vietnamese"},
    "noto-sans-thai": {"thai"},
}
_SYMBOLS = "♠♥♦♣"
_SYLLABLES = [bytes((a, b)) for a in range(0xB0, 0xC9) for b in range(0xA1, 0xFF)]


class Slice(NamedTuple):
    """Some characters of a family, in a file of their own."""

    package: str
    file: Path
    ranges: str  # as CSS writes them
    holds: frozenset[str]


def kept(packages: Path, catalogues: Path) -> dict[str, Slice]:
    """The slices that an installation carries, by the name of their file.

    `packages` holds npm's packages, `catalogues` the languages' words. All of the Traditional
    Chinese family is kept, so that any name can be drawn; of the others what their language needs:
    its catalogue, and for Korean the syllables in everyday use. A package that is not there has no
    slices.
    """
    words = _letters(catalogues)
    own = {package: words[tag] for tag, package in OWN.items()}
    own["noto-sans-kr"] |= set(b"".join(_SYLLABLES).decode("euc_kr"))
    slices = {}
    for package in FAMILIES:
        for name, each in _slices(packages / package):
            if package in _WHOLE:
                is_kept = name in _WHOLE[package]
            else:
                is_kept = name.isdigit() and (
                    package == "noto-sans-tc" or not each.holds.isdisjoint(own[package])
                )
            if is_kept:
                slices[each.file.name] = each
    return slices


def style_sheet(
    slices: Mapping[str, Slice], catalogues: Path, names: Iterable[str], *, folder: str
) -> str:
    """The faces for what the catalogues and `names` need, and each language's order of families.

    `folder` is where a browser finds the files. Each is asked for with its digest, so that it may
    be kept for ever.
    """
    shown = {*_SYMBOLS, *"".join(names)}
    need = {package: {*shown} for package in FAMILIES}
    for tag, letters in _letters(catalogues).items():
        if tag in OWN:
            need[OWN[tag]] |= letters
    rules = []
    for name, each in slices.items():
        wanted = each.holds & need[each.package]
        ranges = each.ranges if each.package in _WHOLE else _as_ranges(wanted)
        if ranges:
            rules.append(
                f'@font-face{{font-family:"{FAMILIES[each.package]}";font-weight:100 900;'
                f"font-display:block;src:url({folder}/{name}?v={_digest(each.file)})"
                f' format("woff2");unicode-range:{ranges}}}'
            )
    rules.append(f":root{{--font:{_stack(None)}}}")
    rules += [f'[lang="{t}"]{{--font:{_stack(p)};font-family:var(--font)}}' for t, p in OWN.items()]
    return "\n".join(rules)


@cache
def _slices(package: Path) -> tuple[tuple[str, Slice], ...]:
    index = package / "unicode.json"
    slices = []
    for key, ranges in json.loads(index.read_text()).items() if index.is_file() else ():
        name = key.strip("[]")
        file = package / "files" / f"{package.name}-{name}-wght-normal.woff2"
        slices.append((name, Slice(package.name, file, ranges, frozenset(_characters(ranges)))))
    return tuple(slices)


@cache
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:8]


def _characters(ranges: str) -> Iterator[str]:
    for each in ranges.split(","):
        first, _, last = each.strip().removeprefix("U+").partition("-")
        yield from map(chr, range(int(first, 16), int(last or first, 16) + 1))


def _as_ranges(characters: Iterable[str]) -> str:
    return ",".join(f"U+{ord(character):X}" for character in sorted(characters))


def _letters(catalogues: Path) -> dict[str, set[str]]:
    """Every character of each language's catalogue."""
    return {
        path.stem: {*"".join(json.loads(path.read_text(encoding="utf-8")).values())}
        for path in catalogues.glob("*.json")
    }


def _stack(own: str | None) -> str:
    packages = dict.fromkeys(("noto-sans", *([own] if own else ()), *FAMILIES))
    return ",".join([*(f'"{FAMILIES[package]}"' for package in packages), "sans-serif"])
