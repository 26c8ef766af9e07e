"""A shoe of the log as a board: after any of its coups, as known now or as it was shown then."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .baccarat.shoe import Shoe
from .drawing.board import Board, board_picture, roads_of, upto
from .drawing.svg import svg
from .history import ShoeLog


@dataclass(frozen=True, slots=True)
class ShoeBoard:
    """A shoe's board after coup `coup`, from 0.

    All that was put right since is put right in it, too; with `then` it is as the log stood when
    that coup ended, mistakes and all.
    """

    log: ShoeLog
    title: str
    whole: Shoe
    coup: int
    then: bool = False

    @classmethod
    def of(cls, log: ShoeLog, title: str, *, then: bool = False) -> ShoeBoard:
        """The board after the last coup of what may be seen of a shoe; raises LogError."""
        whole = log.shoe()
        return cls(log, title, whole, len(whole.settled), then)

    def after(self, coup: int) -> ShoeBoard:
        """The board after another coup of the shoe."""
        return replace(self, coup=coup)

    @property
    def shoe(self) -> Shoe:
        """The shoe as it stood; raises LogError."""
        if not self.then:
            return upto(self.whole, self.coup)
        if self.coup == 0:
            return self.whole._replace(settled=())
        end = self.whole.settled[self.coup - 1].seq
        rows = [row for row in self.log.rows if row.seq <= end]
        return replace(self.log, rows=rows, late=()).shoe() if rows else upto(self.whole, 0)

    @property
    def board(self) -> Board:
        """What its picture shows."""
        opened = self.log.rows[0].time[:16].replace("T", " ") + " UTC"
        note = " ".join(sorted(self.log.marks())).upper()
        return Board(self.shoe, self.whole, self.title, opened, note)

    @property
    def differs(self) -> bool:
        """Whether something of it was put right after it was shown."""
        then = replace(self, then=True).shoe
        return roads_of(then) != roads_of(upto(self.whole, self.coup))

    def svg(self) -> str:
        """The board as an SVG file."""
        return svg(board_picture(self.board))
