"""Nothing overlaps, sticks out, is cut or too small: every layout in every state, by its boxes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from server.languages import LANGUAGES
from server.look import LAYOUTS

from .geometry import faults
from .server import Server
from .stage import Stage
from .states import STATES

pytestmark = pytest.mark.browser

# The least height of what must be read, and of labels, in pixels of each layout's screen: 36 of
# 1080 lines, less where the lines are fewer.
FLOORS = {"strip": (26, 20)}
FLOOR = (36, 24)
# With the widest words and numbers at once, no more than so much smaller.
SQUEEZED = 0.45
WIDE = {"widest", "widest_idle", "widest_bets"}
LINKS = ("stale", "offline", "connecting")
TELLING = (
    "widest",
    "tiger",
    "widest_bets",
    "widest_idle",
    "burning",
    "last_coup",
    "hold",
    "next_limits",
)


@pytest.fixture(scope="module")
def stage(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    server = Server(tmp_path_factory.mktemp("geometry") / "data", house="paramount").start()
    with Stage(browser, server.url) as stage:
        yield stage
    server.close()


def found(
    stage: Stage, layout: str, state: str, *, squeezed: bool, link: str = "live"
) -> list[str]:
    stage.show(state, link)
    floor, small = FLOORS.get(layout, FLOOR)
    by = SQUEEZED if squeezed else 1
    return [
        f"{state} {link}: {fault}"
        for fault in faults(stage.page, floor=floor * by, small=small * by)
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_state_has_its_place_in_every_layout(stage: Stage, layout: str) -> None:
    stage.open(layout)
    wrong = [
        fault
        for state in (*STATES, "closed")
        for fault in found(stage, layout, state, squeezed=state in WIDE)
    ]
    for link in LINKS:
        wrong += found(stage, layout, "evening", squeezed=False, link=link)
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize(
    ("layout", "languages"),
    [
        *((layout, tag) for layout in ("landscape", "portrait") for tag in LANGUAGES),
        ("landscape", "zh-Hant,en"), ("portrait", "ru,zh-Hans"), ("small", "vi,th"),
        ("strip", "pt,ko"),
    ],
)  # fmt: skip
def test_every_language_has_its_place(stage: Stage, layout: str, languages: str) -> None:
    stage.open(layout, lang=languages)
    wrong = [fault for state in TELLING for fault in found(stage, layout, state, squeezed=True)]
    wrong += found(stage, layout, "evening", squeezed=True, link="stale")
    wrong += found(stage, layout, "evening", squeezed=True, link="offline")
    assert "\n".join(wrong) == ""
