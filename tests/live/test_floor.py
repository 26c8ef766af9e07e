"""The floor in Chromium: six tables of a real server, each in the middle of a shoe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .axe import violations
from .floors import fill
from .server import Server

pytestmark = pytest.mark.browser

LIVE, STALE, OFFLINE = (f"body[data-link='{link}']" for link in ("live", "stale", "offline"))
SHOES = {
    "t1": "100-10000 BBPTBBBBB",
    "t2": "200-20000 BPBPBP 8S AH",
    "t3": "500-50000 " + 11 * "BBPP",
    "t4": "1000-100000 PPB /hold",
    "t5": "5000-500000 BPP /limits:300-30000+next",
    "t6": "100-10000",
}
ALL = [*SHOES]


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("floor") / "data"
    fill(data, SHOES)
    server = Server(data, tables=ALL).start()
    yield server
    server.close()


def show(page: Page, server: Server, query: str = "") -> None:
    page.goto(f"{server.url}/floor{query}")
    expect(page.locator(LIVE)).to_be_attached()


def shown(page: Page) -> list[str]:
    """The tables on the floor, in its order."""
    titles: list[str] = page.locator(".tile .title").all_text_contents()
    return [title.lower() for title in titles]


def words(page: Page, table: str, part: str) -> str:
    tile = page.locator(f".tile:has(a[href^='/display/{table}'])")
    return tile.locator(f".{part}").inner_text().replace("\n", " ")


def test_each_table_is_a_tile_that_leads_to_its_display(floor: Server, page: Page) -> None:
    show(page, floor)
    assert shown(page) == ALL
    assert words(page, "t1", "state") == "OPEN"
    assert words(page, "t1", "counts").split() == ["B", "7", "P", "1", "T", "1"]
    assert words(page, "t1", "streak") == "BANKER × 5"
    assert words(page, "t1", "limits") == "100 – 10,000"
    assert words(page, "t1", "coups") == "9 COUPS"
    assert words(page, "t2", "state") == "DEALING"
    assert (words(page, "t4", "state"), words(page, "t4", "notes")) == (
        "ON HOLD",
        "The cards are being checked",
    )
    assert words(page, "t5", "notes") == "NEXT SHOE 300 – 30,000"
    assert (words(page, "t6", "state"), words(page, "t6", "streak")) == ("WAITING FOR A SHOE", "")
    page.locator(".tile a").nth(2).focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{floor.url}/display/t3")


def test_a_tile_shows_the_end_of_the_big_road(floor: Server, page: Page) -> None:
    show(page, floor)
    drawn = page.evaluate(
        """() => [...document.querySelectorAll("a[href='/display/t3'] [data-cell]")].map((mark) =>
          [...mark.dataset.cell.split(',').map(Number), mark.dataset.mark])"""
    )
    road = floor.snapshot("t3")["roads"]["big_road"]
    columns = len({column for column, _, _ in drawn})
    assert 10 < columns < 22
    ends = [[c["column"], c["row"], c["mark"]] for c in road if c["column"] >= 22 - columns]
    assert sorted(drawn) == sorted(ends)


def test_a_coup_changes_its_own_tile_at_once(floor: Server, page: Page) -> None:
    show(page, floor)
    page.evaluate("window.kept = [...document.querySelectorAll('.tile')]")
    before = floor.snapshot("t1")["counts"]["player"]
    assert floor.command("declare", table="t1", outcome="player")[0] == 200
    expect(page.locator(".tile").first.locator(".player b")).to_have_text(str(before + 1))
    assert floor.command("undo", table="t1")[0] == 200
    expect(page.locator(".tile").first.locator(".streak")).to_have_text("BANKER × 5")
    assert page.evaluate("[...document.querySelectorAll('.tile')].every((t, n) => t === kept[n])")


VIEWS = {
    "": ALL,
    "?sort=streak": ["t1", "t3", "t5", "t2", "t4", "t6"],
    "?sort=coups": ["t3", "t1", "t2", "t4", "t5", "t6"],
    "?sort=min": ["t6", "t1", "t2", "t3", "t4", "t5"],
    "?sort=max": ["t5", "t4", "t3", "t2", "t1", "t6"],
    "?sort=state&state=open": ["t2", "t1", "t3", "t5"],
    "?state=hold": ["t4"],
    "?state=closed": ["t6"],
    "?stake=1000": ["t1", "t2", "t3", "t4", "t6"],
    "?stake=200000": ["t5"],
    "?pattern=single_jump": ["t2"],
    "?pattern=long_banker": ["t1"],
    "?pattern=all&sort=fresh": ["t6", "t4", "t5", "t2", "t1", "t3"],
    "?sort=rubbish&state=no&stake=-1": ALL,
}


def test_the_address_says_which_tables_and_in_which_order(floor: Server, page: Page) -> None:
    show(page, floor)
    got = page.evaluate(
        """async (queries) => {
          const { choose, readView, writeView } = await import('/static/floor_view.js');
          const { tilesNow } = await import('/static/floor_board.js');
          return Object.fromEntries(queries.map((query) => {
            const view = readView(query);
            const again = readView(writeView('', view));
            if (JSON.stringify(again) !== JSON.stringify(view)) throw new Error(query);
            return [query, choose(tilesNow().values(), view).map(({ table }) => table)];
          }));
        }""",
        [*VIEWS],
    )
    assert got == VIEWS
    show(page, floor, "?state=hold&controls=off")
    assert shown(page) == ["t4"]
    expect(page.locator("#view")).to_be_hidden()
    expect(page.locator("#shown")).to_have_text("1 of 6 tables")


def test_the_keyboard_alone_sorts_and_filters(floor: Server, page: Page) -> None:
    show(page, floor)
    page.keyboard.press("Tab")
    expect(page.locator("#sort")).to_be_focused()
    page.keyboard.type("Most")
    expect(page).to_have_url(f"{floor.url}/floor?sort=coups")
    assert shown(page) == VIEWS["?sort=coups"]
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.type("Double")
    expect(page).to_have_url(f"{floor.url}/floor?sort=coups&pattern=double_jump")
    assert shown(page) == ["t3"]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # Show all
    expect(page).to_have_url(f"{floor.url}/floor")
    assert shown(page) == ALL


def test_patterns_are_named_only_when_asked_and_never_as_advice(floor: Server, page: Page) -> None:
    show(page, floor)
    expect(page.locator(".pattern")).to_have_count(0)
    expect(page.locator("#pattern-hint")).to_be_hidden()
    page.locator("#pattern").select_option("all")
    assert words(page, "t2", "notes").startswith("Single jump")
    assert words(page, "t3", "notes").startswith("Double jump")
    expect(page.locator("#pattern-hint")).to_contain_text("nothing of the next coup")
    page.locator("#pattern").select_option("long_player")
    expect(page.locator("#none")).to_be_visible()


def test_axe_finds_nothing_on_a_wall_and_on_a_phone(floor: Server, open_page: Page) -> None:
    for width, height, look in ((1920, 1080, ""), (390, 844, "&theme=light&lang=ru")):
        open_page.set_viewport_size({"width": width, "height": height})
        show(open_page, floor, f"?pattern=all{look}")
        assert violations(open_page) == []


def test_an_old_floor_is_marked_then_covered_and_never_painted_over(
    floor: Server, new_page: Page
) -> None:
    page = new_page
    link = Link()
    page.route_web_socket("**/socket.io/**", link.open)
    page.clock.install()
    show(page, floor)
    first = next(told for told in link.told if '"tiles"' in told)
    assert floor.command("declare", table="t6", outcome="player")[0] == 409  # no shoe is open
    assert floor.command("declare", table="t5", outcome="player")[0] == 200
    streak = page.locator(".tile").nth(4).locator(".streak")
    expect(streak).to_have_text("PLAYER × 3")
    link.page.send(first.replace('"all":true,', ""))  # what came late
    link.page.send(first)
    assert page.evaluate("document.querySelectorAll('.streak')[4].textContent") == "PLAYER × 3"
    link.is_cut = True
    page.clock.fast_forward(3_500)
    expect(page.locator(STALE)).to_be_attached()
    expect(page.locator("#stale")).to_contain_text("NOT LIVE")
    expect(page.locator("#cover")).to_be_hidden()
    page.clock.fast_forward(8_000)
    expect(page.locator(OFFLINE)).to_be_attached()
    expect(page.locator("#cover")).to_contain_text("comes back by itself")
    link.is_cut = False
    page.clock.fast_forward(2_000)
    expect(page.locator(LIVE)).to_be_attached()
    link.loses_tiles = True
    assert floor.command("undo", table="t5")[0] == 200  # which it finds out by the heartbeat
    expect(streak).to_have_text("PLAYER × 2")
    with page.expect_event("load"):
        page.evaluate("document.documentElement.dataset.assets = 'of an older version'")


class Link:
    """The page's socket to the server, which can be cut without either noticing."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.is_cut = self.loses_tiles = False
        self.page: Any = None

    def open(self, page: WebSocketRoute) -> None:
        self.page = page
        server = page.connect_to_server()

        def tell(message: Any) -> None:
            self.told.append(str(message))
            is_lost = self.loses_tiles and '"tiles"' in str(message)
            if is_lost:
                self.loses_tiles = False
            elif not self.is_cut:
                page.send(message)

        server.on_message(tell)


# The largest that tiles must hold, and every number of tables that a house may have.
WIDEST: dict[str, Any] = {
    "title": "Grand Baccarat Salon 12", "phase": "closed", "last_coup": False,
    "limits": {"min": 100_000_000, "max": 999_999_999, "tie_max": None, "banker_multiple": 1},
    "limits_changed": True, "next_limits": None, "shoe": {"number": 1234, "coups": 104},
    "counts": {"banker": 48, "player": 46, "tie": 10}, "patterns": [], "hold": None,
    "streak": {"side": "player", "length": 19}, "simulated": True, "trouble": None, "seq": 9,
    "big_road": [
        {"column": column, "row": 0, "mark": "banker", "ties": 6} for column in range(60)
    ],
}  # fmt: skip
SIZES = [(1920, 1080), (1080, 1920), (390, 844)]
_PAINT = """async ([count, widest]) => {
  const { paint } = await import('/static/floor_board.js');
  const tiles = Array.from({ length: count }, (_, n) => ({ ...widest, table: `w${n}` }));
  paint(new Map(tiles.map((tile) => [tile.table, tile])), tiles);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const wrong = [];
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow > 0) wrong.push(`the page is ${overflow} px too wide`);
  const scrolls = document.documentElement.scrollHeight > innerHeight;
  if (scrolls !== (document.body.dataset.scrolls === 'true')) wrong.push(`scrolls: ${scrolls}`);
  const tile = document.querySelector('.tile');
  const room = tile.getBoundingClientRect();
  const parts = ['.title', '.state', '.board', '.counts', '.streak', '.limits', '.note'];
  const boxes = parts.map((part) => [part, tile.querySelector(part).getBoundingClientRect()]);
  for (const [part, box] of boxes) {
    const isOut = box.left < room.left || box.right > room.right + 0.5 ||
      box.top < room.top - 0.5 || box.bottom > room.bottom + 0.5;
    if (isOut) wrong.push(`${part} is not in its tile`);
    const { scrollWidth, clientWidth } = tile.querySelector(part);
    if (clientWidth && scrollWidth > clientWidth + 1) wrong.push(`${part} is cut`);
  }
  boxes.forEach(([one, a], n) => boxes.slice(n + 1).forEach(([other, b]) => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    const isOn = across > 1 && down > Math.min(a.height, b.height) * 0.2;
    if (isOn) wrong.push(`${one} lies on ${other}`);
  }));
  return wrong;
}"""


def test_nothing_is_cut_or_overlaps_however_many_tables_there_are(
    floor: Server, new_page: Page
) -> None:
    page = new_page
    wrong = []
    page.route_web_socket("**/socket.io/**", lambda socket: None)  # it stays as it is painted
    page.goto(f"{floor.url}/floor?lang=ru")  # the longest words
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for count in (1, 6, 24, 60):
            found = page.evaluate(_PAINT, [count, WIDEST])
            wrong += [f"{count} at {width}x{height}: {what}" for what in found]
    assert wrong == []
