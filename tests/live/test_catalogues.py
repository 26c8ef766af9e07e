"""The nine catalogues: each says everything, with the places that English has, in its own words."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from server.assets import asset_dir, font_dir
from server.baccarat.coup import Outcome
from server.baccarat.events import HoldReason
from server.baccarat.roads import Roads, roads_json
from server.fonts import kept, style_sheet
from server.languages import LANGUAGES, language, speaker

CATALOGUES = asset_dir("static") / "languages"
ENGLISH = json.loads((CATALOGUES / "en.json").read_text(encoding="utf-8"))
OTHERS = [tag for tag in LANGUAGES if tag != "en"]
PLACE = re.compile(r"\{\w+\}")
WORD = re.compile(
    r"[a-z\u00c0-\u024f\u1e00-\u1eff]{3,}", re.IGNORECASE
)  # Latin letters, with their accents

# What reads the same as in English: marks, and words that a language shares with it.
MARKS = re.compile(r"\w+_(letter|character)")
SHARED = {
    "pt": {"natural", "regular", "irregular", "javascript", "panda", "super"},
}


def words(tag: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((CATALOGUES / f"{tag}.json").read_text(encoding="utf-8"))
    return loaded


def test_there_is_a_catalogue_for_each_language_and_no_other() -> None:
    assert {path.stem for path in CATALOGUES.iterdir()} == {*LANGUAGES}


@pytest.mark.parametrize("tag", LANGUAGES)
def test_a_catalogue_is_complete(tag: str) -> None:
    said = words(tag)
    assert [*said] == [*ENGLISH]  # in English's order, so that two can be read side by side
    for key, text in said.items():
        assert text == text.strip() != "", key
        assert {*PLACE.findall(text)} == {*PLACE.findall(ENGLISH[key])}, key
        assert text.count("{") == len(PLACE.findall(text)), key


@pytest.mark.parametrize("tag", OTHERS)
def test_nothing_is_left_in_english(tag: str) -> None:
    shared = SHARED.get(tag, {"javascript"})
    for key, text in words(tag).items():
        if MARKS.fullmatch(key):
            continue
        own = {word.lower() for word in WORD.findall(PLACE.sub("", text))}
        english = {word.lower() for word in WORD.findall(PLACE.sub("", ENGLISH[key]))}
        if tag in ("pt", "vi"):  # written in Latin letters, so only English's own words count
            own &= english
        assert not own - shared, key


@pytest.mark.parametrize(
    ("tag", "key", "text"),
    [
        ("ru", "natural", "ПОЛНАЯ РУКА"),
        ("ru", "tie", "НИЧЬЯ"),
        ("pt", "banker", "BANCA"),
        ("pt", "tie", "EMPATE"),
        ("ko", "bead_plate", "육매"),
        ("ko", "big_road", "본매 (원매)"),
        ("ko", "cockroach_pig", "중국점 3군"),
        ("zh-Hant", "banker", "莊"),
        ("zh-Hant", "cockroach_pig", "曱甴路"),
        ("zh-Hans", "banker", "庄"),
        ("zh-Hans", "cockroach_pig", "小强路"),
        ("ja", "cockroach_pig", "甲由路"),
    ],
)
def test_the_words_are_those_of_the_tables(tag: str, key: str, text: str) -> None:
    assert language(tag).say(key) == text


def test_whatever_the_server_tells_by_key_has_its_words() -> None:
    told = {f"hold_{reason.name.lower()}" for reason in HoldReason}
    told |= roads_json(Roads.empty()).keys() - {"ask"}
    told |= {str(outcome) for outcome in Outcome}
    told |= {*re.findall(r'_refused\(.*"(\w+)"\)', (Path("server") / "live.py").read_text())}
    assert told <= ENGLISH.keys()


def test_every_key_that_a_page_asks_for_is_there() -> None:
    pages = [*Path("templates").glob("*.html")]
    asked = {
        key
        for page in pages
        for pair in re.findall(
            r"""\.(?:say|line)\(["'](\w+)["']|data-say="(\w+)""", page.read_text()
        )
        for key in pair
        if key
    }
    begun = {key for key in asked if key.endswith("_")}  # the page puts its end to it
    assert asked - begun <= ENGLISH.keys()
    assert all(any(key.startswith(start) for key in ENGLISH) for start in begun)


ENDED = ("bet_", "hold_", "floor_")  # what begins so, or ends so, is put together
LETTERS = ("_letter", "_character")


def test_no_catalogue_has_a_text_that_nothing_asks_for() -> None:
    sources = [
        file.read_text("utf-8")
        for place, kind in (("static", "*.js"), ("templates", "*.html"), ("server", "**/*.py"))
        for file in Path(place).glob(kind)
    ]
    asked = {*re.findall(r"\w+", " ".join(sources))}
    alone = {key for key in ENGLISH if not (key.startswith(ENDED) or key.endswith(LETTERS))}
    assert alone - asked == set()


def test_a_text_has_its_values_and_numbers_as_the_language_writes_them() -> None:
    assert language("en").say("banker_multiple", amount=1000) == "BANKER IN STEPS OF 1,000"
    assert language("ru").say("banker_multiple", amount=1000) == "БАНКИР КРАТНО 1\N{NBSP}000"
    assert language("pt").say("shoe_number", number=12) == "SABOT 12"
    assert language("vi").money(250_000) == "250.000"
    assert language("ja").day(date(2026, 11, 30)) == "2026/11/30"


def test_a_key_that_nobody_knows_says_its_own_words() -> None:
    assert language("th").say("no_such_key", number=1) == "no such key"


def test_a_value_is_no_markup_and_a_place_without_a_value_stays() -> None:
    both = speaker(["zh-Hans", "en"])
    assert both.say("banker") == '<span lang="zh-Hans">庄</span> <span lang="en">BANKER</span>'
    assert "&lt;b&gt;" in both.say("shoe_number", number="<b>")
    assert both.line("shoe_number") == "第 {number} 靴"


def test_two_languages_that_agree_say_it_once() -> None:
    assert speaker(["zh-Hant", "zh-Hans"]).say("tie") == '<span lang="zh-Hant">和</span>'


def test_a_language_that_there_is_none_of_is_refused_in_words() -> None:
    with pytest.raises(ValueError, match="There is no language 'xx': say en, zh-Hant"):
        language("xx")


def test_every_name_has_a_face_in_the_sheet() -> None:
    names = [
        "貴賓廳 8",
        "葡京娱乐场",
        "강남 카지노",
        "櫻の間",
        "โต๊ะ 1",
        "Žalgiris",
        "Ёлка",
        "Phú Quốc",
    ]
    slices = kept(font_dir(), CATALOGUES)
    sheet = style_sheet(slices, CATALOGUES, names, folder="")
    named = {name for name in slices if f"/{name}?" in sheet}
    drawn: set[str] = set()
    for name, each in slices.items():
        if name in named:
            rule = next(line for line in sheet.splitlines() if f"/{name}?" in line)
            drawn |= {
                character
                for character in each.holds
                if f"U+{ord(character):X}" in re.split(r"[:,}]", rule) or each.ranges in rule
            }
    shown = {*"".join(names), *"♠♥♦♣"}
    for tag in LANGUAGES:
        shown |= {*"".join(words(tag).values())}
    assert shown <= drawn
    assert len(sheet) < 40_000
    assert len(named) < len(slices) / 2
