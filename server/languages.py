"""The words that players read, in nine languages: the catalogues that static/language.js reads too.

A text is asked for by its key. A test knows every key, so that none is missing at run time; if one
were, its own words would stand there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal
from markupsafe import Markup

from .assets import asset_dir

LANGUAGES = ("en", "zh-Hant", "zh-Hans", "ko", "ja", "th", "vi", "ru", "pt")

_PLACE = re.compile(r"\{(\w+)\}")


class Language(NamedTuple):
    """One language: its BCP 47 tag, its catalogue, and how it writes numbers and dates."""

    tag: str
    words: Mapping[str, str]
    locale: Locale

    def say(self, key: str, **values: str | int) -> str:
        """The text of a key; `values` stand at its `{places}`, numbers as the language has them."""

        def value(place: re.Match[str]) -> str:
            given = values.get(place[1], place[0])
            return self.number(given) if isinstance(given, int) else given

        return _PLACE.sub(value, self.words.get(key, key.replace("_", " ")))

    def number(self, value: int) -> str:
        """Such as 1,000, 1.000 or 1 000."""
        return format_decimal(value, locale=self.locale)

    def money(self, amount: int) -> str:
        """An amount in the table's money, whose sign no house names."""
        return self.number(amount)

    def day(self, at: date) -> str:
        """A day with its month in words, short."""
        return format_date(at, format="medium", locale=self.locale)


class Speaker(NamedTuple):
    """One who speaks one language or two at once; numbers follow the first."""

    languages: Sequence[Language]

    def say(self, key: str, **values: str | int) -> Markup:
        """A text as HTML, a span with its `lang` for each language, one alone if both agree."""
        said: dict[str, str] = {}
        for language in self.languages:
            said.setdefault(language.say(key, **values), language.tag)
        spans = (
            Markup('<span lang="{}">{}</span>').format(tag, text) for text, tag in said.items()
        )
        return Markup(" ").join(spans)

    def line(self, key: str, **values: str | int) -> str:
        """The text in the first language, for titles and labels that only machines read out."""
        return self.languages[0].say(key, **values)

    def number(self, value: int) -> str:
        return self.languages[0].number(value)

    def money(self, amount: int) -> str:
        return self.languages[0].money(amount)


@cache
def language(tag: str) -> Language:
    """The language of a tag in LANGUAGES; raises ValueError, in words, for any other."""
    if tag not in LANGUAGES:
        raise ValueError(f"There is no language {tag!r}: say {', '.join(LANGUAGES)}.")
    text = (asset_dir("static") / "languages" / f"{tag}.json").read_text(encoding="utf-8")
    return Language(tag, json.loads(text), Locale.parse(tag, sep="-"))


def speaker(tags: Sequence[str]) -> Speaker:
    """Who speaks the languages of these tags, in that order; raises ValueError for an unknown."""
    return Speaker([language(tag) for tag in tags])
