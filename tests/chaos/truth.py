"""What a virtual shoe truly dealt, gathered from what it tells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from server.baccarat.cards import Card


@dataclass
class TrueCoup:
    """A coup as it lies on the table."""

    cards: list[Card] = field(default_factory=list)
    is_void: bool = False
    is_complete: bool = False


@dataclass
class TrueShoe:
    """One shoe: its burned cards, its coups, whether the cut card came, whether it is over."""

    number: int
    burned: list[Card] = field(default_factory=list)
    coups: list[TrueCoup] = field(default_factory=list)
    carried: Card | None = None
    cut_after: tuple[int, int] | None = None  # complete coups, and cards of the one after them
    is_over: bool = False


class Truth:
    """Takes what the shoe tells; `faults` counts what went wrong."""

    def __init__(self) -> None:
        self.shoes: list[TrueShoe] = []
        self.lines: list[dict[str, Any]] = []

    @property
    def shoe(self) -> TrueShoe:
        return self.shoes[-1]

    def tell(self, line: dict[str, Any]) -> None:
        """One line of the shoe's JSONL."""
        self.lines.append(line)
        match line:
            case {"shoe": number, "house": _}:
                self.shoes.append(TrueShoe(number))
            case {"shoe": _, "over": True}:
                self.shoe.is_over = True
            case {"burned": card}:
                self.shoe.burned.append(Card.parse(card))
            case {"coup": number, "card": card, "to": _}:
                if number > len(self.shoe.coups):
                    self.shoe.coups.append(TrueCoup())
                    self.shoe.carried = None
                self.shoe.coups[-1].cards.append(Card.parse(card))
            case {"coup": _, "void": True}:
                self.shoe.coups[-1].is_void = self.shoe.coups[-1].is_complete = True
            case {"coup": _, "outcome": _}:
                self.shoe.coups[-1].is_complete = True
            case {"carried": card}:
                self.shoe.carried = Card.parse(card)
            case {"cut_card": True}:
                whole = [coup for coup in self.shoe.coups if coup.is_complete]
                last = self.shoe.coups[-1] if self.shoe.coups else TrueCoup(is_complete=True)
                inside = 0 if last.is_complete else len(last.cards)
                self.shoe.cut_after = len(whole), inside
