"""A settled coup: dealt to the end, declared, or void."""

from __future__ import annotations

from dataclasses import dataclass

from .coup import Coup, Outcome, Result


@dataclass(frozen=True, slots=True)
class Settled:
    """A coup that is done with: its number in the shoe, its cards, and what it came to.

    `result` is None for a void coup. `seqs` are the entries that made it: its cards in dealing
    order, then its declaration; never none. `flags` of: `corrected`, `typed` (a card by hand),
    `held`, `last_coup`, `misdealt` (a card drawn in error opened or joined it), `free`, `dummy`,
    `declared`, `inserted`, `void`. `why` is the crew's reason for the last three.
    """

    number: int
    coup: Coup
    result: Result | None
    seqs: tuple[int, ...]
    flags: frozenset[str]
    why: str = ""

    @property
    def outcome(self) -> Outcome | None:
        return self.result.outcome if self.result else None

    @property
    def seq(self) -> int:
        """The entry that ended it."""
        return self.seqs[-1]

    @property
    def is_free(self) -> bool:
        """Whether it was dealt without bets."""
        return not self.flags.isdisjoint({"free", "dummy"})
