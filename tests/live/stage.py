"""A display's page without a link to its table: a test puts any snapshot on it."""

from __future__ import annotations

import json
from types import TracebackType
from typing import Any

from playwright.sync_api import Browser

from .states import told

SIZES = {"portrait": (1080, 1920), "small": (1024, 600), "strip": (1920, 540)}
FULL_HD = (1920, 1080)

_SHOW = """async ([now, link, isResting]) => {
  const board = await import('/static/board.js');
  board.tell('live', 0, '');
  board.paint(JSON.parse(now), { isResting });
  if (link !== 'live') board.tell(link, 7, '');
  await document.fonts.ready;
}"""


class Stage:
    """One page; a context manager that closes it."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        layout: str = "landscape",
        *,
        size: tuple[int, int] | None = None,
        bypass_csp: bool = False,
        still: bool = True,
        **look: str,
    ) -> None:
        """`still` stops what moves, so that what is measured stands still."""
        self._context = browser.new_context(
            reduced_motion="reduce" if still else "no-preference", bypass_csp=bypass_csp
        )
        self._url = url
        self.page = self._context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.route(
            "**/static/display.js",
            lambda route: route.fulfill(content_type="text/javascript", body=""),
        )
        self.open(layout, size=size, **look)

    def open(self, layout: str, *, size: tuple[int, int] | None = None, **look: str) -> None:
        """Open another layout or look on the same page; faster than another stage."""
        width, height = size or SIZES.get(layout, FULL_HD)
        self.page.set_viewport_size({"width": width, "height": height})
        asked = "&".join(f"{name}={value}" for name, value in look.items())
        answer = self.page.goto(f"{self._url}/display/t1?layout={layout}&{asked}")
        assert answer is not None
        assert answer.ok, answer.text()

    def show(self, state: str, link: str = "live", **changes: Any) -> None:
        """Paint one of STATES, `closed` for a table that rests, with parts of it changed."""
        name = "shuffling" if state == "closed" else state
        now = json.dumps({**told(name), **changes})  # a text travels faster than an object
        self.page.evaluate(_SHOW, [now, link, state == "closed"])
        assert self.errors == []

    def __enter__(self) -> Stage:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._context.close()
