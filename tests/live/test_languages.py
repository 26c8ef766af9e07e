"""The languages in a real Chromium: the same words as the server's, painted with fonts of ours."""

from __future__ import annotations

import re
import urllib.request
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPMessage
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from server.languages import LANGUAGES, Speaker, speaker

from .server import Server
from .stage import Stage
from .states import STATES

# Whose glyphs a language's own words have; what is left are the letters and digits of Noto Sans,
# and the suits and 莊閒和 for the beads.
OWN = {
    "zh-Hant": "Noto Sans TC",
    "zh-Hans": "Noto Sans SC",
    "ko": "Noto Sans KR",
    "ja": "Noto Sans JP",
    "th": "Noto Sans Thai",
}
FOR_ALL = "Noto Sans TC"

SHOW = """async (tag) => {
  const words = await (await fetch(`/static/languages/${tag}.json`)).json();
  const place = document.createElement("p");
  place.id = "words";
  place.lang = tag;
  place.textContent = Object.values(words).join(" ") + " ♠♥♦♣ 0123456789";
  document.body.replaceChildren(place);
  place.getBoundingClientRect();
  await document.fonts.ready;
}"""
WORDS = """() => {
  document.querySelector("noscript")?.remove(); // is no more than a text where scripts run
  for (const letters of document.querySelectorAll(".side-mark")) letters.remove(); // the house's
  const labels = [...document.querySelectorAll("[aria-label], [title], [alt]")].flatMap((e) =>
    ["aria-label", "title", "alt"].map((name) => e.getAttribute(name) ?? ""));
  return [document.body.textContent, ...labels].join("\\n");
}"""
SPEAK = """async ([tags, key, values]) => {
  const { speaker } = await import("/static/language.js");
  const speaks = await speaker(tags);
  const place = document.createElement("p");
  speaks.put(place, key, values);
  return [place.innerHTML, speaks.line(key, values), speaks.number(1234567)];
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("languages") / "data").start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page of the server's with nothing on it but the fonts' sheet, as the site's policy is."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.url}/display/t1")
    page.evaluate(
        """() => new Promise((done) => {
          const sheet = document.createElement("link");
          sheet.rel = "stylesheet";
          sheet.href = "/static/vendor/fonts.css";
          sheet.onload = done;
          document.head.replaceChildren(sheet);
          document.body.style.fontFamily = "var(--font)";
        })"""
    )
    yield page
    context.close()


@pytest.fixture(scope="module")
def devtools(page: Page) -> CDPSession:
    devtools = page.context.new_cdp_session(page)
    devtools.send("DOM.enable")
    devtools.send("CSS.enable")
    return devtools


def painted_with(devtools: CDPSession, selector: str) -> list[dict[str, Any]]:
    """The fonts that Chromium painted an element's text with."""
    root = devtools.send("DOM.getDocument")["root"]["nodeId"]
    node = devtools.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts: list[dict[str, Any]] = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})[
        "fonts"
    ]
    return fonts


@pytest.mark.browser
@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_glyph_of_a_language_is_painted_with_a_font_of_ours(
    page: Page, devtools: CDPSession, tag: str
) -> None:
    page.evaluate(SHOW, tag)
    fonts = painted_with(devtools, "#words")
    assert fonts
    assert [font for font in fonts if not font["isCustomFont"]] == []
    glyphs = Counter[str]()
    for font in fonts:  # a variable font calls itself after its thinnest weight
        glyphs[font["familyName"].removesuffix(" Thin")] += font["glyphCount"]
    own = OWN.get(tag, "Noto Sans")
    assert glyphs.keys() <= {"Noto Sans", own, FOR_ALL}
    assert glyphs[own] > 100


@pytest.mark.browser
def test_the_browser_says_and_writes_what_the_server_does(page: Page) -> None:
    for tags in [[tag] for tag in LANGUAGES] + [["zh-Hant", "en"], ["ja", "pt"]]:
        speaks: Speaker = speaker(tags)
        values = {"amount": 250_000}
        assert page.evaluate(SPEAK, [tags, "banker_multiple", values]) == [
            str(speaks.say("banker_multiple", **values)).replace("\N{NBSP}", "&nbsp;"),
            speaks.line("banker_multiple", **values),
            speaks.number(1_234_567),
        ]


@pytest.mark.browser
def test_a_text_that_stands_there_already_is_left_alone(page: Page) -> None:
    changes = page.evaluate(
        """async () => {
          const { speaker } = await import("/static/language.js");
          const speaks = await speaker(["zh-Hans", "en"]);
          const place = document.createElement("p");
          const seen = [];
          const watch = new MutationObserver((all) => seen.push(...all));
          watch.observe(place, { childList: true, characterData: true, subtree: true });
          const put = (...what) => {
            speaks.put(place, ...what);
            return watch.takeRecords().length > 0;
          };
          return [put("banker"), put("banker"), put("tie"), put("shoe_number", { number: 1 }),
            put("shoe_number", { number: 1 }), put("shoe_number", { number: 2 }), put(""), put("")];
        }"""
    )
    assert changes == [True, False, True, True, False, True, True, False]


@pytest.mark.browser
def test_a_display_has_no_word_of_english_where_another_language_is_asked_for(
    browser: Browser, server: Server
) -> None:
    states = STATES.keys() - {"widest_bets"}  # where the house has a name of its own for a bet
    shown = [(state, "live") for state in [*sorted(states), "closed"]]
    shown += [("dealing", link) for link in ("stale", "offline")]
    with Stage(browser, server.url, lang="ko", beads="character") as stage:
        for state, link in shown:
            stage.show(state, link, title="8")
            said = stage.page.evaluate(WORDS)
            left = {*re.findall(r"[A-Za-z]{3,}", said)} - {"Baccarat"}
            assert left == set(), (state, link)


def headers(server: Server, path: str) -> HTTPMessage:
    with urllib.request.urlopen(server.url + path) as response:
        told: HTTPMessage = response.headers
    return told


def test_only_the_fonts_are_to_be_had_there(server: Server) -> None:
    font = "/static/vendor/fonts/noto-sans-latin-wght-normal.woff2"
    told = headers(server, font)
    assert told["Content-Type"] == "font/woff2"
    assert "immutable" in told["Cache-Control"]
    for name in (
        "unicode.json",
        "noto-sans-devanagari-wght-normal.woff2",
        "..%2Fnoto-sans%2Fpackage.json",
        "..%2f..%2f..%2fpyproject.toml",
        "%2Fetc%2Fpasswd",
    ):
        assert server.get(f"/static/vendor/fonts/{name}")[0] == 404, name
    assert "font-src 'self'" in headers(server, "/")["Content-Security-Policy"]
