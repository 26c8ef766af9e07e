"""A crew member's hand at the console: keys, the pointer, and waiting for what they did.

F4  *  1  Enter     keys pressed          8S  12.2      typed, then Enter
7!                  a key kept pressed    why:film      typed as the reason
[Undo]              a button clicked      [Void this coup!]   ... kept pressed
face:7C             typed into a field of the open panel
"""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

KEYS = {*"/*-+.0123456789", "Enter", "Escape", "ArrowLeft", "ArrowRight"} | {
    f"F{n}" for n in range(1, 10)
}
FIELDS = {
    "why": "[data-field='why']",
    "face": "#mend-face",
    "cards": "#result-cards",
    "url": "#reader-url",
}


class Hand:
    """One hand at one console."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        page.goto(url)
        expect(page.locator("#link")).to_have_text("Connected.")

    @property
    def seq(self) -> int:
        """The entry that the console shows."""
        return int(self.page.locator("body").get_attribute("data-seq") or 0)

    def does(self, script: str) -> None:
        """A script whose last step is a command; returns when the console shows it done."""
        before = self.seq
        *steps, last = re.findall(r"\[[^\]]+\]|\S+", script)
        for step in steps:
            self._step(step)
        self._step(last, until=before + 1)

    def tries(self, script: str, said: str) -> None:
        """A script that comes to nothing but a sentence."""
        before = self.seq
        for step in re.findall(r"\[[^\]]+\]|\S+", script):
            self._step(step)
        expect(self.page.locator("#answer")).to_contain_text(said)
        assert self.seq == before

    def _step(self, step: str, until: int | None = None) -> None:
        done = self.page.locator(f"body[data-seq='{until}']") if until is not None else None
        if step.startswith("["):
            self._click(step[1:-1], done)
        elif ":" in step and step.split(":")[0] in FIELDS:
            name, _, value = step.partition(":")
            self._field(name).fill(value.replace("_", " "))
        elif step.removesuffix("!") in KEYS:
            self._key(step, done)
        else:
            self.page.locator("#card").fill(step)
            self.page.keyboard.press("Enter")
            if done:
                expect(done).to_be_attached()

    def _key(self, step: str, done: Locator | None) -> None:
        if not step.endswith("!"):
            self.page.keyboard.press(step)
        else:
            self.page.keyboard.down(step[:-1])
        if done:
            expect(done).to_be_attached()
        if step.endswith("!"):
            self.page.keyboard.up(step[:-1])

    def _click(self, name: str, done: Locator | None) -> None:
        panel = self.page.locator(".panel:visible")
        place = panel if panel.count() else self.page.locator(".acts")
        button = place.locator("button:visible").filter(has_text=name.removesuffix("!")).first
        expect(button).to_be_enabled()
        if not name.endswith("!"):
            button.click()
        else:
            button.hover()
            self.page.mouse.down()
        if done:
            expect(done).to_be_attached()
        if name.endswith("!"):
            self.page.mouse.up()

    def _field(self, name: str) -> Locator:
        return self.page.locator(f".panel:not([hidden]) {FIELDS[name]}")
