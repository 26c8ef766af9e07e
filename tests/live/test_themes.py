"""Colours and motion: contrast in every theme, forms, and nothing redrawn in vain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from server.baccarat.snapshot import snapshot
from server.look import THEMES
from tests.core.notation import play

from .axe import violations
from .colours import too_weak
from .server import Server
from .stage import Stage
from .states import HOUSE, shoe, told

pytestmark = pytest.mark.browser

FIRST_COLUMNS = """() => [...document.querySelectorAll('[data-road] svg')]
  .map((road) => Number(road.dataset.firstColumn))"""
COLOURFUL = (
    "evening",
    "pairs",
    "tiger",
    "tie",
    "hold",
    "new_limits",
    "burning",
    "widest",
    "waiting",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("themes") / "data", house="paramount").start()
    yield server
    server.close()


@pytest.fixture(scope="module")
def stage(browser: Browser, server: Server) -> Iterator[Stage]:
    with Stage(browser, server.url, bypass_csp=True) as stage:
        yield stage


def wear(stage: Stage, theme: str, *, reversed: bool = False) -> None:
    stage.page.evaluate(
        "([theme, reversed]) => Object.assign(document.body.dataset, { theme, reversed })",
        [theme, str(int(reversed))],
    )


def colour(stage: Stage, selector: str, what: str = "stroke") -> str:
    found: str = stage.page.evaluate(
        "([s, what]) => getComputedStyle(document.querySelector(s))[what]", [selector, what]
    )
    return found


@pytest.mark.parametrize("reversed", [False, True])
@pytest.mark.parametrize("theme", THEMES)
def test_every_text_and_mark_stands_out(stage: Stage, theme: str, reversed: bool) -> None:
    wear(stage, theme, reversed=reversed)
    weak = set()
    for state in COLOURFUL:
        stage.show(state)
        weak |= {f"{state}: {fault}" for fault in too_weak(stage.page)}
    stage.show("evening", "offline")
    weak |= too_weak(stage.page)
    assert weak == set()


def test_banker_and_player_change_places_and_the_derived_roads_do_not(stage: Stage) -> None:
    wear(stage, "dark")
    stage.show("evening")
    sides = [colour(stage, f".ring.{side} .body") for side in ("banker", "player")]
    derived = [colour(stage, f".hollow.{mark} circle") for mark in ("red", "blue")]
    wear(stage, "dark", reversed=True)
    assert [colour(stage, f".ring.{side} .body") for side in ("player", "banker")] == sides
    assert [colour(stage, f".hollow.{mark} circle") for mark in ("red", "blue")] == derived


def test_the_colour_safe_theme_tells_the_player_by_form_too(stage: Stage) -> None:
    for theme, is_told in (("dark", False), ("colour_safe", True)):
        wear(stage, theme)
        stage.show("evening")
        corners = [colour(stage, f".ring.{side} .body", "rx") for side in ("banker", "player")]
        assert (corners[0] != corners[1]) is is_told


def after(coups: int) -> dict[str, Any]:
    """A snapshot after so many coups of a shoe."""
    return {**told("evening"), **snapshot(play(shoe(coups)), house=HOUSE)}


def test_nothing_is_redrawn_that_did_not_change(stage: Stage) -> None:
    stage.show("evening", **after(62))
    touched = """async (now) => {
      const board = await import('/static/board.js');
      const seen = [];
      const watch = new MutationObserver((all) => seen.push(...all));
      const all = { childList: true, subtree: true, attributes: true, characterData: true };
      watch.observe(document.body, all);
      board.paint(now);
      const marks = watch.takeRecords().flatMap((one) => [...one.addedNodes])
        .filter((node) => node.dataset?.cell !== undefined);
      const roads = marks.map((node) => node.parentElement.closest('[data-road]').dataset.road);
      return [roads, seen.length];
    }"""
    assert stage.page.evaluate(touched, after(62)) == [[], 0]
    before = stage.page.evaluate(FIRST_COLUMNS)
    # A coup more, at which the derived roads scroll: one new mark on each road.
    roads, _ = stage.page.evaluate(touched, after(63))
    assert sorted(roads) == sorted(after(63)["roads"])
    first = stage.page.evaluate(FIRST_COLUMNS)
    assert [now - then for now, then in zip(first, before, strict=True)] == [0, 0, 1, 1, 1]


def test_the_newest_cells_are_marked_until_the_next_coup_starts(stage: Stage) -> None:
    for state, marked in (("banker_wins", 5), ("dealing", 0)):
        stage.show(state)
        assert stage.page.locator(".newest").count() == marked
        assert stage.page.locator(".spot.shown").count() == marked


def test_reduced_motion_is_honoured(stage: Stage, browser: Browser, server: Server) -> None:
    moving = """() => document.getAnimations().map((one) => one.animationName)
      .filter((name) => name !== 'in-turns' && name !== 'drift')"""
    stage.show("dealing")
    stage.show("banker_wins")
    assert stage.page.evaluate(moving) == []
    with Stage(browser, server.url, still=False) as lively:
        lively.show("dealing")
        lively.show("banker_wins")
        assert {"newest", "won", "dealt"} <= set(lively.page.evaluate(moving))
        flashes = lively.page.evaluate(
            """() => document.getAnimations().filter((one) => one.animationName === 'won')
              .map((one) => one.effect.getTiming())
              .map((time) => [time.duration, time.iterations])"""
        )
        assert flashes
        for duration, iterations in flashes:
            assert duration >= 334, "no more than three flashes a second"
            assert 3_000 <= duration * iterations <= 5_000


@pytest.mark.parametrize("state", ["evening", "waiting", "hold"])
def test_axe_finds_nothing(stage: Stage, state: str) -> None:
    wear(stage, "dark")
    stage.show(state)
    assert violations(stage.page) == []


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_screen_that_hangs_on_its_side_shows_all(
    browser: Browser, server: Server, turn: int
) -> None:
    size = (1920, 1080) if turn == 180 else (1080, 1920)
    with Stage(browser, server.url, size=size, rotate=str(turn)) as stage:
        stage.show("evening")
        boxes = stage.page.evaluate(
            """() => [...document.querySelectorAll('.block')]
              .filter((e) => e.checkVisibility({ visibilityProperty: true }))
              .map((e) => e.getBoundingClientRect())
              .map(({ left, top, right, bottom }) => [left, top, right, bottom])"""
        )
    assert len(boxes) == 10
    assert min(box[0] for box in boxes) >= 0
    assert min(box[1] for box in boxes) >= 0
    assert max(box[2] for box in boxes) <= size[0]
    assert max(box[3] for box in boxes) <= size[1]
