"""Decks of faces: ours in many styles, and the CC0 deck; with backs, jokers and cut cards."""

from __future__ import annotations

import subprocess
from pathlib import Path

import cv2
import numpy as np

from server.baccarat.cards import DECK

from ..picture import Picture
from .backgrounds import Ink, bgr
from .faces import HEIGHT, WIDTH, Face, drawn, of_svg, stamp, style
from .glyphs import lettered, suit_drawn

HERE = Path(__file__).parent
_LETELE = (0.012, 0.03, 0.105, 0.19)  # its upper left index
_OLD_FIGURES = ("playfair", "cormorant", "zilla-slab-latin-400")  # 3 to 9 hang below the line
Deck = dict[str, Face]  # by card


def fetched(cache: Path) -> Path:
    """The folder itself, with the npm packages in node_modules and the CC0 deck's SVGs in faces.

    What is missing is installed as package-lock.json says, or drawn.
    """
    cache.mkdir(parents=True, exist_ok=True)
    if not (cache / "node_modules").exists():
        for name in ("package.json", "package-lock.json"):
            (cache / name).write_bytes((HERE / name).read_bytes())
        subprocess.run(["npm", "ci", "--silent", "--prefix", str(cache)], check=True)
    if not (cache / "faces").exists():
        script = str(HERE / "faces.mjs")
        subprocess.run(["node", script, str(cache), str(cache / "faces")], check=True)
    return cache


def fonts(cache: Path) -> list[Path]:
    """The typefaces for ranks, regular and bold."""
    found = sorted(cache.glob("node_modules/@fontsource/*/files/*-latin-[47]00-normal.woff"))
    return [font for font in found if not any(name in font.name for name in _OLD_FIGURES)]


def cc0_deck(cache: Path) -> Deck:
    """The faces of @letele/playing-cards."""
    names = {"A": "a", "T": "10", "J": "j", "Q": "q", "K": "k"}
    return {
        str(card): of_svg(
            cache / "faces" / f"{card.suit}{names.get(card.rank, card.rank)}.svg",
            str(card),
            _LETELE,
        )
        for card in DECK
    }


def own_deck(seed: int, cache: Path, courts: dict[str, Picture]) -> Deck:
    """A deck in the style of a seed; the courts are cut from the CC0 deck, or coloured shapes."""
    typefaces = fonts(cache)
    symbols = [font for font in typefaces if "dejavu" in font.name]
    look = style(seed, typefaces, symbols)
    draw = np.random.default_rng(seed + 1)
    shapes = draw.random() < 0.4
    deck = {}
    for card in map(str, DECK):
        court = None
        if card[0] in "JQK":
            court = _shapes(draw) if shapes else _tinted(courts[card], draw)
        deck[card] = drawn(card, look, court)
    _ornament(deck["AS"].picture, draw)
    return deck


def courts_of(deck: Deck) -> dict[str, Picture]:
    """The pictures of jacks, queens and kings without their frames."""
    top, left = round(HEIGHT * 0.12), round(WIDTH * 0.22)
    return {
        card: face.picture[top : HEIGHT - top, left : WIDTH - left]
        for card, face in deck.items()
        if card[0] in "JQK"
    }


def others(seed: int, cache: Path) -> list[Face]:
    """What looks like a card and has no index: backs, cut cards, jokers, picture cards."""
    draw = np.random.default_rng(seed)
    made = [Face("", _back(draw), ()) for _ in range(10)]
    made += [Face("", np.full((HEIGHT, WIDTH, 3), _bright(draw), np.uint8), ()) for _ in range(6)]
    typefaces = fonts(cache)
    made += [Face("", _joker(draw, typefaces), ()) for _ in range(10)]
    made += [Face("", cv2.resize(_shapes(draw), (WIDTH, HEIGHT)), ()) for _ in range(4)]
    return made


def _bright(draw: np.random.Generator) -> Ink:
    return bgr(int(draw.integers(180)), int(draw.integers(120, 256)), int(draw.integers(120, 256)))


def _back(draw: np.random.Generator) -> Picture:
    page = np.full((HEIGHT, WIDTH, 3), 250, np.uint8)
    inner = page[14 : HEIGHT - 14, 14 : WIDTH - 14]
    inner[:] = _bright(draw)
    step = int(draw.integers(6, 26))
    ink = (255, 255, 255) if draw.random() < 0.7 else _bright(draw)
    for at in range(-HEIGHT, HEIGHT + WIDTH, step):
        cv2.line(inner, (at, 0), (at + HEIGHT, HEIGHT), ink, 1 + step // 9, cv2.LINE_AA)
        if step % 2:
            cv2.line(inner, (at + HEIGHT, 0), (at, HEIGHT), ink, 1 + step // 9, cv2.LINE_AA)
    return page


def _joker(draw: np.random.Generator, typefaces: list[Path]) -> Picture:
    page = np.full((HEIGHT, WIDTH, 3), int(draw.integers(235, 256)), np.uint8)
    page[90:360, 70:250] = cv2.resize(_shapes(draw), (180, 270))
    font = typefaces[int(draw.integers(len(typefaces)))]
    ink = _bright(draw) if draw.random() < 0.5 else (20, 20, 20)
    for at, letter in enumerate("JOKER"):  # a column of letters where the index would be
        mask = lettered(letter, font)
        y = 30 + at * 30
        stamp(page, mask, 24, y, (20, 26), ink)
        stamp(page, mask, WIDTH - 24, HEIGHT - y, (20, 26), ink, turned=True)
    return page


def _shapes(draw: np.random.Generator) -> Picture:
    page = np.full((300, 200, 3), int(draw.integers(200, 256)), np.uint8)
    for _ in range(int(draw.integers(15, 50))):
        points = draw.integers(-20, 320, (int(draw.integers(3, 6)), 2))
        spread = draw.uniform(0.1, 0.6)
        points = (points.mean(0) + (points - points.mean(0)) * spread).astype(np.int32)
        cv2.fillPoly(page, [points], _bright(draw), cv2.LINE_AA)
    for _ in range(int(draw.integers(10, 60))):
        a, b = draw.integers(0, 300, 2), draw.integers(0, 300, 2)
        cv2.line(page, tuple(map(int, a)), tuple(map(int, b)), (20, 20, 20), 1, cv2.LINE_AA)
    half = page[:150]
    page[150:] = half[::-1, ::-1]  # a court stands on its head as well
    return page


def _tinted(court: Picture, draw: np.random.Generator) -> Picture:
    mixed = court[..., draw.permutation(3)] if draw.random() < 0.3 else court
    share = draw.uniform(0, 0.3)
    return (mixed * (1 - share) + np.array(_bright(draw)) * share).astype(np.uint8)


def _ornament(page: Picture, draw: np.random.Generator) -> None:
    """The ace of spades often carries a big ornament."""
    if draw.random() < 0.5:
        return
    ink = (25, 25, 25)
    middle = (WIDTH // 2, HEIGHT // 2)
    for _ in range(int(draw.integers(4, 14))):
        axes = (int(draw.integers(20, 90)), int(draw.integers(20, 110)))
        cv2.ellipse(page, middle, axes, float(draw.integers(180)), 0, 360, ink, 1, cv2.LINE_AA)
    for turn in range(0, 360, int(draw.integers(8, 30))):
        x, y = np.cos(np.radians(turn)), np.sin(np.radians(turn))
        at = (int(middle[0] + 80 * x), int(middle[1] + 105 * y))
        cv2.circle(page, at, int(draw.integers(3, 9)), ink, -1, cv2.LINE_AA)
    size = float(draw.integers(60, 130))
    stamp(page, suit_drawn("S", 3), *middle, (size * 0.8, size), (250, 250, 250))
    stamp(page, suit_drawn("S", 3), *middle, (size * 0.65, size * 0.82), ink)
